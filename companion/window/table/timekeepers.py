"""Time on the table: a clock in large digits, a bar below it; a ring that empties."""

from __future__ import annotations

from functools import lru_cache
from math import ceil

import pygame
from pygame import Color, Rect, Surface, Vector2

from companion.table.parts import WHOLE, Clock, Countdown
from companion.window.scale import Scale
from companion.window.table.button import Spot
from companion.window.table.choice_row import Typed
from companion.window.table.fit import fitted, write_figure
from companion.window.theme import SMOOTH, centred, enlarged, plate, rounded, shrunk
from companion.window.type import Type
from firmware.events import NS_PER_S

_BAR = 22
"""How thick the bar is in a window of 1280 x 720 (px)."""

_FRAME = 8
"""How thick the frame of the clock that runs is in a window of 1280 x 720 (px)."""

_DIGIT, _TALL = 0.7, 0.8
"""Of a letter's height, a digit's; with a comma that hangs below it."""

_TALLEST_DIGITS = 420
"""The largest digits in a window of 1280 x 720 (px)."""


def draw_clock(target: Surface, scale: Scale, rect: Rect, part: Clock) -> tuple[Spot[Typed], ...]:
    """The clock in the middle of its place; one of several on a face of its own, framed if it runs."""
    room = rect.inflate(-scale.pad, -scale.pad)
    if part.runs is not None:
        _face(target, scale, room, part)
    inside = 1 if part.runs is None else 2
    room = room.inflate(-inside * scale.pad, -inside * scale.pad)
    below = 0 if part.bar is None else scale.px(_BAR) + scale.gap
    time = Rect(room.x, room.y, room.width, room.height - below)
    _time(target, scale, time, part)
    if part.bar is not None:
        _bar(target, scale, Rect(room.x, time.bottom + scale.gap, room.width, scale.px(_BAR)), part)
    return (Spot(rect, Typed(part.does)),) if part.does else ()


def _face(target: Surface, scale: Scale, place: Rect, part: Clock) -> None:
    """What one of several clocks stands on: sunk, framed while it runs, inverse in its last seconds."""
    palette = scale.palette
    face, rim = (palette.panel, palette.accent) if part.runs else (palette.sunk, palette.sunk)
    if part.last:
        face, rim = palette.accent, palette.ink
    plate(target, face, rim, place, radius=scale.radius, breadth=scale.px(_FRAME))


def _time(target: Surface, scale: Scale, place: Rect, part: Clock) -> None:
    """The digits; on a plate in the last seconds, with a fallen flag before them."""
    palette, pad = scale.palette, scale.pad
    before = min(place.height, place.width // 4) if part.fallen else 0
    quiet = part.asleep or part.runs is False
    ink = palette.accent_ink if part.last else palette.faint if quiet else palette.ink
    tallest = min(scale.px(_TALLEST_DIGITS), round((place.height - 2 * pad) / _TALL))
    wide = "".join("0" if letter.isdigit() else letter for letter in part.text)
    size = fitted(scale, wide, tallest, place.width - before - (4 if part.last else 1) * pad, strong=True)
    number = _digits(scale.type, part.text, size, int(ink))
    left = place.centerx - (before + number.width) // 2
    if part.last and part.runs is None:
        lies_on = Rect(0, 0, number.width + 3 * pad, round(size * _DIGIT) + 2 * pad)
        lies_on.center = (left + before + number.width // 2, place.centery)
        rounded(target, palette.accent, lies_on, scale.radius)
    target.blit(number, number.get_rect(midleft=(left + before, place.centery)))
    if part.fallen:
        _flag(target, scale, Rect(left, 0, before, before).move_to(centery=place.centery))


@lru_cache(maxsize=16)
def _digits(type_: Type, text: str, height: int, ink: int) -> Surface:
    """A time in digits of equal width, so that one that runs doesn't tremble."""
    cells = [type_.width("0" if letter.isdigit() else letter, height, strong=True) for letter in text]
    picture = Surface((max(1, sum(cells)), max(1, height)), pygame.SRCALPHA)  # a comma hangs low
    x = 0
    for letter, cell in zip(text, cells, strict=True):
        at = x + (cell - type_.width(letter, height, strong=True)) / 2
        type_.write(picture, letter, height, Color(ink), (at, picture.height // 2), strong=True)
        x += cell
    return picture


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
    rounded(target, palette.sunk, place, radius)
    filled = place.width * (part.bar or 0) // WHOLE
    if filled:
        last = palette.accent if part.runs is None else palette.accent_ink
        colour = last if part.last else palette.faint if part.asleep else palette.good
        rounded(target, colour, Rect(place.x, place.y, max(filled, place.height), place.height), radius)


def draw_countdown(target: Surface, scale: Scale, rect: Rect, part: Countdown) -> None:
    """The ring, and in it the seconds that are left; with motion reduced it loses a piece a second.

    In the last seconds it is filled, and they are larger.
    """
    palette = scale.palette
    across = max(8, min(rect.width, rect.height) - scale.px(4))
    box = Rect(0, 0, across, across)
    box.center = rect.center
    target.blit(_ring(across, int(palette.sunk)), box)
    left = part.seconds * NS_PER_S if scale.still else part.left
    target.blit(_rest(_ring(across, int(palette.accent)), min(1.0, left / part.whole)), box)
    if part.last:
        centred(target, _disc(across * 4 // 5, int(palette.accent)), box.center)
    share, ink = (0.72, palette.accent_ink) if part.last else (0.6, palette.ink)
    write_figure(target, scale, box, str(part.seconds), share=share, colour=ink)


@lru_cache(maxsize=8)
def _ring(across: int, rgba: int) -> Surface:
    """A whole ring; two a window, for each size it has had lately."""
    colour = Color(rgba)
    big = enlarged((across, across), colour)
    centre, radius = (big.width // 2, big.height // 2), big.width // 2 - SMOOTH
    pygame.draw.circle(big, colour, centre, radius, width=max(1, radius // 5))
    return shrunk(big)


@lru_cache(maxsize=4)
def _disc(across: int, rgba: int) -> Surface:
    big = enlarged((across, across), Color(rgba))
    pygame.draw.circle(big, Color(rgba), big.get_rect().center, big.width // 2 - SMOOTH)
    return shrunk(big)


def _rest(ring: Surface, share: float) -> Surface:
    """What is left of a ring, from the top clockwise: the beginning goes first."""
    rest = ring.copy()
    turned = 360 * (1 - share)
    if turned > 0:
        middle, up = Vector2(ring.get_rect().center), Vector2(0, -ring.width)
        steps = max(1, ceil(turned / 30))
        rim = [middle + up.rotate(turned * step / steps) for step in range(steps + 1)]
        pygame.draw.polygon(rest, (0, 0, 0, 0), [middle, *rim])
    return rest
