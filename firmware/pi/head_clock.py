"""A button head's clock as that of the box: its stamps, and how unsure they are there.

Between them are bounds by question and answer (`firmware.clock_bounds`), by CLOCK_MONOTONIC_RAW, and what
that is apart from CLOCK_MONOTONIC just now. Both move, by some microseconds a second, while the head knows
the order and the distance of its own edges to the microsecond. So what is added to its stamps changes only
between edges that are long enough from each other for nobody to care.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from firmware.clock_bounds import ClockBounds, Exchange
from firmware.events import NS_PER_S, NS_PER_US
from firmware.pi.clock import Clocks

STILL_US = 2000
"""Edges closer than this are as far apart as the head says; later ones to 1 µs for each such time."""

OWN_NS = 13 * NS_PER_US
"""What a stamp may be wrong by the head's own clock: 5 µs of the contact's edge with 100 nF, 8 µs by which
its pictures and its timer may come apart before it says so (hardware/head/README.md)."""

WRONG, WRONG_WITHIN_NS = 3, 60 * NS_PER_S
"""So many contradictions in such a time are a wrong crystal; one is a computer that has slept."""

_ASKED_KEPT = 16


class Stamp(NamedTuple):
    """When something was (ns of CLOCK_MONOTONIC), and by how much that may be wrong, either way."""

    at: int
    within: int


class HeadClock:
    """One head's clock.

    Args:
        clocks: reads the kernel's clocks.
    """

    def __init__(self, clocks: Callable[[], Clocks]) -> None:
        self._clocks = clocks
        self._bounds = ClockBounds()
        self._asked: dict[int, Clocks] = {}
        self._number = 0
        self._apart = 0
        self._last_us: int | None = None
        self._added = 0
        self._contradictions: deque[int] = deque(maxlen=WRONG)

    @property
    def wrong(self) -> bool:
        """Whether the two clocks contradict each other again and again."""
        all_of_them = len(self._contradictions) == WRONG
        return all_of_them and self._contradictions[-1] - self._contradictions[0] <= WRONG_WITHIN_NS

    def ask(self) -> int:
        """The time is about to be asked for; returns the number to ask with."""
        self._number = (self._number + 1) % (1 << 32)
        self._asked[self._number] = self._clocks()
        while len(self._asked) > _ASKED_KEPT:
            del self._asked[next(iter(self._asked))]
        return self._number

    def answer(self, number: int, us: int) -> bool:
        """It answered with its time (µs); False if nobody had asked with that number."""
        asked, now = self._asked.pop(number, None), self._clocks()
        if asked is None:
            return False
        self._apart = asked.monotonic - asked.raw
        head = us * NS_PER_US
        if not self._bounds.note(Exchange(asked.raw, head + NS_PER_US, head, now.raw)):
            self._contradict(now)
        return True

    def within(self) -> int:
        """By how much a stamp of now may be wrong, either way (ns); something must be known."""
        now = self._clocks()
        offset = self._bounds.at(now.raw)
        return OWN_NS + now.within + (offset.within if offset is not None else WRONG_WITHIN_NS)

    def stamp(self, us: int) -> Stamp | None:
        """When the head's clock said this (µs), not before what was last asked; None if nobody knows."""
        now, head = self._clocks(), us * NS_PER_US
        rough = self._bounds.at(now.raw)
        if rough is None:
            return None
        offset = self._bounds.at(head + rough.ahead) or rough
        apart = now.monotonic - now.raw
        wanted = offset.ahead + apart
        added = self._step(us, wanted)
        slewed = abs(apart - self._apart)  # since the last question that was answered, so long before it was
        stamp = Stamp(head + added, OWN_NS + now.within + offset.within + abs(added - wanted) + slewed)
        if stamp.at - stamp.within > now.monotonic:  # it is yet to come, says a clock that went on without us
            self._bounds.forget()
            self._contradict(now)
            return None
        self._last_us, self._added = us, added
        return stamp

    def _step(self, us: int, wanted: int) -> int:
        """What is added to a stamp: what was added last, as much nearer to what is wanted as nobody minds."""
        if self._last_us is None:
            return wanted
        most = max(0, us - self._last_us) // STILL_US * NS_PER_US
        return self._added + max(-most, min(most, wanted - self._added))

    def _contradict(self, now: Clocks) -> None:
        self._contradictions.append(now.raw)
        self._last_us = None
