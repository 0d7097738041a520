"""The chess clock on the table window: the time that runs, huge, and everyone's on their plates."""

from __future__ import annotations

from companion.games.chess_clock.screens import flag, move, says, time_left
from companion.games.chess_clock.state import Options, Phase, State, shown
from companion.games.options import Setup
from companion.table.parts import LAST_NS, Clock, share
from companion.table.view import Plate, TableView
from companion.words import Say
from firmware.events import Seat
from firmware.views import Mood


def table(setup: Setup[Options], state: State, now: int, say: Say) -> TableView:
    """The table window: the time that runs, huge, and everyone's on their plates."""
    plates = tuple(_plate(state, seat, now, say) for seat in setup.seats)
    text: tuple[str, ...] = ()
    match state.phase:
        case Phase.READY:
            headline = say.name(state.turn)
        case Phase.RUNNING:
            headline, text = say.name(state.turn), says(state, now, say)
        case Phase.PAUSED:
            headline = say("it stands still")
        case Phase.UP:
            headline = say("TIME!")
        case Phase.OVER:
            return TableView(title=say("Chess clock"), text=(say("has time left"),), plates=plates)
    return TableView(
        title=say("Chess clock"),
        headline=headline,
        sign=state.turn,
        text=text,
        plates=plates,
        middle=(_clock(state, now, say),),
    )


def _clock(state: State, now: int, say: Say) -> Clock:
    left = state.left(state.turn, now)
    running = state.phase is Phase.RUNNING
    return Clock(
        time_left(state, now, say),
        bar=share(left, state.given[state.turn]),
        moving=running and 0 < left <= LAST_NS and not state.waits(now),
        last=running and state.low(state.turn, now),
        fallen=state.phase is Phase.UP,
        asleep=state.phase is Phase.PAUSED,
    )


def _plate(state: State, seat: Seat, now: int, say: Say) -> Plate:
    fallen = seat in state.flags
    here = seat == state.turn and state.phase is Phase.RUNNING
    mood = Mood.WAIT if fallen else Mood.TURN if here else Mood.CALM
    note = flag(state, seat, say) if fallen else move(state, seat, say)
    left = shown(state.left(seat, now))
    return Plate(seat, say.name(seat), left, note, mood=mood, strong=seat in state.won)
