"""Small shapes the letters don't have, as polygons in the unit square: -1 to 1, y downwards."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

import pygame
from pygame import Color, Surface, Vector2

from companion.window.theme import enlarged, shrunk
from firmware.drawing.shapes import Polygon

_FINE = 48

HEART: Polygon = tuple(
    (sin(t) ** 3, -(13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t) + 2.5) / 15)
    for t in (2 * pi * step / _FINE for step in range(_FINE))
)
"""Its point down."""

ARROW: Polygon = ((0, -1), (0.62, -0.2), (0.26, -0.2), (0.26, 1), (-0.26, 1), (-0.26, -0.2), (-0.62, -0.2))
"""It points up."""

CROSS: Polygon = (
    (-1, -0.7), (-0.7, -1), (0, -0.3), (0.7, -1), (1, -0.7), (0.3, 0),
    (1, 0.7), (0.7, 1), (0, 0.3), (-0.7, 1), (-1, 0.7), (-0.3, 0),
)  # fmt: skip

TICK: Polygon = ((-1, 0.1), (-0.68, -0.22), (-0.3, 0.16), (0.68, -0.82), (1, -0.5), (-0.3, 0.8))

_THERE: Polygon = (
    (1, -0.5), (0.35, -1), (0.35, -0.72), (-0.9, -0.72), (-0.9, -0.28), (0.35, -0.28), (0.35, 0),
)  # fmt: skip
REVERSE: tuple[Polygon, Polygon] = (_THERE, tuple((-x, -y) for x, y in _THERE))
"""There, and back again."""


def corners(shape: Polygon, centre: Vector2 | tuple[float, float], radius: float) -> list[Vector2]:
    """A shape's corners round a point."""
    middle = Vector2(centre)
    return [middle + Vector2(x, y) * radius for x, y in shape]


def smooth(colour: Color, polygons: Sequence[Polygon], radius: int, rim: Color | None = None) -> Surface:
    """Shapes as a smooth picture with nothing around them, ``2 * radius`` across (px), lined with a rim."""
    big = enlarged((2 * radius, 2 * radius), colour)
    half = big.width / 2
    for polygon in polygons:
        points = corners(polygon, (half, half), half * (0.84 if rim else 0.98))
        if rim:
            for corner, following in zip(points, points[1:] + points[:1], strict=True):
                pygame.draw.line(big, rim, corner, following, big.width // 8)
                pygame.draw.circle(big, rim, corner, big.width // 16)
        pygame.draw.polygon(big, colour, points)
    return shrunk(big)
