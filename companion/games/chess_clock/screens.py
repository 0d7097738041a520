"""What people see of the chess clock: whose time runs, and what each has left."""

from __future__ import annotations

from companion.games.chess_clock.state import Options, Phase, State
from companion.games.clocks import clock
from companion.games.options import Setup
from companion.games.ruling_words import winners_screen
from companion.words import Say
from firmware.events import Seat
from firmware.falling_sand import next_number_in, seconds_shown
from firmware.views import Lamp, Mood, Score, Screen


def main(setup: Setup[Options], state: State, now: int, say: Say) -> Screen:
    """The main panel: whose time runs, and what everyone has left."""
    left = {seat: shown(state.left(seat, now)) for seat in setup.seats}
    scores = tuple(Score(seat, left[seat], strong=seat == state.turn) for seat in left)
    big = left[state.turn]
    match state.phase:
        case Phase.READY:
            return Screen(say("Chess clock"), big, scores=scores)
        case Phase.RUNNING:
            return Screen("", big, state.turn, scores=scores)
        case Phase.PAUSED:
            return Screen(say("it stands still"), big, state.turn, scores=scores, mood=Mood.WAIT)
        case Phase.UP:
            return Screen(say("time is up"), say("TIME!"), state.turn, scores=scores)
        case Phase.OVER:
            return winners_screen(say("has time left"), state.won, scores, say)


def seat(setup: Setup[Options], state: State, seat: Seat, now: int, say: Say) -> Screen:
    """A seat's own panel: its own time."""
    big = shown(state.left(seat, now))
    if seat in state.won:
        return Screen("", say("YOU WIN!"), seat, mood=Mood.TURN)
    if state.fallen(seat):
        return Screen("", say("TIME!"), seat, (say("time is up"),), mood=Mood.WAIT)
    match state.phase:
        case Phase.READY:
            title = say("you begin") if seat == state.turn else say("{seat} begins", seat=state.turn)
            return Screen(title, big, seat, hint=say("press: start"))
        case Phase.RUNNING if seat == state.turn:
            title = say("your move {n}", n=state.passes[seat] + 1)
            return Screen(title, big, seat, hint=say("done? Press!"), mood=Mood.TURN)
        case Phase.PAUSED:
            return Screen(say("it stands still"), big, seat, mood=Mood.WAIT)
        case Phase.RUNNING | Phase.UP | Phase.OVER:
            return Screen(say("{seat} is on turn", seat=state.turn), big, seat, mood=Mood.WAIT)


def shown(left: int) -> str:
    """Always with minutes: beside a seat's number, a lone 5 would be read as a part of it."""
    return clock(seconds_shown(left), minutes_always=True)


def lamp(setup: Setup[Options], state: State, seat: Seat, now: int) -> Lamp:
    """Lit: press to pass, or to start. Blinking: time is up."""
    match state.phase:
        case Phase.READY:
            return Lamp.ON
        case Phase.RUNNING | Phase.PAUSED:
            return Lamp.ON if seat == state.turn else Lamp.OFF
        case Phase.UP | Phase.OVER:
            return Lamp.BLINK if seat == state.turn else Lamp.OFF


def changes_at(setup: Setup[Options], state: State, now: int) -> int | None:
    """At each whole second of the time that runs."""
    left = state.left(state.turn, now)
    return now + next_number_in(left) if state.phase is Phase.RUNNING and left else None
