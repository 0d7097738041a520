"""What the knob chooses in a quiz: how the answer was, who is next; worth, points, times, the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from statistics import median

from companion.games.buzzer.scoring import teams
from companion.games.buzzer.state import MOST_POINTS, Options, Phase, State
from companion.games.choice import Choice, to_read
from companion.games.counts import counted
from companion.games.options import Setup
from companion.words import Number, T, Team, Text, Who
from firmware.events import NS_PER_MS, Seat

NEXT = Choice("", T("Next question"))

WITHIN = 100
"""So far from what a team has the knob reaches at once."""

USUAL = (1, 2, 3, 5, 10, 20, 50, 100)
"""What questions are mostly worth; any other number comes after these."""


def choices(setup: Setup[Options], state: State) -> tuple[Choice, ...]:
    """What comes next in a question; once ruled how the answer was, or who of the tied answers."""
    match state.phase:
        case Phase.IDLE:
            return NEXT, *corrections(setup, state)
        case Phase.ARMED:
            return (Choice("", T("Open")),)
        case Phase.OPEN:
            settled = state.race.first is not None or state.closing is not None
            return () if settled else (Choice("", T("Nobody knows")),)
        case Phase.RULED if state.judged:
            return NEXT, *corrections(setup, state)
        case Phase.RULED:
            return _verdicts(setup, state)
        case Phase.OVER:
            return _times(state)


def _verdicts(setup: Setup[Options], state: State) -> tuple[Choice, ...]:
    who = state.answers
    tied = tuple(
        Choice(f"first {seat}", T("{who} answers", who=Who(seat))) for seat in state.tied(setup.options)
    )
    ask = (Choice("first", T("Who answers?"), then=lambda: tied),) if tied else ()
    if who is None:
        return *ask, *tied, NEXT
    queue = state.queue(setup.options)
    hand_on = (Choice("next", T("Pass on to {who}", who=Who(queue[0]))),) if queue else ()
    return (
        Choice("right", T("Right"), about=who),
        Choice("wrong", T("Wrong"), about=who),
        *hand_on,
        NEXT,
        *ask,
    )


def corrections(setup: Setup[Options], state: State) -> tuple[Choice, ...]:
    """At any time: everyone's points, in it the numbers around them; what the question is worth; the end."""
    points = {team[0]: state.points[team[0]] for team in teams(setup)}
    called = {team[0]: Team(team) for team in teams(setup)}
    around = {seat: range(had - WITHIN, had + WITHIN + 1) for seat, had in points.items()}
    said = counted("points", T("Points ..."), points, around.__getitem__, called)
    if state.phase is Phase.OVER:
        return said, *_times(state)
    worth = () if state.judged else (_worth(setup, state),)
    return said, *worth, *_times(state), Choice("end", T("End the quiz"))


def _worth(setup: Setup[Options], state: State) -> Choice:
    """What a right answer to the question gains: as usual, or any other number."""
    value = state.value(setup.options)
    usual = sorted({*USUAL, setup.options.points})
    start = usual.index(value) if value in usual else len(usual)
    return Choice("value", T("Worth: {n}", n=value), partial(_worths, usual, value), start)


def _worths(usual: Sequence[int], value: int) -> tuple[Choice, ...]:
    def of(numbers: Iterable[int]) -> tuple[Choice, ...]:
        return tuple(Choice(f"value {n}", T("{n}", n=n)) for n in numbers)

    return *of(usual), Choice("other", T("Others ..."), lambda: of(range(MOST_POINTS + 1)), value)


def _times(state: State) -> tuple[Choice, ...]:
    """How quick everyone was, to be read: each one's best time, and the one in the middle if it differs."""

    def told() -> tuple[Choice, ...]:
        quick = quickness(state).items()
        return to_read(*(_quick(seat, *(Number(ms / 1000, 2) for ms in times)) for seat, times in quick))

    return (Choice("times", T("How quick? ..."), told),) if state.all_raced() else ()


def _quick(seat: Seat, best: Number, middle: Number) -> Text:
    if str(best) == str(middle):
        return T("{who}: {best} s", who=Who(seat), best=best)
    return T("{who}: {best}–{median} s", who=Who(seat), best=best, median=middle)


def quickness(state: State) -> dict[int, tuple[int, int]]:
    """Best and median reaction time of each seat that has pressed (ms), the quickest first."""
    times = {seat: (min(ns), median(ns)) for seat, ns in state.reactions().items()}
    by_time = sorted(times.items(), key=lambda one: (one[1], one[0]))
    return {seat: (best // NS_PER_MS, round(middle / NS_PER_MS)) for seat, (best, middle) in by_time}
