"""A whole quiz as one frozen value, and what the table may set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from companion.games.options import option, read_seats, seconds, whole_number
from companion.words import T
from firmware.events import Seat
from firmware.presses.race import NO_RACE, Race, Ruling

MOST_POINTS = 1000
"""Of one answer, or one correction."""

_LIMITS = ("0", "5", "10", "20", "30")
_worth = whole_number(0, MOST_POINTS)


class Phase(Enum):
    """Where a question stands."""

    IDLE = "idle"
    ARMED = "armed"
    OPEN = "open"
    RULED = "ruled"


def _teams(text: str) -> tuple[tuple[Seat, ...], ...]:
    try:
        teams = tuple(read_seats(team.replace("+", ",")) for team in text.split(",") if team)
    except ValueError:
        teams = ((1, 1),)
    members = [seat for team in teams for seat in team]
    if len(set(members)) != len(members):
        raise ValueError("teams of seats, each seat in one, such as 1+2,3+4")
    return teams


@dataclass(frozen=True, slots=True)
class Options:
    """What the table may set.

    Attributes:
        penalty: how long an early press bars its seat (ms).
        answer: how long an answer may take (ns, 0: no limit).
        open_s: how long a question is open (ns, 0: no limit).
        points: for a right answer.
        minus: points lost by a wrong one.
        teams: seats that share their points, and answer for each other.
    """

    penalty: int = option(
        T("Early: barred (ms)"), "250", ("0", "250", "500", "1000"), whole_number(0, 60_000), live=True
    )
    answer: int = option(T("Answer clock (s)"), "0", _LIMITS, seconds(3600), live=True)
    open_s: int = option(T("Question clock (s)"), "0", _LIMITS, seconds(3600), live=True)
    points: int = option(T("Points if right"), "1", ("1", "2", "5", "10"), _worth, live=True)
    minus: int = option(T("Points lost if wrong"), "0", ("0", "1", "2", "5"), _worth, live=True)
    teams: tuple[tuple[Seat, ...], ...] = option(
        T("Teams"),
        "",
        ("", "1+2,3+4", "1+3,2+4", "1+2+3,4+5+6"),
        _teams,
        of_seats=True,
        of_teams=True,
        live=True,
    )

    def team(self, seat: Seat) -> tuple[Seat, ...]:
        """The seat's team; whoever is in none plays alone."""
        return next((team for team in self.teams if seat in team), (seat,))


@dataclass(frozen=True, slots=True)
class State:
    """A whole quiz.

    Attributes:
        points: each seat's points, also of seats that have left; a team's members all have the team's.
        question: how many questions were begun.
        early: seats that pressed too early in this question.
        bars: for those, the stamp at which they may press again.
        out: seats that answered this question wrong, with their teams.
        race: the presses since the question opened.
        closing: the stamp at which the host ended an open question, until it is certain.
        answer_from: since when the answer clock runs.
        judged: the answer was right.
        timed_out: the answer clock has run out.
    """

    points: Mapping[Seat, int]
    phase: Phase = Phase.IDLE
    question: int = 0
    early: tuple[Seat, ...] = ()
    bars: Mapping[Seat, int] = field(default_factory=dict)
    out: tuple[Seat, ...] = ()
    race: Race = NO_RACE
    closing: int | None = None
    answer_from: int | None = None
    judged: bool = False
    timed_out: bool = False

    @property
    def ruling(self) -> Ruling | None:
        """The question's, once it is ruled."""
        return self.race.ruling

    @property
    def first(self) -> tuple[Seat, ...]:
        """Who was first: one seat, or all that were simultaneously so until the table has decided."""
        if self.ruling is None:
            return ()
        return self.ruling.tied if self.ruling.winner is None else (self.ruling.winner,)

    def may_press(self, seat: Seat, at: int) -> bool:
        """Is the seat free to press at that stamp?"""
        return seat not in self.out and self.bars.get(seat, at) <= at

    def limit(self, options: Options) -> int | None:
        """When the question's clock, or the answer's, runs out (ns)."""
        if self.phase is Phase.OPEN and options.open_s:
            return self.race.opened + options.open_s
        if self.phase is Phase.RULED and self.answer_from is not None and options.answer:
            return self.answer_from + options.answer
        return None

    def clock_end(self, options: Options) -> int | None:
        """When the clock that is shown runs out, or was stopped by the host (ns); None: there is none."""
        limit = self.limit(options)
        if limit is None or self.judged:
            return None
        return limit if self.closing is None else self.closing

    def clock(self, options: Options, now: int) -> int | None:
        """What is left of that clock (ns)."""
        end = self.clock_end(options)
        return None if end is None else max(0, end - now)
