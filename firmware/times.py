"""The box's times: how long a contact is watched, when a race is ruled, how close is a tie."""

from __future__ import annotations

from dataclasses import dataclass

from firmware.events import NS_PER_MS, NS_PER_US


@dataclass(frozen=True, slots=True)
class Times:
    """The box's times (all ns); the reasons stand in `firmware.contact` and `firmware.arbiter`."""

    confirm: int = 3 * NS_PER_MS
    bounce: int = 20 * NS_PER_MS
    gap: int = 2 * NS_PER_MS
    release: int = 30 * NS_PER_MS
    settle: int = 30 * NS_PER_MS
    tie: int = 500 * NS_PER_US
