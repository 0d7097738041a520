"""How often a plugged-in device is asked, found from when its presses were told.

A USB device is asked for its buttons every so often and answers at that beat alone: whatever lies between two
of its stamps is a multiple of the interval, but for what the kernel's interrupt adds, and for two clocks that
don't run alike. The largest interval that explains them is taken, since any part of it would, too. A stamp
may be far too late and fit nothing, so some more are wanted for each that doesn't.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from firmware.events import NS_PER_MS, NS_PER_US

LONGEST_MS = 64
"""Nobody would play with buttons that are asked less often."""

JITTER_NS = 150 * NS_PER_US
"""An interrupt may be so late, and the one before it wasn't."""

DRIFT = 10_000
"""The bus's clock may be wrong by the ten thousandth part, or the machine's."""

ENOUGH, WORTH = 17, 3
"""So many steps between stamps must fit, and three more for each that doesn't: half of them fit twice the
interval by chance, but all of so many do so once in ten thousand times at most."""

CLEARLY = 3
"""Of a larger interval one step in so many must not fit, or it may be that one, and some stamps were late."""


def polled_every(stamps: Iterable[int]) -> int | None:
    """The interval (ns), in whole milliseconds; None if these stamps keep to none, or are too few.

    Args:
        stamps: when the device told of a press, or of its end (ns), in any order.
    """
    steps = [after - before for before, after in pairwise(sorted(set(stamps)))]
    unclear: set[int] = set()
    for ms in range(LONGEST_MS, 0, -1):
        interval = ms * NS_PER_MS
        telling = [step for step in steps if _slack(step) <= interval // 4]
        misfits = sum(_beside(step, interval) > _slack(step) for step in telling)
        if misfits * CLEARLY < len(telling):
            if len(telling) >= ENOUGH + (WORTH + 1) * misfits and not unclear & set(
                range(ms, LONGEST_MS + 1, ms)
            ):
                return interval
            unclear.add(ms)
    return None


def _slack(step: int) -> int:
    """How far from a multiple a step may be (ns)."""
    return JITTER_NS + step // DRIFT


def _beside(step: int, interval: int) -> int:
    """How far it is (ns)."""
    return abs((step + interval // 2) % interval - interval // 2)
