"""One seat at the table: its shape and number, its name, what it has, whether it may act."""

from __future__ import annotations

from dataclasses import dataclass

import pygame
from pygame import Color, Rect, Surface

from companion.table.view import Plate
from companion.window.scale import Scale, finger
from companion.window.sign import draw_sign
from companion.window.surfaces import draw_raised, draw_shadow
from companion.window.table.button import Spot, draw_pictured
from companion.window.table.choice_row import Typed
from companion.window.table.fit import fitted, words_of, wrapped, write_line
from companion.window.table.tokens import draw_stack, draw_tokens
from companion.window.theme import SIZES, WHITE, rounded
from firmware.views import SIGNS, Mood

_STACKED_FROM, _STACKED_LINES = 0.38, 2.6
"""A plate at least so high for its width, with room for so many of the smallest lines above its note, has all
else below its name; a flatter one has it beside that."""

_TIGHT = 0.88
"""From line to line of a note, in letter heights."""

_NOTE = 0.45
"""Of the room a note could have, its letters' height: what is told in figures stays larger."""

_SIGNED = 1.2
"""A line that begins with a seat's sign is at least so high, in small letters: its number is read, too."""

_LOWER = 0.6
"""Of a flat plate's height, a value is at least so high, or it isn't left so high for a name and a note."""

_PENCIL = 0.3
"""Of a plate's width, its pencil has no more."""

_BAND, _GLOW, _SHADOW = 7, 9, 3
"""How broad the band in the seat's colour is, how much broader while its lamp is on, and by how much the
shadow stands out (px at 1280 x 720)."""


@dataclass(frozen=True, slots=True)
class _Look:
    """A plate's colours and its rim's breadth (px), by its mood; who waits lies lower than the others.

    ``lit``: the lamp in its button is on.
    """

    face: Color
    rim: Color
    breadth: int
    ink: Color
    faint: Color
    lit: bool
    low: bool = False


def _look(scale: Scale, plate: Plate, *, lit: bool) -> _Look:
    palette, broad = scale.palette, 2 * scale.rim
    if plate.mood is Mood.TURN:
        breadth = broad * 3 // 2 if plate.strong else broad
        return _Look(palette.accent, palette.ink, breadth, palette.accent_ink, palette.accent_ink, lit)
    rim, breadth = (palette.accent, broad) if plate.strong else (palette.panel_rim, max(1, scale.rim // 2))
    if plate.mood is Mood.WAIT:
        return _Look(palette.sunk, rim, breadth, palette.faint, palette.faint, lit, low=True)
    return _Look(palette.panel, rim, breadth, palette.ink, palette.faint, lit)


def draw_plate(
    target: Surface, scale: Scale, rect: Rect, plate: Plate, *, lit: bool
) -> tuple[Spot[Typed], ...]:
    """One seat's plate; ``lit``: the lamp in its button is on. Returns its pencil, if it has one."""
    look = _look(scale, plate, lit=lit)
    inner, pencil = _draw_pencil(target, scale, _draw_face(target, scale, rect, plate, look), plate.asks)
    if plate.bar > 0:
        high = max(4, inner.height // 9)
        _draw_bar(target, scale, Rect(inner.x, inner.bottom - high, inner.width, high), plate.bar)
        inner.height -= high + max(2, scale.pad // 4)
    lines = 1 if _note_width(scale, plate) <= inner.width else 2
    least = round((_STACKED_LINES + lines * _TIGHT) * scale.least)
    draw = _draw_tall if inner.height >= max(_STACKED_FROM * inner.width, least) else _draw_flat
    draw(target, scale, inner, plate, look)
    return pencil


def _draw_pencil(
    target: Surface, scale: Scale, inner: Rect, asks: str
) -> tuple[Rect, tuple[Spot[Typed], ...]]:
    """The pencil at the right, with which the name is written; what is left, and where it is touched."""
    if not asks:
        return inner, ()
    wide = min(finger(scale.unit), round(inner.width * _PENCIL))
    place = Rect(inner.right - wide, inner.y, wide, min(inner.height, finger(scale.unit)))
    place.centery = inner.centery
    draw_pictured(target, scale, place, "write")
    rest = Rect(inner.x, inner.y, inner.width - wide - scale.pad // 2, inner.height)
    return rest, (Spot(place, Typed(asks)),)


def _draw_face(target: Surface, scale: Scale, rect: Rect, plate: Plate, look: _Look) -> Rect:
    """The plate itself, a band in the seat's colour at its left; returns what is free on it."""
    depth, radius = scale.px(_SHADOW), min(scale.radius, rect.height // 4)
    face = Rect(rect.x + depth, rect.y + depth // 2, rect.width - 2 * depth, rect.height - depth * 5 // 2)
    if not look.low:
        draw_shadow(target, face, radius, depth)
    draw_raised(target, look.rim, face, radius, flat=True)
    seat, radius = Color(SIGNS[plate.seat].colour), radius - look.breadth
    face = face.inflate(-2 * look.breadth, -2 * look.breadth)
    draw_raised(target, seat.lerp(look.face, 0.5) if look.low else seat, face, radius)
    free, band = face.x + scale.px(_BAND + _GLOW), scale.px(_BAND + _GLOW * look.lit)
    turn = plate.mood is Mood.TURN  # a line parts what may have nearly the same colour
    line, thick = (look.ink, scale.rim) if turn else (scale.palette.panel_rim, max(1, scale.rim // 2))
    draw_raised(target, line, Rect(face.x + band, face.y, face.width - band, face.height), radius, flat=True)
    band += thick
    face = Rect(face.x + band, face.y, face.width - band, face.height)
    draw_raised(target, look.face, face, radius, flat=look.low)
    pad = min(scale.pad * 3 // 4, rect.height // 16)
    return Rect(free + pad, face.y + pad, face.right - free - 2 * pad, face.height - 2 * pad)


def _draw_tall(target: Surface, scale: Scale, inner: Rect, plate: Plate, look: _Look) -> None:
    """Sign and name above, the value and the stack in the middle, pieces and the note below.

    Beside a value the room for a note is kept, so that values stay where they are.
    """
    bare = not (plate.value or plate.stack)
    wide = inner.width if bare else inner.width - _pieces_width(scale, plate)
    note = _set_note(scale, plate.note, wide, inner.height - round(_STACKED_LINES * scale.least))
    low = max(round(note[0] * _TIGHT) * len(note[1]), 0 if bare else scale.least)
    high = inner.height - low if bare and not plate.tokens else round(inner.height * 0.3)
    high = max(round(scale.least * _SIGNED), min(high, inner.height - low - round(scale.least * _SIGNED)))
    top = Rect(inner.x, inner.y, inner.width, high)
    _write_name(target, scale, _draw_seat(target, scale, top, plate, look), plate, look)
    middle = Rect(inner.x, top.bottom, inner.width, inner.bottom - low - top.bottom)
    foot = Rect(inner.x, middle.bottom, inner.width, low)
    if bare:
        _draw_pieces(target, scale, middle, plate, look, beside=False)
    else:
        used = _draw_pieces(target, scale, foot, plate, look)
        foot.left, foot.width = foot.left + used, foot.width - used
    if plate.stack is not None:
        wide = round(min(middle.height * 0.75, middle.width * 0.4))
        draw_stack(target, scale, Rect(middle.right - wide, middle.y, wide, middle.height), plate.stack)
        middle.width -= wide + scale.pad
    _write_value(target, scale, middle, plate, look)
    _write_note(target, scale, foot, note, look, left=_has_tokens(plate))


def _draw_flat(target: Surface, scale: Scale, inner: Rect, plate: Plate, look: _Look) -> None:
    """The sign, the name above pieces and the note, the stack and the value, from left to right.

    Where the note needs the width, the value stands above it, beside the name; and where a long name needs
    it, below that, beside the note.
    """
    gap, least = max(3, scale.pad // 2), scale.least
    more = bool(plate.note) or _has_tokens(plate)
    if plate.stack is not None:
        stack = round(min(inner.height * 0.55, inner.width * 0.16))
        draw_stack(target, scale, Rect(inner.right - stack, inner.y, stack, inner.height), plate.stack)
        inner = Rect(inner.x, inner.y, inner.width - stack - gap, inner.height)
    words = [plate.name] if more else words_of(plate.name)  # alone, the name may have two lines
    name = max(scale.type.width(word, least) for word in words)
    note = _note_width(scale, plate)
    room = inner.width - _sign_across(inner) - 2 * gap - max(name, note)
    lowest = _value_width(scale, plate, round(max(inner.height * _LOWER, least) if more else least * _SIGNED))
    wide = min(_value_width(scale, plate, inner.height), round(inner.width * 0.36), max(room, lowest))
    whole = not more or wide <= room
    lines = 1 if whole or note <= inner.width else 2
    upper = max(
        round(least * _SIGNED), min(round(inner.height * 0.54), inner.height - round(lines * least * _TIGHT))
    )
    left = inner.width - _sign_across(inner) - gap
    beside = _value_width(scale, plate, upper) + gap if plate.value else 0
    high = whole or max(note, name + beside) <= left
    first = Rect(inner.x, inner.y, inner.width, inner.height if high else upper)
    first = _draw_seat(target, scale, first, plate, look)
    second = Rect(first.x if high else inner.x, inner.y + upper, 0, inner.height - upper)
    second.width = inner.right - second.x
    row = first
    if not whole:
        first.height = upper
        wide = min(_value_width(scale, plate, first.height), first.width - name - gap)
        if wide < _value_width(scale, plate, round(least * _SIGNED)):
            row = second
            wide = min(_value_width(scale, plate, second.height), second.width - min(note, second.width // 2))
    _write_value(target, scale, Rect(row.right - wide, row.y, wide, row.height), plate, look)
    row.width -= wide + gap if wide else 0
    if not more:
        _write_name(target, scale, first, plate, look)
        return
    second.width = min(second.width, first.right - second.x) if whole else second.width
    first.height = upper
    _write_name(target, scale, first, plate, look)
    used = _draw_pieces(target, scale, second, plate, look)
    second.left, second.width = second.x + used, second.width - used
    _write_note(target, scale, second, _set_note(scale, plate.note, second.width, second.height), look)


def _sign_across(rect: Rect) -> int:
    """How wide a seat's sign is, in a place it stands at the left of (px)."""
    return 2 * max(7, min(rect.height // 2, round(rect.width * 0.13)))


def _draw_seat(target: Surface, scale: Scale, rect: Rect, plate: Plate, look: _Look) -> Rect:
    """The sign at the left, with light behind it while the lamp is on; returns what is left beside it."""
    radius = _sign_across(rect) // 2
    centre = (rect.x + radius, rect.centery)
    size, ground = radius * 0.94, look.face
    if look.lit:
        size, ground = radius * 0.88, WHITE
        glow = Color(SIGNS[plate.seat].colour).lerp(WHITE, 0.55)
        pygame.draw.aacircle(target, glow, centre, radius)
        pygame.draw.aacircle(target, look.ink, centre, radius, max(1, scale.px(1.5)))
    draw_sign(target, scale, centre, plate.seat, radius=round(size), ground=ground)
    x = rect.x + 2 * radius + max(3, scale.pad // 2)
    return Rect(x, rect.y, rect.right - x, rect.height)


def _write_name(target: Surface, scale: Scale, rect: Rect, plate: Plate, look: _Look) -> None:
    """On one line, or on two where that makes it larger; only what somebody typed is ever cut."""
    most = min(rect.height, scale.letters(SIZES.name * 1.2))
    one = fitted(scale, plate.name, most, rect.width)
    half = min(most, round(rect.height / 2 / _TIGHT))
    if one < half:
        size, lines = wrapped(scale, plate.name, half, rect.width, 2)
        if size > one:
            y = rect.centery - round(size * _TIGHT * (len(lines) - 1) / 2)
            for line in lines:
                scale.type.write(target, line, size, look.ink, (rect.x, y))
                y += round(size * _TIGHT)
            return
    write_line(target, scale, rect, plate.name, height=most, colour=look.ink, left=True)


def _value_height(scale: Scale, height: int) -> int:
    """How large a value is written in a place so high, if it is wide enough (px): no tail is cut."""
    return min(round(height * 1.2), scale.letters(SIZES.value * 1.8))


def _value_width(scale: Scale, plate: Plate, height: int) -> int:
    high = _value_height(scale, height)
    return scale.type.width(plate.value, high, strong=True) if plate.value else 0


def _write_value(target: Surface, scale: Scale, rect: Rect, plate: Plate, look: _Look) -> None:
    if not plate.value:
        return
    size = fitted(scale, plate.value, _value_height(scale, rect.height), rect.width, strong=True)
    x = rect.centerx - scale.type.width(plate.value, size, strong=True) // 2
    scale.type.write(target, plate.value, size, look.ink, (x, rect.centery), strong=True)


def _set_note(scale: Scale, note: str, width: int, height: int) -> tuple[int, list[str]]:
    """A note's letter height (px) and lines: one, or two where one would be small."""
    if not note:
        return 0, []
    most = max(scale.least, min(scale.letters(SIZES.note), round(height * _NOTE)))
    if height < round(2 * scale.least * _TIGHT) or fitted(scale, note, most, width) >= scale.least:
        return wrapped(scale, note, most, width, 1)
    return wrapped(scale, note, max(scale.least, min(most, int(height / 2 / _TIGHT))), width, 2)


def _write_note(
    target: Surface, scale: Scale, rect: Rect, note: tuple[int, list[str]], look: _Look, *, left: bool = True
) -> None:
    size, lines = note
    y = rect.centery - round(size * _TIGHT * (len(lines) - 1) / 2)
    for line in lines:
        x = rect.x if left else rect.centerx - scale.type.width(line, size) // 2
        scale.type.write(target, line, size, look.faint, (x, y))
        y += round(size * _TIGHT)


def _has_tokens(plate: Plate) -> bool:
    return any(one.count for one in plate.tokens)


def _note_width(scale: Scale, plate: Plate) -> int:
    """How wide pieces and the note are at least (px)."""
    return scale.type.width(plate.note, scale.least) + _pieces_width(scale, plate)


def _pieces_width(scale: Scale, plate: Plate) -> int:
    """How wide pieces beside a note are, about (px)."""
    return round(sum(min(one.count, 3) for one in plate.tokens) * scale.least * 1.2)


def _draw_pieces(
    target: Surface, scale: Scale, rect: Rect, plate: Plate, look: _Look, *, beside: bool = True
) -> int:
    """Pieces at the left of a place, as wide as a note ``beside`` them leaves; how wide they are (px)."""
    if not _has_tokens(plate):
        return 0
    place = Rect(rect)
    place.height = min(
        rect.height, scale.px(SIZES.small * 1.1) if plate.note and beside else scale.letters(SIZES.name * 1.3)
    )
    place.centery = rect.centery
    if plate.note and beside:
        place.width = min(place.width, max(place.width // 3, _pieces_width(scale, plate)))
    return draw_tokens(target, scale, place, plate.tokens, ink=look.ink, ground=look.face)


def _draw_bar(target: Surface, scale: Scale, rect: Rect, left: int) -> None:
    """Time that is still barred, shrinking towards the left; ``left`` in thousandths."""
    rounded(target, scale.palette.ground_edge, rect, rect.height // 2)
    fill = Rect(rect.x, rect.y, max(rect.height, rect.width * min(left, 1000) // 1000), rect.height)
    rounded(target, scale.palette.bad, fill, rect.height // 2)
