"""A button that is held down or jammed, on a whole box in virtual time; times in ms."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from companion.i18n import speaker
from companion.session.table import table_view
from firmware.events import Seat
from firmware.times import Rests
from firmware.views import Lamp
from tests.companion.games.sitting import ns
from tests.companion.loop.test_knobless import TwoButtons
from tests.companion.loop.test_loop import START, Sat

QUIZ = "buzzer seats=1,2,3"


def down(sat: Sat, seat: Seat, ms: float) -> None:
    sat.run(ms)
    sat.table.wire(seat, True, ns(ms))
    sat.loop.step()


def up(sat: Sat, seat: Seat, ms: float) -> None:
    sat.run(ms)
    sat.table.wire(seat, False, ns(ms))
    sat.loop.step()


def ok(sat: Sat, ms: float) -> None:
    sat.run(ms)
    sat.key("ok")


def told(sat: Sat) -> set[Seat]:
    """Who is told to let go: on its own panel, by its lamp, on the table window's plate alike."""
    loop, say = sat.loop, speaker("en")
    view = loop.view
    assert view is not None
    panels = {seat for seat, screen in view.seats.items() if screen.big == "LET GO"}
    assert all(view.lamps[seat] is Lamp.OFF and seat not in loop.lit for seat in panels)
    plates = table_view(loop.session, loop.state, view, sat.clock.now(), say).plates
    assert {plate.seat for plate in plates if plate.note == "let go!"} == panels
    assert panels <= held(sat)
    return panels


def held(sat: Sat) -> set[Seat]:
    return {int(line) for line, seen in sat.see["lines"].items() if seen["held"]}


@contextmanager
def shown(sat: Sat) -> Iterator[list[set[Seat]]]:
    """Everything shown meanwhile: who was told to let go."""
    seen: list[set[Seat]] = []
    sat.loop.on_show = lambda: seen.append(set(sat.loop.view.held if sat.loop.view else ()))
    yield seen
    sat.loop.on_show = lambda: None


# -- a race ------------------------------------------------------------------------------------------------


def quiz(down_at: float) -> Sat:
    """A quiz whose question opens at 2000, seat 2's button down since ``down_at``."""
    sat = Sat(QUIZ + " penalty=0")
    ok(sat, 500)
    down(sat, 2, down_at)
    ok(sat, 2000)
    return sat


@pytest.mark.plays("buzzer")
@pytest.mark.parametrize("down_at", [600, 1000, 1640])
def test_a_button_down_when_the_race_opens_is_told_to_let_go_from_that_very_moment(down_at: float) -> None:
    sat = quiz(down_at)
    assert sat.see["phase"] == "open"
    assert told(sat) == {2}


@pytest.mark.plays("buzzer")
def test_the_others_are_asked_to_press_meanwhile_and_can_win() -> None:
    sat = quiz(1000)
    assert sat.loop.view is not None
    assert (sat.loop.view.seats[3].big, set(sat.loop.lit)) == ("PRESS!", {1, 3})
    sat.press(3, 2500)
    sat.run(2700)
    assert sat.see["ruling"]["winner"] == 3


@pytest.mark.plays("buzzer")
def test_let_go_it_may_press_and_is_asked_to_at_once() -> None:
    sat = quiz(1000)
    up(sat, 2, 3000)
    sat.run(3033)  # an opening is one after 30 ms without a break
    assert (told(sat), held(sat)) == (set(), set())
    assert sat.loop.view is not None
    assert (sat.loop.view.seats[2].big, 2 in sat.loop.lit) == ("PRESS!", True)
    sat.press(2, 3200)
    sat.run(3400)
    assert sat.see["ruling"]["winner"] == 2


@pytest.mark.plays("buzzer")
def test_the_main_panel_says_who_holds_a_button() -> None:
    sat = quiz(1000)
    assert sat.title == "! 2: let go!"


@pytest.mark.plays("seven_ate_nine")
def test_a_race_whose_screens_only_count_cards_tells_it_too() -> None:
    sat = Sat("seven_ate_nine seats=1,2,3")
    ok(sat, 1000)  # 3-2-1
    down(sat, 2, 3000)
    sat.run(3900)
    assert told(sat) == set()  # nobody may lay yet
    sat.run(4100)
    assert (sat.see["phase"], told(sat)) == ("race", {2})


# -- how long is held --------------------------------------------------------------------------------------


@pytest.mark.parametrize("length", [80, 200, 300])
@pytest.mark.plays("buzzer", "seven_ate_nine", "dice", "stopwatch")
@pytest.mark.parametrize(
    "typed", [QUIZ, "seven_ate_nine seats=1,2", "dice seats=1,2", "stopwatch seats=1,2", None]
)
def test_an_ordinary_press_never_makes_a_screen_flicker(typed: str | None, length: float) -> None:
    sat = Sat(typed)
    with shown(sat) as seen:
        for at in range(600, 6000, 600):
            ok(sat, at)
            down(sat, 1, at + 100)
            up(sat, 1, at + 100 + length)
    assert seen
    assert not any(seen)


@pytest.mark.plays("seventeen", "stopwatch")
@pytest.mark.parametrize("typed", ["seventeen seats=1,2 first=1", "stopwatch seats=1,2"])
def test_a_hold_that_may_mean_something_is_left_alone_for_so_long(typed: str) -> None:
    sat = Sat(typed)
    with shown(sat) as seen:
        down(sat, 1, 1000)
        up(sat, 1, 2200)  # a script's hold
        sat.run(2600)
    assert not any(seen)


def test_a_press_kept_down_beyond_that_is_told_and_the_loop_sleeps_until_then() -> None:
    sat = Sat()
    ok(sat, 500)
    down(sat, 1, 2010)  # joins
    wakes = []
    while (due := sat.loop.step()) is not None and due < START + ns(3300):
        assert told(sat) == set()
        sat.clock.set(due)
        wakes.append(due)
    assert wakes[-1] == START + ns(3260)
    assert told(sat) == {1}


def test_a_box_on_which_a_button_is_held_goes_to_sleep_again() -> None:
    sat = Sat()
    down(sat, 1, 1000)
    sat.run(5000)
    assert held(sat) == {1}
    assert sat.loop.step() == START + ns(1030) + Rests().dim


# -- jammed ------------------------------------------------------------------------------------------------


def test_a_button_jammed_from_the_start_is_not_asked_to_join() -> None:
    sat = Sat(closed=(4,))
    ok(sat, 1)
    assert sat.see["phase"] == "seats"
    assert told(sat) == {4}
    assert sat.title == "! Button 4 is stuck"  # says more
    up(sat, 4, 1000)
    sat.run(1033)
    assert sat.loop.view is not None
    assert (told(sat), sat.loop.view.seats[4].big) == (set(), "PRESS")


def test_one_that_jams_as_its_seat_joins_is_told_before_the_game() -> None:
    sat = Sat()
    ok(sat, 1)
    down(sat, 4, 1000)
    sat.run(1500)
    assert (sat.see["seats"], told(sat)) == ([4], set())
    sat.run(2250)
    assert told(sat) == {4}


@pytest.mark.plays("buzzer")
def test_pause_and_what_follows_it_tell_it() -> None:
    sat = Sat(QUIZ)
    ok(sat, 500)
    ok(sat, 1000)
    sat.run(1500)
    sat.key("pause")
    down(sat, 2, 2000)
    sat.run(2360)
    assert told(sat) == {2}
    sat.key("pause")
    assert (sat.see["phase"], sat.see["paused"], told(sat)) == ("open", False, {2})


@pytest.mark.plays("seventeen")
def test_undo_to_a_turn_whose_button_is_still_down_tells_it() -> None:
    sat = Sat("seventeen seats=1,2 first=1 window_s=3")
    down(sat, 1, 1000)
    sat.run(1700)
    assert told(sat) == set()
    sat.key("undo")
    sat.run(2250)
    assert (sat.see["phase"], told(sat)) == ("turn", {1})


# -- a box without a knob ----------------------------------------------------------------------------------


@pytest.mark.plays("buzzer")
def test_two_buttons_held_for_the_menu_are_not_told_before_it_has_come() -> None:
    box = TwoButtons()
    box.quiz()
    box.wire(1, True)
    box.wait(40)
    box.wire(2, True)
    box.wait(2490)
    lines = box.see["lines"]
    assert (box.see["menu"], lines["1"]["held"], lines["2"]["held"]) == (False, False, False)
    box.wait(60)
    lines = box.see["lines"]
    assert (box.see["menu"], lines["1"]["held"], lines["2"]["held"]) == (True, True, True)


@pytest.mark.plays("buzzer")
def test_one_that_was_held_before_the_other_pressed_stays_told() -> None:
    box = TwoButtons()
    box.quiz()
    box.wire(1, True)
    box.wait(2000)
    box.wire(2, True)
    box.wait(40)
    assert (box.see["lines"]["1"]["held"], box.see["lines"]["2"]["held"]) == (True, False)
