"""What truly happened in a race on one chip, by the injector's own clock; and whether that was the plan."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from firmware.events import NS_PER_MS, NS_PER_US, Seat
from tests.kernel.fairness.plan import Race
from tests.kernel.guest.injector import Pulled

STUMBLE_NS = 25 * NS_PER_US
LEAST_LAG_NS = 5 * NS_PER_US


def touch_lag(gap: int) -> int:
    """How far from its gap a touch may be (ns): a clock tick takes some 20 us; half a short gap is less."""
    return max(LEAST_LAG_NS, min(STUMBLE_NS, gap // 2), gap // 10)


FLIP_LAG_NS = 200 * NS_PER_US
"""How far from its place after the flip before any other may be: later ones would run into one another."""

PAUSE_NS = 5 * NS_PER_MS
"""After so long a pause any flip may be late: it begins something new."""

Touch = tuple[int, int]
"""The moments right before and right after a seat's first touch (ns of CLOCK_MONOTONIC)."""


@dataclass(frozen=True, slots=True)
class Truth:
    """A race as it was played on one chip.

    Attributes:
        touches: of each seat, in the order in which they were made.
    """

    touches: dict[Seat, Touch]

    @property
    def order(self) -> tuple[Seat, ...]:
        """The seats in the order of their first touches."""
        return tuple(self.touches)

    @property
    def began(self) -> int:
        """Right before the first touch (ns)."""
        return min(before for before, _ in self.touches.values())

    def behind(self, seat: Seat) -> tuple[int, int]:
        """The least and the most that a seat's touch can have been stamped after the first seat's (ns)."""
        first_before, first_after = next(iter(self.touches.values()))
        before, after = self.touches[seat]
        return before - first_after, after - first_before


def touches(race: Race, pulled: Sequence[Pulled]) -> Truth:
    """The first touch of each seat, out of all that was pulled for a race, in the plan's order."""
    made: dict[Seat, Touch] = {}
    for flip, one in zip(race.flips, pulled, strict=True):
        made.setdefault(flip.seat, (one.before_ns, one.after_ns))
    return Truth(made)


def smeared(race: Race, pulled: Sequence[Pulled], lag: int = 0) -> bool:
    """Whether the machine under the guest was busy elsewhere, so that this is another race than planned.

    Only the injector's clock has a say in it, nothing a contestant did.

    Args:
        race: the plan.
        pulled: what was done.
        lag: how far from its gap a touch may be in any case (ns).
    """
    allowed = max(lag, touch_lag(race.gap))
    made = list(touches(race, pulled).touches.values())
    if any(not _as_planned(one, other, race.gap, allowed) for one, other in pairwise(made)):
        return True
    lags = [(flip.at, one.before_ns - flip.at) for flip, one in zip(race.flips, pulled, strict=True)]
    return any(
        abs(lag - before) > FLIP_LAG_NS
        for (since, before), (at, lag) in pairwise(lags)
        if at - since < PAUSE_NS
    )


def _as_planned(one: Touch, other: Touch, gap: int, allowed: int) -> bool:
    """Whether the second touch surely came after the first, and about ``gap`` after it."""
    nearest, farthest = other[0] - one[1], other[1] - one[0]
    return nearest >= 0 and abs(other[0] - one[0] - gap) <= allowed and farthest <= gap + 2 * allowed
