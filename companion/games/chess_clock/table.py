"""The chess clock on the table window: the time that runs, huge, and everyone's on their plates."""

from __future__ import annotations

from companion.games.chess_clock.screens import shown
from companion.games.chess_clock.state import Options, Phase, State
from companion.games.clocks import precise
from companion.games.options import Setup
from companion.table.parts import LAST_NS, Clock, share
from companion.table.view import Plate, TableView
from companion.words import Say
from firmware.events import Seat
from firmware.views import Mood


def table(setup: Setup[Options], state: State, now: int, say: Say) -> TableView:
    """The table window: the time that runs, huge, and everyone's on their plates."""
    plates = tuple(_plate(setup, state, seat, now, say) for seat in setup.seats)
    match state.phase:
        case Phase.READY | Phase.RUNNING:
            headline = say.name(state.turn)
        case Phase.PAUSED:
            headline = say("it stands still")
        case Phase.UP:
            headline = say("TIME!")
        case Phase.OVER:
            return TableView(title=say("Chess clock"), plates=plates)
    return TableView(
        title=say("Chess clock"),
        headline=headline,
        sign=state.turn,
        plates=plates,
        middle=(_clock(setup, state, now, say),),
    )


def _clock(setup: Setup[Options], state: State, now: int, say: Say) -> Clock:
    left = state.left(state.turn, now)
    last = 0 < left <= LAST_NS and state.phase is not Phase.READY
    return Clock(
        precise(say, left) if last else shown(left),
        bar=share(left, state.given[state.turn]),
        moving=state.phase is Phase.RUNNING and last,
        last=last,
        fallen=state.phase is Phase.UP,
        asleep=state.phase is Phase.PAUSED,
    )


def _plate(setup: Setup[Options], state: State, seat: Seat, now: int, say: Say) -> Plate:
    here, fallen = seat == state.turn, state.fallen(seat)
    mood = Mood.WAIT if fallen else Mood.TURN if here and state.phase is Phase.RUNNING else Mood.CALM
    note = say("time is up") if fallen else say("move {n}", n=state.passes[seat] + 1) if here else ""
    left = shown(state.left(seat, now))
    return Plate(seat, say.name(seat), left, note, mood=mood, strong=seat in state.won)
