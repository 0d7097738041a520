from __future__ import annotations

from dataclasses import replace

import pytest

from companion.i18n import speaker
from companion.scripts.mock import MockTable
from companion.table.finish import Came, Finish, Mark
from companion.words import Say
from firmware.boxfile import settings as boxes
from firmware.events import NS_PER_MS, NS_PER_S, Enter, HostKey, Key
from firmware.fakes.hand_clock import HandClock
from firmware.fakes.picture_files import NoPanels

pytestmark = pytest.mark.plays("buzzer")

START = 1000 * NS_PER_S
en = speaker("en")


class Quiz:
    """A quiz on mock pins in virtual time; times are in ms since it was switched on."""

    def __init__(self) -> None:
        self.clock = HandClock(START)
        self.table = MockTable(
            replace(boxes.eight_seats(), language="en"), self.clock, NoPanels(), origin=START
        )
        self.loop = self.table.loop
        self.loop.step()
        self.enter(100, "game buzzer seats=1,2,3,4")

    def run(self, ms: float) -> None:
        self.loop.run_until(START + round(ms * NS_PER_MS), self.clock.set)
        self.loop.step()

    def enter(self, ms: float, text: str) -> None:
        self.run(ms)
        self.table.mailbox.put(Enter(text, self.clock.now()))
        self.loop.step()

    def key(self, ms: float, key: HostKey) -> None:
        self.run(ms)
        self.table.mailbox.put(Key(key, self.clock.now()))
        self.loop.step()

    def press(self, seat: int, ms: float, long: float = 80) -> None:
        """Closes at ``ms`` for so long."""
        for closed, at in ((True, ms), (False, ms + long)):
            self.run(at)
            self.table.wire(seat, closed, round(at * NS_PER_MS))

    def told(self, say: Say = en) -> Finish | None:
        return self.loop.camera.finish(self.loop.state, say)

    @property
    def finish(self) -> Finish:
        finish = self.told()
        assert finish is not None
        return finish

    def race(self) -> None:
        """Seat 2 is early, a spike on 4's wire, 3 first, 1 later."""
        self.key(1000, HostKey.OK)
        self.press(2, 2000)
        self.key(3000, HostKey.OK)
        self.press(4, 3480, long=0.2)
        self.press(3, 3500)
        self.press(1, 3700)
        self.run(4000)


def test_there_is_none_before_the_first_ruling() -> None:
    quiz = Quiz()
    assert quiz.told() is None
    quiz.key(1000, HostKey.OK)
    assert quiz.told() is None


def test_it_tells_every_press_of_the_race_and_what_does_not_count() -> None:
    quiz = Quiz()
    quiz.race()
    assert quiz.finish.marks == (
        Mark(2, Came.EARLY, -1500 * NS_PER_MS),
        Mark(4, Came.GLITCH, -20 * NS_PER_MS),
        Mark(3, Came.FIRST, 0),
        Mark(1, Came.AFTER, 200 * NS_PER_MS),
    )
    assert (quiz.finish.verdict, quiz.finish.lead) == ("First: Seat 3", "by 200.0 ms")
    assert quiz.finish.reaction == "reaction 0.50 s"


def test_a_pause_before_the_race_shifts_nothing() -> None:
    quiz = Quiz()
    quiz.key(200, HostKey.PAUSE)
    quiz.key(700, HostKey.PAUSE)
    quiz.race()
    assert [(mark.came, mark.after) for mark in quiz.finish.marks][:2] == [
        (Came.EARLY, -1500 * NS_PER_MS),
        (Came.GLITCH, -20 * NS_PER_MS),
    ]


def test_a_button_told_anew_in_mid_race_takes_no_press_out_of_it() -> None:
    quiz = Quiz()
    quiz.key(1000, HostKey.OK)
    quiz.press(2, 2000)
    quiz.key(3000, HostKey.OK)
    quiz.enter(3200, "button 3 LINE3 900/900/10 pico-E6616407E3512B2F Pierwszy button head")
    quiz.press(3, 3500)
    quiz.run(4000)
    assert Mark(2, Came.EARLY, -1500 * NS_PER_MS) in quiz.finish.marks


def test_after_an_undo_the_race_before_is_told_as_far_as_its_ruling_goes() -> None:
    quiz = Quiz()
    quiz.race()
    quiz.enter(5000, "wrong")
    quiz.press(1, 6000)
    quiz.run(6200)
    assert quiz.finish.marks[-1] == Mark(1, Came.FIRST, 0)
    quiz.key(6500, HostKey.UNDO)
    assert quiz.told() is None  # the question is open again
    quiz.key(7500, HostKey.UNDO)
    told = {(mark.seat, mark.came): mark.after for mark in quiz.finish.marks}
    assert told[3, Came.FIRST] == 0
    assert told[2, Came.EARLY] is None
    assert (4, Came.GLITCH) not in told


def test_it_stands_while_the_answer_is_judged_and_leaves_with_the_next_question() -> None:
    quiz = Quiz()
    quiz.race()
    quiz.enter(5000, "right")
    assert quiz.finish.winner == 3
    quiz.key(6000, HostKey.PAUSE)
    quiz.key(6500, HostKey.PAUSE)
    assert quiz.finish.winner == 3
    quiz.key(7000, HostKey.OK)
    quiz.key(8000, HostKey.OK)
    assert quiz.told() is None  # the next question is read
    quiz.key(9000, HostKey.OK)
    assert quiz.told() is None  # and open
    for ms in (9500, 9900, 10500):
        quiz.key(ms, HostKey.UNDO)
    assert quiz.finish.winner == 3


def test_a_press_taken_back_leaves_its_place_to_the_next() -> None:
    quiz = Quiz()
    quiz.race()
    quiz.enter(5000, "none 3")
    assert quiz.finish.winner == 1
    assert Mark(3, Came.TAKEN_BACK, -200 * NS_PER_MS) in quiz.finish.marks


def test_another_game_begins_without_one() -> None:
    quiz = Quiz()
    quiz.race()
    quiz.enter(9000, "game buzzer seats=1,2")
    assert quiz.told() is None


def test_it_is_said_anew_in_another_language_and_with_other_names() -> None:
    quiz = Quiz()
    quiz.race()
    assert quiz.told() is quiz.told()
    polish = quiz.told(speaker("pl"))
    assert polish is not None
    assert "Gracz 3" in polish.verdict
    quiz.enter(5000, "name 3 Ela")
    said = quiz.told(en.named(quiz.loop.state.names))
    assert said is not None
    assert "Ela" in said.verdict
