"""A whole game of 17 as one frozen value, and its words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum

from companion.games.options import SECONDS, option
from companion.games.reading import one_of, seconds, whole_number
from companion.games.seventeen.score import Change, Player
from companion.words import T
from firmware.events import NS_PER_MS, Press, Seat, Within
from firmware.presses.race import NO_RACE, Race
from firmware.presses.spans import later


class Phase(Enum):
    """Where a round stands."""

    TURN = "turn"
    WINDOW = "window"
    REVEAL = "reveal"
    OVER = "over"


class Mark(StrEnum):
    """What the card just laid does."""

    PLAIN = "plain"
    REVERSE = "reverse"
    """The direction of turns flips, for good."""
    PLAY2 = "play2"
    """The next player lays two cards."""
    REMOVE = "remove"
    """It and the card before it leave the row."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the table may set.

    Attributes:
        window_min_ms: how long a call is in time after each card, however soon its layer is done (ms).
        window_s: how long a turn stays open after a card (ns); 0: no limit.
        close: what ends a turn: the layer's second ``press``, or also the ``next`` seat's, which is its card.
    """

    window_min_ms: int = option(
        T("Time to call"),
        "500",
        ("0", "500", "1000", "2000"),
        whole_number(0, 10_000),
        shown={"0": T("none"), "1000": T("{n} s", n=1), "2000": T("{n} s", n=2)},
        unit=T("{n} ms"),
        live=True,
        more=True,
    )
    window_s: int = option(
        T("A turn lasts"),
        "0",
        ("0", "3", "5", "10"),
        seconds(600),
        shown={"0": T("as you like")},
        unit=SECONDS,
        live=True,
    )
    close: str = option(
        T("A turn ends with"),
        "press",
        ("press", "next"),
        one_of("press", "next"),
        shown={"press": T("a second press"), "next": T("the next card")},
        live=True,
    )


@dataclass(frozen=True, slots=True)
class Lay:
    """The press that laid the last card, or that proved to be a hold: the call of a seat on its own turn.

    Attributes:
        seat: whose.
        since: its stamp (ns).
        before: the state it was made in.
        down: its button is still down: the press may yet become a hold.
        until: it has closed a window that was still open, and until this stamp (ns) calls belong to that;
            None: to none but its own.
        within: how unsure the stamp is, see `firmware.events.Press`.
    """

    seat: Seat
    since: int
    before: State
    down: bool = True
    until: int | None = None
    within: Within | None = None

    def closed_by(self, tie: int) -> int:
        """The moment (ns) by which what closed that window had certainly happened: the press, or the host."""
        assert self.until is not None
        within = self.within if self.until == self.since else None
        return later(Press(self.seat, self.until, within), tie)


@dataclass(frozen=True, slots=True)
class Settled:
    """The round before, so that everyone sees who got which token, and why."""

    caller: Seat
    layer: Seat
    sum: int
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class State:
    """A whole game of 17.

    Attributes:
        turn: the seat on turn; in a window, the one that laid.
        due: cards the seat on turn still has to lay, of `duty` in this turn.
        owed: cards the next seat will have to lay.
        row: cards in the row, before `mark` takes effect.
        mark: what the last card does, None when no card is open to marking.
        laid_at: the stamp since which the window is open (ns).
        race: the calls since the last card was laid.
        closing: the stamp at which the turn ends, as the layer or the host has said, until it is certain.
        ended_at: the stamp at which the last turn ended.
        lay: the last card's press, while it can be taken back or become a hold.
        voided: the reveal there was before the card was said to remove all of the row.
        called_off: a seat whose card came after a call: it takes it back.
        settled: the round before, until the first card of this one.
    """

    turn: Seat
    players: Mapping[Seat, Player]
    phase: Phase = Phase.TURN
    round: int = 1
    direction: int = 1
    due: int = 1
    duty: int = 1
    owed: int = 1
    row: int = 0
    mark: Mark | None = None
    last_layer: Seat | None = None
    laid_at: int = 0
    race: Race = NO_RACE
    closing: int | None = None
    ended_at: int | None = None
    lay: Lay | None = None
    voided: State | None = None
    called_off: Seat | None = None
    traps: tuple[Seat, ...] = ()
    sum: int | None = None
    settled: Settled | None = None
    won: tuple[Seat, ...] = ()

    @property
    def direction_now(self) -> int:
        """The direction of turns, with the last card's effect."""
        return -self.direction if self.mark is Mark.REVERSE else self.direction

    @property
    def row_now(self) -> int:
        """Cards lying in the row, with the last card's effect."""
        return max(0, self.row - 2) if self.mark is Mark.REMOVE else self.row

    @property
    def called(self) -> bool:
        """Somebody has called, on the last card or on the one before, and it is still to be ruled."""
        contested = self.lay is not None and self.lay.until is not None and self.lay.before.called
        return self.phase is Phase.WINDOW and (self.race.first is not None or contested)

    def sure_until(self, options: Options) -> int:
        """The stamp until which calls are in time, whoever is done (ns)."""
        return self.laid_at + options.window_min_ms * NS_PER_MS

    def window_end(self, options: Options) -> int | None:
        """When the turn closes by itself (ns); None if it doesn't."""
        if self.phase is not Phase.WINDOW or not options.window_s:
            return None
        return max(self.laid_at + options.window_s, self.sure_until(options))
