"""A whole quiz as one frozen value, and what the table may set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from companion.games.growing import Grown
from companion.games.options import SECONDS, option
from companion.games.reading import ExpectedError, one_of, read_seats, seconds, whole_number, yes_no
from companion.words import T, Text
from firmware.digits import is_number
from firmware.events import NS_PER_MS, Press, Seat
from firmware.presses.race import NO_RACE, Race, Ruling
from firmware.presses.spans import firsts

MOST_POINTS = 1000
"""Of one answer, or one correction."""

LONGEST_BAR_MS = 60_000

_worth = whole_number(0, MOST_POINTS)

Team = tuple[Seat, ...]
"""The seats that share their points, ascending; of whoever plays alone, one."""


class Phase(Enum):
    """Where a question stands."""

    IDLE = "idle"
    ARMED = "armed"
    OPEN = "open"
    RULED = "ruled"
    OVER = "over"


def _teams(text: str) -> tuple[Team, ...]:
    try:
        teams = tuple(read_seats(team.replace("+", ",")) for team in text.split(",") if team)
    except ValueError:
        teams = ((1, 1),)
    members = [seat for team in teams for seat in team]
    if len(set(members)) != len(members):
        raise ExpectedError(T("teams of seats, each seat in one, such as 1+2,3+4"))
    return teams


def _penalty(text: str) -> int | None:
    if text in {"question", "whole"}:
        return None
    if is_number(text) and int(text) <= LONGEST_BAR_MS:
        return int(text) * NS_PER_MS
    raise ExpectedError(T("ms from 0 to {most}, or question", most=LONGEST_BAR_MS))


def _one_of(label: Text, shown: Mapping[str, Text], needs: str = "") -> str:
    first, *_ = words = tuple(shown)
    return option(label, first, words, one_of(*words), shown=shown, live=True, needs=needs)


def _clock(label: Text) -> int:
    limits, shown = ("0", "5", "10", "20", "30"), {"0": T("no limit")}
    return option(label, "0", limits, seconds(3600), shown=shown, unit=SECONDS, live=True)


@dataclass(frozen=True, slots=True)
class Options:
    """What the table may set.

    Attributes:
        points: for a right answer.
        minus: points lost by a wrong one.
        teams: seats that share their points, and answer for each other.
        rebound: after a wrong answer all others press again (``open``), or the next in order answers.
        target: whoever has so many points ends the quiz (0: nobody does).
        answer: how long an answer may take (ns, 0: no limit).
        late_wrong: an answer that takes longer is wrong.
        open_s: how long a question is open (ns, 0: no limit).
        penalty: how long an early press bars (ns); None: for the whole question.
        bar: whom it bars, the ``team`` or the ``seat``.
    """

    points: int = option(T("Points if right"), "1", ("1", "2", "5", "10"), _worth, live=True)
    minus: int = option(T("Points lost if wrong"), "0", ("0", "1", "2", "5"), _worth, live=True)
    teams: tuple[Team, ...] = option(
        T("Teams"),
        "",
        ("", "1+2,3+4", "1+3,2+4", "1+2+3,4+5+6"),
        _teams,
        shown={"": T("none")},
        of_seats=True,
        of_teams=True,
        live=True,
    )
    rebound: str = _one_of(T("After a wrong answer"), {"open": T("press again"), "order": T("next in order")})
    target: int = option(
        T("Play to"),
        "0",
        ("0", "5", "10", "20", "50", "100"),
        whole_number(0, 10 * MOST_POINTS),
        shown={"0": T("no end")},
        unit=T("{n} p"),
        live=True,
    )
    answer: int = _clock(T("Answer clock"))
    late_wrong: bool = option(
        T("Answer time is up"),
        "no",
        ("no", "yes"),
        yes_no,
        shown={"no": T("host decides"), "yes": T("wrong")},
        live=True,
        needs="answer",
    )
    open_s: int = _clock(T("Question clock"))
    penalty: int | None = option(
        T("Too early: barred"),
        "250",
        ("250", "1000", "3000", "question", "0"),
        _penalty,
        shown={
            "250": T("a moment"),
            "1000": T("{n} s", n=1),
            "3000": T("{n} s", n=3),
            "question": T("one question"),
            "0": T("not at all"),
        },
        calls=lambda typed: T("{n} ms", n=typed) if is_number(typed) else T("one question"),
        live=True,
    )
    bar: str = _one_of(T("Too early bars"), {"team": T("the team"), "seat": T("the player")}, needs="teams")

    def team(self, seat: Seat) -> Team:
        """The seat's team; whoever is in none plays alone."""
        return next((team for team in self.teams if seat in team), (seat,))


@dataclass(frozen=True, slots=True)
class State:
    """A whole quiz.

    Attributes:
        points: each seat's points, also of seats that have left; a team's members all have the team's.
        question: how many questions were begun.
        worth: what a right answer to this question, or the next one, gains; None: what the options say.
        early: when seats last pressed too early in this question (ns), ascending like the seats of a ruling.
        out: seats that answered this question wrong, or were passed over; their teams are out with them.
        race: the presses since the question opened.
        closing: the stamp at which the host ended an open question, until it is certain.
        answers: who answers; once it is judged, who has answered.
        answer_from: since when the answer clock runs.
        by_hand: the host alone judges, out of time, too: since when they might answer can't be told.
        judged: the answer was right.
        timed_out: the answer clock has run out; between questions, the last question's.
        raced: the rulings of the races before this one.
    """

    points: Mapping[Seat, int]
    phase: Phase = Phase.IDLE
    question: int = 0
    worth: int | None = None
    early: Mapping[Seat, int] = field(default_factory=dict)
    out: tuple[Seat, ...] = ()
    race: Race = NO_RACE
    closing: int | None = None
    answers: Seat | None = None
    answer_from: int | None = None
    by_hand: bool = False
    judged: bool = False
    timed_out: bool = False
    raced: Grown[Ruling] = field(default_factory=Grown)

    def value(self, options: Options) -> int:
        """What a right answer gains."""
        return options.points if self.worth is None else self.worth

    # -- who may press, who answers --------------------------------------------------------------------

    def is_out(self, seat: Seat, options: Options) -> bool:
        """Has the seat's team answered this question?"""
        return any(mate in self.out for mate in options.team(seat))

    def barred_until(self, seat: Seat, options: Options) -> int | None:
        """Until when early presses bar the seat (ns; 0: none does); None: for the whole question."""
        mates = options.team(seat) if options.bar == "team" else (seat,)
        presses = [self.early[mate] for mate in mates if mate in self.early]
        if not presses:
            return 0
        return None if options.penalty is None else max(presses) + options.penalty

    def may_press(self, seat: Seat, at: int, options: Options) -> bool:
        """Is the seat free to press at that stamp?"""
        until = self.barred_until(seat, options)
        return until is not None and until <= at and not self.is_out(seat, options)

    def left(self, options: Options) -> tuple[Press, ...]:
        """The presses of the race whose teams haven't answered yet, by stamp."""
        return tuple(press for press in self.race.presses if not self.is_out(press.seat, options))

    def next_group(self, options: Options) -> tuple[Seat, ...]:
        """The first of those: one seat, or, ascending, all that were simultaneous."""
        return tuple(sorted(press.seat for press in firsts(self.left(options), self.race.tie)))

    def tied(self, options: Options) -> tuple[Seat, ...]:
        """Those of whom the table says who answers, or may still say it otherwise; none without a tie."""
        if self.phase is not Phase.RULED or self.judged:
            return ()
        group = self.next_group(options)
        return group if len(group) > 1 else ()

    def asked(self, options: Options) -> tuple[Seat, ...]:
        """Who answers, or has answered right; or all the simultaneous, until the table has decided."""
        if self.phase is not Phase.RULED:
            return ()
        return self.tied(options) if self.answers is None else (self.answers,)

    def queue(self, options: Options) -> tuple[Seat, ...]:
        """Who is asked next if this answer is wrong, in order: one seat of each team."""
        if self.phase is not Phase.RULED or self.judged or options.rebound != "order":
            return ()
        first_of: dict[Team, Seat] = {}
        for press in self.left(options):
            first_of.setdefault(options.team(press.seat), press.seat)
        if self.answers is not None:
            first_of.pop(options.team(self.answers), None)
        return tuple(first_of.values())

    # -- clocks ----------------------------------------------------------------------------------------

    def limit(self, options: Options) -> int | None:
        """When the question's clock, or the answer's, runs out (ns); None: none runs."""
        if self.phase is Phase.OPEN and options.open_s:
            return self.race.opened + options.open_s
        if self.answer_from is not None and options.answer and not self.judged:
            return self.answer_from + options.answer
        return None

    def clock(self, options: Options, now: int) -> int | None:
        """What is left of that clock (ns)."""
        limit = self.limit(options)
        return None if limit is None else max(0, limit - now)

    # -- how quick they were ---------------------------------------------------------------------------

    def reactions(self) -> Mapping[Seat, list[int]]:
        """How long after a question opened each seat pressed, every time (ns)."""
        times: dict[Seat, list[int]] = {}
        for ruling in self.all_raced():
            for seat, margin in zip(ruling.order, ruling.margins, strict=True):
                times.setdefault(seat, []).append(ruling.reaction + margin)
        return times

    def all_raced(self) -> Grown[Ruling]:
        """The rulings of all races, this one's, too."""
        return self.raced if self.race.ruling is None else self.raced.grown(self.race.ruling)
