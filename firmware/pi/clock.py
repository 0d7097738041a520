"""The kernel's monotonic clocks, and its stamps as gpiozero's pins report them: ticks, float seconds.

lgpio hands gpiozero the kernel's stamp in ns; gpiozero divides it by 1e9. A double holds that to a quarter
of a nanosecond up to 48 days of uptime (2^22 s), so rounding gives the kernel's very integer back; after
that a stamp can be a nanosecond or a few off, which nothing here can tell.
"""

from __future__ import annotations

import time

from firmware.events import NS_PER_S, NS_PER_US
from firmware.far_clock import Clocks


class MonotonicClock:
    """A `firmware.ports.Clock` that reads CLOCK_MONOTONIC."""

    def now(self) -> int:
        """The time now, ns."""
        return time.monotonic_ns()


_TRIES = 3
_TOGETHER_NS = 5 * NS_PER_US


def clocks() -> Clocks:
    """Both clocks; read anew if something came between, a few times."""
    best: Clocks | None = None
    for _ in range(_TRIES):
        before = time.clock_gettime_ns(time.CLOCK_MONOTONIC_RAW)
        monotonic = time.monotonic_ns()
        after = time.clock_gettime_ns(time.CLOCK_MONOTONIC_RAW)
        if best is None or after - before < best.within:
            best = Clocks(monotonic, (before + after) // 2, after - before)
        if best.within < _TOGETHER_NS:
            break
    assert best is not None
    return best


def to_ticks(at: int) -> float:
    """Seconds as gpiozero's pins report them, from ns."""
    return at / NS_PER_S


def to_ns(ticks: float) -> int:
    """Whole nanoseconds from a pin's ticks."""
    return round(ticks * NS_PER_S)
