"""What is told of a chess clock once one alone has time left."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.chess_clock.state import Options, State, shown
from companion.games.facts import Course, Ending, Fact, Side, count, lasting, most
from companion.games.options import Setup
from companion.words import T, Who
from firmware.events import Seat


def ending(setup: Setup[Options], course: Course[State]) -> Ending:
    """Places go by whose flag fell last; whoever has time left is first."""
    end = course.end
    fell = {seat: number for number, seat in enumerate(end.flags)}
    at = end.until or 0
    sides = tuple(
        Side(
            (seat,),
            (fell.get(seat, len(fell)),),
            T("flag down") if seat in fell else T("{value}", value=shown(end.left(seat, at))),
        )
        for seat in setup.seats
    )
    decided = T("{who}: time is up", who=Who(end.turn))
    return Ending(decided, sides, tuple(_facts(course)))


def _facts(course: Course[State]) -> Iterator[Fact]:
    end = course.end
    thought: list[tuple[int, Seat]] = []
    for before, after in course.steps:
        seat = before.turn
        if after.passes.get(seat, 0) > before.passes.get(seat, 0):
            thought.append((after.used[seat] - before.used[seat], seat))
    if thought:
        yield Fact(T("Longest thought"), lasting(max(thought)[0]), max(thought)[1])
    quick = {seat: end.used[seat] // n for seat, n in end.passes.items() if n and end.used[seat]}
    if len(quick) > 1:
        seat = min(quick, key=lambda one: quick[one])
        yield Fact(T("Quickest on average"), lasting(quick[seat]), seat)
    moves = sum(end.passes.values())
    if moves:
        yield from most(T("Most moves"), end.passes)
        yield Fact(T("Moves"), count(moves))
        yield Fact(
            T("Time per move"), lasting(sum(end.used_at(seat, end.until or 0) for seat in end.order) // moves)
        )
