"""The table seen from above: felt with a lamp over its middle, a padded rail around it."""

from __future__ import annotations

from math import pi, sin

import pygame
from pygame import Rect, Surface

from companion.window.scale import safe
from companion.window.surfaces import round_off
from companion.window.theme import BLACK, WHITE, Palette, table

_RAIL = 0.55
"""Of the margin, the rail's breadth: what lies on the felt keeps clear of it."""

_LEAST_RAIL = 6
"""Pixels: a narrower one would be only a line."""

_ROUND = 2.2
"""The felt's corners, in breadths of the rail."""

_COARSE = 4
_DARKNESS = 96
"""The rail's shadow on the felt is drawn so many times smaller, and is so dark (of 255)."""


def table_top(size: tuple[int, int], palette: Palette, margin: float) -> Surface:
    """The ground of a table window.

    Args:
        size: the window (px).
        palette: the theme's colours.
        margin: per cent of the window left free at each edge; without any there is no rail.
    """
    felt = table(size, palette.ground, palette.ground_edge)
    clear = safe(size, margin)
    breadth = round(min(clear.x, clear.y) * _RAIL)
    if breadth < _LEAST_RAIL:
        return felt
    top, inner = Surface(size), Rect((0, 0), size).inflate(-2 * breadth, -2 * breadth)
    foot, back = palette.rail.lerp(BLACK, 0.35), palette.rail.lerp(WHITE, 0.1)
    top.fill(foot)
    radius = round(breadth * _ROUND)
    for depth in range(breadth):  # rounded like a bolster: light on its back, dark at both its feet
        colour = foot.lerp(back, sin(pi * depth / breadth))
        ring = Rect((0, 0), size).inflate(-2 * depth, -2 * depth)
        pygame.draw.rect(top, colour, ring, 4, border_radius=radius * depth // breadth)
    cloth = Surface(inner.size, pygame.SRCALPHA)
    cloth.blit(felt, (-inner.x, -inner.y))
    cloth.blit(_rail_shadow(inner.size, breadth, radius), (0, 0))
    round_off(cloth, radius)
    top.blit(cloth, inner)
    return top


def _rail_shadow(size: tuple[int, int], breadth: int, radius: int) -> Surface:
    """What the rail casts inwards; darker at the top, whose rail the lamp can't reach behind."""
    small = Surface((size[0] // _COARSE + 1, size[1] // _COARSE + 1), pygame.SRCALPHA)
    small.fill((0, 0, 0, _DARKNESS))
    free = small.get_rect().inflate(-breadth // _COARSE, -breadth // _COARSE)
    free.move_ip(0, max(1, breadth // 3 // _COARSE))
    pygame.draw.rect(small, (0, 0, 0, 0), free, border_radius=radius // _COARSE)
    soft = pygame.transform.box_blur(small, max(1, breadth // 2 // _COARSE))
    return pygame.transform.smoothscale(soft, size)
