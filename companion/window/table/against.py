"""Draws a sum against its limit, and who was right (`companion.table.parts`)."""

from __future__ import annotations

from pygame import Rect, Surface

from companion.table.parts import Against, Side
from companion.window import theme
from companion.window.scale import Scale
from companion.window.table.fit import fitted, write_line
from companion.window.table.sign import draw_sign
from companion.window.table.symbols import CROSS, TICK, smooth
from companion.window.theme import SIZES, SPACE


def draw_against(target: Surface, *, scale: Scale, rect: Rect, part: Against) -> None:
    """A tube that the sum fills, with the limit across it; beside it the two who can be right.

    Args:
        target: the window.
        scale: theme and sizes.
        rect: its place.
        part: sum, limit and sides.
    """
    pad = scale.px(SPACE.pad)
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
    theme.plate(target, palette.sunk, palette.panel_rim, tube, radius=tube.width // 3, breadth=breadth)
    if part.sum:
        inner = tube.inflate(-2 * breadth, -2 * breadth)
        high = max(inner.width // 3, round(inner.height * min(1.0, part.sum / (2 * part.limit))))
        colour = palette.good if part.sum >= part.limit else palette.bad
        theme.rounded(
            target, colour, Rect(inner.x, inner.bottom - high, inner.width, high), tube.width // 3 - breadth
        )
    line = Rect(tube.x - breadth, tube.centery - breadth // 2, tube.width + 3 * breadth, breadth)
    target.fill(palette.ink, line)
    room = place.right - line.right - breadth
    size = fitted(scale, str(part.limit), scale.px(SIZES.value), room)
    scale.type.write(target, str(part.limit), size, palette.ink, (line.right + breadth, tube.centery))


def _side(target: Surface, scale: Scale, place: Rect, side: Side) -> None:
    """Its shape, beside that whether it was right, and below what it did."""
    palette = scale.palette
    small = min(scale.px(SIZES.text), round(place.height * 0.34))
    free = place.height - small
    radius = max(4, min(round(free * 0.46), round(place.width * 0.24)))
    sign = (place.x + radius, place.y + free // 2)
    draw_sign(target, scale=scale, centre=sign, radius=radius, seat=side.seat, ground=palette.ground)
    if side.right is not None:
        colour = palette.good if side.right else palette.bad
        mark = smooth(colour, [TICK if side.right else CROSS], max(3, round(radius * 0.7)))
        theme.centred(target, mark, (place.x + round(radius * 3.2), sign[1]))
    foot = Rect(place.x, place.bottom - small, place.width, small)
    write_line(target, scale=scale, text=side.part, height=small, colour=palette.ink, rect=foot, left=True)
