"""What is told of a quiz once it is over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.buzzer.knob import quickness
from companion.games.buzzer.scoring import leaders, reached, teams
from companion.games.buzzer.state import Options, Phase, State
from companion.games.facts import (
    Course,
    Ending,
    Fact,
    Side,
    closest,
    count,
    fastest,
    in_a_row,
    most,
    most_won,
    ties,
)
from companion.games.options import Setup
from companion.words import T, Text
from firmware.events import Seat


def ending(setup: Setup[Options], course: Course[State]) -> Ending:
    """Places go by points, a team's together."""
    end = course.end
    sides = tuple(
        Side(team, (end.points[team[0]],), T("{points}p", points=end.points[team[0]]))
        for team in teams(setup)
    )
    quick = {seat: T("{n} ms", n=best) for seat, (best, _) in quickness(end).items()}
    return Ending(_decided(setup, end), sides, tuple(_facts(setup, course)), quick)


def _decided(setup: Setup[Options], end: State) -> Text:
    if reached(setup, end):
        return T("{n} points reached", n=setup.options.target)
    won = leaders(setup, end)
    return T("Most points") if won == setup.options.team(won[0]) else T("Equal points: you share it")


def _right(course: Course[State]) -> list[Seat | None]:
    """Who has answered, in order; None where it was wrong."""
    answers: list[Seat | None] = []
    for before, after in course.steps:
        seat = before.answers
        if before.phase is not Phase.RULED or before.judged or seat is None:
            continue
        if after.judged or (after.phase is Phase.OVER and after.points[seat] > before.points[seat]):
            answers.append(seat)
        elif seat in after.out or after.phase is Phase.IDLE:
            answers.append(None)
    return answers


def _facts(setup: Setup[Options], course: Course[State]) -> Iterator[Fact]:
    answers = _right(course)
    yield from fastest(course.rulings, T("Fastest press"))
    yield from closest(course.rulings, setup.tie, setup.options.team)
    yield from most_won(course.rulings, T("First most often"))
    yield from most(T("Most right answers"), Counter(seat for seat in answers if seat is not None))
    yield from in_a_row(answers, T("Right in a row"))
    early = Counter(
        seat
        for before, after in course.steps
        for seat in after.early
        if after.early[seat] != before.early.get(seat)
    )
    yield from most(T("Pressed too early"), early)
    yield from ties(course.rulings)
    if course.end.question:
        yield Fact(T("Questions"), count(course.end.question))
