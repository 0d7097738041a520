"""Between which bounds another clock is, by asking it for its time. Pure.

Whoever asks knows when the question left and when the answer was there; the other clock was read in between.
So each exchange bounds how far the two clocks are from each other, however long it took each way; no average
of them does. All of the last 20 s together bound it best, each wider by what the clocks may have drifted
since. Two clocks whose bounds exclude each other aren't what they are taken for: then all is forgotten.

Times are ns, each of its own clock. That of whoever asks must be one that nobody slews (CLOCK_MONOTONIC_RAW;
NTP slews CLOCK_MONOTONIC by up to 500 ppm).
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from firmware.events import NS_PER_S

DRIFT_PPM = 100
"""By how much two clocks may run unlike: crystals are good to 20 to 50 ppm each."""

WINDOW_NS = 20 * NS_PER_S
"""What is older has drifted further than any new answer is wide."""


class Exchange(NamedTuple):
    """A question and its answer.

    Attributes:
        asked: when the question was sent, by the clock of whoever asks.
        received: when it was there, by the other clock.
        answered: when the answer was sent, by the other clock.
        heard: when that was there, by the clock of whoever asks.
    """

    asked: int
    received: int
    answered: int
    heard: int


class Offset(NamedTuple):
    """How far the clock of whoever asks is ahead of the other (ns).

    Attributes:
        ahead: the middle of its bounds.
        within: half their width, rounded up.
    """

    ahead: int
    within: int


class ClockBounds:
    """What the exchanges of the last 20 s tell."""

    def __init__(self) -> None:
        self._kept: deque[Exchange] = deque()

    def note(self, exchange: Exchange) -> bool:
        """Take one exchange.

        Returns:
            False if it can't be true together with those before, which are forgotten.
        """
        while self._kept and exchange.heard - self._kept[0].heard > WINDOW_NS:
            self._kept.popleft()
        self._kept.append(exchange)
        low, high = self._bounds(exchange.heard)
        if low <= high:
            return True
        self._kept = deque([exchange])
        return False

    def forget(self) -> None:
        """Nothing is known any more."""
        self._kept.clear()

    def at(self, moment: int) -> Offset | None:
        """How far the clocks were apart at a moment of whoever asks; None if nothing is known."""
        if not self._kept:
            return None
        low, high = self._bounds(moment)  # low is above high by a crystal not yet found to run wrong
        return Offset((low + high) // 2, (abs(high - low) + 1) // 2)

    def _bounds(self, moment: int) -> tuple[int, int]:
        low = max(one.asked - one.received - _drift(moment - one.asked) for one in self._kept)
        high = min(one.heard - one.answered + _drift(moment - one.heard) for one in self._kept)
        return low, high


def _drift(ns: int) -> int:
    return -(-abs(ns) * DRIFT_PPM // 1_000_000)
