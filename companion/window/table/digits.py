"""Draws large tiles with a digit each (`companion.table.parts`)."""

from __future__ import annotations

from pygame import Rect, Surface

from companion.table.parts import Digits
from companion.window.scale import Scale
from companion.window.table.fit import write_figure
from companion.window.theme import centred, plate, rounded

_TILE_TALL = 1.25
"""A tile's height to its width."""


def draw_digits(target: Surface, scale: Scale, rect: Rect, part: Digits) -> None:
    """The tiles, as large as their place allows; those to come are empty places."""
    gap = scale.gap
    room = rect.inflate(-2 * gap, -gap)
    width = min((room.width - (part.places - 1) * gap) // part.places, round(room.height / _TILE_TALL))
    if width < 8:
        return
    height = round(width * _TILE_TALL)
    left = rect.centerx - (part.places * (width + gap) - gap) // 2
    for place in range(part.places):
        tile = Rect(left + place * (width + gap), rect.centery - height // 2, width, height)
        _tile(target, scale, tile, part.digits[place] if place < len(part.digits) else None)


def _tile(target: Surface, scale: Scale, tile: Rect, digit: int | None) -> None:
    palette, radius = scale.palette, min(scale.radius, tile.width // 5)
    breadth = scale.rim
    if digit is None:
        plate(target, palette.sunk, palette.panel_rim, tile, radius=radius, breadth=breadth)
        centred(target, scale.type.ink("?", tile.height * 3 // 5, palette.faint), tile.center)
        return
    rounded(target, palette.ground_edge.lerp("black", 0.35), tile.move(0, 2 * breadth), radius)
    plate(target, palette.card, palette.card_rim, tile, radius=radius, breadth=breadth)
    write_figure(target, scale, tile, str(digit), share=0.8, tall=1.15, colour=palette.card_ink)
