"""What happens now, in large letters; below it what belongs to that, or why the last input was refused.

The lines below have their place whether anything stands there or not: a refusal moves nothing.
"""

from __future__ import annotations

from itertools import pairwise
from math import cos, pi, sin

import pygame
from pygame import Color, Rect, Surface

from companion.table.view import TableView
from companion.window.scale import Scale
from companion.window.sign import draw_sign, ink_on
from companion.window.surfaces import draw_raised, draw_shadow
from companion.window.symbols import CROSS, smooth
from companion.window.table.fit import Line, fitted, flowed, wrapped, write_lines
from companion.window.theme import SIZES, centred, enlarged, shrunk
from firmware.events import Seat
from firmware.views import Mood

_TIGHT = 0.9
"""From line to line, in letter heights."""

_LARGEST = 3
"""The headline's letters grow up to so many times their size where there is room."""

_LINES = 0.42
"""Of the heading's height, the place of the lines below the headline."""

_COMFORTABLE = 1.25
"""The lines are at most so many times as large as text is."""

_SIDES = 0.03
"""Of its width, what stays free at each side: the letters don't touch the rim of what they lie on."""

_BEND = 16
"""A rail's bend is made of so many straight pieces."""

_SIGNED = 1.2
"""How wide a sign and the gap behind it are, in letter heights."""

_ON_ONE = 0.62
"""A headline that would be smaller than this share of its height on one line gets two."""


def draw_heading(target: Surface, scale: Scale, rect: Rect, view: TableView) -> None:
    """The headline, with a seat's shape beside it where it is about one; lines below it, or a refusal.

    Who must act is seen before a word is read: the headline lies on a bright plate. Where waiting is asked
    for that has an outline.
    """
    pad = min(scale.pad, rect.height // 14)
    inner = rect.inflate(-2 * max(pad, round(rect.width * _SIDES)), -2 * pad)
    alone = not (view.middle or view.below)
    below = min(round(inner.height * _LINES), scale.letters(SIZES.headline))
    if alone:  # it stands halfway up, as the seats do, and what belongs to it hangs below
        below = min(below, max(scale.least, inner.height // 6))
    size, headline = _set(scale, inner, inner.height - below * (2 if alone else 1), view)
    high = round(size * _TIGHT) * len(headline)
    lies_on = Rect(rect.x, 0, rect.width, high + 2 * pad)
    lies_on.centery = rect.centery if alone else rect.centery - below // 2
    ground, ink = _draw_ground(target, scale, lies_on, view.mood if headline else Mood.CALM)
    y = lies_on.y + pad
    for line in headline:
        place = Rect(inner.x, y, inner.width, round(size * _TIGHT))
        _write_headline(target, scale, place, Line(line, size, ink), sign=view.sign, ground=ground)
        y += place.height
    place = Rect(inner.x, lies_on.bottom, inner.width, below)
    if view.refusal:
        _draw_refusal(target, scale, place, view)
    else:
        _write_below(target, scale, place, view)


def _draw_ground(target: Surface, scale: Scale, rect: Rect, mood: Mood) -> tuple[Color, Color]:
    """What the headline lies on; its colour, and the one to write on it with."""
    palette, radius, rim = scale.palette, scale.radius, scale.rim * 2
    if mood is Mood.CALM:
        return palette.ground, palette.ink
    if mood is Mood.TURN:
        depth = scale.rim
        face = Rect(rect.x + depth, rect.y, rect.width - 2 * depth, rect.height - 2 * depth)
        draw_shadow(target, face, radius, depth)
        draw_raised(target, palette.accent, face, radius)
        return palette.accent, palette.accent_ink
    draw_raised(target, palette.faint, rect, radius, flat=True)
    draw_raised(target, palette.sunk, rect.inflate(-2 * rim, -2 * rim), radius - rim, flat=True)
    return palette.sunk, palette.ink


def _set(scale: Scale, inner: Rect, room: int, view: TableView) -> tuple[int, tuple[str, ...]]:
    """The headline's letter height and lines, as large as can be in so much height (px)."""
    if not view.headline:
        return 1, ()
    big = min(scale.letters(SIZES.headline * _LARGEST), round(room / _TIGHT))
    width = inner.width
    if view.sign is not None:  # as large as the letters turn out to be
        whole = scale.type.width(view.headline, big, strong=True) + big * _SIGNED
        big = min(big, round(big * width / whole))
        width -= round(big * _SIGNED)
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


def _write_below(target: Surface, scale: Scale, rect: Rect, view: TableView) -> None:
    """The lines, then the hint, as large as their place allows."""
    said = [line for line in (*view.text, view.hint) if line]
    if not said:
        return
    (size, lines), ink, faint = _share_out(scale, said, rect), scale.palette.ink, scale.palette.faint
    set_ = [Line(line, size, faint if line == view.hint else ink) for line in lines]
    write_lines(target, scale, rect, set_, top=rect.y, leading=_TIGHT)


def _share_out(scale: Scale, said: list[str], rect: Rect) -> tuple[int, list[str]]:
    """Lines below each other or, where that makes them small, side by side; and their letters' height."""
    most = max(scale.least, min(scale.letters(SIZES.text * _COMFORTABLE), rect.height))
    for size in range(most, scale.least, -1):
        room = int(rect.height / (size * _TIGHT))
        for lines in (said, flowed(scale, said, size, rect.width, between=" · ")):
            if len(lines) <= room and all(scale.type.width(line, size) <= rect.width for line in lines):
                return size, lines
    room = max(1, int(rect.height / (scale.least * _TIGHT)))
    return wrapped(scale, " · ".join(said), scale.least, rect.width, room)


def _draw_refusal(target: Surface, scale: Scale, rect: Rect, view: TableView) -> None:
    """Why not, on a plate of its own with a cross, after the sign of whoever is meant."""
    ground = scale.palette.bad
    ink, pad, mark = ink_on(ground), scale.pad, round(rect.height * 0.62)
    signs = 2 if view.refused is not None else 1
    aside = signs * (mark + pad) + pad
    room, most = rect.width - aside - pad, min(rect.height, scale.letters(SIZES.headline * 0.8))
    size, lines = fitted(scale, view.refusal, most, room, strong=True), [view.refusal]
    half = int(rect.height / 2 / _TIGHT)
    if size < max(half, scale.least):
        size, lines = wrapped(scale, view.refusal, max(half, scale.least), room, 2, strong=True)
    wide = max(scale.type.width(line, size, strong=True) for line in lines)
    place = Rect(0, rect.y, wide + aside + pad, rect.height)
    place.centerx = rect.centerx
    draw_raised(target, ground, place, min(scale.radius, rect.height // 3))
    middle = place.x + pad + mark // 2, place.centery
    centred(target, smooth(ink, [CROSS], round(mark * 0.42)), middle)
    if view.refused is not None:
        middle = middle[0] + mark + pad, place.centery
        draw_sign(target, scale, middle, view.refused, radius=round(mark * 0.6), ground=ground)
    y = place.centery - round(size * _TIGHT * (len(lines) - 1) / 2)
    for line in lines:
        scale.type.write(target, line, size, ink, (place.x + aside, y), strong=True)
        y += round(size * _TIGHT)


def draw_rail(target: Surface, scale: Scale, rect: Rect, *, right: bool, way: int) -> None:
    """One side of the ring turns go round (``way``: 1 clockwise, -1 the other): an arrow along the seats."""
    big = enlarged(rect.size, scale.palette.ground)
    width, height = big.get_size()
    edge, breadth, bend = width * 0.36, round(width * 0.17), width * 0.3
    quarter = [pi / 2 * step / _BEND for step in range(_BEND + 1)]
    top = [(edge + bend * (1 - cos(turn)), edge + bend * (1 - sin(turn))) for turn in quarter]
    path = [(width, height - edge), *((x, height - y) for x, y in reversed(top)), *top, (width - edge, edge)]
    for start, end in pairwise(path):
        pygame.draw.line(big, scale.palette.faint, start, end, breadth)
        pygame.draw.circle(big, scale.palette.faint, end, breadth / 2)
    pygame.draw.polygon(
        big, scale.palette.ink, [(width - edge * 1.3, 0), (width, edge), (width - edge * 1.3, 2 * edge)]
    )
    for share in (0.32, 0.5, 0.68):
        tip = height * share - edge * 0.8
        foot = tip + edge * 1.5
        pygame.draw.polygon(big, scale.palette.ink, [(edge, tip), (2 * edge, foot), (0, foot)])
    down = (way > 0) == right
    target.blit(pygame.transform.flip(shrunk(big), right, down), rect)
