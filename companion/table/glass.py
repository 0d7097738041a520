"""An hourglass on the table: how much of its sand is above, and the time left in words."""

from __future__ import annotations

from dataclasses import dataclass

from companion.table.view import Part
from firmware.events import NS_PER_S

LAST_NS = 10 * NS_PER_S
"""What is left is marked from here on: it is nearly over."""


@dataclass(frozen=True, slots=True)
class Glass(Part):
    """An hourglass.

    Attributes:
        left: what has yet to fall (ns).
        total: what the glass was filled with (ns).
        running: sand falls.
        text: the time left as people read it, at most 7 letters; empty where something else says it.
    """

    left: int
    total: int
    running: bool
    text: str

    @property
    def moving(self) -> bool:
        """Whether sand falls now."""
        return self.running and self.left > 0

    @property
    def share(self) -> float:
        """How much of the sand is above: 1 full, 0 none; more than all of it is all of it."""
        return min(1.0, max(0.0, self.left / self.total)) if self.total > 0 else 0.0

    @property
    def last(self) -> bool:
        """Whether the last seconds run, or even they have run out."""
        return self.left <= LAST_NS and self.left < self.total
