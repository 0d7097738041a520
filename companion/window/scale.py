"""How things look in a window of one size: the theme's colours and letters, and its sizes in pixels."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from pygame import Rect

from companion.window.theme import SIZES, SPACE, Palette
from companion.window.type import Type

SMALLEST = (640, 400)
"""The smallest window everything fits in, pixels."""

MARGIN = 5.0
"""Per cent of the window at each edge that a television may not show."""

_LEAST_MARGIN = 4
"""Pixels: what touches the edge looks cut off."""

_LEAST_LETTERS = 16
"""Pixels: below this height (a font of 12 px) letters fall apart on any screen."""

_LEAST_FINGER = 44
"""Pixels: about 8 mm on the smallest screens people touch (7 inches, 800 x 480)."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Everything drawing needs to know but what is drawn.

    Attributes:
        palette: the colours.
        type: the letters.
        unit: how large things are against a window of 1280 x 720.
        still: motion is reduced: whatever would move or grow is shown where it ends.
        larger: letters are meant so many times as large as the theme says.
        margin: per cent of the window left free at each edge, see `safe`.
    """

    palette: Palette
    type: Type
    unit: float
    still: bool = False
    larger: float = 1.0
    margin: float = MARGIN

    def px(self, size: float) -> int:
        """A size of the theme in pixels of this window, at least one."""
        return max(1, round(size * self.unit))

    def letters(self, height: float) -> int:
        """A letter height of the theme in pixels of this window."""
        return max(_LEAST_LETTERS, self.px(height * self.larger))

    @property
    def least(self) -> int:
        """Nothing is read across a table in letters below this height (px)."""
        return max(_LEAST_LETTERS, self.px(SIZES.small))

    @property
    def gap(self) -> int:
        """Between things (px)."""
        return self.px(SPACE.gap)

    @property
    def pad(self) -> int:
        """Inside them (px)."""
        return self.px(SPACE.pad)

    @property
    def radius(self) -> int:
        """Of corners (px)."""
        return self.px(SPACE.radius)

    @property
    def rim(self) -> int:
        """How broad a rim is (px)."""
        return self.px(SPACE.rim)


def unit_of(size: tuple[int, int]) -> float:
    """How large things are in a window, against one of 1280 x 720."""
    return min(max(size[0], SMALLEST[0]) / 1280, max(size[1], SMALLEST[1]) / 720)


def safe(size: tuple[int, int], margin: float = MARGIN) -> Rect:
    """Where in a window what matters stands; ``margin``: per cent of it left free at each edge."""
    x, y = (max(_LEAST_MARGIN, ceil(side * margin / 100)) for side in size)
    return Rect(x, y, size[0] - 2 * x, size[1] - 2 * y)


def finger(unit: float) -> int:
    """The least height of what a finger is to hit (px)."""
    return max(_LEAST_FINGER, round(SPACE.finger * unit))
