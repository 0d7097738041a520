"""What every screen, lamp and speaker should show now: plain data, already in the table's language.

A view is made only from state and ``now``; drawing it is `firmware.drawing.frames` (OLEDs) and
`companion.window` (the window). A seat is never shown by colour alone: each has a number, a shape and a
colour.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, TypeAlias

from firmware.events import Seat

PanelId: TypeAlias = Seat | Literal["main"]
"""Which panel: a seat's own, or the main one."""


@dataclass(frozen=True, slots=True)
class Sign:
    """How a seat is told from others: ``shape`` is a character and a name, ``colour`` is #rrggbb."""

    shape: str
    name: str
    colour: str


SIGNS: Mapping[Seat, Sign] = {
    1: Sign("●", "circle", "#56B4E9"),
    2: Sign("▲", "triangle", "#F0E442"),
    3: Sign("■", "square", "#0072B2"),
    4: Sign("◆", "diamond", "#D55E00"),
    5: Sign("✚", "cross", "#FFFFFF"),
    6: Sign("★", "star", "#E69F00"),
    7: Sign("⬟", "pentagon", "#009E73"),
    8: Sign("☾", "moon", "#CC79A7"),
}
"""Okabe-Ito colours, told apart under the three common colour deficiencies, and one shape a seat."""


class Mood(StrEnum):
    """How a screen says what it wants before a word of it is read."""

    CALM = "calm"
    """White on black."""
    TURN = "turn"
    """Black on white: it is this seat's turn to act."""
    WAIT = "wait"
    """An outline: this seat waits, or may not press."""


class Lamp(StrEnum):
    """What the lamp in a button does."""

    OFF = "off"
    ON = "on"
    BLINK = "blink"
    """On and off, twice a second: never above 3 Hz."""


class Sound(StrEnum):
    """The occasions that have a sound or a flash of their own."""

    START = "start"
    RULING = "ruling"
    TIE = "tie"
    EARLY = "early"
    RIGHT = "right"
    WRONG = "wrong"
    TICK = "tick"
    TIME_UP = "time-up"
    REFUSED = "refused"
    OVER = "over"
    ROLL = "roll"


class Voice(StrEnum):
    """What a seat's own sound is played on; its player chooses."""

    BELL = "bell"
    FLUTE = "flute"
    TRUMPET = "trumpet"
    XYLOPHONE = "xylophone"
    WHISTLE = "whistle"
    ROBOT = "robot"


@dataclass(frozen=True, slots=True)
class Cue:
    """A one-off sound or flash; a seat's own tone where ``seat`` is given, a ruling in its own voice."""

    sound: Sound
    seat: Seat | None = None
    voice: Voice = Voice.BELL


@dataclass(frozen=True, slots=True)
class Score:
    """One cell of the table of seats on a screen: the seat's sign, then a short text."""

    seat: Seat
    text: str
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Face:
    """What one die shows.

    Attributes:
        text: the number, letter or sign on it, at most two cells, in the table's language.
        word: what that means, one short word under the die; empty if the face says it all.
        colour: of the die, #rrggbb, for whoever can show colours; empty for a plain one.
        crossed: it stands for *without*: drawn so that it can't be taken for *with*.
        still: it stays as it lies while the others roll.
    """

    text: str
    word: str = ""
    colour: str = ""
    crossed: bool = False
    still: bool = False


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice on a screen.

    Attributes:
        faces: one to four dice, from left to right; of dice that roll, what they showed before is not shown.
        rolling: they are under way: their faces are not to be read yet.
    """

    faces: tuple[Face, ...]
    rolling: bool = False


@dataclass(frozen=True, slots=True)
class Sand:
    """An hourglass on a screen.

    Attributes:
        left: how much of the sand is still above, in thousandths.
        running: sand falls.
    """

    left: int
    running: bool = True


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code on a screen: dark modules on lit ground, whatever the mood.

    Attributes:
        rows: its modules from the top, ``1`` for a dark one, ``0`` for a light one; no light ones around it.
    """

    rows: tuple[str, ...]


Figure: TypeAlias = Dice | Sand | Code
"""What is drawn rather than written: takes the place of the big thing, or stands beside it."""


@dataclass(frozen=True, slots=True)
class Screen:
    """What one panel shows, from top to bottom; every part may be empty.

    Attributes:
        title: what this is about, one small line at the top; with "!" first, a warning that always stays.
        big: the one big thing: a number, a name, a word; drawn as large as fits.
        sign: the seat whose shape stands beside the big thing.
        figure: dice or an hourglass: the big thing itself where ``big`` is empty, else left of it; or a QR
            code, beside which all else stands in small letters.
        text: a few small lines below it.
        scores: seats with a short text each, drawn in columns.
        hint: what can be pressed now, or why the last input was not allowed: one line at the bottom.
        mood: inverted, outlined or plain.
    """

    title: str = ""
    big: str = ""
    sign: Seat | None = None
    text: tuple[str, ...] = ()
    scores: tuple[Score, ...] = ()
    hint: str = ""
    mood: Mood = Mood.CALM
    figure: Figure | None = None


@dataclass(frozen=True, slots=True)
class View:
    """Everything people see at one instant.

    Attributes:
        main: the main panel's screen.
        seats: each seat's own screen.
        lamps: each seat's lamp.
        until: when the view changes by itself (a clock runs), ns of CLOCK_MONOTONIC; None if it doesn't.
        held: the seats told to let go of their buttons instead of whatever they could press for.
    """

    main: Screen
    seats: Mapping[Seat, Screen] = field(default_factory=dict)
    lamps: Mapping[Seat, Lamp] = field(default_factory=dict)
    until: int | None = None
    held: frozenset[Seat] = frozenset()

    def screens(self) -> dict[PanelId, Screen]:
        """Every panel's screen by the panel's name."""
        return dict([("main", self.main), *self.seats.items()])


@dataclass(frozen=True, slots=True)
class Rest:
    """How panels that have long shown the same spare their glass: what is lit for long burns in.

    Attributes:
        dim: lit at a fraction of their brightness.
        shift: how far the picture is moved to the right and down (px).
    """

    dim: bool = False
    shift: tuple[int, int] = (0, 0)


AWAKE = Rest()
"""As bright as set, and nothing moved."""

LOUDEST = 3
"""Volumes go from 0, silence, to this."""


def louder(volume: int) -> int:
    """One step louder; after the loudest, silence."""
    return (volume + 1) % (LOUDEST + 1)
