"""Draws which cards of a deck have not been seen (`companion.table.card_parts`)."""

from __future__ import annotations

from pygame import Rect, Surface

from companion.table.card_parts import BACK, HueRow, Unseen
from companion.window.scale import Scale
from companion.window.table.button import Spot, share_out
from companion.window.table.choice_row import Typed
from companion.window.table.fit import fitted, write_line
from companion.window.table.playing_card import card, height_of, shade_of
from companion.window.table.rows import in_chips
from companion.window.theme import CARDS, SIZES, centred, plate

_FOR_NAMES = 0.4
"""The share of a chip's height that the colour's name takes."""

_LEAST_STEP = 0.25
"""A step's height for the lowest number; the highest number's is as high as there is room."""


def draw_unseen(target: Surface, scale: Scale, rect: Rect, part: Unseen) -> list[Spot[Typed]]:
    """A chip for each colour, and the draw pile."""
    gap = max(3, scale.gap // 3)
    places = in_chips(rect, len(part.rows) + 1, gap=gap, least=1.2, most=3.0)
    for row, place in zip(part.rows, places, strict=False):
        _chip(target, scale, place, row)
    _draw_pile(target, scale, places[-1], part)
    return [Spot(place, Typed(row.does)) for row, place in zip(part.rows, places, strict=False) if row.does]


def _name(target: Surface, scale: Scale, place: Rect, name: str) -> Rect:
    """Write a name at the foot of a place; what is left above it."""
    high = max(scale.least, min(scale.letters(SIZES.note), round(place.height * _FOR_NAMES)))
    foot = Rect(place.x, place.bottom - high, place.width, high)
    write_line(target, scale, foot, name, height=high, colour=scale.palette.ink)
    return Rect(place.x, place.y, place.width, place.height - high)


def _chip(target: Surface, scale: Scale, place: Rect, row: HueRow) -> None:
    """Its cards as steps that rise with their numbers, a gap for each that was seen; how many there are."""
    palette, pad = scale.palette, max(2, place.height // 16)
    plate(target, palette.panel, palette.panel_rim, place, radius=scale.radius // 2, breadth=scale.rim)
    room = _name(target, scale, place.inflate(-2 * scale.rim, -2 * pad), row.name)
    stairs, count = share_out(room.inflate(-2 * pad, 0), [3, 2], pad)
    across = stairs.width / len(row.unseen)
    for number, unseen in enumerate(row.unseen):
        x, end = (stairs.x + round(across * edge) for edge in (number, number + 1))
        share = _LEAST_STEP + (1 - _LEAST_STEP) * number / (len(row.unseen) - 1)
        high = round(stairs.height * share) if unseen else scale.rim
        step = Rect(x, stairs.bottom - high, max(1, end - x - max(1, round(across / 5))), high)
        target.fill(CARDS[row.hue] if unseen else palette.faint, step)
        if unseen:
            target.fill(palette.card, Rect(step.x, step.y, step.width, scale.rim))
    size = fitted(scale, "10", round(count.height * 1.3), count.width, strong=True)
    centred(target, scale.type.ink(str(sum(row.unseen)), size, palette.ink, strong=True), count.center)


def _draw_pile(target: Surface, scale: Scale, place: Rect, part: Unseen) -> None:
    """The cards left to draw: one lies face down, with how many there are beside it."""
    pad = max(2, place.height // 16)  # its name stands on one line with theirs
    room = _name(target, scale, place.inflate(0, -2 * pad), part.caption)
    width = min(round(room.height / 1.6), round(place.width * 0.4))
    left, top = place.x + place.width // 8, room.y + (room.height - height_of(width)) // 2
    margin = shade_of(width)
    target.blit(card(scale, BACK, width), (left - margin, top - margin))
    count = Rect(left + width, room.y, place.right - left - width, room.height)
    size = fitted(scale, "00", round(count.height * 1.3), round(count.width * 0.8), strong=True)
    centred(target, scale.type.ink(str(part.draw), size, scale.palette.ink, strong=True), count.center)
