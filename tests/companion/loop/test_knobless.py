"""A box with two buttons and one panel, played by hand in virtual time; times in ms."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.app import MockTable
from companion.games.options import Surroundings
from companion.loop.knobless import KnoblessHost, choosing
from companion.session.session import Session
from companion.session.state import Stage, State
from firmware.boxfile import settings as boxes
from firmware.events import NS_PER_MS, NS_PER_S, Event, HostKey, Key, Knob, Press, Release
from firmware.fakes.hand_clock import HandClock
from firmware.fakes.picture_files import NoPanels
from firmware.times import Times

START = 1000 * NS_PER_S


class TwoButtons:
    """The minimal box on mock pins; whatever is done takes its time and is ruled before it returns."""

    def __init__(self, language: str = "en") -> None:
        self.clock = HandClock(START)
        settings = replace(boxes.minimal(), language=language)  # type: ignore[arg-type]
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

    def choose(self, text: str) -> None:
        """Turn round with seat 1's button until the choice stands there, and take it with seat 2's."""
        state = self.loop.session
        for _ in range(len(state.choices(self.loop.state))):
            standing = state.standing(self.loop.state)
            if standing is not None and standing.text == text:
                self.tap(2)
                return
            self.tap(1)
        raise AssertionError(f"no choice {text!r} among {state.choices(self.loop.state)}")

    @property
    def see(self) -> dict[str, Any]:
        return self.loop.snapshot()

    @property
    def hint(self) -> str:
        assert self.loop.view is not None
        return self.loop.view.main.hint

    def quiz(self) -> None:
        """A quiz for both, nothing asked yet."""
        self.choose("choose buzzer")
        self.both()
        self.choose("start")


@pytest.mark.plays("buzzer")
def test_a_round_of_the_quiz_is_played_with_two_buttons_and_a_panel() -> None:
    box = TwoButtons()
    assert box.hint == "1: next, 2: ok"
    box.choose("choose buzzer")
    assert (box.see["phase"], box.hint) == ("seats", "at least 2 of you")
    box.both()
    assert (box.see["phase"], box.see["seats"]) == ("options", [1, 2])
    box.choose("start")
    assert (box.see["phase"], box.hint) == ("idle", "1+2: next question")

    box.both()
    assert (box.see["phase"], box.hint) == ("armed", "1+2: open")
    box.both()
    assert (box.see["phase"], box.hint) == ("open", "1+2: nobody knows")
    box.wait(1500)
    box.wire(2, True)
    box.wait(3)
    box.tap(1)
    box.wire(2, False)
    box.wait(400)
    assert (box.see["phase"], box.see["ruling"]["winner"], box.see["ruling"]["order"]) == ("ruled", 2, [2, 1])

    assert box.hint == "right or wrong? 1+2"
    box.both()
    assert box.hint == "1: next, 2: ok"
    box.choose("right")
    assert box.see["players"]["2"]["points"] == 1
    box.both()
    assert box.see["phase"] == "idle"


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
    for step in (box.both, start, box.both, box.both, turn, box.both):
        step()
        seen.add(box.hint)
    assert max(map(len, seen)) <= 20
    assert not [hint for hint in seen if hint.startswith("ok:")]


@pytest.mark.parametrize(
    ("game", "hint"),
    [
        pytest.param("kezao", "1+2: other dice", marks=pytest.mark.plays("kezao")),
        pytest.param("hourglass", "1+2: set the time", marks=pytest.mark.plays("hourglass")),
    ],
)
def test_what_a_knob_would_turn_names_the_two_buttons(game: str, hint: str) -> None:
    box = TwoButtons()
    box.choose(f"choose {game}")
    box.both()
    box.choose("start")
    assert box.hint == hint


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
