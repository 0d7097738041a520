"""Presses of all lines -> one order: that of the kernel's stamps, never that of delivery.

The arbiter is a gate. Everything stamped (presses, releases, the moments referees asked to be woken at)
waits in it until ``settle`` after its own stamp, and until no contact still ponders an edge that is not
later; then it leaves in order of stamp. So whoever reads the stream may judge each event as it comes:
nothing earlier is still to come. What the host does (knob, typed words) keeps its place in the order but
doesn't wait when nothing earlier is pending.

Three things can't be ordered away and are counted instead:

- A press delivered after later ones have left (`Arbiter.late`): it is handed on at once with its true
  stamp; `firmware.race` records it, and it never flips a ruling.
- A process that was stopped, or a machine too busy: if the loop woke late, or an edge is older than
  ``settle`` when it comes, more edges may be on their way, so the gate waits one more ``settle``.
- Three or more lines in play closing within 0.1 ms and opening again within ``bounce``: a light switch or
  a motor, not fingers (`Arbiter.interference`).
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Collection, Iterator
from itertools import count
from typing import NamedTuple

from firmware.contact import Contact, Kind
from firmware.events import (
    NS_PER_MS,
    NS_PER_US,
    Edge,
    Event,
    HostEvent,
    Line,
    Press,
    Release,
    Rolled,
    Seat,
    Tick,
)
from firmware.settings import Times

PULSE_NS = 100 * NS_PER_US
"""Lines hit by one electrical pulse close within this; fingers hardly ever do, three of them."""

PULSE_LINES = 3

OVERSLEPT_NS = 10 * NS_PER_MS
"""A loop this late for its own deadline may have edges it has not seen yet."""

_FIRST_HOST_RANK = 100


class _Waiting(NamedTuple):
    """An event at the gate; equal stamps go by ``rank``, so that delivery never decides."""

    at: int
    rank: int
    event: Event


def _order(waiting: _Waiting) -> tuple[int, int]:
    return waiting.at, waiting.rank


class Arbiter:
    """Orders what happens on all seats' lines.

    Args:
        seats: the seats that have a button.
        times: the box's times.
        read: gives the level of a line now, True if closed.
        now: the time, ns.

    Attributes:
        contacts: each seat's contact.
        settle: how long the gate waits (ns); a game may set its own.
        in_play: the seats whose lines count when interference is looked for.
        late: presses that came after the event they should have preceded was handed on.
        interference: pulses that hit several lines at once.
    """

    def __init__(
        self, seats: Collection[Seat], times: Times, read: Callable[[Line], bool], now: int = 0
    ) -> None:
        self.contacts: dict[Line, Contact] = {s: Contact(times, read(s), now) for s in sorted(seats)}
        self.settle = times.settle
        self.in_play: Collection[Seat] = tuple(seats)
        self.late = 0
        self.interference = 0
        self._bounce = times.bounce
        self._read = read
        self._waiting: list[_Waiting] = []
        self._host_rank = count(_FIRST_HOST_RANK)
        self._handed_on = 0
        self._hold = 0

    def woke(self, now: int, wake_at: int | None) -> None:
        """Say that the loop is awake, before anything new is fed in: is it late for what it promised?"""
        due = self.deadline(wake_at)
        if due is not None and now - due > OVERSLEPT_NS:
            self._hold = now + self.settle

    def feed(self, edge: Edge, now: int) -> None:
        """Take one edge of a seat's line; edges of one line come in order, those of several in any."""
        contact = self.contacts[edge.line]
        if now - edge.at > self.settle:
            self._hold = max(self._hold, now + self.settle)
        contact.edge(edge.closed, edge.at)
        self._collect(edge.line, contact, now)

    def tell(self, event: HostEvent | Rolled) -> None:
        """Take what the host did, or the dice show; it keeps its place among the presses."""
        insort(self._waiting, _Waiting(event.at, next(self._host_rank), event), key=_order)

    def events(self, now: int, wake_at: Callable[[], int | None]) -> Iterator[Event]:
        """Everything that may be judged by ``now``, in order of stamp.

        Args:
            now: the time, ns.
            wake_at: when the reader next wants a `Tick`; asked anew after each event.

        Yields:
            Presses, releases, ticks and the host's events.
        """
        if now < self._hold:
            return
        for line, contact in self.contacts.items():
            due = contact.deadline()
            if due is not None and due <= now:
                contact.advance(now, self._read(line))
                self._collect(line, contact, now)
        while (event := self._next(now, wake_at())) is not None:
            yield event

    def deadline(self, wake_at: int | None) -> int | None:
        """When the loop must be awake again (ns), or None to sleep until something happens."""
        due = [at for contact in self.contacts.values() if (at := contact.deadline()) is not None]
        if self._waiting:
            first = self._waiting[0]
            due.append(self._due(first.at, isinstance(first.event, Press | Release)))
        if wake_at is not None:
            due.append(self._due(wake_at, True))
        return max(min(due), self._hold) if due else None

    def _next(self, now: int, wake_at: int | None) -> Event | None:
        while self._waiting:
            at, _, event = self._waiting[0]
            if wake_at is not None and wake_at < at:
                break
            if now < self._due(at, isinstance(event, Press | Release)):
                return None
            del self._waiting[0]
            self._handed_on = max(self._handed_on, at)
            if isinstance(event, Press) and self._drop_pulse(event):
                continue
            return event
        if wake_at is not None and now >= self._due(wake_at, True):
            self._handed_on = max(self._handed_on, wake_at)
            return Tick(wake_at)
        return None

    def _due(self, at: int, stamped: bool) -> int:
        """When an event stamped ``at`` may leave: after ``settle``, and after what others still ponder."""
        due = at + self.settle if stamped else at
        for contact in self.contacts.values():
            pondering = contact.candidate
            if pondering is None and stamped:
                pondering = contact.opened
            if pondering is not None and pondering <= at:
                due = max(due, contact.deadline() or 0)
        return due

    def _collect(self, line: Line, contact: Contact, now: int) -> None:
        while contact.outcomes:
            kind, at = contact.outcomes.popleft()
            if kind is Kind.GLITCH or not isinstance(line, int):
                continue
            if kind is Kind.PRESS:
                self.late += at < self._handed_on and now > at + self.settle
                insort(self._waiting, _Waiting(at, line, Press(line, at)), key=_order)
            else:
                insort(self._waiting, _Waiting(at, line, Release(line, at)), key=_order)

    def _drop_pulse(self, first: Press) -> bool:
        """Is this press one of several lines hit by the same pulse? Then the others go with it."""
        if not self._brief(first):
            return False
        hit = [
            other
            for other in self._waiting
            if isinstance(other.event, Press) and other.at - first.at <= PULSE_NS and self._brief(other.event)
        ]
        lines = {first.seat, *(other.rank for other in hit)}
        if len(lines.intersection(self.in_play)) < PULSE_LINES:
            return False
        self._waiting = [other for other in self._waiting if other not in hit]
        self.interference += 1
        return True

    def _brief(self, press: Press) -> bool:
        """Did the line open for good within ``bounce`` of this press?"""
        opened = self.contacts[press.seat].opened
        for at, rank, event in self._waiting:
            if rank == press.seat and isinstance(event, Release):
                opened = at
                break
        return opened is not None and press.at < opened <= press.at + self._bounce
