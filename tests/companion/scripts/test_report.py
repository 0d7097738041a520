"""What lines there are for other programs, and that the README says just that of them."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.scripts.report import EVENTS, VERSION, Report
from companion.scripts.script import read
from companion.scripts.virtual import replay
from firmware.boxfile.settings import eight_seats
from firmware.views import Sound

README = Path(__file__).parents[3] / "README.md"

ENGLISH = replace(eight_seats(), language="en")

Line = dict[str, Any]

WON = "5 press 2\n5.5 ok\n10 press 2\n10.5 ok\n" + "".join(
    f"{at} press 1\n{at + 1} press 2\n{at + 2} enter sum 17\n{at + 3} ok\n" for at in (1, 6, 11)
)
"""17 for two: seat 2 calls three times, and has won at 14."""


def told(text: str) -> list[Line]:
    """What a replay prints."""
    out = io.StringIO()
    replay(read(text, "t.table"), ENGLISH, out, only=EVENTS)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def of(lines: list[Line], *events: str) -> list[Line]:
    """The lines of these events."""
    return [line for line in lines if line["event"] in events]


def events(lines: list[Line], at: float) -> list[str]:
    """What is told at that time, in order."""
    return [line["event"] for line in lines if line["at"] == at]


# -- the README ----------------------------------------------------------------------------------------------


def documented() -> Mapping[str, set[str]]:
    """The keys of each event, as the README's table has them."""
    section = README.read_text(encoding="utf-8").partition("\n## What it tells other programs\n")[2]
    rows = re.findall(r"^\| `([a-z]+)` \|([^|]*)\|", section.partition("\n## ")[0], re.MULTILINE)
    return {event: set(re.findall(r"`(\w+)`", keys)) for event, keys in rows}


EVERYTHING = (
    f"0 game seventeen seats=1,2\n0.5 enter hello\n{WON}"
    "20 game dice seats=1 set=2d6\n21 dice 3 4\n21 ok\n22 hold-ok\n22.5 hold-ok\n23 undo\n24 redo\n"
    "30 game hourglass seats=1 time=6\n31 press 1\n38 expect phase up\n"
)


@pytest.mark.plays("seventeen", "dice", "hourglass")
def test_the_readme_names_every_event_there_is_with_the_very_keys_it_has() -> None:
    out = io.StringIO()
    Report(out, 0).missed(0, 1)
    printed: dict[str, set[str]] = {}
    for line in (*told(EVERYTHING), *map(json.loads, out.getvalue().splitlines())):
        keys = line.keys() - {"at", "event"}
        assert printed.setdefault(line["event"], keys) == keys
    assert printed == documented()


def test_the_readme_is_about_this_version() -> None:
    assert f"what stands here is version {VERSION} " in README.read_text(encoding="utf-8")


@pytest.mark.plays("buzzer")
def test_the_first_line_says_hello_and_the_last_is_the_end() -> None:
    first, *others, last = told("2 game buzzer seats=1,2\n")
    assert first == {"at": 2.0, "event": "hello", "version": VERSION, "certificate": None}
    assert last["event"] == "end"
    assert of(others, "hello", "end") == []


# -- which game ----------------------------------------------------------------------------------------------


@pytest.mark.plays("buzzer", "dice")
def test_a_game_says_who_plays_it_and_that_it_was_left() -> None:
    lines = told("0 enter name 2 Ola\n1 game buzzer seats=1,2\n2 game dice seats=3\n3 back\n4 back\n")
    assert [(line["game"], line["seats"], line["names"]) for line in of(lines, "game")][-3:] == [
        ("buzzer", [1, 2], {"2": "Ola"}),
        ("dice", [3], {"2": "Ola"}),
        (None, [], {"2": "Ola"}),
    ]


@pytest.mark.plays("buzzer")
def test_a_new_name_is_told_while_a_game_is_played() -> None:
    lines = told("0 game buzzer seats=1,2\n1 enter name 2 Ola\n2 ok\n")
    assert [(line["at"], line["names"]) for line in of(lines, "game")] == [(0.0, {}), (1.0, {"2": "Ola"})]


@pytest.mark.plays("seventeen")
def test_a_rematch_is_a_game_whose_seats_have_all_to_be_told_anew() -> None:
    lines = told(f"0 game seventeen seats=1,2\n{WON}18 ok\n")
    assert [line["winners"] for line in of(lines, "over")] == [[2]]
    assert events(lines, 18.0) == ["cue", "game", "phase", "players"]
    lines = told(f"0 game seventeen seats=1,2\n{WON}18 ok\n20 undo\n")
    assert events(lines, 20.0) == ["undo", "game", "phase", "players", "over"]


@pytest.mark.plays("buzzer")
def test_looking_at_options_leaves_the_game() -> None:
    lines = told("0 game buzzer seats=1,2\n1 hold-ok\n2 knob +20\n2.5 expect menu true\n3 undo\n4 hold-ok\n")
    assert [line["at"] for line in of(lines, "game", "players")] == [0.0, 0.0]


# -- what happens in it --------------------------------------------------------------------------------------


@pytest.mark.plays("buzzer")
def test_what_sounds_is_told_before_what_it_sounds_for() -> None:
    lines = told("0 game buzzer seats=1,2\n1 ok\n2 ok\n3 press 2\n4 enter right\n5 ok\n")
    assert [(line["sound"], line["seat"]) for line in of(lines, "cue")][:4] == [
        ("start", None),
        ("start", None),
        ("ruling", 2),
        ("right", 2),
    ]
    assert events(lines, 3.0305) == ["cue", "ruling", "phase"]


def test_the_readme_names_every_sound() -> None:
    (row,) = re.findall(
        r"^\| `cue` \|.*told next: ([^|]*) \|$", README.read_text(encoding="utf-8"), re.MULTILINE
    )
    assert row == " ".join(f"`{sound}`" for sound in Sound)


@pytest.mark.plays("buzzer")
def test_scores_are_told_when_they_change_and_not_else() -> None:
    lines = told("0 game buzzer seats=1,2\n1 ok\n2 ok\n3 press 2\n4 enter right\n5 ok\n6 ok\n")
    points = [(line["at"], line["players"]["2"]["points"]) for line in of(lines, "players")]
    assert points == [(0.0, 0), (4.0, 1)]


@pytest.mark.plays("buzzer")
def test_undo_and_redo_come_before_what_they_lead_to() -> None:
    lines = told(
        "0 game buzzer seats=1,2\n1 ok\n2 ok\n3 press 2\n4 enter right\n"
        "5 undo\n6 undo\n7 redo\n8 redo\n9 ok\n"
    )
    assert events(lines, 5.0) == ["undo", "players"]
    assert [line["event"] for line in lines if line["at"] in {6.0, 7.0, 8.0}] == [
        *("undo", "phase"),
        *("redo", "ruling", "phase"),
        *("redo", "players"),
    ]
    assert len(of(lines, "undo", "redo")) == 4


@pytest.mark.plays("kezao")
def test_a_race_is_told_once_though_its_winner_was_an_elbow_whose_card_is_put_right() -> None:
    said = told(
        "0 game kezao seats=1,2,3\n0 dice red orange\n0.5 press 1\n1.5 press 1\n2 press 2\n3 ok\n"
        "3.5 press 2\n4 enter none 2\n"
    )
    assert [line["winner"] for line in of(said, "ruling")] == [1, 2]


@pytest.mark.plays("buzzer")
def test_a_decision_after_an_undo_is_no_redo() -> None:
    lines = told("0 game buzzer seats=1,2\n1 ok\n2 ok\n3 undo\n4 undo\n5 ok\n6 ok\n")
    assert [line["at"] for line in of(lines, "undo", "redo")] == [3.0, 4.0]


@pytest.mark.plays("buzzer")
def test_a_pause_and_the_menu_are_told() -> None:
    lines = told("0 game buzzer seats=1,2\n1 pause\n2 pause\n3 hold-ok\n4 hold-ok\n")
    assert [(line["at"], line["paused"], line["menu"]) for line in of(lines, "pause")] == [
        (1.0, True, False),
        (2.0, False, False),
        (3.0, True, True),
        (4.0, False, False),
    ]


@pytest.mark.plays("dice")
def test_dice_are_told_when_they_lie_though_they_show_the_same_again() -> None:
    text = (
        "0 game dice seats=1 set=2d6\n1 dice 3 4\n1 ok\n3 dice 3 4\n3 ok\n5 enter lock 1\n6 expect rolls 2\n"
    )
    rolls = [(line["at"], line["faces"]) for line in of(told(text), "dice")]
    assert [faces for _, faces in rolls] == [[3, 4], [3, 4]]
    assert all(at >= rolled + 0.6 for (at, _), rolled in zip(rolls, (1, 3), strict=True))


@pytest.mark.plays("kezao")
def test_dice_that_roll_again_are_told_only_as_they_lie_at_last() -> None:
    text = (
        "0 game kezao seats=1,2 first=1\n1 enter +-\n1 dice red red\n1 dice red blue\n2 press 1\n8 press 2\n"
    )
    (rolled,) = of(told(text), "dice")
    assert rolled["faces"] == [["with", "red"], ["without", "blue"]]
    assert rolled["at"] > 3.5


@pytest.mark.plays("hourglass")
def test_the_last_seconds_of_a_clock_are_told_once_each() -> None:
    lines = told("0 game hourglass seats=1 time=7\n1 press 1\n4.5 enter +5\n5 undo\n12 expect phase up\n")
    low = [line["left_s"] for line in of(lines, "low")]
    assert low == sorted(set(low), reverse=True)
    assert low[-4:] == [4, 3, 2, 1]


@pytest.mark.plays("dice")
def test_a_name_alone_doesnt_tell_all_else_anew() -> None:
    lines = told("0 game dice seats=1\n1 ok\n3 enter name 1 Ola\n")
    assert events(lines, 3.0) == ["game"]
