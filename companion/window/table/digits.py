"""Draws large tiles with a digit each (`companion.table.parts`)."""

from __future__ import annotations

from pygame import Rect, Surface

from companion.table.parts import Digits
from companion.window import theme
from companion.window.scale import Scale
from companion.window.table.fit import fitted
from companion.window.theme import SPACE

_TALL = 1.25
"""A tile's height to its width."""


def draw_digits(target: Surface, *, scale: Scale, rect: Rect, part: Digits) -> None:
    """The tiles, as large as their place allows; those to come are empty places.

    Args:
        target: the window.
        scale: theme and sizes.
        rect: its place.
        part: the digits.
    """
    gap = scale.px(SPACE.gap)
    room = rect.inflate(-2 * gap, -gap)
    width = min((room.width - (part.places - 1) * gap) // part.places, round(room.height / _TALL))
    if width < 8:
        return
    height = round(width * _TALL)
    left = rect.centerx - (part.places * (width + gap) - gap) // 2
    for place in range(part.places):
        tile = Rect(left + place * (width + gap), rect.centery - height // 2, width, height)
        _tile(target, scale, tile, part.digits[place] if place < len(part.digits) else None)


def _tile(target: Surface, scale: Scale, tile: Rect, digit: int | None) -> None:
    palette, radius = scale.palette, min(scale.px(SPACE.radius), tile.width // 5)
    breadth = scale.px(SPACE.rim)
    if digit is None:
        theme.plate(target, palette.sunk, palette.panel_rim, tile, radius=radius, breadth=breadth)
        theme.centred(target, scale.type.ink("?", tile.height * 3 // 5, palette.faint), tile.center)
        return
    theme.rounded(target, palette.ground_edge.lerp("black", 0.35), tile.move(0, 2 * breadth), radius)
    theme.plate(target, palette.card, palette.card_rim, tile, radius=radius, breadth=breadth)
    text = str(digit)
    size = fitted(scale, text, round(tile.height * 1.15), round(tile.width * 0.8))
    theme.centred(target, scale.type.ink(text, size, palette.card_ink), tile.center)
