"""What games say of themselves: rules pages, captions, words that are typed most."""

from __future__ import annotations

import re
from hashlib import blake2b
from pathlib import Path

import pytest

from companion.games.catalogue import AnyGame, all_games
from companion.games.words import ALWAYS, RulesPage, quick_words, rules_page
from companion.i18n import LANGUAGES, speaker
from companion.session.kept import Kept
from firmware.views import LOUDEST
from tests.companion.games.anything import plays_of
from tests.companion.games.sitting import Sitting, referee_for

PRINTS = frozenset(Path(__file__).with_name("rulebooks.prints").read_text(encoding="ascii").split())
"""Of every `IN_A_ROW` words in a row of the games' printed rulebooks, whose text is their publishers'."""

IN_A_ROW = 5
LONGEST = 60
"""Letters of a line that is read at a glance, on the smallest screen, too."""

GAMES = pytest.mark.parametrize(
    "game", [game for game in all_games() if game.words], ids=lambda game: game.name
)
BOTH = pytest.mark.parametrize("language", LANGUAGES)


def page(game: AnyGame, language: str) -> RulesPage:
    assert game.words is not None
    return rules_page(game.title, game.words, speaker(language))


def _sentences(shown: RulesPage) -> tuple[str, ...]:
    return (shown.goal, *shown.lines, *shown.buttons)


def _prints(text: str) -> set[str]:
    words = re.findall(r"\w+", text.casefold())
    rows = (words[start : start + IN_A_ROW] for start in range(len(words) - IN_A_ROW + 1))
    return {blake2b(" ".join(row).encode(), digest_size=4).hexdigest() for row in rows}


@GAMES
@BOTH
def test_a_rules_page_fits_a_screen(game: AnyGame, language: str) -> None:
    shown = page(game, language)
    assert shown.title
    assert 3 <= len(shown.lines) <= 7
    assert 3 <= len(shown.buttons) <= 4
    assert all(0 < len(sentence) <= LONGEST for sentence in _sentences(shown))


@GAMES
def test_a_rules_page_says_nothing_twice(game: AnyGame) -> None:
    said = _sentences(page(game, "en"))
    assert len(set(said)) == len(said)


@GAMES
@BOTH
def test_no_sentence_of_a_rules_page_stands_in_a_rulebook(game: AnyGame, language: str) -> None:
    copied = [line for line in _sentences(page(game, language)) if _prints(line) & PRINTS]
    assert copied == []


def test_a_rulebook_would_be_recognised() -> None:
    """A few words everybody knows: one is told that other sentences would be found, too."""
    assert _prints("Gra kończy się, gdy ktoś zdobędzie 3 punkty") & PRINTS


def lines_of(game: AnyGame) -> list[str]:
    """Every word typed most, with what may follow it."""
    followed = plays_of(game.name).followed
    words = game.words.quick if game.words else ()
    return [line for word in words if (line := followed.get(word, word))]


@pytest.mark.parametrize(
    ("name", "line"), [(game.name, line) for game in all_games() for line in lines_of(game)]
)
def test_a_referee_knows_the_words_typed_most(name: str, line: str) -> None:
    refused = Sitting(referee_for(f"{name} seats=1,2")).enter(line, 1000)
    assert refused is None or not refused.startswith("Expected")


@GAMES
def test_a_games_words_come_before_those_of_any_time(game: AnyGame) -> None:
    assert game.words is not None
    assert quick_words(game.words) == (*game.words.quick, *ALWAYS)


@GAMES
def test_a_polish_table_is_offered_polish_words_that_its_referee_reads(game: AnyGame) -> None:
    assert game.words is not None
    referee = referee_for(f"{game.name} seats=1,2")
    english, polish = quick_words(game.words), quick_words(game.words, "pl")
    own = len(game.words.quick)
    assert [referee.words(line) for line in polish[:own]] == [tuple(line.split()) for line in english[:own]]
    assert [line for line in set(polish) & set(english) if line.strip(" +-0123456789")] == []


@pytest.mark.parametrize("line", quick_words(None, "pl"))
def test_what_is_typed_at_any_time_is_read_in_polish(line: str) -> None:
    kept = Kept().typed(f"{line}1 Ola" if line.startswith("imi") else f"{line}1", (1, 2))
    assert kept is not None
    assert (kept.names, kept.volume) in [({1: "Ola"}, LOUDEST), ({}, 1)]


def test_without_a_game_what_can_be_typed_at_any_time_is_offered() -> None:
    assert quick_words(None) == ALWAYS
