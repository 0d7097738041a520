"""One seat at the table: its shape and number, its name, what it has, whether it may act."""

from __future__ import annotations

from dataclasses import dataclass

import pygame
from pygame import Color, Rect, Surface

from companion.table.view import Plate
from companion.window.scale import Scale
from companion.window.sign import draw_sign
from companion.window.table.fit import fitted, write_line
from companion.window.table.tokens import draw_stack, draw_tokens
from companion.window.theme import SIZES, WHITE, rounded
from companion.window.theme import plate as draw_face
from firmware.views import SIGNS, Mood

_STACKED_FROM = 0.4
"""A plate at least so high for its width has all else below its name, a flatter one beside it."""


@dataclass(frozen=True, slots=True)
class _Look:
    """A plate's colours, by its mood; and whether the lamp in its button is on."""

    face: Color
    rim: Color
    ink: Color
    faint: Color
    lit: bool


def _look(scale: Scale, plate: Plate, *, lit: bool) -> _Look:
    palette = scale.palette
    if plate.mood is Mood.TURN:
        rim = palette.accent_ink if plate.strong else palette.accent
        return _Look(palette.accent, rim, palette.accent_ink, palette.accent_ink, lit)
    rim = palette.accent if plate.strong else palette.panel_rim
    if plate.mood is Mood.WAIT:
        return _Look(palette.sunk, rim, palette.faint, palette.faint, lit)
    return _Look(palette.panel, rim, palette.ink, palette.faint, lit)


def draw_plate(target: Surface, scale: Scale, rect: Rect, plate: Plate, *, lit: bool) -> None:
    """One seat's plate; ``lit``: the lamp in its button is on."""
    look = _look(scale, plate, lit=lit)
    breadth = scale.rim * (3 if plate.strong else 1)
    draw_face(target, look.face, look.rim, rect, radius=scale.radius, breadth=breadth)
    pad = max(breadth + 1, min(scale.pad, rect.height // 9))
    inner = rect.inflate(-2 * pad, -2 * pad)
    if plate.bar > 0:
        high = max(4, inner.height // 9)
        _draw_bar(target, scale, Rect(inner.x, inner.bottom - high, inner.width, high), plate.bar)
        inner.height -= high + max(2, pad // 2)
    below = bool(plate.value or plate.stack or _has_more(plate))
    draw = _draw_tall if below and rect.height >= _STACKED_FROM * rect.width else _draw_flat
    draw(target, scale, inner, plate, look)


def _draw_tall(target: Surface, scale: Scale, inner: Rect, plate: Plate, look: _Look) -> None:
    """Sign and name above, the value and the stack in the middle, pieces and the note below."""
    bare = not (plate.value or plate.stack)
    both = bool(plate.note) and _has_tokens(plate)
    low = round(inner.height * (0.24 if not bare else 0.54 if both else 0.4)) if _has_more(plate) else 0
    top = Rect(inner.x, inner.y, inner.width, inner.height - low if bare else round(inner.height * 0.36))
    name = _draw_seat(target, scale, top, plate, look)
    height = min(round(top.height * 0.72), scale.letters(SIZES.name * 1.7))
    write_line(target, scale, name, plate.name, height=height, colour=look.ink, left=True)
    middle = Rect(inner.x, top.bottom, inner.width, inner.bottom - low - top.bottom)
    if plate.stack is not None:
        wide = round(min(middle.height * 0.8, middle.width * 0.4))
        place = Rect(middle.right - wide, middle.y + 2, wide, middle.height - 4)
        draw_stack(target, scale, place, plate.stack)
        middle.width -= wide + scale.pad
    if plate.value:
        height = min(round(middle.height * 1.35), scale.letters(SIZES.value * 2))
        write_line(target, scale, middle, plate.value, height=height, colour=look.ink)
    if low:
        _draw_more(target, scale, Rect(inner.x, inner.bottom - low, inner.width, low), plate, look)


def _draw_flat(target: Surface, scale: Scale, inner: Rect, plate: Plate, look: _Look) -> None:
    """The sign, the name above pieces and the note, the stack and the value, from left to right."""
    rest = _draw_seat(target, scale, inner, plate, look)
    gap = max(3, scale.pad // 2)
    if plate.value:
        height = min(round(inner.height * 1.25), scale.letters(SIZES.value * 1.4))
        size = fitted(scale, plate.value, height, round(rest.width * 0.4))
        wide = scale.type.width(plate.value, size)
        scale.type.write(target, plate.value, size, look.ink, (rest.right - wide, inner.centery))
        rest.width -= wide + gap
    if plate.stack is not None:
        wide = round(min(inner.height * 0.5, rest.width * 0.2))
        place = Rect(rest.right - wide, inner.y, wide, inner.height)
        draw_stack(target, scale, place, plate.stack)
        rest.width -= wide + gap
    if not _has_more(plate):
        height = min(round(inner.height * 0.75), scale.letters(SIZES.name * 1.7))
        write_line(target, scale, rest, plate.name, height=height, colour=look.ink, left=True)
        return
    name = Rect(rest.x, rest.y, rest.width, round(rest.height * 0.54))
    height = min(round(name.height * 1.05), scale.letters(SIZES.name * 1.3))
    write_line(target, scale, name, plate.name, height=height, colour=look.ink, left=True)
    below = Rect(rest.x, name.bottom, rest.width, rest.bottom - name.bottom)
    high = min(below.height, scale.letters(SIZES.name * 1.3))
    _draw_more(target, scale, Rect(below.x, below.centery - high // 2, below.width, high), plate, look)


def _draw_seat(target: Surface, scale: Scale, rect: Rect, plate: Plate, look: _Look) -> Rect:
    """The sign at the left, with light behind it while the lamp is on; returns what is left beside it."""
    radius = max(7, min(rect.height // 2, round(rect.width * 0.16)))
    centre = (rect.x + radius, rect.centery)
    size, ground = radius * 0.94, look.face
    if look.lit:
        size, ground = radius * 0.72, WHITE
        glow = Color(SIGNS[plate.seat].colour).lerp(WHITE, 0.55)
        pygame.draw.aacircle(target, glow, centre, radius)
        pygame.draw.aacircle(target, look.ink, centre, radius, max(1, scale.px(1.5)))
    draw_sign(target, scale, centre, plate.seat, radius=round(size), ground=ground)
    x = rect.x + 2 * radius + max(3, round(scale.pad * 0.8))
    return Rect(x, rect.y, rect.right - x, rect.height)


def _has_more(plate: Plate) -> bool:
    return bool(plate.note) or _has_tokens(plate)


def _has_tokens(plate: Plate) -> bool:
    return any(one.count for one in plate.tokens)


def _draw_more(target: Surface, scale: Scale, rect: Rect, plate: Plate, look: _Look) -> None:
    """Pieces, and the note below them or, in a low place, in what they leave."""
    note = Rect(rect)
    if plate.note and _has_tokens(plate) and rect.height >= scale.letters(SIZES.small) * 2.6:
        note = Rect(rect.x, rect.centery, rect.width, rect.bottom - rect.centery)
        place = Rect(rect.x, rect.y, rect.width, rect.height // 2 - 2)
        draw_tokens(target, scale, place, plate.tokens, ink=look.ink, ground=look.face)
    elif _has_tokens(plate):
        place = Rect(rect.x, rect.y, round(rect.width * (0.6 if plate.note else 1)), rect.height)
        used = draw_tokens(target, scale, place, plate.tokens, ink=look.ink, ground=look.face)
        note = Rect(rect.x + used, rect.y, rect.width - used, rect.height)
    if plate.note:
        height = min(round(rect.height * 1.05), scale.letters(SIZES.note * 1.6))
        write_line(target, scale, note, plate.note, height=height, colour=look.faint, left=True)


def _draw_bar(target: Surface, scale: Scale, rect: Rect, left: int) -> None:
    """Time that is still barred, shrinking towards the left; ``left`` in thousandths."""
    rounded(target, scale.palette.ground_edge, rect, rect.height // 2)
    fill = Rect(rect.x, rect.y, max(rect.height, rect.width * min(left, 1000) // 1000), rect.height)
    rounded(target, scale.palette.bad, fill, rect.height // 2)
