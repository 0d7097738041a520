from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.scripts.mock import MockTable
from companion.store.journal import Journal
from firmware.boxfile.settings import parse
from firmware.events import NS_PER_MS, NS_PER_S, Enter, HostKey, Key, Within
from firmware.fakes.hand_clock import HandClock
from firmware.fakes.picture_files import NoPanels
from firmware.plugged import KEYS, WINDOW, Found, Plugged

KNOB = "[knob]\na = 17\nb = 27\nok = 22\n"
SEATS = {1: "5", 2: "6", 3: "'usb'", 4: "'usb'"}
MIXED = KNOB + "".join(f"[seats.{seat}]\nbutton = {button}\n" for seat, button in SEATS.items())
PAD = Within(18 * NS_PER_MS, 0, 8 * NS_PER_MS, "usb-1/input0")
KEY = Plugged("KEYS", Within(40 * NS_PER_MS, 0, 10 * NS_PER_MS, WINDOW))
RED, BLUE, GREEN = (Plugged(code, PAD, "Pad") for code in ("BTN_A", "BTN_B", "BTN_C"))


class Sat:
    """A box in virtual time into which devices are plugged."""

    def __init__(self, box: str = MIXED, journal: Journal | None = None) -> None:
        self.clock = HandClock(1000 * NS_PER_S)
        settings = replace(parse(box, "box.toml"), language="en")
        self.table = MockTable(settings, self.clock, NoPanels(), journal=journal)
        self.step()

    def step(self) -> None:
        self.table.loop.step()

    def wait(self, ms: int) -> None:
        self.table.loop.run_until(self.clock.now() + ms * NS_PER_MS, self.clock.set)

    def find(self, button: Plugged, seat: int | None = None) -> None:
        self.table.mailbox.put(Found(button, seat))
        self.step()

    def enter(self, text: str) -> None:
        self.table.mailbox.put(Enter(text, self.clock.now()))
        self.step()

    def ok(self) -> None:
        self.wait(400)
        self.table.mailbox.put(Key(HostKey.OK, self.clock.now()))
        self.step()

    @property
    def given(self) -> dict[int, Plugged]:
        return dict(self.table.inputs.given)

    @property
    def see(self) -> dict[str, Any]:
        return self.table.snapshot()


@pytest.mark.plays("buzzer")
def test_at_who_plays_a_button_takes_the_next_seat_that_has_none() -> None:
    sat = Sat()
    sat.enter("choose buzzer")
    sat.find(RED)
    sat.find(BLUE)
    assert sat.given == {3: RED, 4: BLUE}
    assert sat.table.loop.arbiter.within == {3: PAD, 4: PAD}


@pytest.mark.plays("buzzer")
def test_a_button_that_takes_a_seat_is_pressed_again_and_again_until_the_loop_has_heard_of_it() -> None:
    sat = Sat()
    sat.enter("choose buzzer")
    for _ in range(3):
        sat.table.mailbox.put(Found(RED, None))
    sat.step()
    assert sat.given == {3: RED}


@pytest.mark.plays("buzzer")
def test_once_all_seats_are_taken_a_further_button_is_refused_and_says_why() -> None:
    sat = Sat()
    sat.enter("choose buzzer")
    for button in (RED, BLUE, GREEN):
        sat.find(button)
    assert sat.given == {3: RED, 4: BLUE}
    assert sat.see["refused"] == "All seats are taken"


def test_a_seat_to_which_the_box_file_gives_a_button_is_nobody_elses() -> None:
    sat = Sat(MIXED.replace("button = 'usb'", "button = { input = 'usb-2', code = 'BTN_A' }", 1))
    sat.ok()
    for button in (RED, BLUE):
        sat.find(button)
    assert {seat: button.device for seat, button in sat.given.items()} == {3: "usb-2", 4: RED.device}
    assert sat.see["refused"] == "All seats are taken"


@pytest.mark.plays("buzzer")
@pytest.mark.parametrize(("apart", "tied"), [(21, [1, 3]), (22, [])])
def test_played_by_a_script_the_box_files_buttons_are_as_unsure_as_it_says(
    apart: int, tied: list[int]
) -> None:
    own = "button = { input = 'usb-2', code = 'BTN_A', poll_ms = 12, delay_ms = [3, 12] }"
    sat = Sat(MIXED.replace("button = 'usb'", own, 1))
    sat.enter("game buzzer seats=1,3")
    sat.ok()
    sat.ok()
    sat.wait(500)
    sat.table.touch(1, True, sat.clock.now())
    sat.wait(apart)
    sat.table.touch(3, True, sat.clock.now())
    sat.wait(500)
    assert sat.see["ruling"]["tied"] == tied


def test_before_anybody_was_asked_a_button_takes_no_seat_and_says_why() -> None:
    sat = Sat()
    sat.find(RED)
    assert sat.given == {}
    assert sat.see["refused"] == "First choose a game: knob, then ok"


def test_on_a_box_without_a_knob_buttons_take_seats_from_the_menu_on_since_they_turn_it() -> None:
    sat = Sat(MIXED.removeprefix(KNOB))
    sat.find(RED)
    assert sat.given == {3: RED}


@pytest.mark.plays("buzzer")
def test_in_a_game_a_strange_button_changes_nothing() -> None:
    sat = Sat()
    sat.enter("game buzzer seats=1,2")
    sat.find(RED)
    assert sat.given == {}
    assert sat.see["refused"] is None


def test_a_seats_own_device_is_known_whenever_it_is_plugged_in() -> None:
    sat = Sat()
    sat.find(RED, 3)
    assert sat.given == {3: RED}
    slower = replace(RED, within=PAD._replace(before=26 * NS_PER_MS))
    sat.find(slower, 3)
    assert sat.table.loop.arbiter.within == {3: slower.within}


def test_pulled_out_a_device_leaves_its_seat_a_pins_uncertainty_and_its_place() -> None:
    sat = Sat()
    sat.find(RED, 3)
    sat.find(replace(RED, here=False), 3)
    assert sat.table.loop.arbiter.within == {}
    assert sat.given == {3: replace(RED, here=False)}
    sat.find(RED, 3)
    assert sat.table.loop.arbiter.within == {3: PAD}


@pytest.mark.plays("buzzer")
def test_a_seat_whose_device_is_away_is_given_to_another_only_when_no_other_is_free() -> None:
    sat = Sat()
    sat.find(RED, 3)
    sat.find(replace(RED, here=False), 3)
    sat.enter("choose buzzer")
    sat.find(BLUE)
    sat.find(GREEN)
    assert sat.given == {3: GREEN, 4: BLUE}


@pytest.mark.plays("buzzer")
def test_a_button_that_was_told_to_go_can_take_a_seat_again() -> None:
    sat = Sat()
    sat.enter("choose buzzer")
    sat.find(RED)
    sat.enter("button 3 none")
    assert sat.given == {}
    sat.find(RED)
    assert sat.given == {3: RED}


@pytest.mark.plays("buzzer")
def test_a_game_waits_as_long_as_the_buttons_plugged_in_may_be_late() -> None:
    sat = Sat()
    sat.find(RED, 3)
    sat.enter("game buzzer seats=1,3")
    sat.ok()
    sat.ok()
    sat.wait(500)
    sat.table.touch(1, True, sat.clock.now())
    sat.wait(18)
    sat.table.touch(3, True, sat.clock.now())
    sat.wait(500)
    assert sat.see["ruling"]["tied"] == [1, 3]


def test_a_game_waits_for_a_box_files_button_that_may_be_plugged_in_in_the_middle_of_it() -> None:
    sat = Sat()
    sat.find(replace(RED, here=False), 3)
    sat.enter("game buzzer seats=1,3")
    sat.find(RED, 3)
    assert sat.see["refused"] is None
    assert sat.table.loop.state.game is not None
    assert sat.table.loop.state.game.setup.reach == 18 * NS_PER_MS


@pytest.mark.plays("buzzer")
def test_a_game_begun_without_them_waits_for_buttons_that_have_come_since() -> None:
    sat = Sat()
    sat.enter("game buzzer seats=1,3")
    for _ in range(2):
        sat.ok()
    sat.find(RED, 3)
    sat.wait(400)
    sat.table.touch(1, True, sat.clock.now())
    sat.wait(35)
    sat.table.touch(3, True, sat.clock.now() - 19 * NS_PER_MS)
    sat.wait(100)
    assert sat.see["ruling"]["tied"] == [1, 3]


@pytest.mark.plays("buzzer")
def test_a_race_under_way_waits_for_a_press_that_is_less_sure_than_any_before_it() -> None:
    sat = Sat()
    of_head = Within(100_000, 100_000, 10_000, "pico-E6616407E3512B2F")
    sat.find(Plugged("LINE1", of_head, "head"), 3)
    sat.enter("game buzzer seats=1,2,3")
    sat.ok()
    sat.ok()
    sat.wait(100)
    at = sat.clock.now()
    sat.table.touch(1, True, at)
    sat.wait(8)
    less_sure = of_head._replace(before=2 * NS_PER_MS, after=2 * NS_PER_MS)
    sat.table.mailbox.put(Found(Plugged("LINE1", less_sure, "head"), 3))
    sat.table.touch(3, True, at + 900_000, less_sure)
    sat.wait(100)
    assert sat.see["ruling"]["tied"] == [1, 3]
    assert sat.see["late"] == 0


def test_beside_plugged_in_buttons_all_other_seats_have_keys_until_the_last_is_pulled_out() -> None:
    sat = Sat()
    sat.find(KEY, KEYS)
    assert sat.table.loop.arbiter.within == {}
    sat.find(RED, 3)
    assert sat.table.loop.arbiter.within == {3: PAD} | dict.fromkeys((1, 2, 4), KEY.within)
    sat.find(replace(RED, here=False), 3)
    assert sat.table.loop.arbiter.within == {}
    assert sat.given == {3: replace(RED, here=False)}


@pytest.mark.plays("buzzer")
def test_a_button_takes_a_seat_that_has_a_key() -> None:
    sat = Sat()
    sat.find(KEY, KEYS)
    sat.enter("choose buzzer")
    sat.find(RED)
    assert sat.given == {3: RED}


@pytest.mark.plays("buzzer")
def test_a_game_gone_on_with_knows_which_of_its_buttons_are_still_there(tmp_path: Path) -> None:
    with closing(Journal(tmp_path)) as journal:
        before = Sat(journal=journal)
        for seat, button in ((KEYS, KEY), (3, RED), (4, BLUE)):
            before.find(button, seat)
        before.enter("game buzzer seats=3,4")
    with closing(Journal(tmp_path)) as journal:
        sat = Sat(journal=journal)
        sat.find(KEY, KEYS)
        sat.find(RED, 3)
        sat.ok()
        sat.wait(1)
        assert sat.see["game"] == "buzzer"
        assert sat.given == {3: RED, 4: replace(BLUE, here=False)}
        assert sat.table.loop.arbiter.within == {3: PAD} | dict.fromkeys((1, 2, 4), KEY.within)
