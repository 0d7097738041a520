"""Draws a sum against the limit it had to reach, and between whom that decides (`Against`)."""

from __future__ import annotations

from pygame import Rect, Surface

from companion.table.parts import Against, Side
from companion.window.scale import Scale
from companion.window.sign import draw_judged, draw_sign
from companion.window.table.button import share_out
from companion.window.table.fit import write_figure, write_line
from companion.window.theme import SIZES, plate, rounded

_SHARES = (0.3, 0.4, 0.3)
"""Of the width: one side, the sum, the other side."""

_BAR = 0.09
"""How thick the bar is, of the height."""

_UNCOUNTED = "?"


def draw_against(target: Surface, scale: Scale, rect: Rect, part: Against) -> None:
    """The sum as large as it gets over a bar with the limit in its middle, the two sides beside it."""
    one, middle, other = share_out(rect.inflate(0, -scale.gap), _SHARES, scale.gap)
    for place, side in zip((one, other), part.sides, strict=True):
        _draw_side(target, scale, place, side)
    _draw_sum(target, scale, middle, part)


def _draw_sum(target: Surface, scale: Scale, place: Rect, part: Against) -> None:
    """Twice the limit is a full bar; the limit is said below its middle."""
    palette, said = scale.palette, max(scale.least, min(scale.letters(SIZES.value), place.height // 5))
    thick = max(6, round(place.height * _BAR))
    bar = Rect(place.x, place.bottom - said - thick, place.width, thick)
    figure = Rect(place.x, place.y, place.width, bar.y - place.y)
    text, ink = (_UNCOUNTED, palette.faint) if part.sum is None else (str(part.sum), palette.ink)
    write_figure(target, scale, figure, text, share=0.95, tall=1.25, colour=ink)
    rounded(target, palette.sunk, bar, thick // 2)
    if part.sum:
        full = bar.copy()
        full.width = max(thick, round(bar.width * min(1.0, part.sum / (2 * part.limit))))
        rounded(target, palette.good if part.sum >= part.limit else palette.bad, full, thick // 2)
    line = Rect(0, bar.y - thick // 2, max(3, thick // 4), thick * 3 // 2)
    line.centerx = bar.centerx
    target.fill(palette.ink, line)
    foot = Rect(place.x, bar.bottom, place.width, said)
    write_line(target, scale, foot, str(part.limit), height=said, colour=palette.ink, strong=True)


def _draw_side(target: Surface, scale: Scale, place: Rect, side: Side) -> None:
    """Its shape, what it did, and whether it was right: that side's plate stands out, the other's is sunk."""
    palette = scale.palette
    face, rim = palette.panel, palette.panel_rim
    if side.right is not None:
        face, rim = (palette.panel, palette.good) if side.right else (palette.sunk, palette.sunk)
    plate(target, face, rim, place, radius=scale.radius, breadth=scale.rim * (3 if side.right else 1))
    said = min(scale.letters(SIZES.text), place.height // 4)
    above = Rect(place.x, place.y, place.width, place.height - said - scale.gap // 2)
    beside, below = min(above.height * 0.36, place.width * 0.2), min(above.height * 0.2, place.width * 0.36)
    radius = max(4, round(max(beside, below)))
    apart = (radius * 1.15, 0.0) if beside > below else (0.0, radius * 1.15)
    if side.right is None:
        radius, apart = max(4, round(min(above.height, place.width) * 0.36)), (0.0, 0.0)
    else:
        mark = above.centerx + round(apart[0]), above.centery + round(apart[1])
        draw_judged(target, scale, mark, radius, right=side.right)
    sign = above.centerx - round(apart[0]), above.centery - round(apart[1])
    draw_sign(target, scale, sign, side.seat, radius=radius, ground=face)
    foot = Rect(place.x, above.bottom, place.width, said).inflate(-2 * scale.gap, 0)
    write_line(target, scale, foot, side.part, height=said, colour=palette.ink)
