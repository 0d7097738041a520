"""The box's times: how long a contact is watched, when to rule, how close is a tie, when panels rest."""

from __future__ import annotations

from dataclasses import dataclass

from firmware.events import NS_PER_MS, NS_PER_S, NS_PER_US


@dataclass(frozen=True, slots=True)
class Times:
    """The box's times (all ns); the reasons stand in `firmware.contact` and `firmware.arbiter`."""

    confirm: int = 3 * NS_PER_MS
    bounce: int = 20 * NS_PER_MS
    gap: int = 2 * NS_PER_MS
    release: int = 30 * NS_PER_MS
    settle: int = 30 * NS_PER_MS
    tie: int = 500 * NS_PER_US


@dataclass(frozen=True, slots=True)
class Rests:
    """How long panels that nobody touches and that show the same stay as they are (ns).

    Attributes:
        dim: bright; afterwards they are dim.
        shift: where their picture belongs; afterwards it moves a little every minute.
    """

    dim: int = 300 * NS_PER_S
    shift: int = 600 * NS_PER_S
