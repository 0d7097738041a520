"""How a die tumbles, as numbers: its way across the table, its bounces, how it turns. No pixel is known here.

A die is a cube with round corners in space, seen from above; x goes right, y down, z towards whoever looks.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import cos, pi, sin
from typing import TypeAlias

Flat: TypeAlias = tuple[float, float]
Spatial: TypeAlias = tuple[float, float, float]

_LANDS = 0.86
"""By this share of a throw's time a die is where it stays; then it only rocks."""

_ROCKS = 9.0
"""Degrees."""

_BOUNCES = 3

_FLAT = 0.3
"""A side turned away this far (the cosine) is seen flatly."""


@dataclass(frozen=True, slots=True)
class Pose:
    """A die under way, against where and how it will lie.

    Attributes:
        away: how far from its place, in widths of the die, right and down.
        high: how high above the table, in widths of the die.
        turns: angles about x, y and z (radians); all 0: it lies flat and straight.
    """

    away: Flat
    high: float
    turns: Spatial


def pose(share: float, die: int, throw: int) -> Pose:
    """A die's pose when this share of the throw's time, 0 to 1, has passed; each die has a way of its own."""
    seed = die * 7 + throw * 5
    done = min(1.0, share / _LANDS)
    left = (1 - done) ** 2
    way = -1 if seed % 2 else 1
    high = abs(sin(pi * (_BOUNCES * done + 0.5))) * (1 - done) ** 1.3
    away = (way * left * (0.8 + seed % 5 * 0.2), -left * (0.5 + seed % 3 * 0.35))
    rock = sin(2 * pi * (share - _LANDS) / (1 - _LANDS)) * (1 - share) / (1 - _LANDS) if share > _LANDS else 0
    turns = (
        left * (5 + seed % 4 * 0.9),
        left * way * (4 + seed % 3 * 1.3),
        left * way * (2 + seed % 5 * 0.6) + way * rock * _ROCKS * pi / 180,
    )
    return Pose(away, high, turns)


def turned(point: Spatial, turns: Spatial) -> Spatial:
    """A point turned about x, then y, then z."""
    x, y, z = point
    a, b, c = turns
    y, z = y * cos(a) - z * sin(a), y * sin(a) + z * cos(a)
    x, z = x * cos(b) + z * sin(b), z * cos(b) - x * sin(b)
    return x * cos(c) - y * sin(c), x * sin(c) + y * cos(c), z


def _rounded(radius: float, corner: int = 3) -> tuple[Flat, ...]:
    """A square from -1 to 1 with round corners."""
    inner = 1 - radius
    return tuple(
        (
            (inner if quarter in {0, 3} else -inner) + radius * cos(pi / 2 * (quarter + step / corner)),
            (inner if quarter < 2 else -inner) + radius * sin(pi / 2 * (quarter + step / corner)),
        )
        for quarter in range(4)
        for step in range(corner + 1)
    )


INSET = 0.94
"""A face is a little smaller than the cube, so that its edges look round."""

_FACE = tuple((u * INSET, v * INSET) for u, v in _rounded(0.36))
_ENDS = tuple((u * INSET * 0.84, v * INSET * 0.84) for u, v in ((-1, -1), (1, 1), (-1, 1), (1, -1)))
"""Of the two diagonals of a side that is crossed."""


@dataclass(frozen=True, slots=True)
class Side:
    """One side of the cube that is seen.

    Attributes:
        outline: its corners.
        arms: the ends of its two diagonals; none where the side is seen so flatly that they'd be a blot.
        light: how much it faces the lamp above, 0 to 1.
    """

    outline: tuple[Flat, ...]
    arms: tuple[tuple[Flat, Flat], ...]
    light: float


def sides(turns: Spatial) -> tuple[Side, ...]:
    """The sides that are seen of a cube from -1 to 1, the one farthest from the eye first."""
    axes = [turned(axis, turns) for axis in ((1, 0, 0), (0, 1, 0), (0, 0, 1))]
    seen: list[tuple[float, Side]] = []
    for number, way in product(range(3), (1, -1)):
        x, y, z = (way * along for along in axes[number])
        if z <= 0.02:
            continue
        across, down = (axis for place, axis in enumerate(axes) if place != number)
        arms: tuple[tuple[Flat, Flat], ...] = ()
        if z > _FLAT:
            one, other, third, fourth = _flat((x, y, z), across, down, _ENDS)
            arms = (one, other), (third, fourth)
        light = max(0.0, min(1.0, 0.95 * z - 0.45 * y - 0.2 * x))
        seen.append((z, Side(tuple(_flat((x, y, z), across, down, _FACE)), arms, light)))
    return tuple(side for _, side in sorted(seen, key=lambda pair: pair[0]))


def _flat(middle: Spatial, across: Spatial, down: Spatial, points: tuple[Flat, ...]) -> list[Flat]:
    """Points of a side as the eye sees them, a little nearer what is higher.

    Args:
        middle: the side's.
        across: which way its first axis goes.
        down: which way its second does.
        points: on those, from -1 to 1.
    """
    (x, y, z), (ax, ay, az), (dx, dy, dz) = middle, across, down
    return [
        ((x + u * ax + v * dx) * nearer, (y + u * ay + v * dy) * nearer)
        for u, v in points
        for nearer in (1 + 0.09 * (z + u * az + v * dz - 1),)
    ]


def hull(points: list[Flat]) -> list[Flat]:
    """The convex hull, by Andrew's monotone chain."""
    points = sorted(set(points))
    halves: list[list[Flat]] = []
    for way in (points, points[::-1]):
        half: list[Flat] = []
        for point in way:
            x, y = point
            while len(half) > 1:
                ax, ay = half[-2]
                bx, by = half[-1]
                if (bx - ax) * (y - ay) > (by - ay) * (x - ax):
                    break
                half.pop()
            half.append(point)
        halves.append(half[:-1])
    return halves[0] + halves[1]
