"""How many edges a second go through contacts, arbiter and session, with a game going on.

One thread, virtual time: as in `companion.loop.loop`, the arbiter is asked at each edge and at each deadline.
Timed in seconds of the processor, the fastest of a few runs, so a busy machine counts less against it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import count, cycle

from companion.games.options import Surroundings
from companion.i18n import speaker
from companion.session import screens
from companion.session.session import Session
from firmware.events import NS_PER_MS, NS_PER_US, Edge, Enter, HostEvent, HostKey, Key, Line, Seat
from firmware.presses.arbiter import Arbiter
from firmware.presses.contact import Reading
from firmware.times import Times
from tests.benchmarks.machine import heading

SEATS = range(1, 7)
EDGES = 20_000
RUNS = 3
"""The fastest counts: whatever else the machine does only makes a run slower."""

PRESS_NS = 80 * NS_PER_MS
BOUNCES_US = (180, 150, 320, 110, 400, 90, 260, 60)
"""Lengths of the openings and closings in turn of one bouncing edge: 1.6 ms, Ganssle's average switch."""

Happening = Edge | HostEvent


def press(seat: Seat, at: int, *, bounce: bool) -> Iterator[Edge]:
    """A press: the contact closes and opens again, each time at once or after four bounces."""
    for closed, start in ((True, at), (False, at + PRESS_NS)):
        moment, level = start, closed
        yield Edge(seat, level, moment)
        for length in BOUNCES_US if bounce else ():
            moment, level = moment + length * NS_PER_US, not level
            yield Edge(seat, level, moment)


def seventeen(*, bounce: bool) -> Iterator[Happening]:
    """Everybody lays a card and ends the turn; every tenth card is called and the round counted."""
    at = NS_PER_MS
    yield Enter("game seventeen seats=1,2,3,4,5,6", at)
    for turn, seat in enumerate(cycle(SEATS)):
        at += 400 * NS_PER_MS
        yield from press(seat, at, bounce=bounce)
        at += 400 * NS_PER_MS
        if turn % 10 < 9:
            yield from press(seat, at, bounce=bounce)
            continue
        yield from press(seat % 6 + 1, at, bounce=bounce)
        at += 400 * NS_PER_MS
        yield Enter("sum 17", at)
        # A new game, so that the next seat of the ring begins whoever the round went to.
        yield Enter(f"game seventeen seats=1,2,3,4,5,6 first={seat % 6 + 1}", at + NS_PER_MS)


def buzzer(*, bounce: bool) -> Iterator[Happening]:
    """Quizzes of twenty questions: everybody presses, three milliseconds apart."""
    at = NS_PER_MS
    for question in count():
        if question % 20 == 0:
            yield Enter("game buzzer seats=1,2,3,4,5,6", at)
        yield Key(HostKey.OK, at + 400 * NS_PER_MS)
        yield Key(HostKey.OK, at + 800 * NS_PER_MS)
        at += 1200 * NS_PER_MS
        presses = [press(seat, at + seat * 3 * NS_PER_MS, bounce=bounce) for seat in SEATS]
        yield from sorted((edge for edges in presses for edge in edges), key=lambda edge: edge.at)
        at += 400 * NS_PER_MS
        yield Enter("right", at)
        yield Key(HostKey.OK, at + NS_PER_MS)


def until_edges(happenings: Iterator[Happening], edges: int) -> list[Happening]:
    """As much of a game as has that many edges."""
    taken: list[Happening] = []
    left = edges
    while left:
        taken.append(next(happenings))
        left -= isinstance(taken[-1], Edge)
    return taken


class Table:
    """Contacts, arbiter and session, driven as the loop drives them."""

    def __init__(self, *, views: bool) -> None:
        self.events = self.changes = self.refusals = 0
        self._now = 0
        self._levels: dict[Line, bool] = dict.fromkeys(SEATS, False)
        self._session = Session(Surroundings(tuple(SEATS), Times(), "pl"))
        self._state = self._session.start()
        self._arbiter = Arbiter(SEATS, Times(), lambda line: Reading(self._levels[line], self._now))
        self._views = views
        self._say = speaker("pl")

    def _wake_at(self) -> int | None:
        return self._session.wake_at(self._state)

    def take(self, happening: Happening) -> None:
        """Let time run up to this edge or key, then take it in."""
        while (due := self._arbiter.deadline(self._wake_at())) is not None and due < happening.at:
            self._judge(due)
        if isinstance(happening, Edge):
            self._levels[happening.line] = happening.closed
            self._arbiter.feed(happening, happening.at)
        else:
            self._arbiter.tell(happening)
        self._judge(happening.at)

    def _judge(self, now: int) -> None:
        self._now = now
        before = self._state
        for event in self._arbiter.events(now, self._wake_at):
            self.events += 1
            self._state, _ = self._session.step(self._state, event)
        if self._state is not before:
            self.changes += 1
            self.refusals += self._state.refused is not None
            if self._views:
                screens.view(self._session, self._state, now, self._say)


def measure(name: str, game: Callable[..., Iterator[Happening]], *, bounce: bool, views: bool) -> None:
    """Play and print one line."""
    happenings = until_edges(game(bounce=bounce), EDGES)
    seconds = []
    for _ in range(RUNS):
        table = Table(views=views)
        start = time.process_time()
        for happening in happenings:
            table.take(happening)
        seconds.append(time.process_time() - start)
    how = f"presses {'with' if bounce else 'without'} bounce, views {'made' if views else 'not made'}"
    print(
        f"  {name}, {how}: {EDGES / min(seconds):,.0f} edges a second "
        f"({table.events} events, {table.changes} changes of state, {table.refusals} refused)",
        flush=True,
    )


if __name__ == "__main__":
    heading("edges through contacts, arbiter and session (one thread, virtual time)")
    for views in (False, True):
        for bounce in (False, True):
            measure("seventeen", seventeen, bounce=bounce, views=views)
            measure("buzzer", buzzer, bounce=bounce, views=views)
