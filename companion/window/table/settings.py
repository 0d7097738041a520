"""Draws a game's options (`companion.table.home`): each a button, its value large, and what leads on."""

from __future__ import annotations

from pygame import Rect, Surface

from companion.table.home import Band, Home, Setting, Settings
from companion.window.scale import Scale, finger
from companion.window.table.button import Spot, Tone, draw_face
from companion.window.table.choice_row import Typed
from companion.window.table.fit import Line, fitted, wrapped, write_line
from companion.window.table.home import draw_home
from companion.window.theme import SIZES

_LEAST_WIDE = 14
"""How wide an option is at least, in heights of the smallest letters."""

_NAME = 0.56
"""An option's name has so much of its width, the value the rest."""


_ON_ONE = 0.85
"""A text that would be smaller than this share of its height on one line gets two."""

_LEADING = 0.92

_INSET = 2
"""How far a name and its value stand off the edges: so many times what other words do."""


def draw_settings(target: Surface, scale: Scale, rect: Rect, part: Settings) -> tuple[Spot[Typed], ...]:
    """The options in columns, what leads on below them; returns what each touch does."""
    gap, least = scale.gap, finger(scale.unit)
    leads = Rect(rect.x, rect.bottom, rect.width, 0)
    if part.leads:
        leads.height = max(least, rect.height // 4)
        leads.bottom = rect.bottom
    spots = [*draw_home(target, scale, leads, Home((Band(part.leads),)))] if part.leads else []
    room = Rect(rect.x, rect.y, rect.width, leads.top - rect.y - gap * bool(part.leads))
    settings = part.settings
    across = max(1, min(3, (room.width + gap) // (scale.least * _LEAST_WIDE + gap)))
    fit = max(1, (room.height + gap // 2) // (least + gap // 2))
    columns = next((n for n in range(1, across + 1) if len(settings) <= n * min(fit, 4)), across)
    rows = min(fit, -(-len(settings) // columns)) or 1
    settings = _around_chosen(settings, columns * rows)
    high = min((room.height + gap // 2) // rows - gap // 2, round(least * 1.8))
    wide = (room.width - gap * (columns - 1)) // columns
    top = room.centery - (rows * (high + gap // 2) - gap // 2) // 2
    for number, one in enumerate(settings):
        column, row = divmod(number, rows)
        place = Rect(room.x + column * (wide + gap), top + row * (high + gap // 2), wide, high)
        _draw_setting(target, scale, place, one)
        if one.does:
            spots.append(Spot(place, Typed(one.does)))
    return tuple(spots)


def _around_chosen(settings: tuple[Setting, ...], most: int) -> tuple[Setting, ...]:
    """All of them, or, where they don't fit, so many round the one the knob stands on."""
    stands = next((n for n, one in enumerate(settings) if one.chosen), 0)
    first = min(max(stands - most // 2, 0), max(0, len(settings) - most))
    return settings[first : first + most]


def _draw_setting(target: Surface, scale: Scale, rect: Rect, one: Setting) -> None:
    ink = draw_face(target, scale, rect, Tone.MARKED if one.chosen else Tone.PLAIN)
    inner = rect.inflate(-2 * _INSET * scale.pad, 0)
    size = min(scale.letters(SIZES.text * 1.35), round(rect.height * 0.8))
    name = Rect(inner.x, rect.y, round(inner.width * _NAME) - scale.pad, rect.height)
    value = Rect(name.right + scale.pad, rect.y, inner.right - name.right - scale.pad, rect.height)
    _write(target, scale, name, one.name, Line("", round(size * 0.85), ink))
    _write(target, scale, value, one.value, Line("", size, ink), strong=True)


def _write(target: Surface, scale: Scale, rect: Rect, text: str, most: Line, *, strong: bool = False) -> None:
    """On one line, or on two where that is larger: from the left, or, strong, to the right."""
    size, lines = fitted(scale, text, most.size, rect.width, strong=strong), [text]
    if size < _ON_ONE * most.size:
        half = min(most.size, round(rect.height * 0.46))
        size, lines = wrapped(scale, text, half, rect.width, 2, strong=strong)
    high = round(size * _LEADING)
    y = rect.centery - high * len(lines) // 2
    for line in lines:
        wide = min(rect.width, scale.type.width(line, size, strong=strong))
        place = Rect(rect.right - wide if strong else rect.x, y, wide, high)
        write_line(target, scale, place, line, height=size, colour=most.colour, left=True, strong=strong)
        y += high
