"""What happens now, in the largest letters of the window, and the title's line above everything."""

from __future__ import annotations

from dataclasses import dataclass

import pygame
from pygame import Color, Rect, Surface

from companion.table.view import TableView
from companion.window import theme
from companion.window.scale import Scale
from companion.window.table.fit import fitted, flowed, wrapped, write_line
from companion.window.table.sign import draw_sign
from companion.window.theme import SIZES, SMOOTH, SPACE
from firmware.views import Mood

_LEADING = 0.86
"""From line to line, in letter heights: pygame's heights hold accents and tails."""

_FEW = 2
"""More lines than this below the headline stand side by side where they fit, and so in larger letters."""

_ONE_LINE = 0.62
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
        return round((self.big * len(self.headline) + self.small * len(self.lines)) * _LEADING)


def draw_top(target: Surface, *, scale: Scale, rect: Rect, view: TableView) -> None:
    """The title: which game, which round; or what is broken."""
    colour = scale.palette.bad if view.title.startswith("!") else scale.palette.faint
    height = max(18, scale.px(SIZES.title))
    write_line(target, scale=scale, text=view.title, height=height, colour=colour, rect=rect, left=True)


def draw_heading(target: Surface, *, scale: Scale, rect: Rect, view: TableView) -> None:
    """The headline, with a seat's shape beside it where it is about one; lines below it; the hint.

    Who must act is seen before a word is read: the heading lies on a bright plate. Where waiting is asked
    for it has an outline.
    """
    palette = scale.palette
    if not (view.headline or view.text or view.hint):
        return
    pad = min(scale.px(SPACE.pad), rect.height // 12)
    inner = rect.inflate(-2 * pad, -2 * pad)
    block = _set(scale, inner, view)
    plate = Rect(rect.x, 0, rect.width, min(rect.height, block.height + 4 * pad))
    plate.centery = rect.centery
    radius = scale.px(SPACE.radius)
    ground, ink, faint = palette.ground, palette.ink, palette.faint
    if view.mood is Mood.TURN:
        ground, ink, faint = palette.accent, palette.accent_ink, palette.accent_ink
        theme.rounded(target, ground, plate, radius)
    elif view.mood is Mood.WAIT:
        ground = palette.sunk
        theme.plate(target, ground, palette.faint, plate, radius=radius, breadth=scale.px(SPACE.rim) * 2)
    y = plate.centery - block.height / 2
    for line in block.headline:
        high = round(block.big * _LEADING)
        _write_headline(
            target, scale, Rect(inner.x, round(y), inner.width, high), view, line, block.big, ink, ground
        )
        y += high
    for line in block.lines:
        high = round(block.small * _LEADING)
        place = Rect(inner.x, round(y), inner.width, high)
        colour = faint if line == view.hint else ink
        write_line(target, scale=scale, text=line, height=block.small, colour=colour, rect=place)
        y += high


def _set(scale: Scale, inner: Rect, view: TableView) -> _Block:
    """Choose letter heights so that everything fits, the headline as large as can be."""
    said, hint = [line for line in view.text if line], [view.hint] if view.hint else []
    if len(said) + len(hint) > _FEW:
        said = flowed(scale, said, scale.px(SIZES.text), inner.width, between=" · ")
    lines = (*said, *hint)
    small = min(scale.px(SIZES.text * 1.25), round(inner.height * 0.26))
    room = inner.height / _LEADING
    big = min(scale.px(SIZES.headline * 2), round(room * 0.62 if lines else room * 0.8))
    if lines and big + small * len(lines) > room:
        small = min(small, max(1, int(room * 0.58 / len(lines))))
        big = max(1, min(big, int(room - small * len(lines))))
    if not view.headline:
        return _Block(1, (), small, lines)
    width = inner.width - (round(big * 1.15) if view.sign is not None else 0)
    size = fitted(scale, view.headline, big, width)
    if size < _ONE_LINE * big and view.sign is None and " " in view.headline:
        half, two = wrapped(scale, view.headline, round(big * 0.55), width, 2)
        if half > size:
            return _Block(half, tuple(two), small, lines)
    return _Block(size, (view.headline,), small, lines)


def _write_headline(  # noqa: PLR0917
    target: Surface,
    scale: Scale,
    rect: Rect,
    view: TableView,
    line: str,
    size: int,
    ink: Color,
    ground: Color,
) -> None:
    """One line of the headline, the sign to its left, both together in the middle."""
    wide = scale.type.width(line, size)
    radius = round(rect.height * 0.5) if view.sign is not None else 0
    gap = radius // 2
    x = rect.centerx - (2 * radius + gap + wide) // 2
    if view.sign is not None:
        centre = (x + radius, rect.centery)
        draw_sign(target, scale=scale, centre=centre, radius=radius, seat=view.sign, ground=ground)
    scale.type.write(target, line, size, ink, (x + 2 * radius + gap, rect.centery))


def draw_rail(target: Surface, *, scale: Scale, rect: Rect, right: bool, way: int) -> None:
    """One side of the ring turns go round: an arrow along the seats.

    Args:
        target: the window.
        scale: theme and sizes.
        rect: its place, between the seats of one side and the middle.
        right: it is the right side.
        way: 1 clockwise, -1 the other way.
    """
    big = Surface((rect.width * SMOOTH, rect.height * SMOOTH), pygame.SRCALPHA)
    big.fill((*scale.palette.ground[:3], 0))
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
    target.blit(pygame.transform.smoothscale(big, rect.size), rect)
