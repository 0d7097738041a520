"""Draws standings (`companion.table.parts`): who has reached what, as large as there is room for."""

from __future__ import annotations

from pygame import Rect, Surface

from companion.table.parts import Standings
from companion.window.scale import Scale
from companion.window.surfaces import draw_raised, draw_shadow
from companion.window.table.fit import fitted, write_line
from companion.window.theme import SIZES

_ONE_COLUMN = 4
"""More rows than these stand in two columns."""

_WIDE = 0.78
"""Of the place's width, one column has no more: what belongs together stands together."""

_LETTERS = 0.72
"""Of a row's height, its letters."""


def draw_standings(target: Surface, scale: Scale, rect: Rect, part: Standings) -> None:
    """Rows below each other, who to the left, how it stands to the right; all letters equally large."""
    rect = Rect(rect.x + scale.rim, rect.y, rect.width - 2 * scale.rim, rect.height - 2 * scale.rim)
    columns = 1 if len(part.rows) <= _ONE_COLUMN else 2
    rows = -(-len(part.rows) // columns)
    high = min((rect.height - scale.gap * (rows - 1)) // rows, scale.letters(SIZES.headline))
    across = (rect.width - scale.gap) // 2 if columns == 2 else round(rect.width * _WIDE)
    left = rect.centerx - (columns * across + (columns - 1) * scale.gap) // 2
    top = rect.centery - (rows * (high + scale.gap) - scale.gap) // 2
    inner = across - 2 * scale.pad
    size = min(fitted(scale, f"{who}    {told}", round(high * _LETTERS), inner) for who, told in part.rows)
    size, radius = max(scale.least, size), min(scale.radius, high // 3)
    for number, (who, told) in enumerate(part.rows):
        column, row = divmod(number, rows)
        place = Rect(left + column * (across + scale.gap), top + row * (high + scale.gap), across, high)
        draw_shadow(target, place, radius, scale.rim)
        draw_raised(target, scale.palette.panel, place, radius)
        place = place.inflate(-2 * scale.pad, 0)
        wide = min(inner, scale.type.width(told, size, strong=True) + 1)
        value = Rect(place.right - wide, place.y, wide, high)
        write_line(target, scale, value, told, height=size, colour=scale.palette.ink, strong=True)
        place.width -= wide + scale.pad
        write_line(target, scale, place, who, height=size, colour=scale.palette.ink, left=True)
