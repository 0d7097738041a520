"""What is put right in Kezao: cards and points as they were counted, and presses that nobody meant."""

from __future__ import annotations

from dataclasses import replace

from companion.games.base import NotNow, Step
from companion.games.kezao.places import fill
from companion.games.kezao.state import GOAL, Phase, State
from companion.words import T
from firmware.events import Seat
from firmware.views import Cue, Sound


def said(state: State, what: str, seat: Seat, n: int, at: int) -> Step[State]:
    """A seat's ``cards`` or ``points`` are these; none left, or three points, end what they always do.

    Raises:
        NotNow: there is no such seat, or it can't have so many.
    """
    if seat not in state.players:
        raise NotNow(T("Seat {seat} is not in this game", seat=seat))
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
    """The state as if a seat's last card, or mark, hadn't been; None: there is none.

    It lies no more, or lies again: a place may be free by that, or the last one taken.
    """
    race = state.race.without(seat)
    if state.phase is Phase.LAY and state.race.due is not None and race != state.race:
        return replace(state, race=race)
    if seat in state.tied:
        others = [other for other in state.tied if other != seat]
        return fill(replace(state, tied=(), race=race.rule()), others, state.throw.rest)[0]
    after = _changed(state, seat) if state.phase in {Phase.LAY, Phase.CHECK} else None
    if after is not None and after.phase is Phase.LAY and (after.emptied is not None or not after.free):
        return after.check(state.throw.rest)
    return after


def _changed(state: State, seat: Seat) -> State | None:
    if state.players[seat].barred:
        return state.forgive(seat)
    return state.lift(seat) if seat in state.laid else None
