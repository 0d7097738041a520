"""Draws the honeycomb board with its numbers and tokens (`companion.table.cards`)."""

from __future__ import annotations

import pygame
from pygame import Rect, Surface

from companion.table import honeycomb
from companion.table.cards import Honeycomb
from companion.window.scale import Scale
from companion.window.table.hexagons import Comb, draw_comb, draw_number
from companion.window.table.sign import draw_sign

_SURE, _UNSURE = 0.56, 0.4
"""A token's radius, in sides of a hexagon: one that may go yet is smaller."""

_POINTED = 1.45
"""How large the number spoken of is, against the others."""


def draw_board(target: Surface, *, scale: Scale, rect: Rect, part: Honeycomb) -> None:
    """The board, as large as its place allows.

    Args:
        target: the window.
        scale: theme and sizes.
        rect: its place.
        part: the board.
    """
    comb, palette = Comb.within(rect), scale.palette
    if comb.side < 4:
        return
    draw_comb(target, scale=scale, comb=comb, counted=part.counted)
    for field in part.free:
        corners = [comb.at(corner) for corner in honeycomb.corners(field)]
        pygame.draw.polygon(target, palette.accent, corners, max(2, round(comb.side * 0.14)))
    for token in part.tokens:
        draw_sign(
            target,
            scale=scale,
            centre=comb.field(token.field),
            radius=max(4, round(comb.side * (_SURE if token.sure else _UNSURE))),
            seat=token.seat,
            ground=palette.shade if token.field in part.counted else palette.sunk,
        )
    for index, number in enumerate(part.numbers):
        if number != part.number:
            face, ink = palette.card, palette.card_ink
            draw_number(target, scale=scale, comb=comb, index=index, text=str(number), face=face, ink=ink)
    if part.number in part.numbers:
        draw_number(
            target,
            scale=scale,
            comb=comb,
            index=part.numbers.index(part.number),
            text=str(part.number),
            face=palette.accent,
            ink=palette.accent_ink,
            rim=palette.ink,
            large=_POINTED,
        )
