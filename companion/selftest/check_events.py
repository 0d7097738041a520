"""What a self-test is told, and what it asks for; all times ns of CLOCK_MONOTONIC, named ``at``.

Of an encoder's two phases, which are no buttons, it is told every `Edge`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, TypeAlias

from firmware.boxfile.settings import PanelSettings
from firmware.events import Edge, Line, Seat, Tick, Within
from firmware.plugged import Plugged
from firmware.presses.lateness import Lateness
from firmware.views import Cue, PanelId

Place: TypeAlias = tuple[int, int | None, int | None, int]
"""Where on the I2C wires something answers: bus, mux, channel, address; as `PanelSettings.wires`."""


@dataclass(frozen=True, slots=True)
class OfLine:
    """Something about one line."""

    line: Line
    at: int


@dataclass(frozen=True, slots=True)
class Pressed(OfLine):
    """A button's contact has closed and stayed so, stamped at the first touch.

    Attributes:
        within: how unsure that stamp is, of a source that says so of each.
    """

    within: Within | None = None


@dataclass(frozen=True, slots=True)
class Released(OfLine):
    """A button pressed before is open again.

    Attributes:
        edges: how many level changes the press and its end had; two from a clean contact.
    """

    edges: int


class Opened(OfLine):
    """A line that was closed when the test began is open now."""


class Spiked(OfLine):
    """A touch too short for a finger."""


class Chattering(OfLine):
    """A line opens and closes without end."""


@dataclass(frozen=True, slots=True)
class Said:
    """Whoever builds the box has answered: a press is yes, a hold is no; so are words in the terminal.

    Attributes:
        yes: the answer.
        seat: the place at which the button was pressed; None if that isn't known, or was said otherwise.
        at: when.
    """

    yes: bool
    seat: Seat | None
    at: int


@dataclass(frozen=True, slots=True)
class Skip:
    """Leave this question, or the whole rest of the step, unanswered."""

    whole: bool
    at: int


@dataclass(frozen=True, slots=True)
class Scanned:
    """What answers on the I2C wires.

    Attributes:
        missing: the panels that don't answer.
        answers: every place at which anything answered, of those where a panel may be.
        closed: why a panel's bus could not even be opened: ``"bus"``, ``"mux"`` or ``"permission"``.
        at: when.
        holding: the panels that hold SDA or SCL low.
        held: the buses to whose panels nothing gets therefore.
        resets: whether the muxes' reset does anything; None if that isn't known.
    """

    missing: frozenset[PanelId]
    answers: frozenset[Place]
    closed: Mapping[PanelId, str]
    at: int
    holding: frozenset[PanelId] = frozenset()
    held: frozenset[int] = frozenset()
    resets: bool | None = None


@dataclass(frozen=True, slots=True)
class Counted:
    """How late edges came so far."""

    late: Lateness
    at: int


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the loop-back is, in thousandths."""

    thousandths: int
    at: int


@dataclass(frozen=True, slots=True)
class Measured:
    """What the loop-back has found.

    Attributes:
        tie: what this box deserves, ns; None if it could not be measured.
        troubles: what is wrong, and on which line or None; empty if nothing.
        data: everything, as JSON.
        at: when.
        delays: of plugged-in buttons, how long they take from contact to report, at least and at most, ns.
        biases: of a button head's lines, how much later than the pin they are stamped, likewise.
    """

    tie: int | None
    troubles: tuple[tuple[str, Line | None], ...]
    data: Mapping[str, Any]
    at: int
    delays: Mapping[Seat, tuple[int, int]] = field(default_factory=dict)
    biases: Mapping[Seat, tuple[int, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Written:
    """The box file has its new ``tie``, or why it hasn't."""

    why_not: str | None
    at: int


@dataclass(frozen=True, slots=True)
class PluggedIn:
    """A plugged-in button is a seat's, or came where another was asked for.

    Attributes:
        seat: whose, or who was asked.
        button: the button.
        at: when.
        stray: it isn't the seat's, for the box file gives it another.
    """

    seat: Seat
    button: Plugged
    at: int
    stray: bool = False


@dataclass(frozen=True, slots=True)
class Broke:
    """The box says that more is broken: `firmware.ports.Box.faults` that weren't there before."""

    faults: frozenset[str]
    at: int


@dataclass(frozen=True, slots=True)
class Certified:
    """The box has its certificate, or hasn't.

    Attributes:
        id: its name; empty: there is none.
        day: of which day.
        why_not: why there is none; empty where nothing was measured, on mock pins.
        at: when.
    """

    id: str
    day: str
    why_not: str
    at: int


CheckEvent: TypeAlias = (
    OfLine
    | Edge
    | Said
    | Skip
    | Tick
    | Scanned
    | Counted
    | Progress
    | Measured
    | Written
    | Certified
    | PluggedIn
    | Broke
)


# -- what it asks for ----------------------------------------------------------------------------------------


class Wanted(Enum):
    """What needs no more words."""

    SCAN = "look what answers on the I2C wires"
    """`Scanned` tells."""
    COUNT = "tell how late edges came"
    """`Counted` does."""
    MEASURE = "begin the loop-back"
    """`Progress` and at last `Measured` tell."""
    STOP_MEASURING = "end the loop-back now"
    """`Measured` tells what it has."""


@dataclass(frozen=True, slots=True)
class Refit:
    """Drive a panel by other settings from now on."""

    panel: PanelId
    settings: PanelSettings


@dataclass(frozen=True, slots=True)
class WriteTie:
    """Write this ``tie`` (ns) into the box file; `Written` tells."""

    tie: int


@dataclass(frozen=True, slots=True)
class Certify:
    """Write a certificate of this; `Certified` tells.

    Attributes:
        data: what was measured, as JSON.
    """

    data: Mapping[str, Any]


CheckEffect: TypeAlias = Cue | Wanted | Refit | WriteTie | Certify
