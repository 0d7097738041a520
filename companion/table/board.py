"""The honeycomb board: its numbers, the tokens on its fields, what counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.table.view import Part
from firmware.events import Seat


@dataclass(frozen=True, slots=True)
class Token:
    """A token on a field.

    Attributes:
        field: its name, as `companion.reckoner.honeycomb.FIELDS`.
        seat: whose.
        sure: whether it stays; it doesn't yet while its sum is to be judged.
    """

    field: str
    seat: Seat
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Honeycomb(Part):
    """A whole board.

    Attributes:
        numbers: by point, in the order of `companion.reckoner.honeycomb.POINTS`.
        tokens: what lies on it, one a field at most.
        counted: fields of the groups that count.
        number: the one that is spoken of now.
        free: fields around that number where its token may be laid.
    """

    weight: ClassVar[float] = 3.0

    numbers: tuple[int, ...]
    tokens: tuple[Token, ...] = ()
    counted: frozenset[str] = frozenset()
    number: int | None = None
    free: tuple[str, ...] = ()
