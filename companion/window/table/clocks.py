"""A clock on the table: its time in the largest digits that fit, the bar below with seats on it."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from pygame import Rect, Surface

from companion.table.parts import WHOLE, Clock
from companion.window import theme
from companion.window.scale import Scale
from companion.window.table.sign import draw_sign
from companion.window.table.time_digits import time_digits
from companion.window.theme import SPACE

_BAR = 22
"""How thick the bar is in a window of 1280 x 720 (px); with seats on it, it takes twice as much below."""

_TALLEST = 420
"""The largest digits in a window of 1280 x 720 (px)."""


def draw_clock(
    target: Surface,
    *,
    scale: Scale,
    rect: Rect,
    part: Clock,
) -> None:
    """The clock in the middle of its place."""
    room = rect.inflate(-2 * scale.px(SPACE.pad), -2 * scale.px(SPACE.pad))
    below = 0 if part.bar is None else scale.px(_BAR) * (4 if part.marks else 1) + scale.px(SPACE.gap)
    time = Rect(room.x, room.y, room.width, room.height - below)
    _time(target, scale, time, part)
    if part.bar is not None:
        _bar(target, scale, Rect(room.x, time.bottom + scale.px(SPACE.gap), room.width, scale.px(_BAR)), part)


def _time(target: Surface, scale: Scale, place: Rect, part: Clock) -> None:
    """The digits; on a plate in the last seconds, with a fallen flag before them."""
    palette, pad = scale.palette, scale.px(SPACE.pad)
    before = min(place.height, place.width // 4) if part.fallen else 0
    ink = palette.accent_ink if part.last else palette.faint if part.asleep else palette.ink
    tallest = min(scale.px(_TALLEST), round((place.height - 2 * pad) / 0.7))
    number = time_digits(scale, part.text, height=tallest, width=place.width - before - 4 * pad, ink=ink)
    left = place.centerx - (before + number.width) // 2
    if part.last:
        plate = Rect(0, 0, number.width + 3 * pad, number.height + 2 * pad)
        plate.center = (left + before + number.width // 2, place.centery)
        theme.rounded(target, palette.accent, plate, scale.px(SPACE.radius))
    target.blit(number, number.get_rect(midleft=(left + before, place.centery)))
    if part.fallen:
        _flag(target, scale, Rect(left, 0, before, before).move_to(centery=place.centery))


def _flag(target: Surface, scale: Scale, place: Rect) -> None:
    """A chess clock's flag: it hangs down from its staff."""
    unit = place.width / 10
    staff = Rect(place.x + 2 * unit, place.y + unit, unit, 8 * unit)
    pygame.draw.rect(target, scale.palette.ink, staff, border_radius=round(unit / 2))
    top, left = staff.top + unit * 0.5, staff.right
    cloth = [(left, top), (left + 4 * unit, top + 2.6 * unit), (left + 2.4 * unit, top + 6.4 * unit)]
    cloth += [(left, top + 3.4 * unit)]
    pygame.draw.polygon(target, scale.palette.bad, cloth)
    pygame.draw.aalines(target, scale.palette.bad, True, cloth)


def _bar(target: Surface, scale: Scale, place: Rect, part: Clock) -> None:
    palette, radius = scale.palette, place.height // 2 - 1
    theme.rounded(target, palette.sunk, place, radius)
    filled = place.width * (part.bar or 0) // WHOLE
    if filled:
        colour = palette.accent if part.last else palette.faint if part.asleep else palette.good
        theme.rounded(target, colour, Rect(place.x, place.y, max(filled, place.height), place.height), radius)
    size, thick = place.height, max(2, place.height // 8)
    middles = apart([place.x + place.width * at // WHOLE for _, at in part.marks], place, 2 * size + 2)
    for (seat, at), middle in zip(part.marks, middles, strict=True):
        x = min(place.x + place.width * at // WHOLE, place.right - thick)
        pygame.draw.rect(target, palette.ink, Rect(x, place.y, thick, size))
        pygame.draw.line(
            target, palette.ink, (x, place.bottom), (middle, place.bottom + size // 2), thick // 2
        )
        centre = middle, place.bottom + round(size * 1.6)
        draw_sign(target, scale=scale, centre=centre, radius=size, seat=seat, ground=palette.ground)


def apart(wanted: Sequence[int], place: Rect, least: int) -> list[int]:
    """Middles as near as they can be to those wanted, ascending, ``least`` px apart and inside a place."""
    middles: list[int] = []
    for x in wanted:
        middles.append(max(x, middles[-1] + least if middles else place.left + least // 2))
    end = place.right - least // 2
    for number in reversed(range(len(middles))):
        middles[number] = min(middles[number], end)
        end = middles[number] - least
    return middles
