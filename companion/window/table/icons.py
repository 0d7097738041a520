"""Pictures on buttons: the font has no arrows, so they are drawn, four times larger and shrunk until smooth.

Points are in a square from -1 to 1, y downwards, as in `firmware.drawing.shapes`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import pairwise
from math import cos, radians, sin

import pygame
from pygame import Color, Surface, Vector2

from companion.window.theme import centred, enlarged, shrunk

_STROKE = 0.2
"""Breadth of a line."""


@dataclass(frozen=True, slots=True)
class _Pen:
    """Draws in the square from -1 to 1."""

    target: Surface
    colour: Color

    def _at(self, x: float, y: float) -> tuple[float, float]:
        half = self.target.width / 2
        return half + x * half, half + y * half

    def fill(self, *points: tuple[float, float]) -> None:
        """A polygon."""
        pygame.draw.polygon(self.target, self.colour, [self._at(*point) for point in points])

    def dot(self, x: float, y: float, radius: float) -> None:
        """A disc."""
        pygame.draw.circle(self.target, self.colour, self._at(x, y), radius * self.target.width / 2)

    def clear(self, x: float, y: float, radius: float) -> None:
        """Take a disc away."""
        nothing = (self.colour.r, self.colour.g, self.colour.b, 0)
        pygame.draw.circle(self.target, nothing, self._at(x, y), radius * self.target.width / 2)

    def line(self, *points: tuple[float, float], stroke: float = _STROKE) -> None:
        """A broad line with round corners and ends."""
        broad = stroke * self.target.width / 2
        for one, other in pairwise(points):
            start, end = Vector2(self._at(*one)), Vector2(self._at(*other))
            if start != end:
                side = (end - start).rotate(90).normalize() * broad / 2
                corners = [start + side, end + side, end - side, start - side]
                pygame.draw.polygon(self.target, self.colour, corners)
        for point in points:
            pygame.draw.circle(self.target, self.colour, self._at(*point), broad / 2)

    def arc(
        self, centre: tuple[float, float], radius: float, start: float, end: float, stroke: float = _STROKE
    ) -> None:
        """A broad part of a circle, from one angle to another (degrees clockwise from the right)."""
        turns = [radians(start + (end - start) * step / 24) for step in range(25)]
        points = [(centre[0] + radius * cos(turn), centre[1] + radius * sin(turn)) for turn in turns]
        self.line(*points, stroke=stroke)


def _arrow(pen: _Pen) -> None:
    pen.line((0.8, 0), (-0.75, 0))
    pen.line((-0.1, -0.65), (-0.75, 0), (-0.1, 0.65))


def _chevron(pen: _Pen, way: int) -> None:
    pen.line((-0.35 * way, -0.75), (0.4 * way, 0), (-0.35 * way, 0.75), stroke=0.32)


def _check(pen: _Pen) -> None:
    pen.line((-0.75, 0.05), (-0.2, 0.6), (0.75, -0.6), stroke=0.3)


def _cross(pen: _Pen) -> None:
    pen.line((-0.6, -0.6), (0.6, 0.6), stroke=0.26)
    pen.line((-0.6, 0.6), (0.6, -0.6), stroke=0.26)


def _round_arrow(pen: _Pen, way: int) -> None:
    """Back along a half circle, or forth."""
    pen.line((-0.7 * way, -0.4), (0.25 * way, -0.4))
    pen.arc((0.25 * way, 0.1), 0.5, -90, -90 + 180 * way)
    pen.line((0.25 * way, 0.6), (-0.35 * way, 0.6))
    pen.line((-0.3 * way, -0.8), (-0.75 * way, -0.4), (-0.3 * way, 0.0))


def _pause(pen: _Pen) -> None:
    pen.line((-0.35, -0.6), (-0.35, 0.6), stroke=0.36)
    pen.line((0.35, -0.6), (0.35, 0.6), stroke=0.36)


def _go_on(pen: _Pen) -> None:
    pen.fill((-0.55, -0.8), (0.8, 0), (-0.55, 0.8))


def _menu(pen: _Pen) -> None:
    for y in (-0.55, 0, 0.55):
        pen.line((-0.7, y), (0.7, y))


def _pencil(pen: _Pen) -> None:
    pen.fill((0.05, -0.45), (0.45, -0.05), (-0.4, 0.8), (-0.85, 0.85), (-0.8, 0.4))
    pen.fill((0.2, -0.6), (0.45, -0.85), (0.85, -0.45), (0.6, -0.2))


def _speaker(pen: _Pen, waves: int) -> None:
    pen.fill((-0.95, -0.3), (-0.6, -0.3), (-0.15, -0.75), (-0.15, 0.75), (-0.6, 0.3), (-0.95, 0.3))
    for wave in range(waves):
        pen.arc((-0.15, 0), 0.35 + 0.32 * wave, -48, 48, stroke=0.15)
    if not waves:
        pen.line((0.25, -0.3), (0.85, 0.3), stroke=0.18)
        pen.line((0.25, 0.3), (0.85, -0.3), stroke=0.18)


def _book(pen: _Pen) -> None:
    for way in (-1, 1):
        pen.line(
            (0, -0.55), (0.45 * way, -0.72), (0.9 * way, -0.62), (0.9 * way, 0.55), (0.45 * way, 0.45),
            (0, 0.65), stroke=0.15,
        )  # fmt: skip
        pen.line((0.3 * way, -0.25), (0.62 * way, -0.3), stroke=0.12)
        pen.line((0.3 * way, 0.08), (0.62 * way, 0.03), stroke=0.12)
    pen.line((0, -0.55), (0, 0.65), stroke=0.15)


def _watch(pen: _Pen) -> None:
    """A screen on which something plays."""
    pen.line((-0.85, -0.65), (0.85, -0.65), (0.85, 0.65), (-0.85, 0.65), (-0.85, -0.65), stroke=0.16)
    pen.fill((-0.25, -0.38), (0.42, 0), (-0.25, 0.38))


def _honeycomb(pen: _Pen) -> None:
    """Three fields that meet."""
    for turn in (30, 150, 270):
        x, y = 0.46 * cos(radians(turn)), 0.46 * sin(radians(turn))
        corners = [radians(30 + 60 * corner) for corner in range(7)]
        pen.line(*((x + 0.46 * cos(c), y + 0.46 * sin(c)) for c in corners), stroke=0.14)


def _sun(pen: _Pen) -> None:
    pen.dot(0, 0, 0.4)
    for turn in range(0, 360, 45):
        x, y = cos(radians(turn)), sin(radians(turn))
        pen.line((x * 0.66, y * 0.66), (x * 0.88, y * 0.88), stroke=0.16)


def _moon(pen: _Pen) -> None:
    pen.dot(-0.05, 0, 0.8)
    pen.clear(0.35, -0.2, 0.66)


def _box(pen: _Pen) -> None:
    """The box: a panel, and buttons below it."""
    pen.line((-0.8, -0.7), (0.8, -0.7), (0.8, 0.15), (-0.8, 0.15), (-0.8, -0.7), stroke=0.16)
    for x in (-0.6, 0, 0.6):
        pen.dot(x, 0.66, 0.22)


def _corners(pen: _Pen, *, inwards: bool) -> None:
    near, far = (0.3, 0.85) if inwards else (0.8, 0.3)
    for x in (-1, 1):
        for y in (-1, 1):
            pen.line((x * far, y * near), (x * near, y * near), (x * near, y * far), stroke=0.18)


def _dots(pen: _Pen) -> None:
    for x in (-0.65, 0, 0.65):
        pen.dot(x, 0, 0.2)


def _backspace(pen: _Pen) -> None:
    pen.line((-0.95, 0), (-0.4, -0.6), (0.95, -0.6), (0.95, 0.6), (-0.4, 0.6), (-0.95, 0), stroke=0.16)
    pen.line((-0.1, -0.25), (0.5, 0.25), stroke=0.16)
    pen.line((-0.1, 0.25), (0.5, -0.25), stroke=0.16)


def _shift(pen: _Pen) -> None:
    pen.line(
        (0, -0.85), (0.85, 0), (0.4, 0), (0.4, 0.75), (-0.4, 0.75), (-0.4, 0), (-0.85, 0), (0, -0.85),
        stroke=0.17,
    )  # fmt: skip


ICONS: Mapping[str, Callable[[_Pen], None]] = {
    "back": _arrow,
    "left": partial(_chevron, way=-1),
    "right": partial(_chevron, way=1),
    "ok": _check,
    "close": _cross,
    "undo": partial(_round_arrow, way=1),
    "redo": partial(_round_arrow, way=-1),
    "pause": _pause,
    "go on": _go_on,
    "menu": _menu,
    "write": _pencil,
    "sound 0": partial(_speaker, waves=0),
    "sound 1": partial(_speaker, waves=1),
    "sound 2": partial(_speaker, waves=2),
    "sound 3": partial(_speaker, waves=3),
    "rules": _book,
    "watch": _watch,
    "board": _honeycomb,
    "light": _sun,
    "dark": _moon,
    "box": _box,
    "full screen": partial(_corners, inwards=False),
    "window": partial(_corners, inwards=True),
    "more": _dots,
    "backspace": _backspace,
    "shift": _shift,
}
"""What draws each picture, by its name."""


@lru_cache(maxsize=128)
def _icon(name: str, size: int, rgb: tuple[int, int, int]) -> Surface:
    colour = Color(*rgb)
    big = enlarged((size, size), colour)  # smooth edges fade into the same colour, not into black
    ICONS[name](_Pen(big, colour))
    return shrunk(big)


def draw_icon(target: Surface, name: str, *, colour: Color, centre: tuple[int, int], size: int) -> None:
    """Draw one of `ICONS`, ``size`` (px) across, in the middle of a place."""
    centred(target, _icon(name, max(4, size), (colour.r, colour.g, colour.b)), centre)
