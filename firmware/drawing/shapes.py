"""The eight shapes that tell seats apart without colour, as polygons; shared by the OLEDs and the window.

Coordinates are in the unit square: x and y from -1 to 1, y downwards, (0, 0) in the middle. Whoever draws
scales them; nothing here knows a pixel.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import cycle
from math import acos, cos, pi, radians, sin
from typing import NamedTuple, TypeAlias

from firmware.events import Seat
from firmware.views import SIGNS

Point: TypeAlias = tuple[float, float]
Polygon: TypeAlias = tuple[Point, ...]

OUTLINED: frozenset[Seat] = frozenset({3})
"""Seats whose shape is drawn hollow: dark blue is the faintest colour, so its square is told by its rim."""

_ROUND_CORNERS = 64
"""Corners of a whole circle: at 60 px across, each side is under 3 px, so it looks round."""


class Spot(NamedTuple):
    """Where a seat's number stands with its shape.

    Attributes:
        x: middle of the number.
        y: middle of the number.
        height: height of the tallest digit that keeps clear of the rim; its width is about 0.7 of that.
        on_shape: True if the number stands on the filled shape and so needs the other colour.
    """

    x: float
    y: float
    height: float
    on_shape: bool


def outline(seat: Seat) -> Polygon:
    """The seat's shape as a closed polygon in the unit square; the last point joins the first.

    Args:
        seat: 1..8.

    Raises:
        KeyError: if there is no such seat.
    """
    return _OUTLINES[SIGNS[seat].name]


def number_spot(seat: Seat) -> Spot:
    """Where the seat's number goes, in the same unit square.

    Args:
        seat: 1..8.

    Raises:
        KeyError: if there is no such seat.
    """
    return _SPOTS[SIGNS[seat].name]


def _arc(centre: Point, radius: float, start: float, end: float) -> Polygon:
    """Points from angle ``start`` to ``end`` (radians, clockwise from the right because y is down)."""
    steps = max(2, round(abs(end - start) / (2 * pi) * _ROUND_CORNERS))
    angles = (start + (end - start) * step / steps for step in range(steps + 1))
    return tuple((centre[0] + radius * cos(angle), centre[1] + radius * sin(angle)) for angle in angles)


def _regular(radii: tuple[float, ...], corners: int, drop: float) -> Polygon:
    """Corners evenly round the middle from the top on, at ``radii`` by turns, lowered by ``drop``."""
    angles = [radians(360 * corner / corners) for corner in range(corners)]
    around = zip(cycle(radii), angles, strict=False)
    return tuple((radius * sin(angle), drop - radius * cos(angle)) for radius, angle in around)


def _cross() -> Polygon:
    arm, end = 0.38, 0.96
    return (
        (-arm, -end), (arm, -end), (arm, -arm), (end, -arm), (end, arm), (arm, arm),
        (arm, end), (-arm, end), (-arm, arm), (-end, arm), (-end, -arm), (-arm, -arm),
    )  # fmt: skip


def _moon() -> Polygon:
    """A crescent open to the right: a disc less a smaller disc moved right by ``shift``."""
    radius, bite, shift = 1.0, 0.8, 0.52
    horn = (shift**2 + radius**2 - bite**2) / (2 * shift)  # x where the two circles meet
    outer, inner = acos(horn / radius), acos((horn - shift) / bite)
    back = _arc((0.0, 0.0), radius, outer, 2 * pi - outer)
    hollow = _arc((shift, 0.0), bite, 2 * pi - inner, inner)
    return back + hollow[1:-1]


_OUTLINES: Mapping[str, Polygon] = {
    "circle": _arc((0.0, 0.0), 0.95, 0.0, 2 * pi)[:-1],
    "triangle": ((0.0, -0.94), (1.0, 0.86), (-1.0, 0.86)),
    # Smaller than the unit square: a square of the same height looks larger than a circle.
    "square": ((-0.86, -0.86), (0.86, -0.86), (0.86, 0.86), (-0.86, 0.86)),
    "diamond": ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)),
    "cross": _cross(),
    "star": _regular((1.0, 0.5), 10, drop=0.095),
    "pentagon": _regular((1.0,), 5, drop=0.095),
    "moon": _moon(),
}

_SPOTS: Mapping[str, Spot] = {
    "circle": Spot(0.0, 0.0, 1.1, on_shape=True),
    "triangle": Spot(0.0, 0.33, 0.75, on_shape=True),
    "square": Spot(0.0, 0.0, 1.1, on_shape=False),
    "diamond": Spot(0.0, 0.0, 0.9, on_shape=True),
    "cross": Spot(0.0, 0.0, 0.8, on_shape=True),
    "star": Spot(0.0, 0.08, 0.7, on_shape=True),
    "pentagon": Spot(0.0, 0.08, 1.0, on_shape=True),
    "moon": Spot(0.42, 0.0, 0.8, on_shape=False),
}
