"""A die of one colour.

*With* is a coloured die. *Without* is hollow, with a coloured rim and a coloured cross whose arms run out
over its corners: the same difference as on the OLED, so that nobody has to learn two.
"""

from __future__ import annotations

from functools import lru_cache

import pygame
from pygame import Color, Rect, Surface

from companion.window.theme import BLACK, DARK_INK, SMOOTH, WHITE, enlarged, is_light, shrunk
from companion.window.type import Type


@lru_cache(maxsize=64)
def coloured_die(type_: Type, text: str, side: int, shade: int, ground: int, *, crossed: bool) -> Surface:
    """Its picture.

    Args:
        type_: the window's letters.
        text: its colour's letter; empty while it isn't to be read.
        side: its width and height, pixels.
        shade: its colour, as 0xrrggbbaa.
        ground: what a hollow die is filled with, as 0xrrggbbaa.
        crossed: it is a *without*.
    """
    large = enlarged((side, side))
    colour, inside = Color(shade), Color(ground)
    edge = colour.lerp(BLACK if is_light(inside) else WHITE, 0.6)  # dark colours need it on dark glass
    rim = max(SMOOTH, large.width // 40)
    if crossed:
        body = large.get_rect().scale_by(0.78)
        for inset, ink in ((0, edge), (rim, colour), (3 * rim, edge), (4 * rim, inside)):
            _plate(large, body.inflate(-2 * inset, -2 * inset), ink)
        arm = large.width // 6
        _cross(large, arm, edge)
        _cross(large, arm - 2 * rim, colour)
        _plate(large, large.get_rect().scale_by(0.48), inside)
    else:
        _plate(large, large.get_rect(), edge)
        _plate(large, large.get_rect().inflate(-2 * rim, -2 * rim), colour)
    ink = DARK_INK if is_light(inside if crossed else colour) else WHITE
    height = round(large.width * (0.74 if crossed else 0.95))
    at = (large.width - type_.width(text, height)) / 2
    type_.write(large, text, height, ink, (at, large.height // 2))
    return shrunk(large)


def _plate(target: Surface, rect: Rect, colour: Color) -> None:
    pygame.draw.rect(target, colour, rect, border_radius=rect.width // 5)


def _cross(target: Surface, breadth: int, colour: Color) -> None:
    """Both diagonals, from corner to corner, their ends cut off by the edges."""
    end, half = target.width, breadth * 0.71
    strip = [(0.0, half), (0.0, 0.0), (half, 0.0), (end, end - half), (end, end), (end - half, end)]
    for mirrored in (False, True):
        pygame.draw.polygon(target, colour, [(end - x if mirrored else x, y) for x, y in strip])
