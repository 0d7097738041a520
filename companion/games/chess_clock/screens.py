"""What people see of the chess clock: whose time runs, and what each has left."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.games.clocks import clock
from companion.words import Say
from firmware.events import Seat
from firmware.views import Mood, Score, Screen

if TYPE_CHECKING:
    from companion.games.chess_clock.referee import State


def main(state: State, left: Mapping[Seat, int], won: tuple[Seat, ...] | None, say: Say) -> Screen:
    """The main panel; ``left`` in whole seconds."""
    scores = tuple(Score(seat, _clock(left[seat]), strong=seat == state.turn) for seat in left)
    big = _clock(left[state.turn])
    match state.phase:
        case "ready":
            return Screen(say("Chess clock"), big, scores=scores, hint=say("press or ok: start"))
        case "running":
            return Screen("", big, state.turn, scores=scores)
        case "paused":
            return Screen(
                say("it stands still"), big, state.turn, scores=scores, hint=say("ok: go on"), mood=Mood.WAIT
            )
        case "up":
            return Screen(say("time is up"), say("TIME!"), state.turn, scores=scores, hint=say("ok: next"))
        case _:
            assert won
            winner = say.name(won[0])
            return Screen(say("has time left"), winner, won[0], scores=scores, hint=say("ok: play again"))


def seat(state: State, seat: Seat, left: int, won: tuple[Seat, ...] | None, say: Say) -> Screen:
    """A seat's own panel."""
    big = _clock(left)
    if won is not None and seat in won:
        return Screen("", say("YOU WIN!"), seat, mood=Mood.TURN)
    if seat in state.out or (seat == state.turn and state.phase in {"up", "over"}):
        return Screen("", say("TIME!"), seat, (say("time is up"),), mood=Mood.WAIT)
    match state.phase:
        case "ready":
            title = say("you begin") if seat == state.turn else say("{seat} begins", seat=state.turn)
            return Screen(title, big, seat, hint=say("press: start"))
        case "running" if seat == state.turn:
            return Screen(say("you are on turn"), big, seat, hint=say("done? Press!"), mood=Mood.TURN)
        case "paused":
            return Screen(say("it stands still"), big, seat, mood=Mood.WAIT)
        case _:
            return Screen(say("{seat} is on turn", seat=state.turn), big, seat, mood=Mood.WAIT)


def _clock(seconds: int) -> str:
    """Always with minutes: beside a seat's number, a lone 5 would be read as a part of it."""
    return clock(seconds, minutes_always=True)
