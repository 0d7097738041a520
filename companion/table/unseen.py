"""Which cards of a whole deck have not been seen yet: a row of numbers for each colour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.table.cards import Hue
from companion.table.view import Part


@dataclass(frozen=True, slots=True)
class HueRow:
    """One colour.

    Attributes:
        name: what the colour is called.
        hue: how it looks.
        unseen: for each number, from the lowest: whether its card has not been seen.
    """

    name: str
    hue: Hue
    unseen: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Unseen(Part):
    """The whole deck; numbers count from 1. Every row is as long as the first.

    Attributes:
        rows: the colours.
        caption: how many are left to draw; one short line.
    """

    weight: ClassVar[float] = 2.0

    rows: tuple[HueRow, ...]
    caption: str = ""
