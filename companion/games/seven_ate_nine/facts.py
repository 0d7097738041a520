"""What is told of a game of 7 Ate 9 once it is over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.clocks import tenths
from companion.games.facts import (
    Course,
    Ending,
    Fact,
    Side,
    apart,
    closest,
    count,
    fastest,
    gained,
    in_a_row,
    lasting,
    most,
    rival,
    ties,
)
from companion.games.options import Setup
from companion.games.seven_ate_nine.state import Options, State
from companion.words import T, Text
from firmware.events import Seat


def ending(setup: Setup[Options], course: Course[State]) -> Ending:
    """Places go by rounds won, then by cards left; a player alone has a time."""
    end = course.end
    facts = tuple(_facts(setup, course))
    if end.solo:
        time = tenths(end.watch.elapsed(end.won_at))
        return Ending(T("All cards are laid"), facts=facts, reached=time, left=T("your time"))
    goal = end.wins(setup.options)
    sides = tuple(
        Side(
            (seat,),
            (seat == end.last_winner, end.tokens[seat], -cards),
            T("{value}", value=f"{end.tokens[seat]}/{goal}") if goal > 1 else T("cards: {n}", n=cards),
        )
        for seat, cards in end.cards.items()
    )
    missed = {seat: note for seat in setup.seats if (note := _missed(setup, end, seat)) is not None}
    return Ending(_decided(setup, end), sides, facts, missed)


def _decided(setup: Setup[Options], end: State) -> Text:
    """The last card, and by how little if somebody came with it."""
    ruling = end.race.ruling
    by = None if ruling is None or not ruling.order else rival(ruling, setup.tie)
    if by is not None and by.ns > by.tie:
        return T("The last card, {time} ahead", time=by.told)
    return T("The last card decides")


def _missed(setup: Setup[Options], end: State, seat: Seat) -> Text | None:
    """By how much a seat was late with a card as another laid its last."""
    back = end.backs.get(seat)
    if back is None or back.at < end.won_at or back.margin <= back.tie or seat in setup.options.kids:
        return None
    return T("+{time}", time=apart(back.margin, back.tie))


def _facts(setup: Setup[Options], course: Course[State]) -> Iterator[Fact]:
    end = course.end
    laid = gained(course, lambda state: {seat: -cards for seat, cards in state.cards.items()})
    wrong = Counter(
        seat
        for before, after in course.steps
        for seat, back in after.backs.items()
        if back.wrong and back != before.backs.get(seat)
    )
    if end.solo:
        seat, time = setup.seats[0], end.watch.elapsed(end.won_at)
        yield Fact(T("Cards laid"), count(end.dealt[seat]))
        if end.dealt[seat] and time:
            yield Fact(T("Time per card"), lasting(time // end.dealt[seat]))
        yield from most(T("Wrong cards"), wrong)
        return
    winners = [one.winner for one in course.rulings]
    changed = [one for one, last in zip(course.rulings, [None, *winners], strict=False) if one.winner != last]
    yield from fastest(changed, T("Fastest card"))  # not the second of two that one hand lays
    yield from closest(course.rulings, setup.tie)
    yield from in_a_row(winners, T("Cards in a row"))
    yield from most(T("Most cards laid"), laid)
    yield from most(T("Most wrong cards"), wrong)
    yield from ties(course.rulings)
