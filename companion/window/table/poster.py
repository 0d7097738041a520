"""Draws a poster (`companion.table.parts`): sentences, settings, and what is small at the bottom."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Color, Rect, Surface

from companion.table.parts import Poster, Setting
from companion.window import theme
from companion.window.scale import Scale
from companion.window.table.fit import fitted, wrapped, write_line
from companion.window.table.sign import STANDS_OUT, contrast
from companion.window.theme import SIZES, SPACE

_LEADING = 1.0
"""From line to line, in letter heights: a little air, since there is no hurry."""

_ONE_LINE = 0.75
"""A sentence that would be smaller than this share of its height on one line gets two."""

_FEW = 5
"""More settings than these stand in two columns."""


@dataclass(frozen=True, slots=True)
class _Line:
    """One written line: its words, its letters' height (px) and colour."""

    text: str
    size: int
    colour: Color


def draw_poster(target: Surface, *, scale: Scale, rect: Rect, part: Poster) -> None:
    """The poster, as large as everything on it can be.

    Args:
        target: the window.
        scale: theme and sizes.
        rect: its place.
        part: what is on it.
    """
    if part.settings:
        _draw_settings(target, scale, rect, part.settings)
        return
    gap = scale.px(SPACE.gap)
    foot = _set(
        scale, rect, [(line, SIZES.text, scale.palette.faint) for line in part.foot], rect.height // 3
    )
    top = rect.bottom - _height(foot)
    _write(target, scale, rect, foot, top)
    room = Rect(rect.x, rect.y, rect.width, top - rect.y - gap)
    bright, ink = scale.palette.accent, scale.palette.ink
    lead = bright if contrast(bright, scale.palette.ground) >= STANDS_OUT else ink
    said = [(part.lead, SIZES.text * 1.5, lead)]
    said += [(line, SIZES.text * 1.1, ink) for line in part.lines]
    lines = _set(scale, room, [one for one in said if one[0]], room.height)
    _write(target, scale, room, lines, room.centery - _height(lines) // 2)


def _set(scale: Scale, rect: Rect, said: list[tuple[str, float, Color]], room: int) -> list[_Line]:
    """Break sentences into lines, in letters as large as their height (px of 1280 x 720) if all fit."""
    lines: list[_Line] = []
    for share in range(10, 2, -1):
        lines = []
        for text, height, colour in said:
            most = scale.px(height * share / 10)
            size = fitted(scale, text, most, rect.width)
            parts = [text]
            if size < _ONE_LINE * most:
                size, parts = wrapped(scale, text, most, rect.width, 2)
            lines += [_Line(one, size, colour) for one in parts]
        if _height(lines) <= room:
            break
    return lines


def _height(lines: list[_Line]) -> int:
    return sum(round(line.size * _LEADING) for line in lines)


def _write(target: Surface, scale: Scale, rect: Rect, lines: list[_Line], y: int) -> None:
    for line in lines:
        high = round(line.size * _LEADING)
        place = Rect(rect.x, y, rect.width, high)
        write_line(target, scale=scale, text=line.text, height=line.size, colour=line.colour, rect=place)
        y += high


def _draw_settings(target: Surface, scale: Scale, rect: Rect, settings: tuple[Setting, ...]) -> None:
    """Settings below each other, what each is to the left, how it stands to the right."""
    columns = 1 if len(settings) <= _FEW else 2
    gap = max(2, scale.px(SPACE.gap) // 2)
    rows = -(-len(settings) // columns)
    high = min((rect.height - gap * (rows - 1)) // rows, scale.px(SIZES.text * 1.5))
    wide = (rect.width - gap * (columns - 1)) // columns
    top = rect.centery - (rows * (high + gap) - gap) // 2
    for number, one in enumerate(settings):
        column, row = divmod(number, rows)
        _draw_setting(
            target, scale, Rect(rect.x + column * (wide + gap), top + row * (high + gap), wide, high), one
        )


def _draw_setting(target: Surface, scale: Scale, rect: Rect, one: Setting) -> None:
    palette, pad = scale.palette, scale.px(SPACE.pad)
    face, ink = (palette.accent, palette.accent_ink) if one.chosen else (palette.panel, palette.ink)
    theme.rounded(target, face, rect, min(scale.px(SPACE.radius), rect.height // 3))
    inner = rect.inflate(-2 * pad, 0)
    size = min(scale.px(SIZES.name), round(rect.height * 0.8))
    value = Rect(inner.x + inner.width * 2 // 3, rect.y, inner.width - inner.width * 2 // 3, rect.height)
    name = Rect(inner.x, rect.y, value.x - inner.x - pad // 2, rect.height)
    colour = ink if one.chosen else palette.faint
    write_line(target, scale=scale, text=one.name, height=size, colour=colour, rect=name, left=True)
    write_line(target, scale=scale, text=one.value, height=size, colour=ink, rect=value)
