"""What lies in the middle of the table: clocks, glasses, dice, numbers and who was right, posters."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from companion.table.view import Part
from firmware.events import NS_PER_S, Seat
from firmware.views import Face

# -- how much of something, in thousandths: so is told how all fills, falls or tumbles on the table

WHOLE = 1000
"""All of it."""


def share(part: int, whole: int) -> int:
    """A part of something in thousandths, from 0 to `WHOLE`; of nothing, 0."""
    return max(0, min(WHOLE, part * WHOLE // whole)) if whole > 0 else 0


# -- time


@dataclass(frozen=True, slots=True)
class Clock(Part):
    """A clock: one time, as large as it gets, over a bar that says how much of it there is.

    Attributes:
        text: the time as people read it: ``1:04.5``.
        bar: how much of the bar is filled, in thousandths; None: there is no bar.
        moving: it changes several times a second.
        last: the last seconds run: it is marked.
        fallen: time was up: its flag has fallen.
        asleep: it stands still.
        runs: of several beside each other, whether it is the one that runs; None: it stands alone.
        does: what a touch on it stands for, as typed.
    """

    text: str
    bar: int | None = None
    moving: bool = False
    last: bool = False
    fallen: bool = False
    asleep: bool = False
    runs: bool | None = None
    does: str = ""


_LAST_OF_ALL_NS = 3 * NS_PER_S
"""What is left of a short time is marked from here on."""


@dataclass(frozen=True, slots=True)
class Countdown(Part):
    """Time that runs out: a ring that empties, with the seconds that are left in it.

    Attributes:
        left: what is left of it (ns).
        whole: how long it is from its beginning (ns).
    """

    left: int
    whole: int

    @property
    def moving(self) -> bool:
        """Always: when it has run out the game goes on without it."""
        return True

    @property
    def seconds(self) -> int:
        """What is left in seconds begun: 3 until there are two."""
        return -(-self.left // NS_PER_S)

    @property
    def last(self) -> bool:
        """Whether the last seconds run: it is marked."""
        return self.left <= min(_LAST_OF_ALL_NS, self.whole // 2)


def until(end: int, whole: int, now: int) -> Countdown:
    """What is left at ``now`` of a time that runs out at ``end`` (ns): from the whole down to nothing."""
    return Countdown(min(whole, max(0, end - now)), whole)


LAST_NS = 10 * NS_PER_S
"""What is left of a glass is marked from here on: it is nearly over."""


@dataclass(frozen=True, slots=True)
class Glass(Part):
    """An hourglass: how much of its sand is above, and the time left in words.

    Attributes:
        left: what has yet to fall (ns).
        total: what the glass was filled with (ns).
        running: sand falls.
        text: the time left as people read it, at most 7 letters; empty where something else says it.
    """

    left: int
    total: int
    running: bool
    text: str

    @property
    def moving(self) -> bool:
        """Whether sand falls now."""
        return self.running and self.left > 0

    @property
    def share(self) -> float:
        """How much of the sand is above: 1 full, 0 none; more than all of it is all of it."""
        return min(1.0, max(0.0, self.left / self.total)) if self.total > 0 else 0.0

    @property
    def last(self) -> bool:
        """Whether the last seconds run, or even they have run out."""
        return self.left <= LAST_NS and self.left < self.total


# -- dice

AT_REST = WHOLE
"""How far a throw gets, in thousandths of its time."""


@dataclass(frozen=True, slots=True)
class Die:
    """One die.

    Attributes:
        face: what it shows; its ``still`` says that it is kept: it stays while others roll.
        sides: how many; of six, numbers are drawn as pips; 0 where they aren't numbers.
        dropped: it doesn't count.
        does: what a touch on it stands for, as typed.
    """

    face: Face
    sides: int = 0
    dropped: bool = False
    does: str = ""


@dataclass(frozen=True, slots=True)
class Dice(Part):
    """Dice that lie, or tumble.

    Attributes:
        dice: one or more, in their order.
        rolled: how much of the throw's time has passed, in thousandths; `AT_REST`: they lie.
        throw: which throw it is: dice tumble another way each time, the same way on every screen.
    """

    weight: ClassVar[float] = 1.6

    dice: tuple[Die, ...]
    rolled: int = AT_REST
    throw: int = 0

    @property
    def moving(self) -> bool:
        """Whether they tumble."""
        return self.rolled < AT_REST


# -- numbers, and who was right about them


@dataclass(frozen=True, slots=True)
class Digits(Part):
    """The digits everyone reckons with, as large tiles beside each other.

    Attributes:
        digits: from left to right; of those to come, an empty place is shown.
        does: what a touch on them stands for, typed.
    """

    weight: ClassVar[float] = 1.8

    digits: tuple[int, ...]
    does: str = ""


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
    """A sum against the limit it had to reach, and who was right about it.

    Attributes:
        limit: from here on the first side is right.
        sides: who said that the limit is reached, and who stood against it.
        sum: the sum; None while it is being counted.
    """

    weight: ClassVar[float] = 1.5

    limit: int
    sides: tuple[Side, Side]
    sum: int | None = None


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
    """One of them.

    Attributes:
        seat: whose.
        what: the number claimed, at most 5 letters; ``?`` while it isn't said.
        note: how it came in: first, or how much later; a word or two, until it is judged.
        standing: what has become of it.
        does: what a touch on it stands for, typed.
    """

    seat: Seat
    what: str
    note: str = ""
    standing: Standing = Standing.OPEN
    does: str = ""


@dataclass(frozen=True, slots=True)
class Claims(Part):
    """Who says to have what, side by side in the order in which it counts; none: their place is kept."""

    claims: tuple[Claim, ...]


# -- words


@dataclass(frozen=True, slots=True)
class Figure(Part):
    """One number as large as it gets.

    Attributes:
        text: the number; empty: its place is kept.
        caption: what it is, below it; a word or two.
    """

    weight: ClassVar[float] = 0.6

    text: str
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One of several, told in a few words.

    Attributes:
        text: who or what.
        told: what there is to say about it; may be empty.
        seat: whose sign stands before it; None: nobody's.
        does: what a touch on it stands for, as typed.
    """

    text: str
    told: str = ""
    seat: Seat | None = None
    does: str = ""


@dataclass(frozen=True, slots=True)
class Entries(Part):
    """Several of a kind, the most important first, as large as all of them can be; none keep their place."""

    weight: ClassVar[float] = 1.6

    entries: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class Standings(Part):
    """Who has reached what, the best at the top, to be read from a sofa: at most eight lines.

    Attributes:
        rows: who, or what it is about, and how it stands.
    """

    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Poster(Part):
    """What is to be read at leisure, while nothing is being played.

    Attributes:
        lead: what counts: one sentence.
        lines: more sentences.
    """

    lead: str = ""
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Column(Part):
    """Parts below each other, equally high, beside what needs the place's whole height."""

    weight: ClassVar[float] = 1.35

    parts: tuple[Part, ...]

    @property
    def moving(self) -> bool:
        """Whether one of them moves."""
        return any(part.moving for part in self.parts)
