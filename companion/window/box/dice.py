"""Dice in their colours, laid on the glass where the panel's picture shows them.

*With* is a coloured die. *Without* is hollow, with a coloured rim and a coloured cross whose arms run out
over its corners: the same difference as on the OLED, so that nobody has to learn two.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import pygame
from pygame import Color, Rect, Surface

from companion.window.theme import BOX, SMOOTH
from companion.window.type import Type
from firmware.drawing.figures import Spot

_DARK_INK, _LIGHT_INK = Color("#14171b"), Color("white")


def draw_dice(
    target: Surface, type_: Type, corner: tuple[int, int], scale: int, dice: Iterable[Spot], *, ground: Color
) -> None:
    """Lay dice that have a colour over a panel's picture.

    Args:
        target: the panel's glass.
        type_: the window's letters.
        corner: where on it the picture's top left corner is.
        scale: window pixels to a pixel of the picture.
        dice: their places in the picture.
        ground: the colour around them.
    """
    for face, x, y, side in dice:
        if face.colour:
            spot = Rect(corner[0] + x * scale, corner[1] + y * scale, side * scale, side * scale)
            target.fill(ground, spot)
            drawn = die(
                type_, face.text, face.colour, spot.width, crossed=face.crossed, ground=int(BOX.glass)
            )
            target.blit(drawn, spot)


@lru_cache(maxsize=64)
def die(type_: Type, text: str, shade: str, side: int, *, crossed: bool, ground: int) -> Surface:
    """One die of Kezao.

    Args:
        type_: the window's letters.
        text: its colour's letter; empty while it isn't to be read.
        shade: its colour, #rrggbb.
        side: its width and height, pixels.
        crossed: it is a *without*.
        ground: what a hollow die is filled with, as 0xrrggbbaa.
    """
    large = Surface((side * SMOOTH, side * SMOOTH), pygame.SRCALPHA)
    colour, inside = Color(shade), Color(ground)
    dark = not _light(inside)
    edge = colour.lerp(Color("white" if dark else "black"), 0.6)  # dark colours need it on dark glass
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
    ink = _DARK_INK if _light(inside if crossed else colour) else _LIGHT_INK
    height = round(large.width * (0.74 if crossed else 0.95))
    at = (large.width - type_.width(text, height)) / 2
    type_.write(large, text, height, ink, (at, large.height // 2))
    return pygame.transform.smoothscale(large, (side, side))


def _light(colour: Color) -> bool:
    return 0.299 * colour.r + 0.587 * colour.g + 0.114 * colour.b > 125


def _plate(target: Surface, rect: Rect, colour: Color) -> None:
    pygame.draw.rect(target, colour, rect, border_radius=rect.width // 5)


def _cross(target: Surface, breadth: int, colour: Color) -> None:
    """Both diagonals, from corner to corner, their ends cut off by the edges."""
    end, half = target.width, breadth * 0.71
    strip = [(0.0, half), (0.0, 0.0), (half, 0.0), (end, end - half), (end, end), (end - half, end)]
    for mirrored in (False, True):
        pygame.draw.polygon(target, colour, [(end - x if mirrored else x, y) for x, y in strip])
