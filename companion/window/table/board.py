"""Draws the honeycomb board with its numbers and tokens (`companion.table.cards`)."""

from __future__ import annotations

from functools import partial

import pygame
from pygame import Rect, Surface

from companion.table import honeycomb
from companion.table.cards import Honeycomb
from companion.window.scale import Scale
from companion.window.sign import draw_sign
from companion.window.table.hexagons import Comb, draw_comb, draw_number

_SURE, _UNSURE = 0.56, 0.4
"""A token's radius, in sides of a hexagon: one that may go yet is smaller."""

_POINTED = 1.45
"""How large the number spoken of is, against the others."""


def draw_board(target: Surface, scale: Scale, rect: Rect, part: Honeycomb) -> None:
    """The board, as large as its place allows."""
    comb, palette = Comb.within(rect), scale.palette
    if comb.side < 4:
        return
    draw_comb(target, scale, comb, counted=part.counted)
    for field in part.free:
        corners = [comb.at(corner) for corner in honeycomb.corners(field)]
        pygame.draw.polygon(target, palette.accent, corners, max(2, round(comb.side * 0.14)))
    for token in part.tokens:
        radius = max(4, round(comb.side * (_SURE if token.sure else _UNSURE)))
        ground = palette.shade if token.field in part.counted else palette.sunk
        draw_sign(target, scale, comb.field(token.field), token.seat, radius=radius, ground=ground)
    draw = partial(draw_number, target, scale, comb)
    for index, number in enumerate(part.numbers):
        if number != part.number:
            draw(index, str(number), face=palette.card, ink=palette.card_ink)
    if part.number in part.numbers:
        index, text = part.numbers.index(part.number), str(part.number)
        face, ink, rim = palette.accent, palette.accent_ink, palette.ink
        draw(index, text, face=face, ink=ink, rim=rim, large=_POINTED)
