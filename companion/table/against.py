"""A sum against the limit it had to reach, and who was right about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.table.view import Part
from firmware.events import Seat


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two who can be right.

    Attributes:
        seat: who.
        part: what it did; a word or two.
        right: whether it was right; None while that isn't known.
    """

    seat: Seat
    part: str
    right: bool | None = None


@dataclass(frozen=True, slots=True)
class Against(Part):
    """A sum on a scale with a limit.

    Attributes:
        limit: from here on the first side is right.
        sides: who said that the limit is reached, and who stood against it.
        sum: the sum; None while it is being counted.
    """

    weight: ClassVar[float] = 1.5

    limit: int
    sides: tuple[Side, Side]
    sum: int | None = None
