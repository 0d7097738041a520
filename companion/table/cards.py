"""Cards on the table: a row of them, and piles."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from companion.table.view import Part
from firmware.events import Seat


class Hue(StrEnum):
    """The colour of a card's face; beside it always stands a word or a number that says the same."""

    PLAIN = "plain"
    RED = "red"
    BLUE = "blue"
    GRAY = "gray"
    YELLOW = "yellow"
    GREEN = "green"


class Badge(StrEnum):
    """What a special card does."""

    REVERSE = "reverse"
    """Turns go the other way from here on."""
    TWICE = "twice"
    """Two cards are to be laid next."""
    REMOVE = "remove"
    """It and the card before it go."""


@dataclass(frozen=True, slots=True)
class CardFace:
    """One card; with nothing to show on it, it lies face down, with a heart on its back.

    Attributes:
        figure: its number, or anything as short.
        note: a small word below that.
        hue: its colour.
        badge: what it does, in place of a figure.
        seat: whose it was, where that is all that is known of it.
    """

    figure: str = ""
    note: str = ""
    hue: Hue = Hue.PLAIN
    badge: Badge | None = None
    seat: Seat | None = None

    @property
    def down(self) -> bool:
        """Whether it lies face down."""
        return not self.figure and self.badge is None and self.seat is None


BACK = CardFace()


@dataclass(frozen=True, slots=True)
class Row(Part):
    """Cards beside each other; when there are many, each lies over the one before.

    Attributes:
        cards: from left to right.
        gone: how many at the end leave the row: crossed out.
        between: a word between them.
        caption: what the row is; one short line.
    """

    weight: ClassVar[float] = 2.0

    cards: tuple[CardFace, ...]
    gone: int = 0
    between: str = ""
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Pile(Part):
    """A pile of cards, as high as there are many.

    Attributes:
        top: the uppermost; None: an empty place.
        under: cards below it.
        way: 1: it rises, -1: it falls, 0: neither.
        caption: what may be laid on it, or how many there are: at most two short lines.
    """

    top: CardFace | None
    under: int = 0
    way: int = 0
    caption: tuple[str, ...] = ()
