"""A chess clock as one frozen value: what each seat has used, and what it has left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from companion.games.options import option, seconds
from companion.words import T
from firmware.events import NS_PER_S, Seat

MOST_S = 36_000
"""No clock is given more."""


class Phase(Enum):
    """What the clock does."""

    READY = "ready"
    RUNNING = "running"
    PAUSED = "paused"
    UP = "up"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Options:
    """What the table may set: ``time`` for each seat, ``increment`` for each pass (ns).

    Changed while clocks run, the time is that of whoever joins.
    """

    time: int = option(
        T("Time each (s)"),
        "300",
        ("60", "180", "300", "600", "900", "1800", "3600"),
        seconds(MOST_S, 1),
        live=True,
    )
    increment: int = option(
        T("Bonus a turn (s)"), "0", ("0", "1", "2", "3", "5", "10", "30"), seconds(600), live=True
    )


@dataclass(frozen=True, slots=True)
class State:
    """A clock of several hands.

    Attributes:
        turn: whose time runs, or ran last.
        since: when it began to; it is kept when that time is up, so that the end keeps its stamp.
        given: what each seat was given so far (ns): its time, bonuses, corrections.
        used: what each seat had used by then (ns).
        passes: how often each seat has passed.
        out: seats whose time was up, and that are passed over.
    """

    turn: Seat
    phase: Phase = Phase.READY
    since: int | None = None
    given: Mapping[Seat, int] = field(default_factory=dict)
    used: Mapping[Seat, int] = field(default_factory=dict)
    passes: Mapping[Seat, int] = field(default_factory=dict)
    out: tuple[Seat, ...] = ()

    @property
    def won(self) -> tuple[Seat, ...]:
        """Who alone has time left, once nobody else has."""
        return tuple(seat for seat in self.used if not self.fallen(seat)) if self.phase is Phase.OVER else ()

    def fallen(self, seat: Seat) -> bool:
        """Whether a seat's time is up."""
        return seat in self.out or (seat == self.turn and self.phase in {Phase.UP, Phase.OVER})

    @property
    def ends_at(self) -> int | None:
        """When the time that runs is up (ns), or None."""
        if self.since is None:
            return None
        return self.since + self.given[self.turn] - self.used[self.turn]

    def may_change(self, seat: Seat, by_s: int) -> bool:
        """Whether so many more seconds leave a seat some time, and no more than a clock shows; none runs."""
        left = self.given[seat] - self.used[seat] + by_s * NS_PER_S
        return not self.fallen(seat) and 0 < left <= MOST_S * NS_PER_S

    def used_at(self, seat: Seat, at: int) -> int:
        """What a seat has used at a stamp (ns), never more than it was given."""
        if seat != self.turn or self.since is None:
            return self.used[seat]
        return min(self.used[seat] + max(0, at - self.since), self.given[seat])

    def left(self, seat: Seat, at: int) -> int:
        """What a seat has left at a stamp (ns)."""
        return self.given[seat] - self.used_at(seat, at)
