"""What is told of a game of Kezao once it is over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.facts import (
    Course,
    Ending,
    Fact,
    Side,
    closest,
    count,
    fastest,
    gained,
    in_a_row,
    most,
    most_won,
    ties,
)
from companion.games.kezao.state import Options, State
from companion.games.options import Setup
from companion.words import T


def ending(setup: Setup[Options], course: Course[State]) -> Ending:
    """Places go by points."""
    end = course.end
    sides = tuple(
        Side((seat,), (seat in end.won, player.points), T("{points}p", points=player.points))
        for seat, player in end.players.items()
    )
    return Ending(T("The third point decides"), sides, tuple(_facts(setup, course)))


def _facts(setup: Setup[Options], course: Course[State]) -> Iterator[Fact]:
    laid = gained(course, lambda state: Counter(state.laid))
    wrong = gained(course, lambda state: {seat: len(one.taken) for seat, one in state.players.items()})
    rounds = [after.last_winner for before, after in course.steps if after.round != before.round]
    yield from fastest(course.rulings, T("Fastest card"))
    yield from closest(course.rulings, setup.tie)
    yield from most_won(course.rulings, T("Most races won"))
    yield from in_a_row([*rounds, *course.end.won], T("Rounds in a row"))
    yield from most(T("Most cards laid"), laid)
    yield from most(T("Most wrong cards"), wrong)
    spotless = [seat for seat in setup.seats if laid[seat] and not wrong[seat]]
    if len(spotless) == 1 and wrong:
        yield Fact(T("Never a wrong card"), T("cards: {n}", n=laid[spotless[0]]), spotless[0])
    yield from ties(course.rulings)
    yield Fact(T("Rounds played"), count(course.end.round))
