"""Who says to have what: a list in the order in which it counts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from companion.table.view import Part
from firmware.events import Seat


class Standing(StrEnum):
    """What has become of a claim."""

    OPEN = "open"
    ASKED = "asked"
    """It is judged now."""
    RIGHT = "right"
    WRONG = "wrong"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Claim:
    """One line of the list.

    Attributes:
        seat: whose.
        what: the number claimed, at most 5 letters; ``?`` while it isn't said.
        note: how it came in: first, or how much later; a word or two.
        standing: what has become of it.
    """

    seat: Seat
    what: str
    note: str = ""
    standing: Standing = Standing.OPEN


@dataclass(frozen=True, slots=True)
class Claims(Part):
    """The list, the first at the top."""

    weight: ClassVar[float] = 2.4

    claims: tuple[Claim, ...]
