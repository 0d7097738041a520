"""A chess clock as one frozen value: what each seat has used, and what it has left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from companion.games.chess_clock.bonus import Bonus
from companion.games.clocks import LAST_S, clock
from companion.games.options import SECONDS, option
from companion.games.reading import ExpectedError, seconds
from companion.words import T, Text
from firmware.digits import is_number
from firmware.events import NS_PER_S, Seat
from firmware.falling_sand import seconds_shown

MOST_S = 36_000
"""No clock is given more."""

MOST_MOVES = 500
"""No game is longer."""

OFFERED_S = (60, 180, 300, 600, 900, 1800, 3600, 5400)
"""The times that the knob offers."""

LOW_S = 20
"""From here on time is low; in short games from a tenth of the time on, but for all that is ticked."""


class Phase(Enum):
    """What the clock does."""

    READY = "ready"
    RUNNING = "running"
    PAUSED = "paused"
    UP = "up"
    OVER = "over"


def read_times(text: str) -> tuple[int, ...]:
    """Reads ``300``, the same for all, or ``900,600``, one each, in the order of the seats; as ns.

    Raises:
        ExpectedError: it is neither.
    """
    read = seconds(MOST_S, 1)
    try:
        return tuple(read(each) for each in text.split(","))
    except ValueError:
        raise ExpectedError(
            T("seconds, 300 for all or 300,180 one each, at most {most}", most=MOST_S)
        ) from None


def _called(text: str) -> Text:
    """A time as it is shown: ``15 min``, and one each as ``15:00 / 10:00``."""
    if is_number(text) and int(text) % 60 == 0:
        return T("{n} min", n=int(text) // 60)
    return T("{value}", value=" / ".join(shown(time) for time in read_times(text)))


def shown(left: int) -> str:
    """Always with minutes: beside a seat's number, a lone 5 would be read as a part of it."""
    return clock(seconds_shown(left), minutes_always=True)


def _worth(label: Text, *offers: str) -> int:
    """An option of so many seconds a move, at first none."""
    return option(label, "0", ("0", *offers), seconds(600), shown={"0": T("none")}, unit=SECONDS, live=True)


@dataclass(frozen=True, slots=True)
class Options:
    """What the table may set: ``time`` for all or each; what a move is worth besides, one of three (ns).

    Changed while clocks run, the time is that of whoever joins, and a delay begins with the next move.
    """

    time: tuple[int, ...] = option(
        T("Time each"), "300", tuple(map(str, OFFERED_S)), read_times, calls=_called, live=True
    )
    increment: int = _worth(T("Bonus a turn"), "1", "2", "3", "5", "10", "30")
    delay: int = _worth(T("Delay a turn"), "2", "3", "5", "10")
    bronstein: int = _worth(T("Bronstein, up to"), "2", "3", "5", "10")

    @property
    def bonus(self) -> Bonus:
        """What a move is worth besides the main time."""
        return Bonus(self.increment, self.delay, self.bronstein)


@dataclass(frozen=True, slots=True)
class State:
    """A clock of several hands.

    Attributes:
        turn: whose move it is, or was last.
        order: in which order the seats move, round and round.
        bonus: what the move at hand is worth.
        since: when its time began to run last; kept when it stops, so that the end keeps its stamp.
        until: when it was stopped; None while it runs.
        thought: how long the move at hand was thought about before ``since`` (ns).
        given: what each seat was given so far (ns): its time, bonuses, corrections.
        used: what each seat had used by its last move (ns).
        passes: how many moves each seat has made.
        out: seats whose time was up, and that are passed over, in the order in which their flags fell.
        begun: the clock as it was set when it was started; None before that.
    """

    turn: Seat
    order: tuple[Seat, ...]
    bonus: Bonus
    phase: Phase = Phase.READY
    since: int | None = None
    until: int | None = None
    thought: int = 0
    given: Mapping[Seat, int] = field(default_factory=dict)
    used: Mapping[Seat, int] = field(default_factory=dict)
    passes: Mapping[Seat, int] = field(default_factory=dict)
    out: tuple[Seat, ...] = ()
    begun: State | None = None

    @property
    def won(self) -> tuple[Seat, ...]:
        """Who alone has time left, once nobody else has."""
        return self.standing if self.phase is Phase.OVER else ()

    @property
    def flags(self) -> tuple[Seat, ...]:
        """The seats whose time is up, in the order in which their flags fell."""
        return (*self.out, self.turn) if self.phase in {Phase.UP, Phase.OVER} else self.out

    @property
    def standing(self) -> tuple[Seat, ...]:
        """The seats that have time left, in their order."""
        return tuple(seat for seat in self.order if seat not in self.flags)

    @property
    def stands(self) -> bool:
        """Whether no time runs, and all can be put right."""
        return self.phase in {Phase.READY, Phase.PAUSED}

    @property
    def ends_at(self) -> int | None:
        """When the time that runs is up (ns), or None."""
        if self.since is None:
            return None
        main = self.given[self.turn] - self.used[self.turn]
        return self.since + self.bonus.delay + main - self.thought

    def thinks(self, at: int) -> int:
        """How long the move at hand was thought about by a stamp (ns), pauses left out."""
        if self.since is None:
            return self.thought
        return self.thought + max(0, (at if self.until is None else min(at, self.until)) - self.since)

    def ran_at(self, at: int) -> bool:
        """Whether a time that was stopped ran at a stamp."""
        return self.since is not None and self.until is not None and self.since <= at < self.until

    def waits(self, at: int) -> int:
        """What is left of the delay of the move at hand at a stamp (ns)."""
        return self.bonus.waits(self.thinks(at))

    def used_at(self, seat: Seat, at: int) -> int:
        """What a seat has used at a stamp (ns), never more than it was given."""
        if seat != self.turn:
            return self.used[seat]
        return min(self.used[seat] + self.bonus.costs(self.thinks(at)), self.given[seat])

    def left(self, seat: Seat, at: int) -> int:
        """What a seat has left at a stamp (ns)."""
        return self.given[seat] - self.used_at(seat, at)

    def laid_down(self, at: int) -> State:
        """With what the move at hand has used by a stamp told among the used times; none is at hand."""
        used = {**self.used, self.turn: self.used_at(self.turn, at)}
        return replace(self, used=used, thought=0, since=None, until=None)

    def low(self, seat: Seat, at: int) -> bool:
        """Whether a seat has little time left, but some."""
        low = min(LOW_S, max(LAST_S, self.given[seat] // (10 * NS_PER_S)))
        return 0 < seconds_shown(self.left(seat, at)) <= low
