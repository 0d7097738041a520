"""Edges of all lines -> what a self-test is told of them: presses and their ends, spikes, chatter.

The same `Contact` that judges presses in a game judges them here, so what the test hears is what the box
would. Beside it a line is watched for chatter that never rests, such as mains hum on a loose wire: at 50 Hz
each half wave is longer than ``confirm``, and a contact alone takes the first for a press without end.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator

from companion.selftest.check_events import Chattering, CheckEvent, Opened, Pressed, Released, Spiked
from companion.selftest.part_names import PHASES
from firmware.events import NS_PER_MS, NS_PER_S, Edge, Line, Within
from firmware.presses.contact import Contact, Contacts, Kind, Read
from firmware.times import Times

SLOT_NS = 20 * NS_PER_MS
"""A bounce is over within this; edges in ever new slots are no single press."""

BUSY_SLOTS = 30
"""So many slots with edges in one second: fifteen taps a second, quicker than fingers."""


class Lines:
    """The lines of one box: buttons, each with a `Contact`, and an encoder's phases, handed on raw."""

    def __init__(
        self,
        buttons: Collection[Line],
        times: Times,
        read: Read,
        now: int,
    ) -> None:
        self._contacts = Contacts(buttons, times, read, now)
        self._stuck = {line for line, contact in self._contacts.items() if contact.stuck}
        self._edges: dict[Line, deque[int]] = {line: deque(maxlen=4 * BUSY_SLOTS) for line in buttons}
        self._counted = dict.fromkeys(buttons, 0)
        self._within: dict[Line, Within | None] = {}
        self._chattering: set[Line] = set()
        self._raw: list[CheckEvent] = []

    @property
    def closed(self) -> frozenset[Line]:
        """Lines closed since the test began."""
        return frozenset(self._stuck)

    def feed(self, edge: Edge) -> None:
        """Take one edge."""
        if edge.line in PHASES:
            self._raw.append(edge)
        elif edge.line in self._contacts:
            self._contacts[edge.line].edge(edge.closed, edge.at)
            self._within[edge.line] = edge.within
            self._counted[edge.line] += 1
            self._watch(edge.line, edge.at)

    def _watch(self, line: Line, at: int) -> None:
        slots = self._edges[line]
        if not slots or slots[-1] != at // SLOT_NS:
            slots.append(at // SLOT_NS)
        if sum(slot > (at - NS_PER_S) // SLOT_NS for slot in slots) >= BUSY_SLOTS:
            self._chatter(line, at)

    def _chatter(self, line: Line, at: int) -> None:
        if line not in self._chattering:
            self._chattering.add(line)
            self._raw.append(Chattering(line, at))

    def events(self, now: int) -> Iterator[CheckEvent]:
        """What has happened by ``now``, each line's in order."""
        self._contacts.advance(now)
        for line, contact in self._contacts.items():
            if contact.fault == "noisy":
                self._chatter(line, now)
        yield from self._raw
        self._raw.clear()
        for line, contact in self._contacts.items():
            yield from self._judged(line, contact, now)

    def _judged(self, line: Line, contact: Contact, now: int) -> Iterator[CheckEvent]:
        if line in self._stuck and not contact.stuck:
            self._stuck.discard(line)
            self._counted[line] = 0
            yield Opened(line, now)
        while contact.outcomes:
            kind, at, *_ = contact.outcomes.popleft()
            match kind:
                case Kind.PRESS:
                    yield Pressed(line, at, self._within[line])
                case Kind.RELEASE:
                    yield Released(line, at, self._counted[line])
                    self._counted[line] = 0
                case Kind.GLITCH:
                    yield Spiked(line, at)

    def deadline(self) -> int | None:
        """When `events` has something to judge next (ns), or None."""
        return self._contacts.deadline()
