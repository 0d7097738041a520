"""A sound's caption: a note and a word or two on a small plate."""

from __future__ import annotations

import pygame
from pygame import Color, Rect, Surface, Vector2

from companion.window import theme
from companion.window.scale import Scale
from companion.window.table.fit import cut
from companion.window.theme import SIZES, SMOOTH, SPACE


def draw_caption(target: Surface, *, scale: Scale, rect: Rect, text: str) -> None:
    """One caption, in the middle of its place.

    Args:
        target: the window.
        scale: theme and sizes.
        rect: its place; a line as high as it is enough.
        text: what sounds, from `companion.table.captions.caption`.
    """
    height = min(scale.px(SIZES.note), rect.height * 2 // 3)
    pad = scale.px(SPACE.pad)
    across = height * 2 // 3
    text = cut(scale, text, height, rect.width - 4 * pad - across)
    place = Rect(0, 0, scale.type.width(text, height) + across + 3 * pad, rect.height)
    place.center = rect.center
    palette = scale.palette
    theme.plate(
        target, palette.sunk, palette.panel_rim, place, radius=place.height // 3, breadth=scale.px(SPACE.rim)
    )
    theme.centred(target, _note(palette.faint, height), (place.x + pad + across // 2, place.centery))
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
