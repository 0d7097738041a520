"""What happens at a table, as plain frozen facts that check themselves.

All times are integer nanoseconds of CLOCK_MONOTONIC, named ``at``. `Edge` is what a pin reports;
`Press` and `Release` are what a contact makes of edges; `Tick`, `Rolled`, `Knob`, `Key` and `Enter` are the
rest of what the loop hands to the session. The session sees them all in one order: that of their stamps.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from firmware.errors import BadEventError

NS_PER_S = 1_000_000_000
NS_PER_MS = 1_000_000
NS_PER_US = 1_000

Seat: TypeAlias = int
"""A place at the table, 1..8, numbered clockwise."""

SEATS = range(1, 9)


class Within(NamedTuple):
    """How unsure a stamp is (all ns).

    Attributes:
        before: the contact closed at most so much earlier.
        after: and at most so much later.
        apart: of presses of one device, stamps no further apart may have come in either order; its own delay
            they share, so that this is less than ``before`` and ``after`` together.
        of: which device; empty: one that no other press is of.
    """

    before: int
    after: int
    apart: int = 0
    of: str = ""


Between: TypeAlias = tuple[int, int]
"""Since when and until when (ns)."""

Line: TypeAlias = int | str
"""A button's line: the seat's number, or ``"ok"`` / ``"back"`` for the host's own buttons."""


class HostKey(StrEnum):
    """What whoever holds the knob can ask for."""

    OK = "ok"
    """Accept; in a race: judge."""
    HOLD_OK = "hold-ok"
    """Open or close the menu."""
    BACK = "back"
    """Leave this choice."""
    UNDO = "undo"
    """Take the last decision back."""
    REDO = "redo"
    """Do again what was undone."""
    PAUSE = "pause"
    """Stop or restart every clock."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A level change on one line, with the kernel's stamp.

    Attributes:
        line: whose line it is.
        closed: True when the button's contact is closed after the edge.
        at: the kernel's stamp, ns of CLOCK_MONOTONIC.
        within: how unsure that is, if its source knows it of each edge; None: as all of the line's are.
    """

    line: Line
    closed: bool
    at: int
    within: Within | None = None


@dataclass(frozen=True, slots=True)
class _OfSeat:
    seat: Seat
    at: int

    def __post_init__(self) -> None:
        if self.seat not in SEATS:
            raise BadEventError(f"a seat is 1..8, not {self.seat!r}")


@dataclass(frozen=True, slots=True)
class Press(_OfSeat):
    """An accepted closing of a seat's button, stamped at its first edge.

    Attributes:
        within: how unsure its stamp is; None for a pin's: half the table's tie either way.
    """

    within: Within | None = None

    def __post_init__(self) -> None:
        _OfSeat.__post_init__(self)
        if self.within is not None and min(self.within[:3]) < 0:
            raise BadEventError(f"a stamp lies within its press, not outside: {self.within!r}")


@dataclass(frozen=True, slots=True)
class Release(_OfSeat):
    """A seat's button is open again, stamped at the edge after which it stayed open."""


@dataclass(frozen=True, slots=True)
class Tick:
    """The moment a referee asked to be woken at; every press stamped up to it has been handed on."""

    at: int


@dataclass(frozen=True, slots=True)
class Knob:
    """The host's knob was turned; clockwise is positive."""

    steps: int
    at: int


@dataclass(frozen=True, slots=True)
class Key:
    """The host's knob was pressed or held, or a key stands for it."""

    key: HostKey
    at: int


@dataclass(frozen=True, slots=True)
class Enter:
    """A typed input, the same words the knob could choose."""

    text: str
    at: int


@dataclass(frozen=True, slots=True)
class Rolled:
    """The dice asked for have been rolled: their faces, in the order they were asked for."""

    faces: tuple[str, ...]
    at: int


@dataclass(frozen=True, slots=True)
class Resumed:
    """The box was started again and goes on with what was being played, paused; every button is up.

    Attributes:
        was: the time of the last event before (ns), by the clock of that run.
        at: the time now.
    """

    was: int
    at: int


HostEvent: TypeAlias = Knob | Key | Enter
Event: TypeAlias = Press | Release | Tick | Knob | Key | Enter | Rolled | Resumed
