"""What happens now, in large letters; below it what belongs to that, or why the last input was refused.

The lines below have their place whether anything stands there or not: a refusal moves nothing.
"""

from __future__ import annotations

import pygame
from pygame import Color, Rect, Surface

from companion.table.view import TableView
from companion.window.scale import Scale
from companion.window.sign import draw_sign, ink_on
from companion.window.symbols import CROSS, smooth
from companion.window.table.fit import Line, fitted, flowed, wrapped, write_lines
from companion.window.theme import SIZES, centred, enlarged, plate, rounded, shrunk
from firmware.events import Seat
from firmware.views import Mood

_TIGHT = 0.9
"""From line to line, in letter heights."""

_LARGEST = 3
"""The headline's letters grow up to so many times their size where there is room."""

_LINES = 0.36
"""Of the heading's height, the place of the lines below the headline."""

_SIDE_BY_SIDE = 2
"""More lines than this stand side by side, and so in larger letters."""

_ON_ONE = 0.62
"""A headline that would be smaller than this share of its height on one line gets two."""


def draw_heading(target: Surface, scale: Scale, rect: Rect, view: TableView) -> None:
    """The headline, with a seat's shape beside it where it is about one; lines below it, or a refusal.

    Who must act is seen before a word is read: the heading lies on a bright plate. Where waiting is asked
    for it has an outline.
    """
    if not (view.headline or view.text or view.hint or view.refusal):
        return
    palette, pad = scale.palette, min(scale.pad, rect.height // 12)
    inner = rect.inflate(-2 * pad, -2 * pad)
    below = min(round(inner.height * _LINES), scale.letters(SIZES.headline))
    size, headline = _set(scale, inner, inner.height - below, view)
    high = round(size * _TIGHT) * len(headline)
    lies_on = Rect(rect.x, 0, rect.width, min(rect.height, high + below + 4 * pad))
    lies_on.centery = rect.centery
    ground, ink, faint = palette.ground, palette.ink, palette.faint
    if view.mood is Mood.TURN:
        ground, ink, faint = palette.accent, palette.accent_ink, palette.accent_ink
        rounded(target, ground, lies_on, scale.radius)
    elif view.mood is Mood.WAIT:
        ground = palette.sunk
        plate(target, ground, palette.faint, lies_on, radius=scale.radius, breadth=scale.rim * 2)
    y = lies_on.centery - (high + below) // 2
    for line in headline:
        place = Rect(inner.x, y, inner.width, round(size * _TIGHT))
        _write_headline(target, scale, place, Line(line, size, ink), sign=view.sign, ground=ground)
        y += place.height
    place = Rect(inner.x, y, inner.width, below)
    if view.refusal:
        _draw_refusal(target, scale, place, view)
    else:
        _write_below(target, scale, place, view, ink=ink, faint=faint)


def _set(scale: Scale, inner: Rect, room: int, view: TableView) -> tuple[int, tuple[str, ...]]:
    """The headline's letter height and lines, as large as can be in so much height (px)."""
    if not view.headline:
        return 1, ()
    big = min(scale.letters(SIZES.headline * _LARGEST), round(room / _TIGHT))
    width = inner.width - (round(big * 1.15) if view.sign is not None else 0)
    size = fitted(scale, view.headline, big, width, strong=True)
    if size < _ON_ONE * big and view.sign is None and " " in view.headline:
        half, two = wrapped(scale, view.headline, round(big * 0.5), width, 2, strong=True)
        if half > size:
            return half, tuple(two)
    return size, (view.headline,)


def _write_headline(
    target: Surface, scale: Scale, rect: Rect, line: Line, *, sign: Seat | None, ground: Color
) -> None:
    """One line of the headline, the sign to its left, both together in the middle."""
    wide = scale.type.width(line.text, line.size, strong=True)
    radius = round(rect.height * 0.5) if sign is not None else 0
    x = rect.centerx - (2 * radius + radius // 2 + wide) // 2
    if sign is not None:
        draw_sign(target, scale, (x + radius, rect.centery), sign, radius=radius, ground=ground)
    at = (x + 2 * radius + radius // 2, rect.centery)
    scale.type.write(target, line.text, line.size, line.colour, at, strong=True)


def _write_below(
    target: Surface, scale: Scale, rect: Rect, view: TableView, *, ink: Color, faint: Color
) -> None:
    """The lines, then the hint, as large as their place allows."""
    said, hint = [line for line in view.text if line], [view.hint] if view.hint else []
    most = scale.letters(SIZES.text * 1.25)
    if len(said) + len(hint) > _SIDE_BY_SIDE:
        said = flowed(scale, said, scale.letters(SIZES.text), rect.width, between=" · ")
    lines = [*said, *hint]
    if not lines:
        return
    size = max(scale.letters(SIZES.small), min(most, int(rect.height / _TIGHT / len(lines))))
    set_ = [Line(line, size, faint if line == view.hint else ink) for line in lines]
    write_lines(target, scale, rect, set_, top=rect.y, leading=_TIGHT)


def _draw_refusal(target: Surface, scale: Scale, rect: Rect, view: TableView) -> None:
    """Why not, on a plate of its own with a cross, after the sign of whoever is meant."""
    ground = scale.palette.bad
    ink = ink_on(ground)
    pad = scale.pad // 2
    most = min(round(rect.height * 0.8), scale.letters(SIZES.headline * 0.8))
    across = rect.height // 2 * (2 if view.refused is not None else 1) + 2 * pad
    room, half = rect.width - across - 4 * pad, int(rect.height * 0.48 / _TIGHT)
    size, lines = fitted(scale, view.refusal, most, room, strong=True), [view.refusal]
    if size < half:
        size, lines = wrapped(scale, view.refusal, half, room, 2, strong=True)
    wide = max(scale.type.width(line, size, strong=True) for line in lines)
    place = Rect(0, rect.y, min(rect.width, wide + across + 4 * pad), rect.height)
    place.centerx = rect.centerx
    rounded(target, ground, place, min(scale.radius, rect.height // 3))
    x, radius = place.x + pad + rect.height // 4 + pad, max(4, round(rect.height * 0.24))
    centred(target, smooth(ink, [CROSS], radius), (x, place.centery))
    if view.refused is not None:
        x += rect.height // 2 + pad
        draw_sign(target, scale, (x, place.centery), view.refused, radius=round(radius * 1.3), ground=ground)
    x += rect.height // 4 + pad
    y = place.centery - round(size * _TIGHT) * (len(lines) - 1) // 2
    for line in lines:
        scale.type.write(target, line, size, ink, (x, y), strong=True)
        y += round(size * _TIGHT)


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
