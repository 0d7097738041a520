"""A whole game of 17 as one frozen value, and its words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum

from companion.games.options import option, seconds
from companion.games.seventeen.score import Player
from companion.words import T
from firmware.events import Seat
from firmware.presses.race import NO_RACE, Race


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
    """What the table may set; ``window_s`` (ns, 0: no limit) is how long a turn stays open after a card."""

    window_s: int = option(T("Turn limit (s)"), "0", ("0", "3", "5", "10"), seconds(600))


@dataclass(frozen=True, slots=True)
class Lay:
    """A card laid with a button that is still down: the state to go back to if it proves a hold."""

    since: int
    before: State


@dataclass(frozen=True, slots=True)
class State:
    """A whole game of 17.

    Attributes:
        turn: the seat on turn; in a window, the one that laid.
        due: cards the seat on turn still has to lay.
        owed: cards the next seat will have to lay.
        row: cards in the row, before `mark` takes effect.
        mark: what the last card does, None when no card is open to marking.
        laid_at: the stamp of the last lay (ns): since then the window is open.
        race: the calls since the last card was laid.
        closing: the stamp at which the layer or the host ended the turn, until it is certain.
        ended_at: the stamp at which the last turn ended.
        lay: set while the layer's button is still down.
    """

    turn: Seat
    players: Mapping[Seat, Player]
    phase: Phase = Phase.TURN
    round: int = 1
    direction: int = 1
    due: int = 1
    owed: int = 1
    row: int = 0
    mark: Mark | None = None
    last_layer: Seat | None = None
    laid_at: int = 0
    race: Race = NO_RACE
    closing: int | None = None
    ended_at: int | None = None
    lay: Lay | None = None
    traps: tuple[Seat, ...] = ()
    sum: int | None = None
    won: tuple[Seat, ...] = ()

    @property
    def direction_now(self) -> int:
        """The direction of turns, with the last card's effect."""
        return -self.direction if self.mark is Mark.REVERSE else self.direction

    @property
    def row_now(self) -> int:
        """Cards lying in the row, with the last card's effect."""
        return max(0, self.row - 2) if self.mark is Mark.REMOVE else self.row

    def window_end(self, options: Options) -> int | None:
        """When the turn closes by itself (ns); None if it doesn't."""
        if self.phase is not Phase.WINDOW or not options.window_s:
            return None
        return self.laid_at + options.window_s
