"""The stopwatch on the table window: one big time, and when who came in."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.clocks import clock, precise
from companion.games.options import NoOptions, Setup
from companion.games.stopwatch.state import Phase, State
from companion.table.parts import Clock, Entries, Entry
from companion.table.view import Plate, TableView
from companion.words import Say
from firmware.events import NS_PER_S, Seat
from firmware.views import Mood

_WITH_TENTHS_NS = 600 * NS_PER_S
"""Longer times have no room for tenths on a plate."""

_LAPS_SAID = 3
"""So many of a seat's last laps are told, fewer where many have some."""

_FEW = 4


def table(setup: Setup[NoOptions], state: State, now: int, say: Say) -> TableView:
    """The table window: one big time, each seat's laps below."""
    return TableView(
        title=say("Stopwatch"),
        headline=_headline(state, say),
        plates=tuple(_plate(state, seat, say) for seat in setup.seats),
        middle=(Clock(precise(say, state.elapsed(now)), asleep=state.phase is Phase.STOPPED),),
        below=(Entries(tuple(_laps(state, say))),),
    )


def _laps(state: State, say: Say) -> Iterator[Entry]:
    """Whose laps took how long, the furthest first; at zero, those of the time before."""
    run = state.earlier if state.phase is Phase.READY else state
    seats = [] if run is None else run.places()
    said = _LAPS_SAID if len(seats) <= _FEW else 1
    for seat in seats:
        assert run is not None
        laps = [precise(say, lap) for lap in run.laps(seat, said)]
        more = ["…"] if len(run.run(seat)) > said > 1 else []
        yield Entry(say.name(seat), " · ".join((*more, *laps)), seat)


def _headline(state: State, say: Say) -> str:
    match state.phase:
        case Phase.READY:
            return say("START")
        case Phase.RUNNING:
            return say("time is running")
        case Phase.STOPPED:
            return say("it stands still")


def _plate(state: State, seat: Seat, say: Say) -> Plate:
    laps = state.run(seat)
    if not laps:
        return Plate(seat, say.name(seat), mood=Mood.WAIT if state.phase is Phase.STOPPED else Mood.CALM)
    used = state.used(seat)
    short = precise(say, used) if used < _WITH_TENTHS_NS else clock(used // NS_PER_S)
    return Plate(seat, say.name(seat), short, say("lap {n}", n=len(laps)), strong=seat == state.last)
