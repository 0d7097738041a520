"""Draws a ring that empties while time runs (`companion.table.parts`)."""

from __future__ import annotations

from functools import lru_cache
from math import ceil

import pygame
from pygame import Color, Rect, Surface, Vector2

from companion.table.parts import Countdown
from companion.window import theme
from companion.window.scale import Scale
from companion.window.table.fit import fitted
from companion.window.theme import SMOOTH
from firmware.events import NS_PER_S


def draw_countdown(target: Surface, *, scale: Scale, rect: Rect, part: Countdown) -> None:
    """The ring, and in it the seconds that are left.

    Args:
        target: the window.
        scale: theme and sizes; with motion reduced the ring loses a piece a second.
        rect: its place.
        part: what runs out.
    """
    palette = scale.palette
    across = max(8, min(rect.width, rect.height) - scale.px(4))
    box = Rect(0, 0, across, across)
    box.center = rect.center
    target.blit(_ring(across, tuple(palette.sunk)), box)
    left = part.seconds * NS_PER_S if scale.still else part.left
    target.blit(_rest(_ring(across, tuple(palette.accent)), min(1.0, left / part.whole)), box)
    seconds = str(part.seconds)
    size = fitted(scale, seconds, across, round(across * 0.6))
    theme.centred(target, scale.type.ink(seconds, size, palette.ink), box.center)


@lru_cache(maxsize=8)
def _ring(across: int, colour: tuple[int, ...]) -> Surface:
    """A whole ring; two a window, for each size it has had lately."""
    big = Surface((across * SMOOTH, across * SMOOTH), pygame.SRCALPHA)
    big.fill((*colour[:3], 0))
    centre, radius = (big.width // 2, big.height // 2), big.width // 2 - SMOOTH
    pygame.draw.circle(big, Color(*colour), centre, radius, width=max(1, radius // 5))
    return pygame.transform.smoothscale(big, (across, across))


def _rest(ring: Surface, share: float) -> Surface:
    """What is left of a ring, from the top clockwise: the beginning goes first."""
    rest = ring.copy()
    turned = 360 * (1 - share)
    if turned > 0:
        middle, up = Vector2(ring.get_rect().center), Vector2(0, -ring.width)
        steps = max(1, ceil(turned / 30))
        rim = [middle + up.rotate(turned * step / steps) for step in range(steps + 1)]
        pygame.draw.polygon(rest, (0, 0, 0, 0), [middle, *rim])
    return rest
