"""Digits and the box's name as single strokes, for a fingertip and for an engraver's groove.

A glyph is a few open lines through points in a field of width 0.6 and height 1, (0, 0) at its lower left, y
upwards. Whoever draws gives the lines their thickness.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, radians, sin

Point = tuple[float, float]
Line = tuple[Point, ...]

WIDTH = 0.6
"""Of the field a glyph stands in, per unit of height, but for those in `NARROW`."""


def _arc(middle: Point, radii: Point, start: float, end: float) -> Line:
    """Points on an ellipse, from one angle to another in degrees, counter-clockwise from the right."""
    steps = max(2, round(abs(end - start) / 15))
    angles = (radians(start + (end - start) * step / steps) for step in range(steps + 1))
    return tuple((middle[0] + radii[0] * cos(angle), middle[1] + radii[1] * sin(angle)) for angle in angles)


GLYPHS: Mapping[str, tuple[Line, ...]] = {
    " ": (),
    "1": (((0.08, 0.78), (0.34, 1.0), (0.34, 0.0)),),
    "2": ((*_arc((0.3, 0.7), (0.3, 0.3), 160, -35), (0.0, 0.0), (0.6, 0.0)),),
    "3": ((*_arc((0.29, 0.76), (0.27, 0.24), 150, -90), *_arc((0.29, 0.26), (0.31, 0.26), 90, -150)),),
    "4": (((0.44, 0.0), (0.44, 1.0), (0.0, 0.3), (0.6, 0.3)),),
    "5": (((0.54, 1.0), (0.08, 1.0), (0.04, 0.55), *_arc((0.28, 0.31), (0.32, 0.31), 110, -140)),),
    "6": (((0.46, 1.0), (0.1, 0.52), *_arc((0.3, 0.3), (0.3, 0.3), 150, 510)),),
    "7": (((0.0, 1.0), (0.6, 1.0), (0.2, 0.0)),),
    "8": (_arc((0.3, 0.76), (0.25, 0.24), -90, 270), _arc((0.3, 0.26), (0.3, 0.26), 90, 450)),
    "P": (((0.0, 0.0), (0.0, 1.0), *_arc((0.3, 0.74), (0.28, 0.26), 90, -90), (0.0, 0.48)),),
    "I": (((0.3, 0.0), (0.3, 1.0)),),
    "E": (((0.54, 1.0), (0.0, 1.0), (0.0, 0.0), (0.54, 0.0)), ((0.0, 0.52), (0.44, 0.52))),
    "R": (
        ((0.0, 0.0), (0.0, 1.0), *_arc((0.3, 0.74), (0.28, 0.26), 90, -90), (0.0, 0.48)),
        ((0.28, 0.48), (0.58, 0.0)),
    ),
    "W": (((-0.1, 1.0), (0.1, 0.0), (0.3, 0.85), (0.5, 0.0), (0.7, 1.0)),),
    "S": ((*_arc((0.3, 0.76), (0.28, 0.24), 30, 270), *_arc((0.3, 0.26), (0.3, 0.26), 90, -150)),),
    "Z": (((0.0, 1.0), (0.58, 1.0), (0.0, 0.0), (0.58, 0.0)),),
    "N": (((0.0, 0.0), (0.0, 1.0), (0.56, 0.0), (0.56, 1.0)),),
    "O": (_arc((0.3, 0.5), (0.3, 0.5), 90, 450),),
    "L": (((0.0, 1.0), (0.0, 0.0), (0.5, 0.0)),),
    "A": (((0.0, 0.0), (0.3, 1.0), (0.6, 0.0)), ((0.12, 0.36), (0.48, 0.36))),
    "Y": (((0.0, 1.0), (0.3, 0.5), (0.6, 1.0)), ((0.3, 0.5), (0.3, 0.0))),
}


NARROW: Mapping[str, tuple[float, float]] = {
    " ": (0.0, 0.15),
    "1": (0.08, 0.34),
    "I": (0.3, 0.3),
    "W": (-0.1, 0.7),
}
"""Where glyphs narrower or wider than the field begin and end."""


def lines(text: str, height: float, gap: float = 0.0) -> list[Line]:
    """The strokes of a text, its middle at (0, 0).

    Args:
        text: characters of `GLYPHS`.
        height: of a glyph, in mm.
        gap: between the lines of two glyphs, in mm.

    Raises:
        KeyError: if there is no such glyph.
    """
    fields = [NARROW.get(glyph, (0.0, WIDTH)) for glyph in text]
    at = -(sum(end - start for start, end in fields) + gap / height * (len(text) - 1)) / 2
    drawn: list[Line] = []
    for glyph, (start, end) in zip(text, fields, strict=True):
        shift = at - start
        drawn += [
            tuple(((shift + x) * height, (y - 0.5) * height) for x, y in line) for line in GLYPHS[glyph]
        ]
        at += end - start + gap / height
    return drawn
