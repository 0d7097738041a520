"""The chess clock on the table window: the time that runs, huge, and everyone's on their plates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.games.clocks import clock, precise
from companion.table.parts import LAST_NS, Clock, share
from companion.table.view import Plate, TableView
from companion.words import Say
from firmware.events import Seat
from firmware.hourglass import seconds_shown
from firmware.views import Mood

if TYPE_CHECKING:
    from companion.games.chess_clock.referee import State


def table(
    state: State, left: Mapping[Seat, int], given: int, won: tuple[Seat, ...] | None, say: Say
) -> TableView:
    """The clock.

    Args:
        state: where it stands.
        left: what each seat has left (ns).
        given: what the seat on turn was given so far (ns).
        won: who alone has time left, once nobody else has.
        say: the language.
    """
    plates = tuple(_plate(state, seat, left[seat], won, say) for seat in left)
    if won is not None:
        return TableView(title=say("Chess clock"), plates=plates)
    runs, here = state.phase == "running", left[state.turn]
    last = 0 < here <= LAST_NS and state.phase != "ready"
    big = Clock(
        precise(say, here) if last else _clock(here),
        bar=share(here, given),
        moving=runs and last,
        last=last,
        fallen=state.phase == "up",
        asleep=state.phase == "paused",
    )
    match state.phase:
        case "up":
            headline = say("TIME!")
        case "paused":
            headline = say("it stands still")
        case _:
            headline = say.name(state.turn)
    return TableView(
        title=say("Chess clock"), headline=headline, sign=state.turn, plates=plates, middle=(big,)
    )


def _plate(state: State, seat: Seat, left: int, won: tuple[Seat, ...] | None, say: Say) -> Plate:
    here = seat == state.turn
    fallen = seat in state.out or (here and state.phase in {"up", "over"})
    mood = Mood.CALM
    if fallen:
        mood = Mood.WAIT
    elif here and state.phase == "running":
        mood = Mood.TURN
    note = say("time is up") if fallen else say("is on turn") if here and won is None else ""
    return Plate(seat, say.name(seat), _clock(left), note, mood=mood, strong=won is not None and seat in won)


def _clock(left: int) -> str:
    return clock(seconds_shown(left), minutes_always=True)
