"""The line above everything: the title, and what sounds, for who can't hear it."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from pygame import Color, Rect, Surface, Vector2

from companion.window.scale import Scale
from companion.window.table.fit import cut, write_line
from companion.window.theme import SIZES, SMOOTH, centred, plate

_TITLE = 0.6
"""Of the line's width, a title has no more beside captions."""


def draw_top(target: Surface, scale: Scale, rect: Rect, title: str, captions: Sequence[str] = ()) -> None:
    """The title: which game, which round, or what is broken; on the right, captions of what sounds."""
    colour = scale.palette.bad if title.startswith("!") else scale.palette.faint
    height, left = min(rect.height, scale.letters(SIZES.title)), Rect(rect)
    if captions:
        left.width = min(scale.type.width(title, height), round(rect.width * _TITLE))
        right = Rect(left.right, rect.y, rect.right - left.right, rect.height)
        draw_caption(target, scale, right, " · ".join(captions))
    write_line(target, scale, left, title, height=height, colour=colour, left=True)


def draw_caption(target: Surface, scale: Scale, rect: Rect, text: str) -> None:
    """A caption on a small plate at the right of its place, a note before it."""
    palette, pad = scale.palette, scale.pad
    height = max(scale.least, min(scale.letters(SIZES.note), rect.height * 2 // 3))
    across = height * 2 // 3
    text = cut(scale, text, height, rect.width - 4 * pad - across)
    place = Rect(0, 0, scale.type.width(text, height) + across + 3 * pad, rect.height)
    place.midright = rect.midright
    radius = place.height // 3
    plate(target, palette.sunk, palette.panel_rim, place, radius=radius, breadth=scale.rim)
    centred(target, _note(palette.faint, height), (place.x + pad + across // 2, place.centery))
    scale.type.write(target, text, height, palette.ink, (place.x + 2 * pad + across, place.centery))


def _note(colour: Color, height: int) -> Surface:
    """A quaver, which the letters don't have."""
    size = height * SMOOTH
    large = Surface((size * 3 // 4, size), pygame.SRCALPHA)
    head = Rect(0, 0, size * 2 // 5, size // 3)
    head.bottomleft = (0, size)
    pygame.draw.ellipse(large, colour, head)
    stem = max(SMOOTH, size // 12)
    top = Vector2(head.right - stem, 0)
    pygame.draw.rect(large, colour, Rect(top, (stem, size - head.height // 2)))
    flag = [top, top + Vector2(size * 0.34, size * 0.3), top + Vector2(size * 0.26, size * 0.5)]
    pygame.draw.polygon(large, colour, [*flag, top + Vector2(0, size * 0.22)])
    return pygame.transform.smoothscale(large, (height * 3 // 4, height))
