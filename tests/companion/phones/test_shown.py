"""What pages are shown: any table there is, as JSON, and what a host's page may still do with it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import pytest

from companion.i18n import speaker
from companion.phones.shown import Moment, Shown, as_json
from companion.scripts import script
from companion.scripts.mock import MockTable
from companion.scripts.virtual import SCRIPT_START_NS
from companion.table.finish import Came, Finish, Mark
from companion.table.home import Band, Home, Tile
from companion.table.parts import Against, Countdown, Poster, Side
from companion.table.picture import initial
from companion.table.view import Part, Plate, TableView
from firmware.boxfile.settings import eight_seats
from firmware.events import NS_PER_MS, NS_PER_S, Enter, HostKey, Key, Knob
from firmware.fakes.hand_clock import HandClock
from firmware.views import Mood, Screen
from tests.companion.games.scenes import SCENES, looks_of
from tests.companion.phones.tables import JOURNEYS, journey_tables
from tests.companion.scripts.looking import play_and_look
from tests.companion.window.table_album import tables_of

ENGLISH = speaker("en")
LARGEST = 8 << 10
"""Bytes: two packets or three on a Wi-Fi, ten times a second."""


def moment(table: TableView, **changed: Any) -> Moment:
    """What is shown with this table, at one instant."""
    screens = {1: Screen(big="17"), 2: Screen(title="secret")}
    plain = Moment(
        now=NS_PER_S,
        table=table,
        language="pl",
        names={1: "Ola", "1+2": "Lisy"},
        screens=screens,
        lit=frozenset({2}),
        playing=(1, 2),
        volume=3,
    )
    return replace(plain, **changed)


def kinds(value: Any) -> Iterator[str]:
    """The kinds of all that there is in a view."""
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from kinds(one)
    if isinstance(value, dict) and "is" in value:
        yield value["is"]


# -- as JSON


@pytest.mark.parametrize("name", [*SCENES, *JOURNEYS])
def test_any_table_there_is_can_be_shown(name: str) -> None:
    for look in tables_of(name, "pl") if name in SCENES else journey_tables(name, "pl"):
        told = moment(look.view).view("board", ())
        text = json.dumps(told, ensure_ascii=False, allow_nan=False)
        assert len(text.encode()) < LARGEST
        parts = [type(part).__name__ for part in (*look.view.middle, *look.view.below)]
        assert set(parts) <= set(kinds(told["table"]))


def test_not_known_is_told_from_no_and_nothing_from_zero() -> None:
    sides = Side(1, "CHECK!", right=False), Side(2, "last card")
    told = as_json(Against(17, sides, sum=0))
    assert told["sum"] == 0
    assert told["sides"][0]["right"] is False
    assert "right" not in told["sides"][1]
    assert "after" not in as_json(Mark(1, Came.LATE, None))
    assert "standing" not in as_json(TableView())


def test_enums_are_told_by_their_values_and_pictures_not_at_all() -> None:
    tile = Tile("17", "choose seventeen", picture=initial("17"))
    told = as_json(TableView(mood=Mood.TURN, middle=(Home((Band((tile,)),)),)))
    assert told["mood"] == "turn"
    assert told["middle"][0]["bands"][0]["tiles"] == [
        {
            "is": "Tile",
            "title": "17",
            "does": "choose seventeen",
            "chosen": False,
            "calls": False,
            "broad": 1.0,
        }
    ]


def test_a_part_that_no_page_could_know_is_an_error_here() -> None:
    @dataclass(frozen=True, slots=True)
    class Odd(Part):
        what: object

    with pytest.raises(TypeError, match="not of object"):
        as_json(Odd(object()))


# -- who is shown what


def test_a_player_is_shown_its_own_screen_the_plates_and_the_race_only() -> None:
    finish = Finish((Mark(1, Came.FIRST, 0),), 500_000, "First: Ola")
    shown = moment(TableView(headline="17", plates=(Plate(1, "Ola"),), finish=finish, takes=("quit",)))
    told = shown.view("player", [1])
    assert set(told["screens"]) == {"1"}
    assert set(told["table"]) == {"is", "plates", "finish"}
    assert "secret" not in json.dumps(told)
    assert told["names"] == {"1": "Ola"}
    assert shown.view("host", ())["table"]["takes"] == ["quit"]


def test_nothing_is_shown_before_there_is_anything() -> None:
    shown = Shown()
    assert shown.view("board", ()) == (0, {})
    assert not shown.still(0, "ok")


# -- what a host may still do


CHOICES = TableView(choices=("Right", "Wrong"), takes=("right", "wrong"), standing=0, sign=2, ok="Right")


def test_only_what_is_new_has_another_number() -> None:
    shown = Shown()
    first = shown.see(moment(CHOICES))
    assert shown.see(moment(CHOICES, now=2 * NS_PER_S)) == first
    assert shown.see(moment(CHOICES, volume=0)) == first + 1


def test_a_clock_that_runs_on_takes_nothing_from_a_host() -> None:
    shown = Shown()
    seen = shown.see(moment(replace(CHOICES, middle=(Countdown(NS_PER_S, NS_PER_S),))))
    shown.see(moment(replace(CHOICES, middle=(Countdown(NS_PER_MS, NS_PER_S),))))
    assert shown.still(seen, "ok")
    assert shown.still(seen, "choose 1")


@pytest.mark.parametrize(
    ("changed", "refused"),
    [
        ({"sign": 3}, {"ok", "choose 1", "undo"}),  # it is about somebody else
        ({"takes": ("right", "next")}, {"ok", "choose 1", "undo"}),
        ({"frozen": True}, {"ok", "choose 1", "undo"}),
        ({"standing": 1, "ok": "Wrong"}, {"ok"}),  # another hand has turned the knob
        ({"text": ("17",)}, set()),
    ],
)
def test_what_means_something_else_by_now_is_refused(changed: dict[str, Any], refused: set[str]) -> None:
    shown = Shown()
    seen = shown.see(moment(CHOICES))
    now = shown.see(moment(replace(CHOICES, **changed)))
    does = {"ok", "choose 1", "undo", "turn 1", "enter name 3 Ola"}
    assert {what for what in does if not shown.still(seen, what)} == refused
    assert all(shown.still(now, what) for what in does)


def test_a_host_does_what_hands_do_at_the_knob() -> None:
    shown = Shown()
    shown.see(moment(CHOICES))
    assert shown.means("hold-ok", 7) == (Key(HostKey.HOLD_OK, 7),)
    assert shown.means("turn -1", 7) == (Knob(-1, 7),)
    assert shown.means("enter name 3 Ola", 7) == (Enter("name 3 Ola", 7),)
    assert not any(shown.means(what, 7) for what in ("choose 2", "turn 9", "enter", "choose -1", "sit"))


def test_a_page_is_turned_to_and_not_taken() -> None:
    shown = Shown()
    shown.see(moment(replace(CHOICES, pages=True, middle=(Poster("17"),))))
    assert all(isinstance(event, Knob) for event in shown.means("choose 1", 7))


@pytest.mark.parametrize("scene", SCENES)
def test_any_choice_that_is_shown_is_taken_by_its_place(scene: str) -> None:
    text = SCENES[scene].read_text(encoding="utf-8")
    clock, stood = HandClock(SCRIPT_START_NS), list[tuple[str, ...]]()

    def look(table: MockTable, at: float) -> None:
        shown, session = Shown(), table.loop.session
        shown.see(moment(tables[at]))
        for n, label in enumerate(tables[at].choices):
            *turned, taken = shown.means(f"choose {n}", clock.now())
            assert taken == Key(HostKey.OK, clock.now())
            state = table.loop.state
            for event in turned:
                state, _ = session.step(state, event)
            standing = session.standing(state)
            assert standing is not None
            stood.append((label, ENGLISH.named(state.names).text(standing.label)))

    tables = {seen.seconds: seen.view for seen in tables_of(scene, "en")}
    looks = {round(second * NS_PER_S): partial(look, at=second) for second in looks_of(text)}
    play_and_look(script.read(text, scene), replace(eight_seats(), language="en"), clock, looks)
    assert [label for label, stands in stood if label != stands] == []
