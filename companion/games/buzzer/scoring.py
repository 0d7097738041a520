"""Points in a quiz: a team has them together; who has most, and who has reached the target."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.games.buzzer.state import Options, Phase, State, Team
from companion.games.options import Setup
from firmware.events import Seat


def teams(setup: Setup[Options]) -> tuple[Team, ...]:
    """All that have points of their own, by their first seats: teams, and whoever plays alone."""
    return tuple(dict.fromkeys(setup.options.team(seat) for seat in setup.seats))


def places(setup: Setup[Options], state: State) -> Mapping[Seat, int]:
    """Each seat's place: its team's, with as many teams before it as have more points (1, 2, 2, 4)."""
    points = [state.points[team[0]] for team in teams(setup)]
    return {seat: 1 + sum(more > state.points[seat] for more in points) for seat in setup.seats}


def leaders(setup: Setup[Options], state: State) -> tuple[Seat, ...]:
    """Who has most points."""
    most = max(state.points[seat] for seat in setup.seats)
    return tuple(seat for seat in setup.seats if state.points[seat] == most)


def with_points(setup: Setup[Options], state: State, seat: Seat, points: int) -> State:
    """A seat has so many, and so has its team; whoever reaches the target by it ends the quiz.

    Put right after that, it goes on.
    """
    shared = dict.fromkeys(setup.options.team(seat), points)
    after = replace(state, points={**state.points, **shared})
    if reached(setup, after):
        return over(after)
    return replace(after, phase=Phase.IDLE) if reached(setup, state) and state.phase is Phase.OVER else after


def reached(setup: Setup[Options], state: State) -> bool:
    """Whether somebody has reached the target, if there is one."""
    target = setup.options.target
    return target > 0 and max(state.points[seat] for seat in setup.seats) >= target


def idle(state: State, *, timed_out: bool = False) -> State:
    """Between questions, the last of them timed out or not: only points and races are left."""
    return State(state.points, question=state.question, raced=state.all_raced(), timed_out=timed_out)


def over(state: State) -> State:
    """The end of the quiz, with these points."""
    return replace(idle(state), phase=Phase.OVER)


def carried_over(setup: Setup[Options], state: State, was: Setup[Options]) -> Mapping[Seat, int]:
    """Everyone's points as teams change, and seats come and go; whoever has left keeps theirs.

    What was reached apart a new team has together. Who comes has what the team has, or had on leaving.
    """
    points = dict(state.points)
    for team in teams(setup):
        before = {was.options.team(seat)[0] for seat in team if seat in was.seats}
        had = sum(state.points[seat] for seat in before)
        points |= dict.fromkeys(team, had if before else max(state.points.get(seat, 0) for seat in team))
    return points
