"""Small shapes the letters don't have, as polygons in the unit square: -1 to 1, y downwards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import cos, pi, sin

import pygame
from pygame import Color, Surface, Vector2

from companion.window.theme import SMOOTH
from firmware.drawing.shapes import Polygon

_FINE = 48


@lru_cache(maxsize=1)
def heart() -> Polygon:
    """A heart, its point down."""
    turns = (2 * pi * step / _FINE for step in range(_FINE))
    return tuple(
        (
            sin(t) ** 3,
            -(13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t) + 2.5) / 15,
        )
        for t in turns
    )


ARROW: Polygon = ((0, -1), (0.62, -0.2), (0.26, -0.2), (0.26, 1), (-0.26, 1), (-0.26, -0.2), (-0.62, -0.2))
"""It points up."""

CROSS: Polygon = (
    (-1, -0.7), (-0.7, -1), (0, -0.3), (0.7, -1), (1, -0.7), (0.3, 0),
    (1, 0.7), (0.7, 1), (0, 0.3), (-0.7, 1), (-1, 0.7), (-0.3, 0),
)  # fmt: skip

TICK: Polygon = ((-1, 0.1), (-0.68, -0.22), (-0.3, 0.16), (0.68, -0.82), (1, -0.5), (-0.3, 0.8))

_THERE: Polygon = (
    (1, -0.5),
    (0.35, -1),
    (0.35, -0.72),
    (-0.9, -0.72),
    (-0.9, -0.28),
    (0.35, -0.28),
    (0.35, 0),
)
REVERSE: tuple[Polygon, Polygon] = (_THERE, tuple((-x, -y) for x, y in _THERE))
"""There, and back again."""


def shape(target: Surface, colour: Color, polygon: Polygon, centre: Sequence[float], radius: float) -> None:
    """Fill a shape; where it is to be smooth, onto a surface that is shrunk afterwards."""
    middle = Vector2(centre)
    pygame.draw.polygon(target, colour, [middle + Vector2(x, y) * radius for x, y in polygon])


def smooth(colour: Color, polygons: Sequence[Polygon], radius: int, rim: Color | None = None) -> Surface:
    """Shapes as a smooth picture with nothing around them, ``2 * radius`` across.

    Args:
        colour: of the inside.
        polygons: the shapes.
        radius: half of what they are across (px).
        rim: what they are lined with, if anything.
    """
    across = 2 * radius * SMOOTH
    big = Surface((across, across), pygame.SRCALPHA)
    big.fill((*colour[:3], 0))  # clear, but not black: edges mix with it
    centre, reach = (across / 2, across / 2), across / 2 * (0.84 if rim else 0.98)
    for polygon in polygons:
        if rim:
            corners = [Vector2(centre) + Vector2(x, y) * reach for x, y in polygon]
            for corner, following in zip(corners, corners[1:] + corners[:1], strict=True):
                pygame.draw.line(big, rim, corner, following, across // 8)
                pygame.draw.circle(big, rim, corner, across // 16)
        shape(big, colour, polygon, centre, reach)
    return pygame.transform.smoothscale(big, (2 * radius, 2 * radius))
