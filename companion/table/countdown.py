"""A ring that empties while time runs, with the seconds that are left in it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.table.view import Part
from firmware.events import NS_PER_S


@dataclass(frozen=True, slots=True)
class Countdown(Part):
    """Time that runs out.

    Attributes:
        left: what is left of it (ns).
        whole: how long it is from its beginning (ns).
    """

    left: int
    whole: int

    @property
    def moving(self) -> bool:
        """Always: when it has run out the game goes on without it."""
        return True

    @property
    def seconds(self) -> int:
        """What is left in seconds begun: 3 until there are two."""
        return -(-self.left // NS_PER_S)


def until(end: int, whole: int, now: int) -> Countdown:
    """What is left at ``now`` of a time that runs out at ``end`` (ns): from the whole down to nothing."""
    return Countdown(min(whole, max(0, end - now)), whole)
