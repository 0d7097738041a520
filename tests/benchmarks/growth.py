"""What a long evening costs: memory a decision, and whether steps and views get slower; bytes of the journal.

Undo reaches to a game's start, so every decision keeps the state it was made on. That may cost so much each,
and no more the longer it goes on. A quiz is played question by question; every game, for so many presses and
the like, by a hand that does anything but undo. Memory is Python's own (`tracemalloc`), times are the
processor's, the journal's file is as it is left.
"""

from __future__ import annotations

import tempfile
import time
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median

from companion.games.catalogue import all_games
from companion.i18n import speaker
from companion.scripts.mock import MockTable
from companion.session import screens
from companion.store.journal import Journal
from firmware.boxfile.settings import eight_seats
from firmware.events import NS_PER_MS, NS_PER_S, Enter, Event, HostKey, Key, Knob, Press, Release, Rolled
from firmware.fakes.hand_clock import HandClock
from firmware.fakes.picture_files import NoPanels
from firmware.rolling import Roll
from tests.benchmarks.machine import heading
from tests.companion.games.anything import plays_of
from tests.companion.session.evening import Evening

SEATS = range(1, 7)
QUESTIONS = (10, 300, 3_000, 10_000)
EVENTS = (500, 1_000, 4_000)
RECORDED = 200
LOOKS = 40
"""So many of the last steps, and of views, are timed; the median counts."""


class Hand(Evening):
    """An evening whose dice fall at random and whose last steps are timed."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.chance = Random(1)
        self.steps: list[int] = []
        tracemalloc.start()

    def _step(self, event: Event) -> None:
        began = time.process_time_ns()
        self.state, effects = self.session.step(self.state, event)
        self.steps[:-LOOKS] = []
        self.steps.append(time.process_time_ns() - began)
        for effect in effects:
            if isinstance(effect, Roll):
                faces = tuple(self.chance.choice(die.faces) for die in effect.dice)
                self._step(Rolled(faces, event.at + NS_PER_S))

    def told(self, name: str, number: int) -> None:
        """Print one line."""
        views = []
        for _ in range(LOOKS):
            began = time.process_time_ns()
            screens.view(self.session, self.state, self.now, speaker("en"))
            views.append(time.process_time_ns() - began)
        each = tracemalloc.get_traced_memory()[0] / 1024 / number
        step, view = median(self.steps) / 1000, median(views) / 1000
        print(
            f"  {name:20} {number:6,}  {each:6.1f} KB each  step {step:5.0f} us  view {view:6.0f} us",
            flush=True,
        )


def question(at: int) -> Iterator[Event]:
    """One question: read, opened, everybody presses, right."""
    for later in (0, 400):
        yield Key(HostKey.OK, at + later * NS_PER_MS)
    for seat in SEATS:
        yield Press(seat, at + (800 + 3 * seat) * NS_PER_MS)
    yield Enter("right", at + 1200 * NS_PER_MS)
    yield Key(HostKey.OK, at + 1600 * NS_PER_MS)


def quiz() -> None:
    """A quiz that doesn't end."""
    hand = Hand()
    hand.enter("game buzzer seats=1,2,3,4,5,6", 1)
    for number in range(1, QUESTIONS[-1] + 1):
        for event in question(number * 2 * NS_PER_S):
            hand.happen(event)
        if number in QUESTIONS:
            hand.told("quiz, questions", number)
    tracemalloc.stop()


def anything(name: str) -> None:
    """A game, and its rematches, played at random."""
    hand, plays = Hand(), plays_of(name)
    hand.enter(f"game {name} {plays.beginnings[0]}", 1)
    for number in range(1, EVENTS[-1] + 1):
        at = hand.now + hand.chance.choice((1, 40, 310, 900)) * NS_PER_MS
        seat = hand.chance.choice(hand.state.seats or SEATS)
        typed = hand.chance.choice((*plays.typed, *(choice.text for choice in hand.choices), "?"))
        ok, knob = Key(HostKey.OK, at), Knob(hand.chance.choice((-1, 1)), at)
        press, typed_one = Press(seat, at), Enter(typed, at)
        hand.happen(hand.chance.choice((press, press, Release(seat, at), ok, ok, knob, typed_one)))
        if number in EVENTS:
            hand.told(name, number)
    tracemalloc.stop()


def journal() -> None:
    """What a question takes in the journal, recorded by the loop."""
    with tempfile.TemporaryDirectory() as folder:
        clock = HandClock(NS_PER_S)
        written = Journal(Path(folder))
        table = MockTable(eight_seats(), clock, NoPanels(), origin=0, journal=written, offer=False)
        table.mailbox.put(Enter("game buzzer seats=1,2,3,4,5,6", clock.now()))
        for number in range(1, RECORDED + 1):
            for event in question(number * 2 * NS_PER_S):
                table.loop.run_until(event.at, clock.set)
                if isinstance(event, Press):
                    table.touch(event.seat, True, event.at)
                    table.loop.run_until(event.at + 2 * NS_PER_MS, clock.set)
                elif isinstance(event, Key | Enter):
                    table.mailbox.put(event)
                    table.loop.step()
            for seat in SEATS:
                table.touch(seat, False, clock.now())
        table.box.close()
        written.close()
        size = sum(file.stat().st_size for file in Path(folder).iterdir())
        print(f"  journal: {size / RECORDED / 1024:.2f} KB a question, {RECORDED} questions", flush=True)


if __name__ == "__main__":
    heading("what a long game costs: memory a question or decision, time of a step and of a view")
    quiz()
    for game in all_games():
        anything(game.name)
    journal()
