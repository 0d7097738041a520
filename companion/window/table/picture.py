"""Draws small pictures (`companion.table.picture`), each once a size."""

from __future__ import annotations

from functools import lru_cache

import pygame
from pygame import Color, Rect, Surface, Vector2

from companion.table.picture import Disc, Fill, Glyph, Picture, Shape
from companion.window.scale import Scale
from companion.window.theme import centred, enlarged, rounded, shrunk
from companion.window.type import EM, Type

_CORNERS = 0.2
"""Radius of the ground's corners, as a share of what it is across."""

_CAPITAL = 0.668 * EM
"""A capital's height, as a share of its letters'."""


def draw_picture(target: Surface, scale: Scale, rect: Rect, picture: Picture) -> None:
    """A picture as large as fits, in the middle of its place."""
    across = min(rect.size)
    if across > 0:
        centred(target, _drawn(picture, across, scale.type), rect.center)


@lru_cache(maxsize=128)
def _drawn(picture: Picture, across: int, type_: Type) -> Surface:
    large = enlarged((across, across), Color(picture.ground))
    whole = large.get_rect()
    rounded(large, Color(picture.ground), whole, round(whole.width * _CORNERS))
    for shape in picture.shapes:
        _draw_shape(large, shape, type_)
    # What reaches over the edge is cut off as the ground is: round.
    mask = enlarged((across, across))
    rounded(mask, Color("white"), whole, round(whole.width * _CORNERS))
    large.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    return shrunk(large)


def _draw_shape(large: Surface, shape: Shape, type_: Type) -> None:
    half = large.width / 2

    def at(x: float, y: float) -> tuple[float, float]:
        return half + x * half, half + y * half

    match shape:
        case Fill(colour, points):
            pygame.draw.polygon(large, colour, [at(*point) for point in points])
        case Disc(colour, x, y, radius):
            pygame.draw.circle(large, colour, at(x, y), radius * half)
        case Glyph(text, colour, x, y, height, turned):
            # Half as large and doubled: the whole is shrunk four times anyway, and letters cost memory.
            ink = type_.ink(text, round(height * half / _CAPITAL / 2), Color(colour), strong=True)
            ink = pygame.transform.rotozoom(ink, -turned, 2)
            large.blit(ink, Vector2(at(x, y)) - Vector2(ink.size) / 2)
