"""What is told of a game of Rachmistrz once it is over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.facts import Course, Ending, Fact, Side, closest, count, fastest, in_a_row, most
from companion.games.options import Setup
from companion.games.rachmistrz.state import Claim, Options, State
from companion.words import T


def ending(setup: Setup[Options], course: Course[State]) -> Ending:
    """Places go by points: the largest group less the tokens left."""
    end, scores = course.end, course.end.scores
    sides = tuple(Side((seat,), (points,), T("{points}p", points=points)) for seat, points in scores.items())
    shared = len(end.won) > 1
    decided = T("Equal points: you share it") if shared else T("Largest group minus tokens left")
    return Ending(decided, sides, tuple(_facts(setup, course)))


def _judged(course: Course[State]) -> list[Claim]:
    """Every claim that was judged, as it was at last: claims lie until the dice of the next round do."""
    last: dict[int, tuple[Claim, ...]] = {}
    for state in course.states:
        if state.claims and not state.open:
            last[state.claims[0].at] = state.claims
    return [claim for claims in last.values() for claim in claims if claim.right is not None]


def _facts(setup: Setup[Options], course: Course[State]) -> Iterator[Fact]:
    judged, end = _judged(course), course.end
    right = [claim for claim in judged if claim.right]
    yield from most(T("Most sums found"), Counter(claim.seat for claim in right))
    yield from fastest(course.rulings, T("Fastest sum"))
    yield from closest(course.rulings, setup.tie)
    yield from most(T("Largest group"), {seat: size for seat, size in end.groups.items() if size})
    named = [claim for claim in right if claim.result is not None]
    if named:
        largest = max(named, key=lambda claim: claim.result or 0)
        yield Fact(T("Largest number"), T("{value}", value=largest.number), largest.seat)
    yield from in_a_row([one.winner for one in course.rulings], T("First in a row"))
    wrong = Counter(claim.seat for claim in judged if not claim.right)
    yield from most(T("Most wrong sums"), wrong)
    if right:
        yield Fact(T("Sums found by all"), count(len(right)))
