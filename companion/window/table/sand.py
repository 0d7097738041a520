"""The shape of an hourglass and how its sand lies, as numbers: nothing here knows a pixel.

Coordinates are in the unit square: x from -1 to 1, y from -1 (upper lid) over 0 (the neck) to 1 (lower lid).
What is seen is what is left: the area of the sand above is to the area of all of it as time left to time.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from functools import lru_cache
from math import pi, sin
from typing import TypeAlias

NECK = 0.035
"""Half the neck's width."""

_FILLED = 0.80
"""How far above the neck a full glass is filled; it is never filled to the lid."""

_DIMPLE, _HEAP = 0.32, 0.36
"""How steeply sand slopes towards the neck above, and down from the heap's top below."""

_SINKS_IN = 0.12
"""The dimple of a full glass is as deep as it gets once this share has run."""

_COLUMNS = 32
_CLOSE = 4e-4

Surface: TypeAlias = Callable[[float], float]
"""Where the sand's surface is at an x, which is taken as its distance from the middle."""


def wall(away: float) -> float:
    """Half the glass's width at a distance from the neck, both from 0 to 1."""
    return NECK + (1 - NECK) * float(sin(pi / 2 * min(1.0, 1.28 * away)) ** 1.35)


_WALLS = tuple(wall(step / 1000) for step in range(1001))


def neck_side(x: float) -> float:
    """How far from the neck the glass is first as wide as ``x``; the inverse of `wall`."""
    return bisect_left(_WALLS, min(abs(x), 1.0)) / 1000


_ACROSS = tuple((step + 0.5) / _COLUMNS for step in range(_COLUMNS))
_SIDES = tuple(neck_side(x) for x in _ACROSS)
_ALL = sum(max(0.0, _FILLED - side) for side in _SIDES)


def _slope_above(share: float) -> float:
    return _DIMPLE * min(1.0, (1 - share) / _SINKS_IN)


def _solve(area: Callable[[float], float], wanted: float) -> float:
    """The level at which an area that grows with it is the wanted one."""
    low, high = -0.1, 1.3
    while high - low > _CLOSE:
        middle = (low + high) / 2
        low, high = (middle, high) if area(middle) < wanted else (low, middle)
    return (low + high) / 2


@lru_cache(maxsize=8)
def above(share: float) -> Surface:
    """The surface in the upper bulb with this share of the sand in it, 0 to 1: a dimple over the neck."""
    slope = _slope_above(share)

    def area(level: float) -> float:
        return sum(
            max(0.0, min(1.0, level + slope * x) - side) for x, side in zip(_ACROSS, _SIDES, strict=True)
        )

    level = _solve(area, share * _ALL)
    return lambda x: -min(1.0, level + slope * abs(x))


@lru_cache(maxsize=8)
def below(share: float) -> Surface:
    """The surface in the lower bulb while this share is still above, 0 to 1: a heap under the neck."""

    def area(top: float) -> float:
        return sum(
            max(0.0, 1 - max(side, 1 - top + _HEAP * x)) for x, side in zip(_ACROSS, _SIDES, strict=True)
        )

    top = max(0.0, _solve(area, (1 - share) * _ALL))
    return lambda x: min(1.0, 1 - top + _HEAP * abs(x))
