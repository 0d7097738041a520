"""Laps and results to be looked at again: everyone's, the furthest first, then each lap. Pure."""

from __future__ import annotations

from functools import partial

from companion.games.choice import Choice, to_read
from companion.games.clocks import tenths
from companion.games.stopwatch.state import State
from companion.words import T, Who
from firmware.events import Seat


def again(state: State) -> tuple[Choice, ...]:
    """What leads to the laps, if there are any, and to what it had come to when it was set back to zero."""
    laps = (Choice("laps", T("Laps ..."), partial(_whose, state)),) if state.splits else ()
    earlier = state.earlier
    return laps if earlier is None else (*laps, Choice("last", T("Last time ..."), partial(_run, earlier)))


def _run(state: State) -> tuple[Choice, ...]:
    return (*to_read(T("stopped at {time}", time=tenths(state.stands_at))), *_whose(state))


def _whose(state: State) -> tuple[Choice, ...]:
    seats = state.places()
    return tuple(
        Choice(str(seat), T("{who}", who=Who(seat)), partial(_laps_of, state, seat)) for seat in seats
    )


def _laps_of(state: State, seat: Seat) -> tuple[Choice, ...]:
    """The fastest first, then each, then all of them; of one lap only itself."""
    each = state.laps(seat)
    lines = [T("{n}: {time}", n=n, time=tenths(lap)) for n, lap in enumerate(each, 1)]
    if len(each) == 1:
        return to_read(*lines)
    fastest = T("fastest: {time}", time=tenths(min(each)))
    return to_read(fastest, *lines, T("total: {time}", time=tenths(state.used(seat))))
