"""Draws a poster (`companion.table.parts`): sentences."""

from __future__ import annotations

from pygame import Color, Rect, Surface

from companion.table.parts import Poster
from companion.window.scale import Scale
from companion.window.sign import STANDS_OUT, contrast
from companion.window.table.fit import Line, fitted, wrapped, write_lines
from companion.window.theme import SIZES

_SENTENCE_ON_ONE = 0.75
"""A sentence that would be smaller than this share of its height on one line gets two."""


def draw_poster(target: Surface, scale: Scale, rect: Rect, part: Poster) -> None:
    """The poster, as large as everything on it can be."""
    bright, ink = scale.palette.accent, scale.palette.ink
    room = Rect(rect.x, rect.y, rect.width, rect.height - scale.gap)
    lead = bright if contrast(bright, scale.palette.ground) >= STANDS_OUT else ink
    said = [(part.lead, SIZES.text * 1.9, lead)]
    said += [(line, SIZES.text * 1.1, ink) for line in part.lines]
    lines = _set(scale, room, [one for one in said if one[0]])
    write_lines(target, scale, room, lines, top=room.centery - _height(lines) // 2, leading=1.0)


def _set(scale: Scale, rect: Rect, said: list[tuple[str, float, Color]]) -> list[Line]:
    """Break sentences into lines, in letters as large as their height (px of 1280 x 720) if all fit."""
    lines: list[Line] = []
    for share in range(10, 2, -1):
        lines = []
        for text, height, colour in said:
            most = scale.px(height * share / 10)
            size = fitted(scale, text, most, rect.width)
            parts = [text]
            if size < _SENTENCE_ON_ONE * most:
                size, parts = wrapped(scale, text, most, rect.width, 2)
            lines += [Line(one, size, colour) for one in parts]
        if _height(lines) <= rect.height:
            break
    return lines


def _height(lines: list[Line]) -> int:
    return sum(line.size for line in lines)
