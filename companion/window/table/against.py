"""Draws a sum against its limit, and who was right (`companion.table.parts`)."""

from __future__ import annotations

from pygame import Rect, Surface

from companion.table.parts import Against, Side
from companion.window.scale import Scale
from companion.window.sign import draw_judged, draw_sign
from companion.window.table.fit import fitted, write_line
from companion.window.theme import SIZES, plate, rounded


def draw_against(target: Surface, scale: Scale, rect: Rect, part: Against) -> None:
    """A tube that the sum fills, with the limit across it; beside it the two who can be right."""
    pad = scale.pad
    place = rect.inflate(-2 * pad, -pad)
    tube = Rect(place.x, place.y, round(place.width * 0.36), place.height)
    _tube(target, scale, tube, part)
    left, high = tube.right + pad, place.height // len(part.sides)
    for number, side in enumerate(part.sides):
        _side(target, scale, Rect(left, place.y + number * high, place.right - left, high), side)


def _tube(target: Surface, scale: Scale, place: Rect, part: Against) -> None:
    """Twice the limit is full; the limit is in the middle."""
    palette = scale.palette
    tube = Rect(place.x, place.y, round(place.width * 0.5), place.height)
    breadth = scale.px(3)
    plate(target, palette.sunk, palette.panel_rim, tube, radius=tube.width // 3, breadth=breadth)
    if part.sum:
        inner = tube.inflate(-2 * breadth, -2 * breadth)
        high = max(inner.width // 3, round(inner.height * min(1.0, part.sum / (2 * part.limit))))
        colour = palette.good if part.sum >= part.limit else palette.bad
        full = Rect(inner.x, inner.bottom - high, inner.width, high)
        rounded(target, colour, full, tube.width // 3 - breadth)
    line = Rect(tube.x - breadth, tube.centery - breadth // 2, tube.width + 3 * breadth, breadth)
    target.fill(palette.ink, line)
    room = place.right - line.right - breadth
    limit = str(part.limit)
    size = fitted(scale, limit, scale.px(SIZES.value), room)
    scale.type.write(target, limit, size, palette.ink, (line.right + breadth, tube.centery))


def _side(target: Surface, scale: Scale, place: Rect, side: Side) -> None:
    """Its shape, beside that whether it was right, and below what it did."""
    palette = scale.palette
    small = min(scale.px(SIZES.text), round(place.height * 0.34))
    free = place.height - small
    radius = max(4, min(round(free * 0.46), round(place.width * 0.24)))
    sign = (place.x + radius, place.y + free // 2)
    draw_sign(target, scale, sign, side.seat, radius=radius, ground=palette.ground)
    if side.right is not None:
        beside = (place.x + round(radius * 3.2), sign[1])
        draw_judged(target, scale, beside, radius * 0.7, right=side.right)
    foot = Rect(place.x, place.bottom - small, place.width, small)
    write_line(target, scale, foot, side.part, height=small, colour=palette.ink, left=True)
