from __future__ import annotations

from companion.games.rachmistrz.typed import EXPECTED
from companion.games.rachmistrz.words import WORDS


def test_it_says_the_words_typed_most_itself() -> None:
    said = " ".join(text.sentence for text in EXPECTED.values())
    assert {word for word in WORDS.quick if word in said} == {"right", "wrong", "skip", "full"}
