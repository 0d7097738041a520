"""Draws the way in (`companion.table.way_in`): a QR code, large, with address and code in letters."""

from __future__ import annotations

import pygame
from pygame import Color, Rect, Surface

from companion.table.way_in import WayIn
from companion.window.scale import Scale
from companion.window.surfaces import draw_raised
from companion.window.table.fit import Line, fitted, write_lines
from companion.window.theme import SIZES, WHITE

_QUIET = 4
"""Light modules around a code (ISO/IEC 18004, 5.3.8)."""

_WIDE = 1.5
"""From so many times as wide as it is high on, a place has its letters beside the code."""

_LETTERS = 0.24
"""Of the height, the place of letters below a code."""


def draw_way_in(target: Surface, scale: Scale, rect: Rect, part: WayIn) -> None:
    """The code as large as whole pixels a module allow, black on white in every theme."""
    beside = rect.width > _WIDE * rect.height
    room = Rect(rect.topleft, (rect.height, rect.height))
    if not beside:
        high = round(rect.height * (1 - _LETTERS)) if part.rows else 0
        room = Rect(rect.x, rect.y, rect.width, high)
    if part.rows:
        room = _draw_code(target, scale, room, part.rows)
    words = Rect(rect.x, room.bottom, rect.width, rect.bottom - room.bottom)
    if beside and part.rows:
        x = room.right + scale.gap
        words = Rect(x, rect.y, rect.right - scale.gap - x, rect.height)
    _write(target, scale, words, part)


def _draw_code(target: Surface, scale: Scale, room: Rect, rows: tuple[str, ...]) -> Rect:
    across = len(rows) + 2 * _QUIET
    module = max(1, min(room.size) // across)
    place = Rect(0, 0, across * module, across * module)
    place.center = room.center
    draw_raised(target, WHITE, place, min(scale.radius, _QUIET * module // 2), flat=True)
    for y, row in enumerate(rows):
        for x, dark in enumerate(row):
            if dark == "1":
                at = place.x + (x + _QUIET) * module, place.y + (y + _QUIET) * module
                pygame.draw.rect(target, Color("black"), (at, (module, module)))
    return place


def _write(target: Surface, scale: Scale, rect: Rect, part: WayIn) -> None:
    most = max(scale.least, min(scale.letters(SIZES.headline), rect.height // 3))
    small = fitted(scale, part.address, most, rect.width)
    lines = [Line(part.address, small, scale.palette.ink), Line(part.code, most, scale.palette.ink)]
    write_lines(target, scale, rect, lines, top=rect.centery - (small + most) / 2, leading=1.0)
