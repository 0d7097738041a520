"""Draws standings (`companion.table.parts`): who has reached what, as large as there is room for."""

from __future__ import annotations

from pygame import Rect, Surface

from companion.table.parts import Standings
from companion.window.scale import Scale
from companion.window.table.fit import fitted, write_line
from companion.window.theme import SIZES, rounded

_ONE_COLUMN = 4
"""More rows than these stand in two columns."""

_WIDE = 0.62
"""Of the place's width, one column has no more: what belongs together stands together."""

_LETTERS = 0.72
"""Of a row's height, its letters."""


def draw_standings(target: Surface, scale: Scale, rect: Rect, part: Standings) -> None:
    """Rows below each other, who to the left, how it stands to the right; all letters equally large."""
    columns = 1 if len(part.rows) <= _ONE_COLUMN else 2
    rows = -(-len(part.rows) // columns)
    high = min((rect.height - scale.gap * (rows - 1)) // rows, scale.letters(SIZES.headline))
    across = (rect.width - scale.gap) // 2 if columns == 2 else round(rect.width * _WIDE)
    left = rect.centerx - (columns * across + (columns - 1) * scale.gap) // 2
    top = rect.centery - (rows * (high + scale.gap) - scale.gap) // 2
    inner = across - 2 * scale.pad
    size = min(fitted(scale, f"{who}    {told}", round(high * _LETTERS), inner) for who, told in part.rows)
    for number, (who, told) in enumerate(part.rows):
        column, row = divmod(number, rows)
        x, y = left + column * (across + scale.gap), top + row * (high + scale.gap)
        rounded(target, scale.palette.panel, Rect(x, y, across, high), min(scale.radius, high // 3))
        wide = min(inner, scale.type.width(told, size) + 1)
        place = Rect(x + scale.pad, y, inner - wide, high)
        write_line(target, scale, place, who, height=size, colour=scale.palette.ink, left=True)
        place = Rect(x + scale.pad + inner - wide, y, wide, high)
        write_line(target, scale, place, told, height=size, colour=scale.palette.ink)
