"""Draws which cards of a deck have not been seen (`companion.table.card_parts`)."""

from __future__ import annotations

from pygame import Rect, Surface

from companion.table.card_parts import HueRow, Unseen
from companion.window.scale import Scale
from companion.window.sign import ink_on
from companion.window.table.fit import captioned, fitted
from companion.window.theme import CARDS, SIZES, centred, rounded

_FOR_NAMES = 0.24
"""The share of the width that the names of the colours take."""


def draw_unseen(target: Surface, scale: Scale, rect: Rect, part: Unseen) -> None:
    """A field for each card: in its colour while nobody has seen it, faded once it was laid."""
    place = captioned(target, scale, rect.inflate(-scale.px(8), 0), (part.caption,))
    names = round(place.width * _FOR_NAMES)
    down = min(place.height / len(part.rows), scale.px(64))
    size = min(fitted(scale, row.name, scale.letters(SIZES.note), names - scale.px(6)) for row in part.rows)
    top = place.y + (place.height - down * len(part.rows)) / 2
    for number, row in enumerate(part.rows):
        line = Rect(place.x, round(top + down * number), place.width, round(down))
        scale.type.write(target, row.name, size, scale.palette.ink, (line.x, line.centery))
        _fields(target, scale, row, Rect(line.x + names, line.y, line.width - names, line.height))


def _fields(target: Surface, scale: Scale, row: HueRow, place: Rect) -> None:
    across = place.width / len(row.unseen)
    ground = CARDS[row.hue]
    inset = max(1, scale.px(2))
    size = fitted(scale, "10", min(place.height, scale.letters(SIZES.text)), round(across) - 2 * inset)
    for number, unseen in enumerate(row.unseen, start=1):
        x, end = (place.x + round(across * edge) for edge in (number - 1, number))
        field = Rect(x, place.y, end - x, place.height).inflate(-2 * inset, -2 * inset)
        if unseen:
            rounded(target, ground, field, scale.px(4))
        ink = ink_on(ground) if unseen else scale.palette.panel_rim
        centred(target, scale.type.ink(str(number), size, ink), field.center)
