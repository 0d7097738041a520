"""An OLED's glass: the panel's own pixels, whole squares with the dark grid between them; dice in colours."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import pygame
from PIL import Image
from pygame import Color, Rect, Surface

from companion.window.coloured_die import coloured_die
from companion.window.theme import BOX, clipped
from companion.window.type import Type
from firmware.drawing.figures import Spot

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


def draw_glass(
    target: Surface,
    type_: Type,
    rect: Rect,
    picture: Image.Image | None,
    dice: Iterable[Spot],
    *,
    pixel: Color,
) -> None:
    """Draw what a panel shows, in the middle of its glass.

    Args:
        target: the window.
        type_: its letters.
        rect: the panel's place in the window.
        picture: the panel's picture, mode ``"1"`` or ``"L"``; None leaves the glass dark.
        dice: what lies on it; those that have a colour are laid over it.
        pixel: the colour of a lit pixel.
    """
    target.fill(BOX.glass, rect)
    if picture is None:
        return
    scale = max(1, min(rect.width // picture.width, rect.height // picture.height))
    small = pygame.image.frombytes(picture.convert("L").tobytes(), picture.size, "P")
    small.set_palette([BOX.glass.lerp(pixel, level / 255) for level in range(256)])
    large = pygame.transform.scale_by(small, scale)
    place = large.get_rect(center=rect.center)
    with clipped(target, rect):
        target.blit(large, place)
        if scale >= _GRID_FROM:
            target.blit(_grid(large.get_size(), scale), place)
        for face, x, y, side in dice:
            if face.colour:
                spot = Rect(place.x + x * scale, place.y + y * scale, side * scale, side * scale)
                # a turn's screen is inverse
                target.fill(pixel if picture.getpixel((0, 0)) else BOX.glass, spot)
                colours = int(Color(face.colour)), int(BOX.glass)
                die = coloured_die(type_, face.text, spot.width, *colours, crossed=face.crossed)
                target.blit(die, spot)
