"""A ring that empties while time runs, with the seconds that are left in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from firmware.events import NS_PER_S


@dataclass(frozen=True, slots=True)
class Countdown:
    """Time that runs out.

    Attributes:
        ends: when, in game time (ns).
        whole: how long it is from its beginning (ns).
    """

    weight: ClassVar[float] = 1.0

    ends: int
    whole: int

    @property
    def moving(self) -> bool:
        """Always: when it has run out the game goes on without it."""
        return True

    def left(self, now: int) -> int:
        """What is left at ``now`` (ns): from the whole down to nothing."""
        return min(self.whole, max(0, self.ends - now))

    def seconds(self, now: int) -> int:
        """The same in seconds begun: 3 until there are two."""
        return -(-self.left(now) // NS_PER_S)
