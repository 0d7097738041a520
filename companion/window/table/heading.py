"""What happens now, in the largest letters of the window, and which way turns go."""

from __future__ import annotations

from dataclasses import dataclass

import pygame
from pygame import Color, Rect, Surface

from companion.table.view import TableView
from companion.window.scale import Scale
from companion.window.sign import draw_sign
from companion.window.table.fit import Line, fitted, flowed, wrapped, write_lines
from companion.window.theme import SIZES, enlarged, plate, rounded, shrunk
from firmware.events import Seat
from firmware.views import Mood

_TIGHT = 0.86
"""From line to line, in letter heights: pygame's heights hold accents and tails."""

_STACKED = 2
"""More lines than this below the headline stand side by side where they fit, and so in larger letters."""

_HEADLINE_ON_ONE = 0.62
"""A headline that would be smaller than this share of its height on one line gets two."""


@dataclass(frozen=True, slots=True)
class _Block:
    """All that a heading says: the headline's letters and lines, and those of what is below it (px)."""

    big: int
    headline: tuple[str, ...]
    small: int
    lines: tuple[str, ...]

    @property
    def height(self) -> int:
        """How high all of it is (px)."""
        return round((self.big * len(self.headline) + self.small * len(self.lines)) * _TIGHT)


def draw_heading(target: Surface, scale: Scale, rect: Rect, view: TableView) -> None:
    """The headline, with a seat's shape beside it where it is about one; lines below it; the hint.

    Who must act is seen before a word is read: the heading lies on a bright plate. Where waiting is asked
    for it has an outline.
    """
    palette = scale.palette
    if not (view.headline or view.text or view.hint):
        return
    pad = min(scale.pad, rect.height // 12)
    inner = rect.inflate(-2 * pad, -2 * pad)
    block = _set(scale, inner, view)
    lies_on = Rect(rect.x, 0, rect.width, min(rect.height, block.height + 4 * pad))
    lies_on.centery = rect.centery
    ground, ink, faint = palette.ground, palette.ink, palette.faint
    if view.mood is Mood.TURN:
        ground, ink, faint = palette.accent, palette.accent_ink, palette.accent_ink
        rounded(target, ground, lies_on, scale.radius)
    elif view.mood is Mood.WAIT:
        ground = palette.sunk
        plate(target, ground, palette.faint, lies_on, radius=scale.radius, breadth=scale.rim * 2)
    y = lies_on.centery - block.height / 2
    for line in block.headline:
        place = Rect(inner.x, round(y), inner.width, round(block.big * _TIGHT))
        _write_headline(target, scale, place, Line(line, block.big, ink), sign=view.sign, ground=ground)
        y += place.height
    lines = [Line(line, block.small, faint if line == view.hint else ink) for line in block.lines]
    write_lines(target, scale, inner, lines, top=y, leading=_TIGHT)


def _set(scale: Scale, inner: Rect, view: TableView) -> _Block:
    """Choose letter heights so that everything fits, the headline as large as can be."""
    said, hint = [line for line in view.text if line], [view.hint] if view.hint else []
    if len(said) + len(hint) > _STACKED:
        said = flowed(scale, said, scale.px(SIZES.text), inner.width, between=" · ")
    lines = (*said, *hint)
    small = min(scale.px(SIZES.text * 1.25), round(inner.height * 0.26))
    room = inner.height / _TIGHT
    big = min(scale.px(SIZES.headline * 2), round(room * 0.62 if lines else room * 0.8))
    if lines and big + small * len(lines) > room:
        small = min(small, max(1, int(room * 0.58 / len(lines))))
        big = max(1, min(big, int(room - small * len(lines))))
    if not view.headline:
        return _Block(1, (), small, lines)
    width = inner.width - (round(big * 1.15) if view.sign is not None else 0)
    size = fitted(scale, view.headline, big, width)
    if size < _HEADLINE_ON_ONE * big and view.sign is None and " " in view.headline:
        half, two = wrapped(scale, view.headline, round(big * 0.55), width, 2)
        if half > size:
            return _Block(half, tuple(two), small, lines)
    return _Block(size, (view.headline,), small, lines)


def _write_headline(
    target: Surface, scale: Scale, rect: Rect, line: Line, *, sign: Seat | None, ground: Color
) -> None:
    """One line of the headline, the sign to its left, both together in the middle."""
    wide = scale.type.width(line.text, line.size)
    radius = round(rect.height * 0.5) if sign is not None else 0
    x = rect.centerx - (2 * radius + radius // 2 + wide) // 2
    if sign is not None:
        draw_sign(target, scale, (x + radius, rect.centery), sign, radius=radius, ground=ground)
    at = (x + 2 * radius + radius // 2, rect.centery)
    scale.type.write(target, line.text, line.size, line.colour, at)


def draw_rail(target: Surface, scale: Scale, rect: Rect, *, right: bool, way: int) -> None:
    """One side of the ring turns go round: an arrow along the seats.

    Args:
        target: the window.
        scale: theme and sizes.
        rect: its place, between the seats of one side and the middle.
        right: it is the right side.
        way: 1 clockwise, -1 the other way.
    """
    big = enlarged(rect.size, scale.palette.ground)
    width, height = big.get_size()
    breadth, bend = round(width * 0.14), round(width * 0.62)
    line, inside = scale.palette.faint, (0 if right else width)
    spine = round(width * (0.62 if right else 0.38))
    top, bottom = round(width * 0.5), height - round(width * 0.5)
    path = [(inside, top), (spine, top + bend), (spine, bottom - bend), (inside, bottom)]
    pygame.draw.lines(big, line, False, path, breadth)
    for corner in path[1:3]:
        pygame.draw.circle(big, line, corner, breadth // 2)
    down = (way > 0) == right
    reach = round(width * 0.42)
    for share in (0.25, 0.5, 0.75):
        y = round(top + (bottom - top) * share)
        tip = y + reach if down else y - reach
        back = y - reach // 2 if down else y + reach // 2
        head = [(spine, tip), (spine - round(reach * 0.9), back), (spine + round(reach * 0.9), back)]
        pygame.draw.polygon(big, scale.palette.ink, head)
    target.blit(shrunk(big), rect)
