"""Cards, boards, claims: what players lay on the table."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from companion.table.parts import WHOLE
from companion.table.view import Part
from firmware.events import Seat

# -- Cards on the table: a row of them, and piles.


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


# -- Which cards of a whole deck have not been seen yet: a row of numbers for each colour.


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


# -- Who says to have what: a list in the order in which it counts.


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


# -- Places on the table that fill with cards: whose card lies on each, and which comes next.

DOWN = WHOLE
"""How far a card falls, in thousandths."""


@dataclass(frozen=True, slots=True)
class Places(Part):
    """Places in their order.

    Attributes:
        laid: whose card lies on each, from the first place on.
        count: how many there are.
        open: cards may be laid now: the first free place is marked.
        fresh: how many of the last cards are just falling into their places.
        fallen: how far those have fallen, in thousandths; `DOWN`: they lie.
    """

    laid: tuple[Seat, ...]
    count: int
    open: bool = False
    fresh: int = 0
    fallen: int = DOWN

    @property
    def moving(self) -> bool:
        """Whether a card falls."""
        return self.fresh > 0 and self.fallen < DOWN


# -- The honeycomb board: its numbers, the tokens on its fields, what counts.


@dataclass(frozen=True, slots=True)
class Token:
    """A token on a field.

    Attributes:
        field: its name, as `companion.table.honeycomb.FIELDS`.
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
        numbers: by point, in the order of `companion.table.honeycomb.POINTS`.
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
