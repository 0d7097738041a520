"""A seat's sign: its shape with its number on or beside it, on the box's buttons and on the table."""

from __future__ import annotations

from functools import lru_cache

import pygame
from pygame import Color, Surface, Vector2

from companion.window.scale import Scale
from companion.window.symbols import CROSS, TICK, corners, smooth
from companion.window.theme import DARK_INK, SMOOTH, WHITE, centred, enlarged, shrunk
from companion.window.type import Type
from firmware.drawing.shapes import OUTLINED, number_spot, outline
from firmware.events import Seat
from firmware.views import SIGNS

STANDS_OUT = 3.0
"""The contrast a shape needs against its ground to be seen without a rim (WCAG 2.2, 1.4.11)."""

_RIM = 0.08
"""Breadth of a sign's rim, in radii; a sign that needs none is as large as one that does."""


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
    return max(DARK_INK, WHITE, key=lambda ink: contrast(ink, ground))


def draw_sign(
    target: Surface, scale: Scale, centre: tuple[int, int], seat: Seat, *, radius: int, ground: Color
) -> None:
    """A seat's sign in its colour; it has a rim where that wouldn't stand out from the ground it lies on.

    Nothing of it is farther from the middle than the radius (px), across or down.
    """
    centred(target, _sign(scale.type, seat, max(4, radius), tuple(ground)), centre)


def draw_judged(
    target: Surface, scale: Scale, centre: tuple[int, int], radius: float, *, right: bool
) -> None:
    """Whether somebody was right: a tick or a cross."""
    colour = scale.palette.good if right else scale.palette.bad
    centred(target, smooth(colour, [TICK if right else CROSS], max(3, round(radius))), centre)


@lru_cache(maxsize=256)
def _sign(type_: Type, seat: Seat, radius: int, rgba: tuple[int, ...]) -> Surface:
    ground, face = Color(*rgba), Color(SIGNS[seat].colour)
    big = enlarged((2 * radius, 2 * radius), ground)  # smooth edges fade into the ground, not into black
    centre, size = Vector2(big.width / 2), radius * SMOOTH * (1 - _RIM)
    points = corners(outline(seat), centre, size)
    if contrast(face, ground) < STANDS_OUT:
        _rim(big, ink_on(ground), points, radius * SMOOTH * _RIM)
    pygame.draw.polygon(big, face, points)
    # what is hollow on a panel of one colour is filled with its own here
    ink = ink_on(face if number_spot(seat).on_shape or seat in OUTLINED else ground)
    _number(big, type_, seat, centre, size, ink)
    return shrunk(big)


def _rim(target: Surface, colour: Color, points: list[Vector2], breadth: float) -> None:
    """A rim outside a shape, round at its corners."""
    for point, following in zip(points, points[1:] + points[:1], strict=True):
        out = (following - point).rotate(90)
        out.scale_to_length(breadth)  # pygame's own thick lines are thinner where they slant
        pygame.draw.polygon(target, colour, [point + out, following + out, following - out, point - out])
        pygame.draw.circle(target, colour, point, breadth)


def draw_plain_sign(
    target: Surface, type_: Type, seat: Seat, *, centre: Vector2, radius: float, ink: Color, ground: Color
) -> None:
    """A seat's sign in one colour, as on the OLEDs."""
    pygame.draw.polygon(target, ink, corners(outline(seat), centre, radius))
    on_shape = number_spot(seat).on_shape
    if seat in OUTLINED:
        pygame.draw.polygon(target, ground, corners(outline(seat), centre, radius * 0.82))
        on_shape = False
    _number(target, type_, seat, centre, radius, ground if on_shape else ink)


def _number(target: Surface, type_: Type, seat: Seat, centre: Vector2, radius: float, ink: Color) -> None:  # noqa: PLR0917
    """A seat's number where it belongs on, or beside, its shape."""
    spot = number_spot(seat)
    wanted = spot.height * radius
    drawn = type_.ink(str(seat), max(8, round(wanted * 1.5)), ink)
    drawn = pygame.transform.smoothscale_by(drawn, wanted / drawn.height)
    at = centre + Vector2(spot.x, spot.y) * radius
    centred(target, drawn, (round(at.x), round(at.y)))
