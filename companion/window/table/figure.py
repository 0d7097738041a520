"""Draws one number as large as it gets (`Figure`)."""

from __future__ import annotations

from pygame import Rect, Surface

from companion.table.parts import Figure
from companion.window.scale import Scale
from companion.window.table.fit import captioned, write_figure


def draw_figure(target: Surface, scale: Scale, rect: Rect, part: Figure) -> None:
    """The number over its caption."""
    if part.text:
        place = captioned(target, scale, rect, (part.caption,))
        write_figure(target, scale, place, part.text, share=0.92, tall=1.2, colour=scale.palette.ink)
