"""An OLED's glass: the panel's own pixels, whole squares with the dark grid between them."""

from __future__ import annotations

from functools import lru_cache

import pygame
from PIL import Image
from pygame import Color, Rect, Surface

from companion.window.theme import BOX

_GRID_FROM = 3
"""From this scale on the gaps between an OLED's pixels are drawn; below, they would only dim it."""


@lru_cache(maxsize=4)
def _grid(size: tuple[int, int], scale: int) -> Surface:
    """The gaps between pixels as a veil over a picture of ``size`` window pixels."""
    veil = Surface(size, pygame.SRCALPHA)
    breadth = max(1, scale // 5)
    for x in range(scale - breadth, size[0], scale):
        veil.fill((0, 0, 0, 70), (x, 0, breadth, size[1]))
    for y in range(scale - breadth, size[1], scale):
        veil.fill((0, 0, 0, 70), (0, y, size[0], breadth))
    return veil


def draw_glass(target: Surface, glass: Rect, picture: Image.Image | None, pixel: Color) -> Rect:
    """Draw what a panel shows, in the middle of its glass.

    Args:
        target: the window.
        glass: the panel's place in the window.
        picture: the panel's picture, mode ``"1"`` or ``"L"``; None leaves the glass dark.
        pixel: the colour of a lit pixel.

    Returns:
        Where in the window the picture is; ``glass`` if there is none.
    """
    target.fill(BOX.glass, glass)
    if picture is None:
        return glass
    scale = max(1, min(glass.width // picture.width, glass.height // picture.height))
    small = pygame.image.frombytes(picture.convert("L").tobytes(), picture.size, "P")
    small.set_palette([BOX.glass.lerp(pixel, level / 255) for level in range(256)])
    large = pygame.transform.scale_by(small, scale)
    place = large.get_rect(center=glass.center)
    before = target.get_clip()
    target.set_clip(glass)
    target.blit(large, place)
    if scale >= _GRID_FROM:
        target.blit(_grid(large.get_size(), scale), place)
    target.set_clip(before)
    return place
