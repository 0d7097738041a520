"""Words that are typed, in Polish with or without its letters, and what they are in English."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import lru_cache

TYPED: Mapping[str, str] = {
    "nic": "none",
    "dalej": "resume",
    "pierwszy": "first",
    "nikt": "nobody",
    "dołącz": "join",
    "odejdź": "leave",
}
"""Polish words typed in more than one game, and what they are in English; each game has more of its own."""


@lru_cache(maxsize=1024)
def folded(word: str) -> str:
    """A word in lower case without Polish letters: ``ŻÓŁTA`` is typed ``zolta``, too."""
    plain = unicodedata.normalize("NFD", word.lower()).replace("ł", "l")
    return "".join(char for char in plain if not unicodedata.combining(char))


def by_folded(typed: Mapping[str, str]) -> Mapping[str, str]:
    """Words in English by what is typed for them, as `folded` has it."""
    return {folded(word): english for word, english in typed.items()}
