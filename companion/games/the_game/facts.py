"""What is told of The Game once it is over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.facts import Course, Ending, Fact, count, lasting, most
from companion.games.options import Setup
from companion.games.the_game.cards import DECK, Card, Pile, turns_back
from companion.games.the_game.state import Options, Phase, State
from companion.table.parts import share
from companion.words import T, Who
from firmware.events import Seat


def ending(setup: Setup[Options], course: Course[State]) -> Ending:
    """All have won or lost together: how many cards they have laid, and how many there still were."""
    end, whole = course.end, len(DECK)
    laid = len(end.laid)
    decided = T("No card fits any more")
    if end.phase is Phase.WON:
        decided = T("All 50 cards laid")
    elif end.gave_up:
        decided = T("{who} can't lay", who=Who(end.turn))
    return Ending(
        decided,
        facts=tuple(_facts(course)),
        reached=T("{n} of {all}", n=laid, all=whole),
        share=share(laid, whole),
        left=T("Cards left: {n}", n=whole - laid) if laid < whole else None,
    )


def _facts(course: Course[State]) -> Iterator[Fact]:
    laid: Counter[Seat] = Counter()
    for before, after in course.steps:
        if len(after.laid) > len(before.laid):
            laid[before.turn] += len(after.laid) - len(before.laid)
    tricks, leaps = _leaps(course.end)
    if tricks:
        yield Fact(T("Turned back"), count(tricks))
    yield from most(T("Most cards laid"), laid)
    if leaps:
        yield Fact(T("Largest leap"), count(max(leaps)))
    turns = 1 + sum(after.turn != before.turn for before, after in course.steps)
    if course.took and turns > 1:
        yield Fact(T("Time per turn"), lasting(course.took // turns))
    if turns > 1:
        yield Fact(T("Turns"), count(turns))


def _leaps(end: State) -> tuple[int, list[int]]:
    """How often a pile was turned back, and by how much each other card has moved its pile on."""
    tops: dict[Pile, Card] = {}
    tricks, leaps = 0, []
    for one in end.laid:
        top = tops.get(one.pile)
        if turns_back(one.card, one.pile, top):
            tricks += 1
        elif top is not None:
            leaps.append(abs(one.card.value - top.value))
        tops[one.pile] = one.card
    return tricks, leaps
