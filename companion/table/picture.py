"""Small pictures as plain data, for a game's tile: shapes in a square from -1 to 1, y downwards.

Each stands on a ground of its own, so that it looks the same in any light and wherever it lies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, radians, sin
from typing import TypeAlias

Points: TypeAlias = tuple[tuple[float, float], ...]

PAPER, INK, RED, BLUE, YELLOW, GREEN, STEEL = (
    "#fbf8ee", "#20242a", "#c62f2f", "#1f63b8", "#f3c21b", "#2b7d36", "#aeb9c4",
)  # fmt: skip
"""What things on a table are made of."""


@dataclass(frozen=True, slots=True)
class Fill:
    """A polygon of one colour, ``#rrggbb``."""

    colour: str
    points: Points


@dataclass(frozen=True, slots=True)
class Disc:
    """A disc of one colour."""

    colour: str
    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class Glyph:
    """A few letters or figures, so high, round a point; ``turned`` clockwise (degrees)."""

    text: str
    colour: str
    x: float
    y: float
    height: float
    turned: float = 0


Shape: TypeAlias = Fill | Disc | Glyph


@dataclass(frozen=True, slots=True)
class Picture:
    """Shapes, the first at the bottom, on a ground of one colour."""

    ground: str
    shapes: tuple[Shape, ...]


def turn(points: Sequence[tuple[float, float]], degrees: float, x: float = 0, y: float = 0) -> Points:
    """Points turned clockwise round the middle, then moved to a place."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return tuple((x + px * c - py * s, y + px * s + py * c) for px, py in points)


def block(
    colour: str, x: float, y: float, size: tuple[float, float], *, round_: float = 0.1, turned: float = 0
) -> Fill:
    """A rectangle with round corners, its middle at a point."""
    wide, high = size[0] / 2 - round_, size[1] / 2 - round_
    corners = ((wide, high, 0), (-wide, high, 90), (-wide, -high, 180), (wide, -high, 270))
    points = [
        (cx + round_ * cos(radians(start + step)), cy + round_ * sin(radians(start + step)))
        for cx, cy, start in corners
        for step in range(0, 91, 15)
    ]
    return Fill(colour, turn(points, turned, x, y))


def card(
    text: str, colour: str, x: float, y: float, *, high: float = 1.1, turned: float = 0
) -> tuple[Shape, ...]:
    """A playing card with a figure on it."""
    wide = high * 0.7
    return (
        block("#6b6658", x + 0.03, y + 0.04, (wide, high), turned=turned),
        block(PAPER, x, y, (wide, high), turned=turned),
        Glyph(text, colour, x, y, high * (0.6 if len(text) < 2 else 0.36), turned),
    )


_CORNERS = ((-1, -1), (1, 1)), ((1, -1), (-1, 1)), ((-1, 0), (1, 0))
PIPS = {
    n: (*((0, 0),) * (n % 2), *(place for pair in _CORNERS[: n // 2] for place in pair)) for n in range(1, 7)
}
"""Where a die's pips are: left, middle, right; top, middle, bottom."""


def die(
    pips: int,
    x: float,
    y: float,
    *,
    size: float = 0.9,
    turned: float = 0,
    colours: tuple[str, str] = (PAPER, INK),
) -> tuple[Shape, ...]:
    """A die, its face and its pips in two colours."""
    far = size * 0.26
    places = turn([(px * far, py * far) for px, py in PIPS[pips]], turned, x, y)
    return (
        block(colours[0], x, y, (size, size), round_=size * 0.18, turned=turned),
        *(Disc(colours[1], px, py, size * 0.1) for px, py in places),
    )


def heart(colour: str, x: float, y: float, size: float) -> Fill:
    """A heart, so broad."""
    turns = [2 * pi * step / 40 for step in range(40)]
    points = [
        (sin(t) ** 3, -(13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t) + 2.5) / 15) for t in turns
    ]
    return Fill(colour, tuple((x + px * size / 2, y + py * size / 2) for px, py in points))


def hand(
    colour: str, x: float, y: float, to: tuple[float, float], breadth: float = 0.12
) -> tuple[Shape, ...]:
    """A broad line with round ends, from a point to another: a clock's hand."""
    dx, dy = to[0] - x, to[1] - y
    long = (dx * dx + dy * dy) ** 0.5 or 1
    sx, sy = -dy / long * breadth / 2, dx / long * breadth / 2
    points = ((x + sx, y + sy), (to[0] + sx, to[1] + sy), (to[0] - sx, to[1] - sy), (x - sx, y - sy))
    return Fill(colour, points), Disc(colour, x, y, breadth / 2), Disc(colour, *to, breadth / 2)


def initial(title: str) -> Picture:
    """Of a game that brings no picture: its first letter."""
    return Picture("#3b4a66", (Disc("#ffd54a", 0, 0, 0.72), Glyph(title[:1].upper(), INK, 0, 0, 0.8)))
