"""Parts of the table drawn on plain ground, and what can be seen of them."""

from __future__ import annotations

from dataclasses import dataclass

import pygame
from pygame import Color, Rect, Surface

from companion.table.view import Part
from companion.window.scale import Scale
from companion.window.table.button import Spot
from companion.window.table.choice_row import Typed
from companion.window.table.drawers import DRAWERS
from companion.window.theme import PALETTES
from companion.window.type import Type

GROUND = Color("#ff00ff")
"""No colour of either theme."""


def scale_of(theme: str = "dark", unit: float = 1.0, *, still: bool = False) -> Scale:
    pygame.font.init()
    return Scale(PALETTES[theme], Type(), unit, still)


@dataclass(frozen=True)
class Drawn:
    """A part in the middle of a larger surface, without anything that would keep it in its place."""

    surface: Surface
    place: Rect
    spots: tuple[Spot[Typed], ...] = ()

    def of(self, colour: Color) -> pygame.Mask:
        """Where a colour is."""
        return pygame.mask.from_threshold(self.surface, colour, (6, 6, 6, 255))

    def count(self, colour: Color) -> int:
        """How many pixels have a colour."""
        return self.of(colour).count()

    def box(self, colour: Color) -> Rect:
        """What holds all of a colour; empty if there is none."""
        boxes = self.of(colour).get_bounding_rects()
        return boxes[0].unionall(boxes[1:]) if boxes else Rect(0, 0, 0, 0)

    @property
    def ink(self) -> Rect:
        """What holds everything that was painted."""
        mask = pygame.mask.from_threshold(self.surface, GROUND, (1, 1, 1, 255))
        mask.invert()
        boxes = mask.get_bounding_rects()
        return boxes[0].unionall(boxes[1:]) if boxes else Rect(0, 0, 0, 0)

    @property
    def bytes(self) -> bytes:
        return pygame.image.tobytes(self.surface, "RGB")


def draw(part: Part, scale: Scale, size: tuple[int, int] = (320, 220)) -> Drawn:
    """One part in a place of a size."""
    around = 60
    place = Rect((around, around), size)
    surface = Surface((size[0] + 2 * around, size[1] + 2 * around))
    surface.fill(GROUND)
    spots = DRAWERS[type(part)](surface, scale=scale, rect=place, part=part)
    return Drawn(surface, place, tuple(spots or ()))
