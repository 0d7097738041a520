"""The table view: heading, seats in a ring, what lies in the middle, last race, choices."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar

from companion.table.finish import Finish
from firmware.events import Seat
from firmware.views import Mood, Screen


class Part:
    """Something that lies in the middle of the table: a frozen value, drawn anew when it isn't equal.

    What on it can be touched carries what that does, as typed: ``does``.

    Attributes:
        weight: its share of the middle's width, against the parts beside it.
    """

    __slots__ = ()

    weight: ClassVar[float] = 1.0

    @property
    def moving(self) -> bool:
        """Whether it moves by itself now, so that every frame shows something else; most kinds never do."""
        return False


class TokenKind(StrEnum):
    """What stands beside a seat in small pieces."""

    HEART = "heart"
    BOLT = "bolt"
    CROWN = "crown"
    CARD = "card"
    STAR = "star"
    CROSS = "cross"


@dataclass(frozen=True, slots=True)
class Tokens:
    """So many small pieces of one kind; above what fits they are drawn as one and a number."""

    kind: TokenKind
    count: int


@dataclass(frozen=True, slots=True)
class Stack:
    """A stack of cards that shrinks: how many are left of how many there were."""

    left: int
    of: int


@dataclass(frozen=True, slots=True)
class Plate:
    """One seat at the table.

    Attributes:
        seat: whose.
        name: what it is called, in the table's language.
        value: the one number or word about it, read from three metres; at most 6 letters.
        note: a small line below: a place, a margin, what it waits for.
        tokens: its pieces.
        stack: its cards, in games in which a stack shrinks.
        mood: TURN: it acts now; WAIT: it may not press; CALM.
        strong: it is what the moment is about (the winner of a race, of the game).
        bar: share of a time it is barred for that is still left, in thousandths; 0: it isn't.
        asks: what a touch on its pencil begins to type, ``name 3 ``; empty: it has none.
    """

    seat: Seat
    name: str
    value: str = ""
    note: str = ""
    tokens: tuple[Tokens, ...] = ()
    stack: Stack | None = None
    mood: Mood = Mood.CALM
    strong: bool = False
    bar: int = 0
    asks: str = ""


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything the table window shows at one instant.

    Attributes:
        game: the name of the game it is about, for its rules; empty in between.
        title: which game this is and how far: one line at the top; with "!" first, a warning.
        headline: what happens now, in the fewest words; the largest letters there are.
        sign: the seat whose shape stands beside the headline.
        text: a few lines below it.
        hint: what can be pressed now, where the ok of the controls doesn't say it.
        refusal: why the last input was not allowed; it is seen from afar, where text and hint else stand.
        refused: whose input that was; None: the host's.
        mood: how the heading says what it wants: TURN: somebody must act.
        plates: the seats, clockwise.
        direction: which way turns go: 1 clockwise, -1 the other way, 0: there are none.
        middle: what lies in the middle, from left to right: what the table needs now, as large as it gets.
        below: what lies below that, smaller: what was, and what is looked up.
        leads: the headline is what the table needs now: it stays large beside what lies in the middle.
        tall: what lies in the middle needs every line of its height: the heading is lower.
        races: presses compete in this game: the last race has its place, whether there is one or not.
        finish: the race at hand, once it is ruled.
        row: choices have a row of buttons; without, they are touched where they lie.
        pages: each choice is a page, seen while the knob stands on it: a touch only turns it there.
        choices: what the knob could choose, as shown.
        takes: what each of them would be, typed; what lies on the table finds its choice by it.
        standing: which of them it stands on.
        inside: they are a further step of a choice.
        ok: what ok does now; empty: nothing.
        frozen: game time stands still (a pause), so nothing moves.
        undoes: there is a decision that undo would take back.
        redoes: there is one taken back that redo would bring back.
    """

    game: str = ""
    title: str = ""
    headline: str = ""
    sign: Seat | None = None
    text: tuple[str, ...] = ()
    hint: str = ""
    refusal: str = ""
    refused: Seat | None = None
    mood: Mood = Mood.CALM
    plates: tuple[Plate, ...] = ()
    direction: int = 0
    middle: tuple[Part, ...] = ()
    below: tuple[Part, ...] = ()
    leads: bool = False
    tall: bool = False
    races: bool = False
    finish: Finish | None = None
    row: bool = True
    pages: bool = False
    choices: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()
    standing: int | None = None
    inside: bool = False
    ok: str = ""
    frozen: bool = False
    undoes: bool = False
    redoes: bool = False

    @property
    def moving(self) -> bool:
        """Whether something moves by itself, so that every frame shows something else."""
        return not self.frozen and (
            any(part.moving for part in (*self.middle, *self.below))
            or any(plate.bar for plate in self.plates)
        )


def under(screen: Screen, view: TableView) -> TableView:
    """A table view with the heading of a main panel's screen, where it has none of its own.

    What is broken ("!" first) stands above every game.
    """
    broken = screen.title if screen.title.startswith("!") else ""
    return replace(
        view,
        title=broken or view.title or screen.title,
        headline=view.headline or screen.big,
        sign=view.sign or screen.sign,
        text=view.text or screen.text,
        hint=screen.hint or view.hint,
        mood=screen.mood,
    )
