"""A seat's sign on the table: its shape in its colour, with its number, on a light or a dark ground."""

from __future__ import annotations

from functools import lru_cache

import pygame
from pygame import Color, Surface, Vector2

from companion.window import theme
from companion.window.box.buttons import number, shape
from companion.window.scale import Scale
from companion.window.theme import SMOOTH
from companion.window.type import Type
from firmware.drawing.shapes import number_spot
from firmware.events import Seat
from firmware.views import SIGNS

STANDS_OUT = 3.0
"""The contrast a shape needs against its ground to be seen without a rim (WCAG 2.2, 1.4.11)."""

_RIM = 0.08
"""Breadth of a sign's rim, in radii; a sign that needs none is as large as one that does."""

_DARK, _LIGHT = Color("#14171b"), Color("#ffffff")


def luminance(colour: Color) -> float:
    """How light a colour is, 0 to 1 (WCAG 2.2, relative luminance)."""
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour.normalize()[:3]
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Color, other: Color) -> float:
    """How far two colours stand apart: 1 (not at all) to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def ink_on(ground: Color) -> Color:
    """Black or white, whichever is read better on a ground."""
    return max(_DARK, _LIGHT, key=lambda ink: contrast(ink, ground))


def draw_sign(
    target: Surface, *, scale: Scale, centre: tuple[int, int], radius: int, seat: Seat, ground: Color
) -> None:
    """A seat's shape with its number on or beside it.

    Args:
        target: the window.
        scale: theme and sizes.
        centre: its middle (px).
        radius: nothing of it is farther from the middle, across or down (px).
        seat: whose.
        ground: what it lies on; where its colour wouldn't stand out from it, the shape has a rim.
    """
    theme.centred(target, _sign(scale.type, seat, max(4, radius), tuple(ground)), centre)


@lru_cache(maxsize=256)
def _sign(type_: Type, seat: Seat, radius: int, rgba: tuple[int, ...]) -> Surface:
    ground, face = Color(*rgba), Color(SIGNS[seat].colour)
    across = 2 * radius * SMOOTH
    big = Surface((across, across), pygame.SRCALPHA)
    big.fill((ground.r, ground.g, ground.b, 0))  # smooth edges fade into the ground, not into black
    centre, size = Vector2(across / 2), radius * SMOOTH * (1 - _RIM)
    points = shape(seat, centre, size)
    if contrast(face, ground) < STANDS_OUT:
        _rim(big, ink_on(ground), points, radius * SMOOTH * _RIM)
    pygame.draw.polygon(big, face, points)
    ink = ink_on(face if number_spot(seat).on_shape or seat == _FILLED else ground)
    number(big, type_, seat, centre=centre, radius=size, ink=ink)
    return pygame.transform.smoothscale(big, (2 * radius, 2 * radius))


_FILLED: Seat = 3
"""Hollow on a panel of one colour; here its own colour fills it."""


def _rim(target: Surface, colour: Color, points: list[Vector2], breadth: float) -> None:
    """A rim outside a shape, round at its corners."""
    for point, following in zip(points, points[1:] + points[:1], strict=True):
        out = (following - point).rotate(90)
        out.scale_to_length(breadth)  # pygame's own thick lines are thinner where they slant
        pygame.draw.polygon(target, colour, [point + out, following + out, following - out, point - out])
        pygame.draw.circle(target, colour, point, breadth)
