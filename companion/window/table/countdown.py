"""Draws a ring that empties while time runs (`companion.table.parts`)."""

from __future__ import annotations

from functools import lru_cache
from math import ceil

import pygame
from pygame import Color, Rect, Surface, Vector2

from companion.table.parts import Countdown
from companion.window.scale import Scale
from companion.window.table.fit import write_figure
from companion.window.theme import SMOOTH, enlarged, shrunk
from firmware.events import NS_PER_S


def draw_countdown(target: Surface, scale: Scale, rect: Rect, part: Countdown) -> None:
    """The ring, and in it the seconds that are left; with motion reduced it loses a piece a second."""
    palette = scale.palette
    across = max(8, min(rect.width, rect.height) - scale.px(4))
    box = Rect(0, 0, across, across)
    box.center = rect.center
    target.blit(_ring(across, int(palette.sunk)), box)
    left = part.seconds * NS_PER_S if scale.still else part.left
    target.blit(_rest(_ring(across, int(palette.accent)), min(1.0, left / part.whole)), box)
    write_figure(target, scale, box, str(part.seconds), share=0.6, colour=palette.ink)


@lru_cache(maxsize=8)
def _ring(across: int, rgba: int) -> Surface:
    """A whole ring; two a window, for each size it has had lately."""
    colour = Color(rgba)
    big = enlarged((across, across), colour)
    centre, radius = (big.width // 2, big.height // 2), big.width // 2 - SMOOTH
    pygame.draw.circle(big, colour, centre, radius, width=max(1, radius // 5))
    return shrunk(big)


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
