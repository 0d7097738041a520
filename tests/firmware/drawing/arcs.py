"""Under which angle what a panel shows is seen: the arithmetic behind `firmware.drawing.legibility`."""

from __future__ import annotations

from math import atan, degrees
from typing import NamedTuple


class Glass(NamedTuple):
    """A panel's active area: height in mm and in px."""

    mm: float
    px: int


SEAT, MAIN = Glass(10.86, 64), Glass(27.49, 64)
"""What sizes are worked out for: 0.96 inches at a seat, 2.42 inches for the main panel."""

SEAT_AT_MM, MAIN_AT_MM = 1000.0, 2000.0
"""From how far each must be read, mm."""

WORD_ARC, NUMBER_ARC = 8.0, 10.0
"""Under which angle big words and big numbers must be seen at least, minutes of arc."""


def arc_minutes(px: float, glass: Glass, distance_mm: float) -> float:
    """The angle under which ``px`` pixels of a panel are seen from that far, minutes of arc."""
    return degrees(atan(px * glass.mm / glass.px / distance_mm)) * 60
