"""The pencil on a seat's plate: touched, its name is written, also where the plate itself is the button."""

from __future__ import annotations

from pygame import Rect, Surface

from companion.window.scale import Scale, finger
from companion.window.table.button import Spot, draw_pictured
from companion.window.table.choice_row import Typed

_MOST = 0.3
"""Of a plate's width."""


def draw_pencil(
    target: Surface, scale: Scale, inner: Rect, asks: str
) -> tuple[Rect, tuple[Spot[Typed], ...]]:
    """Draw it at the right of what is free on a plate; returns what is left of that, and where it is touched.

    ``asks``: what a touch begins to type; empty: there is no pencil.
    """
    if not asks:
        return inner, ()
    wide = min(finger(scale.unit), round(inner.width * _MOST))
    place = Rect(inner.right - wide, inner.y, wide, min(inner.height, finger(scale.unit)))
    place.centery = inner.centery
    draw_pictured(target, scale, place, "write")
    rest = Rect(inner.x, inner.y, inner.width - wide - scale.pad // 2, inner.height)
    return rest, (Spot(place, Typed(asks)),)
