"""How things look in a window of one size: the theme's colours and letters, and its sizes in pixels."""

from __future__ import annotations

from dataclasses import dataclass

from companion.window.theme import SPACE, Palette
from companion.window.type import Type

SMALLEST = (640, 400)
"""The smallest window everything fits in, pixels."""

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
    """

    palette: Palette
    type: Type
    unit: float
    still: bool = False
    larger: float = 1.0

    def px(self, size: float) -> int:
        """A size of the theme in pixels of this window, at least one."""
        return max(1, round(size * self.unit))

    def letters(self, height: float) -> int:
        """A letter height of the theme in pixels of this window."""
        return self.px(height * self.larger)

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


def finger(unit: float) -> int:
    """The least height of what a finger is to hit (px)."""
    return max(_LEAST_FINGER, round(SPACE.finger * unit))
