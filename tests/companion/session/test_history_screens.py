"""The history on the box: its pages, and that the knob turns them the same way whatever there is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from companion.games.options import Surroundings
from companion.i18n import speaker
from companion.session import screens
from companion.session.history_screens import MOST_GAMES, NO_PAST, PAGES, PLACES, Past, page, pages
from companion.session.session import Session
from companion.session.state import Stage
from firmware.drawing.frames import draw
from firmware.events import Enter
from firmware.times import Times
from firmware.views import Screen
from tests.companion.session.evenings import told

LONG = {1: "Bożydar Łuka", 2: "Aleksandra W", 4: "Wielomira Ż"}
QUICK = {"1": {"best_ms": 310.2, "median_ms": 402.5}, "2": {"best_ms": 199.9, "median_ms": 250.0}}
TEAMS = [{"seats": [1, 2], "name": "Lisy"}, {"seats": [3, 4], "name": ""}]
FOUR = {1: "Ola", 2: "Jan", 3: "Ewa", 4: "Adam"}
MONTH = [
    told(4, names=LONG, at=-3000, reactions={**QUICK, "4": {"best_ms": 423, "median_ms": 500}}),
    told(1, at=-1600, closest_us={"seat": 1, "over": 2, "us": 870, "tie_us": 500}, game="seventeen"),
    told(1, at=-1500, fastest_ms={"seat": 1, "ms": 213.4}, reactions=QUICK),
    told(1, at=-1400),
    told(2, at=0, game="seventeen", fastest_ms={"seat": 2, "ms": 190}),
    told(1, 2, at=20, names=FOUR, teams=TEAMS, game="buzzer"),
    told(at=40, names=FOUR, game="the_game", score=38),
    told(1, 2, 3, 4, at=60, names=FOUR, game="the_game", score=50),
    told(1, 2, at=80, closest_us={"seat": 2, "over": 1, "us": 12_412, "tie_us": 500}),
    told(1, at=100, names={1: "Ola"}, seats=(1, 3), began="1970-01-01T00:00:00+00:00", when=None),
]
"""What was played, the oldest first."""


def there(*games: dict[str, Any], language: str = "en") -> dict[str, Screen]:
    """The first page of each name, after these games, the oldest first."""
    found: dict[str, Screen] = {}
    for one in pages(Past.of(reversed(games)), speaker(language)):
        found.setdefault(one.called, one.main)
        found.setdefault(one.main.title, one.main)
    return found


def said(screen: Screen) -> tuple[str, ...]:
    return (screen.big, *screen.text, screen.hint)


def test_between_two_it_says_how_often_each_has_won_and_who_has_won_the_last_ones() -> None:
    found = there(told(2), told(1), told(1), told(1))
    assert said(found["Series"]) == ("3 : 1", "Ola : Jan", "Ola: 3 in a row")
    assert said(found["Evening 28.11"]) == said(found["Series"])
    assert said(found["In a row"]) == ("Ola", "3 in a row", "ok: back")
    assert "Head to head" not in found


def test_between_three_it_says_who_has_won_most_and_then_the_others() -> None:
    three = {1: "Ola", 2: "Jan", 3: "Ewa"}
    found = there(told(1, names=three), told(2, names=three), told(1, names=three), told(1, 2, names=three))
    assert said(found["Series"]) == ("Ola", "2 wins", "Jan 1, Ewa 0")
    assert said(found["Head to head 1/3"]) == ("2 : 1", "Ola : Jan", "drawn: 1", "ok: back")


def test_with_everyone_equal_all_of_them_have_most() -> None:
    three = {1: "Ola", 2: "Jan", 3: "Ewa"}
    games = [told(seat, names=three) for seat in three]
    assert said(there(*games)["Series"])[:2] == ("1 win", "Ola, Jan, Ewa")


def test_the_longest_streak_stays_when_nobody_wins_in_a_row_now() -> None:
    found = there(told(1), told(1), told(2))
    assert said(found["Longest streak"]) == ("Ola", "2 in a row", "ok: back")


@pytest.mark.plays("kezao")
def test_the_closest_finish_says_by_how_much_and_for_whom() -> None:
    def closest(us: int) -> tuple[str, ...]:
        close = {"seat": 2, "over": 1, "us": us, "tie_us": 500}
        return said(there(told(1, closest_us=close))["Closest finish"])

    assert closest(12_412) == ("12.4 ms", "Jan, then Ola", "Kezao")
    assert [closest(us)[0] for us in (879, 1_204_000)] == ["850 µs", "1.20 s"]


@pytest.mark.plays("kezao")
def test_the_fastest_win_and_the_best_reactions_are_in_seconds() -> None:
    found = there(told(1, fastest_ms={"seat": 1, "ms": 213.4}, reactions=QUICK))
    assert said(found["Fastest win"]) == ("0.21 s", "Ola", "Kezao")
    assert said(found["Best reaction"]) == ("0.20 s", "Jan", "Ola 0.31 s")


@pytest.mark.plays("the_game")
def test_what_was_played_together_says_how_often_it_was_won_and_the_best_score() -> None:
    lost, won = told(score=38, game="the_game"), told(1, 2, score=50, game="the_game")
    found = there(lost, won, lost)
    assert said(found["Together"]) == ("1 of 3", "won together", "best score: 50")
    assert said(found["Evening 28.11"]) == said(found["Together"])
    assert said(found["1/3 The Game"]) == ("Lost", "Score: 38", "2026-11-28 18:00", "Length 10:00")
    assert said(found["2/3 The Game"])[0] == "Won"


def test_a_game_says_who_won_alone_as_a_team_or_shared() -> None:
    games = told(1, game="x"), told(1, 2, names=FOUR, teams=TEAMS, game="y"), told(1, 2, game="z")
    found = there(*games)
    assert (found["3/3 x"].big, found["3/3 x"].sign) == ("Ola", 1)
    assert (found["2/3 y"].big, found["2/3 y"].sign) == ("Lisy", None)
    assert said(found["1/3 z"])[:2] == ("Shared!", "Ola, Jan")


def test_a_date_nobody_knew_is_called_unknown() -> None:
    found = there(told(1, began="1970-01-01T00:00:00+00:00", when=None, game="x"))
    assert "Last evening" in found
    assert said(found["1/1 x"]) == ("Ola", "date unknown", "Length 10:00")
    polish = there(told(1, began="1970-01-01T00:00:00+00:00", when=None, game="x"), language="pl")
    assert polish["1/1 x"].text == ("data nieznana",)


def test_someone_without_a_name_then_is_told_by_the_seat_whoever_sits_there_now() -> None:
    say = speaker("en").named({1: "Ewa"})
    first = pages(Past.of([told(1, names={}, seats=(1, 2))]), say)[0]
    assert first.main.text == ("Seat 1 : Seat 2",)


def test_the_last_games_come_after_the_records_the_newest_first() -> None:
    games = [told(1, game=f"g{number}") for number in range(MOST_GAMES + 3)]
    last = pages(Past.of(reversed(games)), speaker("en"))[-MOST_GAMES:]
    assert [one.main.title for one in last][:2] == ["1/13 g12", "2/13 g11"]
    assert page(last, MOST_GAMES, speaker("en")).main.text == ("No older game",)


def test_there_is_a_place_for_the_knob_for_as_many_pages_as_there_can_be() -> None:
    """Of many people in all company, in games of every kind."""
    names = {seat: f"P{seat}" for seat in range(1, 9)}
    games = [
        told(seat, names={one: names[one] for one in (seat, other)}) for seat in names for other in names
    ]
    games += [told(seat, names=names, closest_us={"seat": 1, "over": 2, "us": 900}) for seat in (1, 1)]
    games += [
        told(1, 2, score=1, game=f"t{n}", fastest_ms={"seat": 1, "ms": 5}, reactions=QUICK) for n in "abc"
    ]
    assert (
        len(pages(Past.of(reversed([one for one in games if len(one["seats"]) > 1])), speaker("pl"))) == PAGES
    )
    assert len(PLACES) == PAGES


@pytest.mark.parametrize("language", ["pl", "en"])
def test_every_line_of_every_page_fits_the_panel(language: str) -> None:
    for one in pages(Past.of(reversed(MONTH)), speaker(language)):
        lines = (one.main.title, *one.main.text, one.main.hint)
        assert all(len(line) <= 21 for line in lines), lines


@pytest.mark.plays("kezao", "seventeen", "buzzer", "the_game", "turns")
@pytest.mark.parametrize("language", ["pl", "en"])
def test_the_history_and_the_question_after_a_restart_look_as_they_did(
    language: str, image_snapshot: Callable[[Image.Image, Path], None]
) -> None:
    """One sheet: every page, no older game, none at all; the question, and what is told once."""
    say = speaker(language)
    all_pages = pages(Past.of(reversed(MONTH)), say)
    shown = [page(all_pages, number, say).main for number in range(len(all_pages) + 1)]
    shown.append(page(pages(NO_PAST, say), 0, say).main)
    session = Session(Surroundings((1, 2), Times(), language))
    playing, _ = session.step(session.start(), Enter("game turns", 0))
    asked = replace(session.start(), stage=Stage.RESUME, offered=playing)
    faults: tuple[tuple[str, ...], ...] = ((), ("journal",), ("aside",))
    shown += [screens.view(session, asked, 0, say, fault).main for fault in faults]
    sheet = Image.new("1", (5 * 132, -(-len(shown) // 5) * 68), 255)
    for number, screen in enumerate(shown):
        sheet.paste(draw(screen, (128, 64)), (number % 5 * 132, number // 5 * 68))
    image_snapshot(sheet, Path(__file__).parent / "snapshots" / f"history-{language}.png")
