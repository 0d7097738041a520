"""The chess clock on the table window: of two both clocks; of more the time that runs, the rest on plates."""

from __future__ import annotations

from companion.games.chess_clock.screens import flag, move, says, time_left
from companion.games.chess_clock.state import Options, Phase, State, shown
from companion.games.options import Setup
from companion.table.parts import LAST_NS, Clock, share
from companion.table.view import Plate, TableView
from companion.words import Say
from firmware.events import Seat
from firmware.views import Mood

_BESIDE = 2
"""So many clocks stand beside each other, as on a real one."""


def table(setup: Setup[Options], state: State, now: int, say: Say) -> TableView:
    """Two have their clocks beside each other; of more the time that runs is huge."""
    both = len(setup.seats) == _BESIDE
    plates = tuple(_plate(state, seat, now, say, alone=both) for seat in setup.seats)
    text: tuple[str, ...] = ()
    match state.phase:
        case Phase.READY:
            headline = say.name(state.turn)
        case Phase.RUNNING:
            headline, text = say.name(state.turn), says(state, now, say)
        case Phase.PAUSED:
            headline = say("it stands still")
        case Phase.UP | Phase.OVER:
            headline = say("TIME!")
    return TableView(
        title=say("Chess clock"),
        headline=headline,
        sign=state.turn,
        text=text,
        plates=plates,
        middle=tuple(
            _clock(state, seat, now, say, alone=not both) for seat in (setup.seats if both else (state.turn,))
        ),
    )


def _clock(state: State, seat: Seat, now: int, say: Say, *, alone: bool) -> Clock:
    """A seat's clock; while nothing runs, a touch on the other's says that it is its turn."""
    left, here = state.left(seat, now), seat == state.turn
    running = state.phase is Phase.RUNNING and here
    return Clock(
        time_left(state, now, say) if here else shown(left),
        bar=share(left, state.given[seat]),
        moving=running and 0 < left <= LAST_NS and not state.waits(now),
        last=running and state.low(seat, now),
        fallen=seat in state.flags,
        asleep=state.phase is Phase.PAUSED,
        runs=None if alone else here,
        does=f"turn {seat}" if state.stands and not here and seat in state.standing else "",
    )


def _plate(state: State, seat: Seat, now: int, say: Say, *, alone: bool) -> Plate:
    fallen = seat in state.flags
    here = seat == state.turn and state.phase is Phase.RUNNING
    mood = Mood.WAIT if fallen else Mood.TURN if here else Mood.CALM
    note = flag(state, seat, say) if fallen else move(state, seat, say)
    left = "" if alone else shown(state.left(seat, now))
    return Plate(seat, say.name(seat), left, note, mood=mood, strong=seat in state.won)
