"""A button head's clock: its time in µs, as that of the box."""

from __future__ import annotations

from collections.abc import Callable

from firmware.events import NS_PER_US
from firmware.far_clock import Clocks, FarClock, Stamp

OWN_NS = 13 * NS_PER_US
"""What a stamp may be wrong by the head's own clock: 5 µs of the contact's edge with 100 nF, 8 µs by which
its pictures and its timer may come apart before it says so (hardware/head/README.md)."""


class HeadClock(FarClock):
    """One head's clock.

    Args:
        clocks: reads the kernel's clocks.
    """

    def __init__(self, clocks: Callable[[], Clocks]) -> None:
        super().__init__(clocks, OWN_NS)

    def answer(self, number: int, us: int) -> bool:
        """It answered with its time, µs that are over; False if nobody had asked with that number."""
        return self.answered(number, (us + 1) * NS_PER_US, us * NS_PER_US)

    def stamp(self, us: int) -> Stamp | None:
        """When its clock said this (µs); None if nobody knows."""
        return self.stamped(us * NS_PER_US)
