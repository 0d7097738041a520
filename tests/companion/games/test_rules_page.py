"""The reminders of every game's rules."""

from __future__ import annotations

import re
from hashlib import blake2b
from pathlib import Path

import pytest
from companion.games.rules_page import Reminder, reminder

from companion.errors import OptionError
from companion.games.catalogue import all_games
from companion.i18n import LANGUAGES, speaker

PRINTS = frozenset(Path(__file__).with_name("rulebooks.prints").read_text(encoding="ascii").split())
"""Of every `IN_A_ROW` words in a row of the games' printed rulebooks, whose text is their publishers'."""

IN_A_ROW = 5
LONGEST = 60
"""Letters of a line that is read at a glance, on the smallest screen, too."""

GAMES = pytest.mark.parametrize("name", [game.name for game in all_games()])
BOTH = pytest.mark.parametrize("language", LANGUAGES)


def _sentences(shown: Reminder) -> tuple[str, ...]:
    return (shown.goal, *shown.lines, *shown.buttons)


def _prints(text: str) -> set[str]:
    words = re.findall(r"\w+", text.casefold())
    rows = (words[start : start + IN_A_ROW] for start in range(len(words) - IN_A_ROW + 1))
    return {blake2b(" ".join(row).encode(), digest_size=4).hexdigest() for row in rows}


@GAMES
@BOTH
def test_every_game_has_a_reminder_that_fits_a_screen(name: str, language: str) -> None:
    shown = reminder(name, speaker(language))
    assert shown.title
    assert 3 <= len(shown.lines) <= 7
    assert 3 <= len(shown.buttons) <= 4
    assert all(0 < len(sentence) <= LONGEST for sentence in _sentences(shown))


@GAMES
def test_a_reminder_says_nothing_twice(name: str) -> None:
    said = _sentences(reminder(name, speaker("en")))
    assert len(set(said)) == len(said)


@GAMES
@BOTH
def test_no_sentence_of_a_reminder_stands_in_a_rulebook(name: str, language: str) -> None:
    copied = [line for line in _sentences(reminder(name, speaker(language))) if _prints(line) & PRINTS]
    assert copied == []


def test_a_rulebook_would_be_recognised() -> None:
    """A few words everybody knows: one is told that other sentences would be found, too."""
    assert _prints("Gra kończy się, gdy ktoś zdobędzie 3 punkty") & PRINTS


def test_there_is_no_reminder_of_a_game_that_is_not_there() -> None:
    with pytest.raises(OptionError, match="expected a game"):
        reminder("chess", speaker("en"))
