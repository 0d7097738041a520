"""Places on the table that fill with cards: whose card lies on each, and which comes next."""

from __future__ import annotations

from dataclasses import dataclass

from companion.table.share import WHOLE
from companion.table.view import Part
from firmware.events import Seat

DOWN = WHOLE
"""How far a card falls, in thousandths."""


@dataclass(frozen=True, slots=True)
class Places(Part):
    """Places in their order.

    Attributes:
        laid: whose card lies on each, from the first place on.
        count: how many there are.
        open: cards may be laid now: the first free place is marked.
        fresh: how many of the last cards are just falling into their places.
        fallen: how far those have fallen, in thousandths; `DOWN`: they lie.
    """

    laid: tuple[Seat, ...]
    count: int
    open: bool = False
    fresh: int = 0
    fallen: int = DOWN

    @property
    def moving(self) -> bool:
        """Whether a card falls."""
        return self.fresh > 0 and self.fallen < DOWN
