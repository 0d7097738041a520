"""The cards of 7 Ate 9: what fits on what, and how they are dealt (rulebook: *przebieg*, *warianty*)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from firmware.events import Seat

DECK = 72
"""Cards that are dealt; one more starts in the middle."""

HIGHEST = 10
VALUES = range(1, HIGHEST + 1)
STEPS = range(1, 4)
"""How much is added or taken: 1 on green cards, 2 on blue, 3 on red."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card: its ``value``, 1 to 10, and its ``step``, 1 to 3."""

    value: int
    step: int

    def fits(self, *, wrap: bool) -> tuple[int, ...]:
        """The values that may be laid on it, ascending.

        Args:
            wrap: above 10 ten is taken away, below 1 ten is added; without it such results don't count.
        """
        results = (self.value - self.step, self.value + self.step)
        if wrap:
            return tuple(sorted((result - 1) % HIGHEST + 1 for result in results))
        return tuple(result for result in results if result in VALUES)


def deal(seats: Collection[Seat], kids: Collection[Seat], times: int) -> Mapping[Seat, int]:
    """How many cards each seat gets; what is over is put aside.

    Args:
        seats: everyone in play.
        kids: those who get fewer.
        times: how many times a child's cards everybody else gets.
    """
    shares = {seat: 1 if seat in kids or not kids else times for seat in seats}
    unit = DECK // sum(shares.values())
    return {seat: share * unit for seat, share in shares.items()}
