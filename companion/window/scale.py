"""How the table view looks in a window of one size: the theme's colours, and its sizes in pixels."""

from __future__ import annotations

from dataclasses import dataclass

from companion.window.theme import Palette
from companion.window.type import Type


@dataclass(frozen=True, slots=True)
class Scale:
    """Everything drawing needs to know but what is drawn.

    Attributes:
        palette: the colours.
        type: the letters.
        unit: how large things are against a window of 1280 x 720.
        still: motion is reduced: whatever would move or grow is shown where it ends.
    """

    palette: Palette
    type: Type
    unit: float
    still: bool = False

    def px(self, size: float) -> int:
        """A size of the theme in pixels of this window, at least one."""
        return max(1, round(size * self.unit))
