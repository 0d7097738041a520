"""The digits everyone reckons with, as large tiles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.table.view import Part


@dataclass(frozen=True, slots=True)
class Digits(Part):
    """Tiles beside each other.

    Attributes:
        digits: from left to right.
        places: how many there will be: of those to come, an empty place is shown.
    """

    weight: ClassVar[float] = 1.6

    digits: tuple[int, ...]
    places: int = 3
