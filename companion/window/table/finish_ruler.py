"""Draws a photo finish's scale of time: the axis, how long a tie is, how wide presses are, named ticks."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from pygame import Color, Rect, Surface

from companion.table.finish import Mark
from companion.window.scale import Scale
from companion.window.sign import STANDS_OUT, contrast
from companion.window.table.timescale import TimeScale, tick_text
from companion.window.theme import rounded
from companion.words import Say
from firmware.views import SIGNS


def draw_ruler(target: Surface, scale: Scale, ruler: Rect, *, top: int, axis: TimeScale, tie: int) -> int:
    """The axis and, from ``top`` on, the time within which all are first: as wide as that is.

    Returns:
        Where that time ends (px).
    """
    palette, breadth = scale.palette, max(2, scale.px(2))
    rounded(target, palette.panel, ruler, ruler.height // 3)
    zero, until = round(axis.x(0)), round(axis.x(min(tie, axis.high)))
    zone = Rect(zero, top, max(breadth, until - zero), ruler.bottom - top)
    target.fill(palette.shade, zone)
    for side in (zone.left, zone.right - breadth):
        target.fill(palette.good, Rect(side, top, breadth, zone.height))
    target.fill(palette.good, Rect(zone.x, top, zone.width, breadth))
    for x, there in ((axis.left, axis.start < axis.left), (axis.right, axis.end > axis.right)):
        if there:
            _draw_break(target, scale, ruler, x)
    return zone.right


def draw_bars(target: Surface, scale: Scale, place: Rect, axis: TimeScale, marks: Sequence[Mark]) -> None:
    """One above the other, from when to when each press may have been, in the colours of their seats.

    One that wouldn't stand out has a line below it, as a sign has a rim.
    """
    for n, mark in enumerate(marks):
        since, until = (round(axis.x(end)) for end in mark.span or ())
        pitch, colour = place.height // len(marks), Color(SIGNS[mark.seat].colour)
        bar = Rect(since, place.top + n * pitch, max(2, until - since), pitch - 1)
        target.fill(colour, bar)
        if contrast(colour, scale.palette.sunk) < STANDS_OUT:
            target.fill(scale.palette.faint, Rect(bar.x, bar.bottom, bar.width, 1))


def name_ticks(target: Surface, scale: Scale, ruler: Rect, axis: TimeScale, *, taken: int, say: Say) -> None:
    """Times on the axis, those there is room for, right of what is ``taken`` (px)."""
    ink, size = scale.palette.faint, ruler.height
    limit = axis.right - size // 2 if axis.end > axis.right else ruler.right - size // 2
    for at in axis.ticks:
        text, x = tick_text(say, at, axis.step), round(axis.x(at))
        half = scale.type.width(text, size) // 2
        if x - half > taken + size // 2 and x + half < limit:
            target.fill(ink, Rect(x, ruler.top - size // 8, max(1, scale.px(1.5)), size // 4))
            scale.type.write(target, text, size, ink, (x - half, ruler.centery))
            taken = x + half


def _draw_break(target: Surface, scale: Scale, ruler: Rect, x: int) -> None:
    """Two slanting cuts: here the scale leaves time out."""
    breadth, lean = max(3, scale.least // 4), scale.least // 3
    ink, nothing = scale.palette.ink, scale.palette.sunk
    for shift, colour in ((0, nothing), (breadth, ink), (-breadth, ink)):
        start, end = (x + shift + lean, ruler.top - 1), (x + shift - lean, ruler.bottom)
        pygame.draw.line(target, colour, start, end, 2 * breadth if not shift else max(2, breadth // 2))
