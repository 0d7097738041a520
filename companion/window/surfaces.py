"""Plates with light on them and a soft shadow below: made once a size and colour, then only copied."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

import pygame
from pygame import Color, Rect, Surface

from companion.window.theme import BLACK, WHITE, enlarged, shrunk

_LIGHT, _DIM = 0.06, 0.08
"""How far a face is lighter at its top and darker at its foot than its colour."""

_DARKNESS = 105
"""Of a shadow, of 255."""

_COARSE = 2
"""Shadows are drawn so many times smaller, and stretched: nobody sees it, and blurring is dear."""

_Rgba: TypeAlias = tuple[int, ...]


def draw_raised(target: Surface, colour: Color, rect: Rect, radius: int, *, flat: bool = False) -> None:
    """A rounded face that light falls on from above; ``flat``: of one colour, as what lies lower is."""
    if rect.width > 0 and rect.height > 0:
        radius = max(1, min(radius, rect.width // 2, rect.height // 2))
        target.blit(_face(rect.size, tuple(colour), radius, flat), rect)


def draw_shadow(target: Surface, rect: Rect, radius: int, depth: int) -> None:
    """What a face casts on the table, at most ``depth`` (px) beyond it and twice that below it."""
    if depth > 0:
        target.blit(_shadow(rect.size, radius, depth), (rect.x - depth, rect.y))


@lru_cache(maxsize=96)
def _face(size: tuple[int, int], rgba: _Rgba, radius: int, flat: bool) -> Surface:
    colour, height = Color(*rgba), size[1]
    light, dim = (colour, colour) if flat else (colour.lerp(WHITE, _LIGHT), colour.lerp(BLACK, _DIM))
    column = Surface((1, height), pygame.SRCALPHA)
    for y in range(height):
        column.set_at((0, y), light.lerp(dim, y / max(1, height - 1)))
    face = pygame.transform.scale(column, size)
    round_off(face, radius)
    return face


def round_off(face: Surface, radius: int) -> None:
    """Make a surface's corners round, smoothly; it has an alpha channel."""
    disc = enlarged((2 * radius, 2 * radius), WHITE)
    pygame.draw.circle(disc, WHITE, disc.get_rect().center, disc.width // 2)
    disc = shrunk(disc)
    for x, left in ((0, 0), (face.width - radius, radius)):
        for y, top in ((0, 0), (face.height - radius, radius)):
            quarter = disc.subsurface((left, top, radius, radius))
            face.blit(quarter, (x, y), special_flags=pygame.BLEND_RGBA_MULT)


@lru_cache(maxsize=32)
def _shadow(size: tuple[int, int], radius: int, depth: int) -> Surface:
    width, height = size[0] + 2 * depth, size[1] + 2 * depth
    small = Surface((width // _COARSE + 1, height // _COARSE + 1), pygame.SRCALPHA)
    spot = Rect(depth, depth, size[0], size[1] - depth // 2)
    spot = Rect(*(side // _COARSE for side in spot))
    pygame.draw.rect(small, (0, 0, 0, _DARKNESS), spot, border_radius=radius // _COARSE)
    soft = pygame.transform.box_blur(small, max(1, depth // (2 * _COARSE)))
    return pygame.transform.smoothscale(soft, (width, height))
