"""What is told of a game of 17 once it is over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.facts import Course, Ending, Fact, Side, closest, count, fastest, most
from companion.games.options import Setup
from companion.games.seventeen.score import LIMIT, Why
from companion.games.seventeen.screens import WHYS, tokens_of
from companion.games.seventeen.state import Options, Phase, Settled, State
from companion.words import T, Text
from firmware.events import Seat


def ending(setup: Setup[Options], course: Course[State]) -> Ending:
    """Places go by composure, then by nerves: the fewer, the better."""
    end = course.end
    sides = tuple(
        Side((seat,), (p.composure, -p.nerves), T("{value}", value=f"{p.composure}♥{'!' * p.nerves}"))
        for seat, p in end.players.items()
    )
    return Ending(_decided(end), sides, tuple(_facts(setup, course)), dict(_notes(end)))


def _decided(end: State) -> Text:
    """Who had most composure, unless only nerves could tell."""
    top = max(player.composure for player in end.players.values())
    equal = [seat for seat, player in end.players.items() if player.composure == top]
    if len(end.won) > 1:
        return T("Equal composure, equal nerves")
    return T("Equal composure: fewer nerves win") if len(equal) > 1 else T("Most composure: {n}", n=top)


def _notes(end: State) -> Iterator[tuple[Seat, Text]]:
    """What the last round has changed for each seat; the reason where there is one."""
    changes = () if end.settled is None else end.settled.changes
    for seat in end.players:
        own = [change for change in changes if change.seat == seat]
        if len(own) == 1:
            yield seat, T("{tokens} {why}", tokens=tokens_of(*own), why=WHYS[own[0].why])
        elif tokens_of(*own):
            yield seat, T("{value}", value=tokens_of(*own))


def _rounds(course: Course[State]) -> list[Settled]:
    """Every round that was settled: each is kept until the first card of the next."""
    rounds: list[Settled] = []
    for state in course.states:
        if state.settled is not None and not (rounds and rounds[-1] is state.settled):
            rounds.append(state.settled)
    return rounds


def _facts(setup: Setup[Options], course: Course[State]) -> Iterator[Fact]:
    rounds = _rounds(course)
    yield from fastest(course.rulings, T("Fastest call"))
    yield from closest(course.rulings, setup.tie)
    yield from most(T("Calls that were right"), Counter(one.caller for one in rounds if one.sum >= LIMIT))
    traps = (
        change.seat for one in rounds for change in one.changes if change.why is Why.TRAP and change.composure
    )
    yield from most(T("Traps hidden"), Counter(traps))
    if rounds:
        highest = max(rounds, key=lambda one: one.sum)
        yield Fact(T("Highest sum called"), count(highest.sum), highest.caller)
    calm = [seat for seat in setup.seats if not any(state.players[seat].nerves for state in course.states)]
    if len(calm) == 1:
        yield Fact(T("Nerves of steel"), T("not one nerve"), calm[0])
    rows = [state.row for state in course.states if state.phase is Phase.REVEAL]
    if rows:
        yield Fact(T("Longest row"), T("cards: {n}", n=max(rows)))
