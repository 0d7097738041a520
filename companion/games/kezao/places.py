"""Cards laid at one moment and the places for them; what the table decides, and what it puts right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.games.base import NotNow, Step, check_plays
from companion.games.kezao.state import GOAL, Phase, State
from companion.words import T, Text
from firmware.events import Seat
from firmware.views import Cue, Sound


def fill(state: State, seats: Sequence[Seat], at: int) -> Step[State]:
    """A card of each of these seats lies; or the table says which do."""
    if len(seats) > state.free:
        return _ask(state, seats)
    last_cards = [seat for seat in seats if state.players[seat].cards == 1]
    if len(last_cards) > 1:  # places for both, but one point
        others = [seat for seat in seats if seat not in last_cards]
        return _ask(state.lay(*others), last_cards)
    return _laid(state.lay(*seats), seats[0], at)


def decide(state: State, seat: Seat, at: int) -> Step[State]:
    """The table says who of the tied was first; whoever finds no place takes the card back.

    Raises:
        NotNow: that is no question, or the seat isn't one of them.
    """
    if not state.tied:
        raise NotNow(T("There is no tie to decide"))
    if seat not in state.tied:
        raise NotNow(T("Expected one of the tied seats, got {seat}", seat=seat))
    others = [other for other in state.tied if other != seat]
    laid = replace(state, race=state.race.decide(seat), tied=()).lay(seat)
    if laid.emptied is not None or not laid.free:
        return _laid(laid, seat, at)
    return fill(laid, others, at)


def tie(state: State) -> Text:
    """What the table is asked to decide."""
    if all(state.players[seat].cards == 1 for seat in state.tied):
        return T("A tie: whose point is it?")
    return T("A tie: whose place is it?")


def _ask(state: State, tied: Sequence[Seat]) -> Step[State]:
    return replace(state, tied=tuple(sorted(tied)), judging=None), (Cue(Sound.TIE),)


def _laid(state: State, seat: Seat, at: int) -> Step[State]:
    """After a card was laid: full places or a last card end the laying at that stamp."""
    if state.emptied is not None:
        return state.check(at), (Cue(Sound.RULING, state.emptied),)
    if not state.free:
        return state.check(at), (Cue(Sound.TIME_UP),)
    return state, (Cue(Sound.RULING, seat),)


# -- put right: counts, and presses that nobody meant ----------------------------------------------


def count(state: State, what: str, seat: Seat, n: int, at: int) -> Step[State]:
    """A seat's ``cards`` or ``points`` are these; none left, or three points, end what they always do.

    Raises:
        NotNow: there is no such seat, or it can't have so many.
    """
    check_plays(seat, state.players)
    most = GOAL if what == "points" else state.most_cards(seat)
    if n > most:
        raise NotNow(T("Expected a number from 0 to {most}, got {got}", most=most, got=n))
    if what == "points":
        scored = state.score(seat, n)
        return scored, (Cue(Sound.OVER, seat),) if scored.won else ()
    if n == 0 and state.emptied not in {None, seat}:
        raise NotNow(T("Only one hand can be empty"))
    counted = state.count(seat, n)
    if n == 0 and state.phase is not Phase.CHECK:
        return counted.check(at), (Cue(Sound.RULING, seat),)
    if state.tied:  # where it was about a point, it may be none any more
        return fill(replace(counted, tied=()), state.tied, at)
    if counted.phase is Phase.CHECK and counted.emptied is None and not counted.landed:
        return counted.go_on(at), ()
    return counted, ()


def without(state: State, seat: Seat) -> State | None:
    """The state as if a seat's hold, last card or mark hadn't been; None: there is none.

    It lies no more, or lies again: a place may be free by that, or the last one taken.
    """
    if state.hold is not None and state.hold.seat == seat:
        return replace(state, hold=None)
    race = state.race.without(seat)
    if state.phase is Phase.LAY and state.race.due is not None and race != state.race:
        return replace(state, race=race)
    if seat in state.tied:
        others = [other for other in state.tied if other != seat]
        return fill(replace(state, tied=(), race=race.rule()), others, state.throw.rest)[0]
    if state.phase not in {Phase.LAY, Phase.CHECK}:
        return None
    if state.players[seat].barred:
        after = state.forgive(seat)
    else:
        after = state.lift(seat) if seat in state.laid else None
    if after is not None and after.phase is Phase.LAY and (after.emptied is not None or not after.free):
        return after.check(state.throw.rest)
    return after
