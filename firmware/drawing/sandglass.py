"""An hourglass as a 1-bit picture: grain by grain, so that the least of it that falls is seen."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from PIL import Image, ImageDraw

from firmware.drawing.lettering import LIT

TALLEST, LEAST = 44, 28
"""How tall the picture gets and how low it may be, px: any lower, a sixtieth of its sand is not one grain."""

_SURFACE, _SLOPE = 0.4, 0.6
"""How steeply sand slopes, px down for one across: into the neck above, off the heap's top below."""

_CURVE = 0.85
"""How round the glass is: 1 is a straight funnel."""

_Grain: TypeAlias = tuple[int, int]


class _Glass(NamedTuple):
    """A glass without sand.

    Attributes:
        image: its walls, mode "1".
        above: the places for grains above the neck; those that empty first come first.
        below: those below it; those that fill first come first.
    """

    image: Image.Image
    above: tuple[_Grain, ...]
    below: tuple[_Grain, ...]


@lru_cache(maxsize=64)
def draw_sand(left: int, running: bool, height: int) -> Image.Image:
    """The hourglass, mode "1"; about five eighths as wide as it is tall.

    Args:
        left: how much of the sand is above, in thousandths; any that is left is at least a grain.
        running: a thread of it falls, if any is left.
        height: the picture's, px.
    """
    glass = _blow(height)
    image = glass.image.copy()
    pen = ImageDraw.Draw(image)
    left = max(0, min(left, 1000))
    kept = -(-len(glass.above) * left // 1000)
    fallen = len(glass.below) * (1000 - left) // 1000
    pen.point([*glass.above[len(glass.above) - kept :], *glass.below[:fallen]], fill=LIT)
    if running and kept:
        middle, neck = image.width // 2, height // 2 - 3
        floor = max(y for _, y in glass.below)
        pen.line((middle, neck, middle, floor), fill=LIT)
    return image


@lru_cache(maxsize=8)
def _blow(height: int) -> _Glass:
    """A glass between two lids. Grains keep a pixel's distance to its walls: full mustn't look solid."""
    width = height * 5 // 8 | 1
    middle, lid = width // 2, max(1, height // 16)
    image = Image.new("1", (width, height))
    pen = ImageDraw.Draw(image)
    reach = (height - 2 * lid - 1) / 2
    grains: list[_Grain] = []
    walls = [_wall(abs(y - (height - 1) / 2) / reach, middle - 1) for y in range(height)]
    for y in range(lid, height - lid):
        wall = walls[y]
        inmost = min(walls[y - 1 : y + 2])  # where the wall leans over, it is as thick as the step it takes
        for side in (-1, 1):
            pen.line((middle + side * wall, y, middle + side * min(wall, inmost + 1), y), fill=LIT)
        if lid < y < height - lid - 1:
            grains += [(x, y) for x in range(middle - inmost + 2, middle + inmost - 1)]
    for top in (0, height - lid):
        pen.rectangle((0, top, width - 1, top + lid - 1), fill=LIT)
    above = [grain for grain in grains if grain[1] < height // 2 - 1]
    below = [grain for grain in grains if grain[1] > (height - 1) // 2 + 1]
    above.sort(key=lambda grain: (grain[1] + _SURFACE * abs(grain[0] - middle), grain[0]))
    below.sort(key=lambda grain: (-grain[1] + _SLOPE * abs(grain[0] - middle), grain[0]))
    return _Glass(image, tuple(above), tuple(below))


def _wall(away: float, widest: int) -> int:
    """How far the wall stands from the middle, px; ``away`` is how far from the neck, 1 at the lid."""
    return 2 + round((widest - 2) * math.pow(min(1.0, 1.25 * away), _CURVE))
