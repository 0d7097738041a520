"""What people see of the hourglass: its sand, and the seconds left."""

from __future__ import annotations

from dataclasses import replace

from companion.games.clocks import clock, sand, sand_changes_at
from companion.games.hourglass.state import Flip, Options, Phase, State
from companion.games.options import Setup
from companion.words import Say
from firmware.events import Seat
from firmware.falling_sand import next_number_in, seconds_shown
from firmware.views import Lamp, Mood, Screen


def main(setup: Setup[Options], state: State, now: int, say: Say) -> Screen:
    """The main panel: the sand, and what is left in seconds, as large as it fits."""
    if state.phase is Phase.UP:
        return Screen(big=does(state, say), mood=Mood.TURN)
    left = state.glass.left(now)
    running = sand(left, state.whole, state.phase is Phase.RUNNING)
    mood = Mood.WAIT if state.phase is Phase.PAUSED else Mood.CALM
    return Screen(does(state, say), clock(seconds_shown(left)), figure=running, mood=mood)


def does(state: State, say: Say) -> str:
    """What the glass does, or waits for."""
    match state.phase:
        case Phase.IDLE:
            return say("turn: set the time")
        case Phase.RUNNING:
            return say("it runs")
        case Phase.PAUSED:
            return say("it stands still")
        case Phase.UP:
            return say("TIME!")


def seat(setup: Setup[Options], state: State, seat: Seat, now: int, say: Say) -> Screen:
    """A seat's own panel: the same, and what a press does."""
    shown = main(setup, state, now, say)
    sand = setup.options.flip is Flip.SAND
    match state.phase:
        case Phase.IDLE:
            return replace(shown, title=say("Hourglass"), hint=say("press: start"))
        case Phase.RUNNING | Phase.PAUSED:
            return replace(shown, hint=say("press: turn it over") if sand else say("press: full again"))
        case Phase.UP if sand and not state.glass.whole:
            return replace(shown, hint=say("no sand left"))
        case Phase.UP:
            return replace(shown, hint=say("press: once more"))


def lamp(setup: Setup[Options], state: State, seat: Seat, now: int) -> Lamp:
    """Lit: a press starts it, or it runs. Blinking: time is up."""
    match state.phase:
        case Phase.IDLE | Phase.RUNNING:
            return Lamp.ON
        case Phase.PAUSED:
            return Lamp.OFF
        case Phase.UP:
            return Lamp.BLINK


def changes_at(setup: Setup[Options], state: State, now: int) -> int | None:
    """At each whole second, and with each grain that is seen to fall."""
    left = state.glass.left(now)
    if state.phase is not Phase.RUNNING or not left:
        return None
    return min(now + next_number_in(left), sand_changes_at(left, state.whole, now))
