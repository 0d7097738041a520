"""Draws which cards of a deck have not been seen (`companion.table.cards`)."""

from __future__ import annotations

from pygame import Rect, Surface

from companion.table.cards import HueRow, Unseen
from companion.window import theme
from companion.window.scale import Look
from companion.window.table.captions import captioned
from companion.window.table.fit import fitted
from companion.window.table.sign import ink_on
from companion.window.theme import CARDS, SIZES

_NAMES = 0.24
"""The share of the width that the names of the colours take."""


def draw_unseen(target: Surface, *, look: Look, rect: Rect, part: Unseen) -> None:
    """A field for each card: in its colour while nobody has seen it, faded once it was laid.

    Args:
        target: the window.
        look: theme and sizes.
        rect: its place.
        part: the deck.
    """
    place = captioned(target, look=look, rect=rect.inflate(-look.px(8), 0), lines=(part.caption,))
    names = round(place.width * _NAMES)
    down = min(place.height / len(part.rows), look.px(64))
    size = min(fitted(look, row.name, look.px(SIZES.note), names - look.px(6)) for row in part.rows)
    top = place.y + (place.height - down * len(part.rows)) / 2
    for number, row in enumerate(part.rows):
        line = Rect(place.x, round(top + down * number), place.width, round(down))
        look.type.write(target, row.name, size, look.palette.ink, (line.x, line.centery))
        _fields(target, look, row, Rect(line.x + names, line.y, line.width - names, line.height))


def _fields(target: Surface, look: Look, row: HueRow, place: Rect) -> None:
    across = place.width / len(row.unseen)
    ground = CARDS[row.hue]
    inset = max(1, look.px(2))
    size = fitted(look, "10", min(place.height, look.px(SIZES.text)), round(across) - 2 * inset)
    for number, unseen in enumerate(row.unseen, start=1):
        x, end = (place.x + round(across * edge) for edge in (number - 1, number))
        field = Rect(x, place.y, end - x, place.height).inflate(-2 * inset, -2 * inset)
        if unseen:
            theme.rounded(target, ground, field, look.px(4))
        ink = ink_on(ground) if unseen else look.palette.panel_rim
        theme.centred(target, look.type.ink(str(number), size, ink), field.center)
