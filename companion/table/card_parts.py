"""Cards in the middle of the table: in rows, in piles, on places; and those of a deck nobody has seen yet."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from companion.table.parts import WHOLE
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
"""It lies face down."""


@dataclass(frozen=True, slots=True)
class Row(Part):
    """Cards beside each other; when there are many, each lies over the one before.

    Attributes:
        cards: from left to right.
        gone: how many at the end leave the row: crossed out.
        between: a word between them.
        caption: what the row is; one short line.
        does: what a touch on its last card stands for, typed.
    """

    weight: ClassVar[float] = 2.0

    cards: tuple[CardFace, ...]
    gone: int = 0
    between: str = ""
    caption: str = ""
    does: str = ""


@dataclass(frozen=True, slots=True)
class Pile(Part):
    """A pile of cards, as high as there are many.

    Attributes:
        top: the uppermost; None: an empty place.
        under: cards below it.
        way: 1: it rises, -1: it falls, 0: neither.
        caption: what may be laid on it, or how many there are: one short line.
        does: what a touch on it stands for, typed.
    """

    top: CardFace | None
    under: int = 0
    way: int = 0
    caption: str = ""
    does: str = ""


DOWN = WHOLE
"""How far a card falls onto its place, in thousandths."""


@dataclass(frozen=True, slots=True)
class Places(Part):
    """Places that fill with cards, in their order: whose card lies on each, and which comes next.

    Attributes:
        laid: whose card lies on each, from the first place on.
        count: how many there are.
        open: cards may be laid now: the first free place is marked.
        fresh: how many of the last cards are just falling into their places.
        fallen: how far those have fallen, in thousandths; `DOWN`: they lie.
        does: what a touch on each of the cards stands for, typed; none: they can't be touched.
    """

    weight: ClassVar[float] = 0.55

    laid: tuple[Seat, ...]
    count: int
    open: bool = False
    fresh: int = 0
    fallen: int = DOWN
    does: tuple[str, ...] = ()

    @property
    def moving(self) -> bool:
        """Whether a card falls."""
        return self.fresh > 0 and self.fallen < DOWN


@dataclass(frozen=True, slots=True)
class HueRow:
    """One colour.

    Attributes:
        name: what the colour is called.
        hue: how it looks.
        unseen: for each number, from the lowest: whether its card has not been seen.
        does: what a touch on it stands for, typed.
    """

    name: str
    hue: Hue
    unseen: tuple[bool, ...]
    does: str = ""


@dataclass(frozen=True, slots=True)
class Unseen(Part):
    """Which cards of a whole deck have not been seen; numbers count from 1, rows are equally long.

    Attributes:
        rows: the colours.
        draw: how many are left to draw.
        caption: what those are called; one short word.
    """

    rows: tuple[HueRow, ...]
    draw: int = 0
    caption: str = ""
