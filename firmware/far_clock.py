"""Another device's clock as that of the box: its stamps, and how unsure they are there. Pure.

Between them are bounds by question and answer (`firmware.clock_bounds`), by CLOCK_MONOTONIC_RAW, and what
that is apart from CLOCK_MONOTONIC just now. Both move, by some microseconds a second, while the device knows
the order and the distance of its own presses as well as it can. So what is added to its stamps changes only
between presses that are long enough from each other for nobody to care, and never turns their order.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple

from firmware.clock_bounds import ClockBounds, Exchange
from firmware.events import NS_PER_MS, NS_PER_S, NS_PER_US

STILL_NS = 2 * NS_PER_MS
"""Stamps closer than this are as far apart as the device says; later ones to 1 µs for each such time."""

ANEW_NS = NS_PER_S
"""Stamps so far apart only keep their order: nobody compares them to the microsecond, while chrony slews
CLOCK_MONOTONIC by up to 8 % (maxslewrate), and one that followed slowly would be unsure for many minutes."""

SLEW_PPM, AGE_NS = 500, 200 * NS_PER_MS
"""The most by which the kernel makes CLOCK_MONOTONIC run faster or slower for NTP (MAXFREQ,
include/linux/timex.h), and for how long it may have turned meanwhile: NTP does so once in minutes."""

WRONG, WRONG_WITHIN_NS = 3, 60 * NS_PER_S
"""So many contradictions in such a time are a wrong crystal ..."""

SLEPT_NS = 100 * NS_PER_MS
"""... but for those by more, of which each is a device, or a box, that has slept."""

_ASKED_KEPT = 16


class Clocks(NamedTuple):
    """The kernel's two clocks, read together (ns).

    Attributes:
        monotonic: CLOCK_MONOTONIC, which NTP makes run faster or slower.
        raw: CLOCK_MONOTONIC_RAW, which nobody does.
        within: they were read within this.
    """

    monotonic: int
    raw: int
    within: int


class Stamp(NamedTuple):
    """When something was (ns of CLOCK_MONOTONIC), and by how much that may be wrong, either way."""

    at: int
    within: int


def in_steps(ns: int, steps: Sequence[int]) -> int:
    """How unsure something is (ns) as people are told: by the first of these steps that is as much, or more.

    So that it is told anew seldom; what is more than all of them is told as it is.
    """
    return next((step for step in steps if step >= ns), ns)


class FarClock:
    """One device's clock, in ns.

    Args:
        clocks: reads the kernel's clocks.
        own: what a stamp may be wrong by the device's own clock (ns).
    """

    def __init__(self, clocks: Callable[[], Clocks], own: int) -> None:
        self._clocks = clocks
        self._own = own
        self._bounds = ClockBounds()
        self._asked: dict[int, Clocks] = {}
        self._number = 0
        self._apart = 0
        self._last: int | None = None
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

    def answered(self, number: int, received: int, sent: int, heard: int | None = None) -> bool:
        """It has answered.

        Args:
            number: the question's.
            received: by its clock not before the question was there.
            sent: by its clock not after the answer was sent.
            heard: CLOCK_MONOTONIC_RAW when the answer was there; None: now.

        Returns:
            False if nobody had asked with that number.
        """
        asked, now = self._asked.pop(number, None), self._clocks()
        if asked is None:
            return False
        self._apart = asked.monotonic - asked.raw
        before = self._bounds.at(now.raw)
        if not self._bounds.note(Exchange(asked.raw, received, sent, now.raw if heard is None else heard)):
            after = self._bounds.at(now.raw)
            self._contradict(now, abs(after.ahead - before.ahead) if before and after else 0)
        return True

    def forget(self) -> None:
        """Nothing is known of it any more: it may have stood still."""
        self._bounds.forget()
        self._asked.clear()
        self._last = None

    def within(self) -> int | None:
        """By how much a stamp of now may be wrong, either way (ns); None if nothing is known."""
        now = self._clocks()
        offset = self._bounds.at(now.raw)
        slewed = abs(now.monotonic - now.raw - self._apart)
        return None if offset is None else self._own + now.within + offset.within + slewed

    def stamped(self, there: int) -> Stamp | None:
        """When its clock said this, not before what was last asked; None if nobody knows."""
        now = self._clocks()
        rough = self._bounds.at(now.raw)
        if rough is None:
            return None
        offset = self._bounds.at(there + rough.ahead) or rough
        apart = now.monotonic - now.raw
        wanted = offset.ahead + apart
        added = self._step(there, wanted)
        # Since the last question that was answered, so long before it was; since it was, also to and fro.
        age = min(max(0, now.raw - there - offset.ahead), AGE_NS)
        slewed = abs(apart - self._apart) + age * SLEW_PPM // 1_000_000
        stamp = Stamp(there + added, self._own + now.within + offset.within + abs(added - wanted) + slewed)
        if stamp.at - stamp.within > now.monotonic:  # it is yet to come, says a clock that went on without us
            self._bounds.forget()
            self._contradict(now, stamp.at - now.monotonic)
            return None
        self._last, self._added = there, added
        return stamp

    def _step(self, there: int, wanted: int) -> int:
        """What is added to a stamp: what was added last, as much nearer to what is wanted as nobody minds."""
        if self._last is None:
            return wanted
        since = max(0, there - self._last)
        most = since if since >= ANEW_NS else since // STILL_NS * NS_PER_US
        return self._added + max(-most, min(most, wanted - self._added))

    def _contradict(self, now: Clocks, by: int) -> None:
        if by < SLEPT_NS:
            self._contradictions.append(now.raw)
