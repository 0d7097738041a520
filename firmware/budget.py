"""How sure a stamp is: what all parts from finger to stamp come to, and what is promised of a ruling.

What is claimed is the order of *electrical contact*. So the finger and the button's travel are told here, and
count for nothing in what is promised; nor does what comes after the stamp, which can't change a ruling.

Each part makes a stamp late by something between ``least`` and ``most``; a negative lateness is an early
stamp. They are combined as the GUM does (JCGM 100:2008, 4.3, 5.1, 6.2), twice: standard uncertainties in root
sum of squares, expanded by `COVERAGE`, and, beside it, the bounds simply added. Only differences matter: what
is alike for two buttons cancels between them.

The promise, with ``d`` from the one true first touch to the other, ``t`` the tie (of others than pins: how
far apart their stamps must be, as *Who plays?* says) and the guard band `Guard`:

- ``d < t - below``: always a tie;
- ``d > t + above``: never one;
- between them: either, for nobody can know;
- and at any ``d``, as long as ``t`` isn't less than ``below``: nobody wins alone who wasn't first.

The guard is made of the added bounds, not of the expanded uncertainty: *always* is no matter of chance. On a
box that was measured (`firmware.presses.loopback`) what was measured stands for the parts it saw.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot, log, sqrt
from typing import NamedTuple

from firmware.budget_parts import BUDGET, Kind, Part, Shape, Varies
from firmware.events import Between
from firmware.presses.spans import UNSEEN_NS

__all__ = ["BUDGET", "COVERAGE", "Combined", "Guard", "Kind", "combined", "guard", "interval", "promise"]

COVERAGE = 3.29
"""The factor: 99.9 % of a normal distribution."""


_WIDTH = {Shape.UNIFORM: sqrt(12), Shape.NORMAL: 2 * COVERAGE, Shape.TAIL: log(1000)}
"""From one bound to the other, in standard uncertainties."""


class Combined(NamedTuple):
    """By how much two stamps may be wrong, compared with each other (ns): one's lateness less the other's.

    Attributes:
        random: the standard uncertainty of what varies from press to press.
        systematic: that of what a button, a device or a box keeps.
        least: the least it can be, by the bounds of all parts.
        most: and the most.
    """

    random: float
    systematic: float
    least: int
    most: int

    @property
    def standard(self) -> float:
        """Both together."""
        return hypot(self.random, self.systematic)

    @property
    def expanded(self) -> float:
        """That by `COVERAGE`; but where bounded parts rule, no more than the bounds allow."""
        return min(COVERAGE * self.standard, max(-self.least, self.most))


class Guard(NamedTuple):
    """The band round a tie in which nothing is promised (ns); see above."""

    below: int
    above: int


def parts(kind: Kind) -> tuple[Part, ...]:
    """What lies between a contact of this kind and its stamp."""
    return tuple(part for part in BUDGET if kind in part.kinds and part.varies is not Varies.FINGER)


def standard(part: Part) -> float:
    """A part's standard uncertainty (ns); GUM 4.3.7, 4.3.9."""
    least, most = part.late
    return (most - least) / _WIDTH[part.shape]


def combined(one: Kind, other: Kind | None = None) -> Combined:
    """What two buttons may be wrong by, compared with each other.

    Args:
        one: the kind of the first.
        other: and of the second; None: the same, and then what is alike for all of it cancels.
    """
    alike = other is None
    first, second = (_counted(kind, alike=alike) for kind in (one, one if other is None else other))
    both = [*first, *second]
    random = hypot(*(standard(part) for part in both if part.varies is Varies.PRESS))
    systematic = hypot(*(standard(part) for part in both if part.varies is not Varies.PRESS))
    (low, high), (least, most) = _bounds(first), _bounds(second)
    return Combined(random, systematic, low - most, high - least)


def interval(kind: Kind) -> tuple[int, int]:
    """How late a stamp is at least and at most (ns), but for what is the same for all pins of a box.

    That is by the bounds, so 99.9 % and more lie within. Nought does, too: lines in a kernel's rig have no
    capacitors.
    """
    least, most = _bounds(part for part in parts(kind) if part.varies is not Varies.BOX)
    return min(0, least), most


def guard(kind: Kind, widest: int | None = None) -> Guard:
    """The guard band between two buttons of a kind; of plugged-in ones: on one device.

    Args:
        kind: of both.
        widest: how far apart a loop-back of this very box found stamps of one instant at most (ns).
    """
    counted = [part for part in _counted(kind, alike=True) if widest is None or not part.looped]
    least, most = _bounds(counted)
    apart = most - least + (widest or 0)
    return Guard(apart, apart + (UNSEEN_NS if kind is Kind.BARE else 0))


def promise(guard: Guard, tie: int) -> tuple[int, int]:
    """Below which distance it is always a tie, and above which never (ns); 0: below none."""
    return max(0, tie - guard.below), tie + guard.above


def _counted(kind: Kind, *, alike: bool) -> list[Part]:
    return [part for part in parts(kind) if not (alike and part.shared)]


def _bounds(counted: Iterable[Part]) -> Between:
    both = [part.late for part in counted]
    return sum(least for least, _ in both), sum(most for _, most in both)
