"""A bench for fairness: wires whose truth is known, edges that arrive late, a gate stepped as in the loop."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import count

from firmware.events import NS_PER_MS, Edge, Event, HostEvent, Line, Press, Release, Seat, Tick
from firmware.presses.arbiter import Arbiter
from firmware.presses.contact import Contact, Outcome, Reading
from firmware.presses.race import Race, Ruling
from firmware.times import Times

TIMES = Times()


def ms(*values: float) -> list[int]:
    """Milliseconds as ns."""
    return [round(value * NS_PER_MS) for value in values]


@dataclass
class Wire:
    """One line's true history: the moments its level changes, open at first."""

    changes: list[int] = field(default_factory=list)

    def closed(self, now: int) -> bool:
        return bisect_right(self.changes, now) % 2 == 1

    def edges(self) -> list[tuple[bool, int]]:
        return [(index % 2 == 0, at) for index, at in enumerate(self.changes)]


def judge(
    contact: Contact,
    wire: Wire,
    until: int,
    *,
    lost: Iterable[int] = (),
) -> list[Outcome]:
    """One contact on one wire, stepped from deadline to deadline and edge to edge.

    Args:
        contact: the contact.
        wire: what really happens.
        until: the time it ends (ns).
        lost: stamps of edges that never arrive.
    """
    arriving = [(at, closed) for closed, at in wire.edges() if at not in set(lost)]
    outcomes: list[Outcome] = []
    while True:
        due = contact.deadline()
        times = [due] if due is not None else []
        times += [arriving[0][0]] if arriving else []
        if not times or min(times) > until:
            return outcomes
        now = min(times)
        while arriving and arriving[0][0] <= now:
            at, closed = arriving.pop(0)
            contact.edge(closed, at)
        if (due := contact.deadline()) is not None and due <= now:
            contact.advance(now, wire.closed(now))
        due = contact.deadline()
        assert due is None or due > now, "a deadline in the past makes a busy loop"
        while contact.outcomes:
            outcomes.append(contact.outcomes.popleft())


class Bench:
    """An arbiter and a race, stepped as `companion.loop.loop` steps them.

    Attributes:
        got: what the arbiter handed on, each with the time it did.
        race: lets every press in and is ruled by its tick; set one to begin.
        wakes: further moments a reader wants a tick at, ascending.
    """

    def __init__(self, seats: Iterable[Seat], times: Times = TIMES) -> None:
        seats = list(seats)
        self.wires: dict[Line, Wire] = {seat: Wire() for seat in seats}
        self.now = 0
        self._stall = (0, 0)
        self.arbiter = Arbiter(seats, times, self._read)
        self.got: list[tuple[int, Event]] = []
        self.race: Race | None = None
        self.wakes: list[int] = []
        self._arriving: list[tuple[int, int, Edge | HostEvent]] = []
        self._turn = count()
        self._stops: list[tuple[int, int]] = []
        self._marks: list[tuple[int, Mapping[Seat, int]]] = []

    @property
    def events(self) -> list[Event]:
        return [event for _, event in self.got]

    @property
    def ruling(self) -> Ruling | None:
        return self.race.ruling if self.race is not None else None

    def deliver(self, item: Edge | HostEvent, now: int | None = None) -> None:
        """Let one item arrive at ``now``, or at its own stamp."""
        insort(self._arriving, (item.at if now is None else now, next(self._turn), item))

    def press(self, seat: Seat, *changes: int, delay: int = 0) -> None:
        """The seat's line changes level at these moments; every edge arrives ``delay`` later."""
        self.wires[seat].changes = sorted([*self.wires[seat].changes, *changes])
        for index, at in enumerate(changes):
            self.deliver(Edge(seat, index % 2 == 0, at), at + delay)

    def mark(self, now: int, marks: Mapping[Seat, int]) -> None:
        """From ``now`` on these seats have told that no press before these stamps is still to come."""
        self._marks.append((now, marks))

    def stop(self, start: int, end: int) -> None:
        """The process is stopped: nothing is stepped in between."""
        self._stops.append((start, end))

    def stall(self, start: int, end: int) -> None:
        """The process is stopped within a step, just before it reads a level."""
        self._stall = start, end

    def _read(self, line: Line) -> Reading:
        start, end = self._stall
        if start <= self.now < end:
            self.now = end
        return Reading(self.wires[line].closed(self.now), self.now)

    def run(self, until: int) -> None:
        """Step at every arrival and deadline up to ``until``."""
        while (due := self._next()) is not None and due <= until:
            self.now = max(self.now, due)
            for start, end in self._stops:
                if start <= self.now < end:
                    self.now = end
            self._step()
        self.now = max(self.now, until)

    def _next(self) -> int | None:
        due = [self.arbiter.deadline(self._wake_at())]
        due += [self._arriving[0][0]] if self._arriving else []
        due += [self._marks[0][0]] if self._marks else []
        return min((at for at in due if at is not None), default=None)

    def _step(self) -> None:
        began = self.now
        self.arbiter.woke(began, self._wake_at())
        while self._marks and self._marks[0][0] <= began:
            self.arbiter.marks = self._marks.pop(0)[1]
        while self._arriving and self._arriving[0][0] <= self.now:
            item = self._arriving.pop(0)[2]
            if isinstance(item, Edge):
                self.arbiter.feed(item, self.now)
            else:
                self.arbiter.tell(item)
        for event in self.arbiter.events(began, self._wake_at):
            self.got.append((self.now, event))
            self._happen(event)
        due = self.arbiter.deadline(self._wake_at())
        assert due is None or due > began, f"busy loop: awake at {began}, wants to be at {due}"

    def _happen(self, event: Event) -> None:
        if isinstance(event, Press) and self.race is not None:
            self.race = self.race.enter(event)
        elif isinstance(event, Tick) and self.wakes and event.at == self.wakes[0]:
            del self.wakes[0]
        elif isinstance(event, Tick) and self.race is not None:
            self.race = self.race.rule()

    def _wake_at(self) -> int | None:
        due = self.race.due if self.race is not None else None
        return min((at for at in [due, *self.wakes[:1]] if at is not None), default=None)

    # -- what came out -------------------------------------------------------------------------------------

    def presses(self) -> list[tuple[Seat, int]]:
        return [(event.seat, event.at) for event in self.events if isinstance(event, Press)]

    def releases(self) -> list[tuple[Seat, int]]:
        return [(event.seat, event.at) for event in self.events if isinstance(event, Release)]

    def counted(self) -> int:
        """Touches the box accounts for: presses and glitches of all lines."""
        return sum(contact.presses + contact.glitches for contact in self.arbiter.contacts.values())
