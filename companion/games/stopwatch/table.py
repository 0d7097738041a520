"""The stopwatch on the table window: one big time, and when who came in."""

from __future__ import annotations

from companion.games.clocks import clock, precise
from companion.games.options import NoOptions, Setup
from companion.games.stopwatch.state import Phase, State
from companion.table.parts import WHOLE, Clock, Poster, share
from companion.table.view import Plate, TableView
from companion.words import Say
from firmware.events import NS_PER_S, Seat
from firmware.views import Mood

_WITH_TENTHS_NS = 600 * NS_PER_S
"""Longer times have no room for tenths on a plate."""

_LAPS_IN_A_LINE = 3


def table(setup: Setup[NoOptions], state: State, now: int, say: Say) -> TableView:
    """The table window: one big time, with each seat's last lap on its bar."""
    elapsed = state.elapsed(now)
    came = sorted((state.used(seat), seat) for seat in setup.seats if seat in state.splits)
    big = Clock(
        precise(say, elapsed),
        bar=WHOLE if came else None,
        marks=tuple((seat, share(used, elapsed)) for used, seat in came),
        asleep=state.phase is Phase.STOPPED,
    )
    return TableView(
        title=say("Stopwatch"),
        headline=_headline(state, say),
        plates=tuple(_plate(state, seat, say) for seat in setup.seats),
        middle=(big, *_laps(state, say)),
    )


def _laps(state: State, say: Say) -> tuple[Poster, ...]:
    """While it stands: whose laps took how long; at zero, those of the time before."""
    run = state.earlier if state.phase is Phase.READY else state
    if run is None or state.phase is Phase.RUNNING or not run.splits:
        return ()
    return (Poster(lines=tuple(_laps_of(run, seat, say) for seat in run.places())),)


def _laps_of(run: State, seat: Seat, say: Say) -> str:
    laps = [precise(say, lap) for lap in run.laps(seat)]
    more = ["…"] if len(laps) > _LAPS_IN_A_LINE else []
    said = " · ".join((*more, *laps[-_LAPS_IN_A_LINE:]))
    return say("{who}: {time}", who=say.name(seat), time=said)


def _headline(state: State, say: Say) -> str:
    match state.phase:
        case Phase.READY:
            return say("START")
        case Phase.RUNNING:
            return say("time is running")
        case Phase.STOPPED:
            return say("it stands still")


def _plate(state: State, seat: Seat, say: Say) -> Plate:
    laps = state.laps(seat)
    if not laps:
        return Plate(seat, say.name(seat), mood=Mood.WAIT if state.phase is Phase.STOPPED else Mood.CALM)
    note = say("lap {n}", n=len(laps))
    if len(laps) > 1:
        note = f"{note} · {precise(say, laps[-1])}"
    used = state.used(seat)
    short = precise(say, used) if used < _WITH_TENTHS_NS else clock(used // NS_PER_S)
    return Plate(seat, say.name(seat), short, note, strong=seat == state.last)
