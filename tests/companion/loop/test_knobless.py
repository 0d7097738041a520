"""A box with two buttons and one panel, played by hand in virtual time; times in ms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.options import Surroundings
from companion.loop.knobless import KnoblessHost, choosing
from companion.scripts.mock import MockTable
from companion.session.session import Session
from companion.session.state import Stage, State
from firmware.boxfile import settings as boxes
from firmware.events import NS_PER_MS, NS_PER_S, Event, HostKey, Key, Knob, Press, Release
from firmware.fakes.hand_clock import HandClock
from firmware.fakes.picture_files import NoPanels
from firmware.times import Times
from firmware.views import Screen

START = 1000 * NS_PER_S


class TwoButtons:
    """The minimal box on mock pins; whatever is done takes its time and is ruled before it returns."""

    def __init__(self, language: str = "en", *, asks_zero: bool = False) -> None:
        self.clock = HandClock(START)
        settings = replace(boxes.minimal(), language=language, asks_zero=asks_zero)  # type: ignore[arg-type]
        self.table = MockTable(settings, self.clock, NoPanels(), origin=START)
        self.loop = self.table.loop
        self.loop.step()

    def wait(self, ms: float) -> None:
        self.loop.run_until(self.clock.now() + round(ms * NS_PER_MS), self.clock.set)
        self.loop.step()

    def wire(self, seat: int, closed: bool) -> None:
        self.table.touch(seat, closed, self.clock.now())
        self.loop.step()

    def tap(self, seat: int, ms: float = 80) -> None:
        self.wire(seat, True)
        self.wait(ms)
        self.wire(seat, False)
        self.wait(400)

    def both(self, ms: float = 1000) -> None:
        """Two thumbs, one a little later, held for ``ms`` together."""
        self.wire(1, True)
        self.wait(40)
        self.wire(2, True)
        self.wait(ms)
        self.wire(2, False)
        self.wait(30)
        self.wire(1, False)
        self.wait(400)

    def choose(self, *texts: str) -> None:
        """Turn with seat 1's button until each choice stands there, and take it with seat 2's."""
        for text in texts:
            offered = [choice.text for choice in self.loop.session.choices(self.loop.state)]
            assert text in offered, f"no choice {text!r} among {offered}"
            while (standing := self.loop.session.standing(self.loop.state)) and standing.text != text:
                self.tap(1)
            self.tap(2)

    def menu(self, *texts: str) -> None:
        """Hold both until the menu opens, and choose from it."""
        self.both(2600)
        self.choose(*texts)

    @property
    def see(self) -> dict[str, Any]:
        return self.loop.snapshot()

    @property
    def main(self) -> Screen:
        assert self.loop.view is not None
        return self.loop.view.main

    @property
    def hint(self) -> str:
        return self.main.hint

    def begin(self, game: str) -> None:
        """A game for both, with the options as they are."""
        self.choose(f"choose {game}")
        self.both()
        self.choose("start")

    def quiz(self) -> None:
        """A quiz for both, nothing asked yet."""
        self.begin("buzzer")


@pytest.mark.plays("buzzer")
def test_in_a_zero_test_both_only_press_and_then_they_choose() -> None:
    box = TwoButtons(asks_zero=True)
    box.quiz()
    assert (box.see["phase"], box.hint) == ("zero", "1+2: Skip")
    box.tap(1)
    assert box.see["zero"]["waiting"] == [2]
    box.wait(10_000)
    assert box.see["zero"]["missing"] == [2]
    assert (box.main.big, box.hint) == ("Play on", "1: next, 2: ok")
    box.choose("test again")
    assert box.see["zero"]["waiting"] == [2]
    box.tap(2)
    assert box.see["zero"]["passed"] == [2]
    box.wait(2000)
    assert box.see["phase"] == "idle"


@pytest.mark.plays("buzzer")
def test_both_held_together_skip_a_zero_test() -> None:
    box = TwoButtons(asks_zero=True)
    box.quiz()
    box.wire(1, True)
    box.wait(1500)
    box.wire(2, True)
    box.wait(1000)
    box.wire(1, False)
    box.wait(100)
    assert box.see["phase"] == "idle"


@pytest.mark.plays("buzzer")
def test_a_round_of_the_quiz_is_played_with_two_buttons_and_a_panel() -> None:
    box = TwoButtons()
    assert box.hint == "1: next, 2: ok"
    box.choose("choose buzzer")
    assert (box.see["phase"], box.hint) == ("seats", "at least 2 of you")
    box.both()
    assert (box.see["phase"], box.see["seats"]) == ("options", [1, 2])
    box.choose("start")
    assert (box.see["phase"], box.hint) == ("idle", "1+2: Next question")

    box.both()
    assert (box.see["phase"], box.hint) == ("armed", "1+2: Open")
    box.both()
    assert (box.see["phase"], box.hint) == ("open", "1+2: Nobody knows")
    box.wait(1500)
    box.wire(2, True)
    box.wait(3)
    box.tap(1)
    box.wire(2, False)
    box.wait(400)
    assert (box.see["phase"], box.see["ruling"]["winner"], box.see["ruling"]["order"]) == ("ruled", 2, [2, 1])

    assert box.hint == "1+2: choose"
    box.both()
    assert box.hint == "1: next, 2: ok"
    box.choose("right")
    assert box.see["players"]["2"]["points"] == 1
    box.both()
    assert box.see["phase"] == "idle"


# What else the knob can do.


@pytest.mark.plays("buzzer")
def test_points_are_corrected_with_two_buttons() -> None:
    box = TwoButtons()
    box.quiz()
    box.menu("correct", "points", "points 2", "points 2 3")
    assert (box.see["players"]["2"]["points"], box.see["menu"]) == (3, False)


@pytest.mark.plays("buzzer")
def test_in_a_long_list_a_hold_goes_ten_on_or_one_back_and_the_panel_says_so() -> None:
    box = TwoButtons()
    box.quiz()
    box.menu("correct", "points", "points 2")
    assert (box.main.big, box.main.text) == ("0", ("long 1: +10, 2: -1",))
    for _ in range(4):
        box.tap(1, 900)
    assert box.main.big == "40"
    box.tap(2, 900)
    box.tap(2, 900)
    assert box.main.big == "38"
    box.both()  # one step back, and on
    assert box.main.big == "Seat 2: 0"
    box.choose("points 2", "points 2 1")
    assert box.see["players"]["2"]["points"] == 1


@pytest.mark.plays("buzzer")
def test_both_go_back_step_by_step_until_the_game_goes_on() -> None:
    box = TwoButtons()
    box.quiz()
    box.menu("correct", "points", "points 1")
    menus = []
    for _ in range(5):
        box.both()
        menus.append((len(box.loop.state.path), box.see["menu"]))
    assert menus == [(2, True), (1, True), (0, True), (0, True), (0, False)]
    assert (box.see["phase"], box.see["players"]["1"]["points"]) == ("idle", 0)


@pytest.mark.plays("seven_ate_nine")
def test_children_are_said_with_two_buttons() -> None:
    box = TwoButtons()
    box.choose("choose seven_ate_nine")
    box.both()
    box.choose("change kids", "set kids 2")
    box.both()
    box.both()
    box.choose("start")
    assert {seat: player["cards"] for seat, player in box.see["players"].items()} == {"1": 48, "2": 24}


@pytest.mark.plays("buzzer")
def test_a_game_is_taken_off_the_shelf_with_two_buttons() -> None:
    box = TwoButtons()
    box.quiz()
    box.menu("correct", "points", "points 1", "points 1 1")
    box.menu("quit")
    (waiting,) = box.loop.state.shelf
    box.choose("shelf", f"take {waiting.key}")
    assert (box.see["paused"], box.hint) == (True, "2: go on")
    box.tap(1)
    assert box.see["paused"]
    box.tap(2)
    assert (box.see["paused"], box.see["players"]["1"]["points"]) == (False, 1)


@pytest.mark.plays("stopwatch")
def test_who_plays_is_changed_in_mid_game_with_two_buttons() -> None:
    box = TwoButtons()
    box.choose("choose stopwatch", "")
    for seats in ([1], [1, 2]):
        box.menu("seats")
        box.tap(2)
        box.both()  # whoever has joined plays, not who says so
        assert (box.see["game"], box.see["seats"], box.see["paused"]) == ("stopwatch", seats, False)


@pytest.mark.plays("rachmistrz")
def test_a_claim_is_withdrawn_with_two_buttons() -> None:
    box = TwoButtons()
    box.begin("rachmistrz")
    box.tap(1)
    box.tap(2)
    assert [claim["seat"] for claim in box.see["claims"]] == [1, 2]
    box.both()
    assert [claim["seat"] for claim in box.see["claims"]] == [1, 2]  # the two presses claimed nothing
    box.choose("2 full")
    assert [claim["seat"] for claim in box.see["claims"]] == [1]


@pytest.mark.plays("kezao")
def test_dice_are_taken_with_two_buttons_and_rolled() -> None:
    box = TwoButtons()
    box.begin("kezao")
    assert box.hint == "1+2: choose"
    picks = [box.loop.state.play.picked]
    box.both()
    assert (box.hint, box.main.title) == ("1: next, 2: ok", "long 1: +10, 2: -1")
    for _ in range(3):
        box.tap(1)
        picks.append(box.loop.state.play.picked)
    assert (len(set(picks[1:])), box.see["phase"]) == (3, "choose")  # round and round
    box.tap(2)
    assert box.see["phase"] == "lay"


@pytest.mark.plays("hourglass")
def test_the_sand_of_an_hourglass_is_set_with_two_buttons() -> None:
    box = TwoButtons()
    box.choose("choose hourglass")
    full = box.see["full_ms"]
    assert box.main.title == "1+2: set the time"
    box.both()
    box.tap(1)
    box.tap(1, 900)
    box.tap(2, 900)
    assert (box.see["phase"], box.see["full_ms"] - full) == ("idle", 50_000)
    box.tap(2)
    assert box.see["phase"] == "running"
    box.both()
    box.both()  # nothing was meant: the buttons are the game's again
    assert box.hint == "1+2: choose"


@pytest.mark.plays("buzzer")
def test_held_longer_both_open_the_menu_and_leave_it_again() -> None:
    box = TwoButtons()
    box.quiz()
    box.both(2600)
    assert (box.see["menu"], box.see["paused"]) == (True, True)
    box.both(2600)
    assert (box.see["menu"], box.see["paused"], box.see["phase"]) == (False, False, "idle")
    box.both(2600)
    box.choose("quit")
    assert (box.see["phase"], box.see["game"]) == ("menu", None)


def test_after_the_last_choice_comes_the_first() -> None:
    box = TwoButtons()
    choices = box.loop.session.choices(box.loop.state)
    stood = []
    for _ in choices:
        box.tap(1)
        standing = box.loop.session.standing(box.loop.state)
        assert standing is not None
        stood.append(standing.text)
    assert stood == [choice.text for choice in (*choices[1:], choices[0])]


@pytest.mark.plays("buzzer")
def test_who_has_joined_already_stays_when_both_say_that_is_all() -> None:
    box = TwoButtons()
    box.choose("choose buzzer")
    box.tap(1)
    box.tap(2)
    box.both()
    assert (box.see["phase"], box.see["seats"]) == ("options", [1, 2])


@pytest.mark.plays("buzzer")
def test_in_a_race_a_long_press_of_both_judges_nothing() -> None:
    box = TwoButtons()
    box.quiz()
    box.both()
    box.both()
    box.wait(1500)
    box.both(1200)  # two eager children hold on
    assert (box.see["phase"], box.see["ruling"]["winner"]) == ("ruled", 1)
    assert box.see["cursor"] is not None  # what there is to choose, nothing chosen
    box.both()
    assert (box.see["phase"], box.see["cursor"]) == ("ruled", None)


@pytest.mark.plays("buzzer")
def test_a_press_that_ends_a_game_takes_nothing_when_it_is_let_go() -> None:
    session = Session(Surroundings((1, 2), Times(), "en"))
    host, playing = KnoblessHost(session), in_play(session)
    over = replace(playing, paused_at=1)
    assert list(host.events(playing, Press(2, 10))) == [Press(2, 10)]
    assert list(host.events(over, Release(2, 20))) == [Release(2, 20)]


@pytest.mark.plays("buzzer")
def test_going_on_or_not_is_never_answered_by_two_buttons_held() -> None:
    session = Session(Surroundings((1, 2), Times(), "en"))
    host, asked = KnoblessHost(session), State(stage=Stage.RESUME, offered=in_play(session))
    together: list[Event] = [Press(1, 0), Press(2, 0), Release(1, NS_PER_S), Release(2, NS_PER_S)]
    assert [meant for event in together for meant in host.events(asked, event)] == []
    assert [meant for event in together[:2] for meant in host.events(asked, event)] == []
    assert list(host.keys(asked, 10 * NS_PER_S)) == []


def test_with_three_seats_the_first_turns_and_both_others_take() -> None:
    session = Session(Surroundings((2, 5, 7), Times(), "en"))
    host, menu = KnoblessHost(session), session.start()
    meant = [
        list(host.events(menu, event))
        for seat in (2, 5, 7)
        for event in (Press(seat, seat), Release(seat, seat + 1))
    ]
    assert meant == [[], [Knob(1, 3)], [], [Key(HostKey.OK, 6)], [], [Key(HostKey.OK, 8)]]


@pytest.mark.plays("buzzer")
@pytest.mark.parametrize("language", ["en", "pl"])
def test_the_last_line_always_fits_a_panel(language: str) -> None:
    box = TwoButtons(language)
    seen = {box.hint}
    box.choose("choose buzzer")
    start, turn = partial(box.choose, "start"), partial(box.tap, 1)
    numbers = partial(box.menu, "correct", "points", "points 1")
    out = [box.both] * 5
    steps: list[Callable[[], object]] = [box.both, start, numbers, *out, box.both, turn, box.both]
    for step in steps:
        step()
        seen.update((box.hint, *box.main.text))
    assert max(map(len, seen)) <= 20
    assert not [hint for hint in seen if hint.startswith("ok:")]
    assert len(seen) > 4


def in_play(session: Session) -> State:
    """A quiz that has just begun."""
    return session.setting_up.begin(session.start(), "buzzer", ("seats=1,2",), 0)


seats = st.sampled_from([1, 2, 3])


@pytest.mark.plays("buzzer")
@given(st.lists(st.tuples(seats, st.booleans(), st.integers(1, 3000)), max_size=40), st.booleans())
def test_a_games_presses_and_releases_all_reach_it_in_order(
    touches: list[tuple[int, bool, int]], held: bool
) -> None:
    session = Session(Surroundings((1, 2, 3), Times(), "en"))
    host, playing = KnoblessHost(session), in_play(session)
    assert not choosing(playing)
    at, down, told, reached = 0, set[int](), list[Event](), list[Event]()
    for seat, press, later in touches:
        at += later * NS_PER_MS
        if press is (seat in down):
            continue
        event: Event = Press(seat, at) if press else Release(seat, at)
        down ^= {seat}
        told.append(event)
        if held:
            list(host.keys(playing, at))
        reached += host.events(playing, event)
    assert [event for event in reached if isinstance(event, Press | Release)] == told
