"""What people see of the hourglass: its sand, and the seconds left."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.games.clocks import clock, sand
from companion.words import Say
from firmware.hourglass import seconds_shown
from firmware.views import Lamp, Mood, Screen

if TYPE_CHECKING:
    from companion.games.hourglass.referee import State


def main(state: State, left: int, say: Say) -> Screen:
    """The main panel; ``left`` is in ns."""
    running = state.phase == "running"
    shown = Screen(big=clock(seconds_shown(left)), figure=sand(left, state.full, running))
    match state.phase:
        case "idle":
            return replace(shown, title=say("Hourglass"), hint=say("turn: set the time"))
        case "running":
            return replace(shown, title=say("it runs"), hint=say("ok: pause"))
        case "paused":
            return replace(shown, title=say("it stands still"), hint=say("ok: go on"), mood=Mood.WAIT)
        case _:
            return Screen(big=say("TIME!"), hint=say("press: once more"), mood=Mood.TURN)


def seat(state: State, left: int, say: Say) -> Screen:
    """A seat's own panel; ``left`` is in ns."""
    hint = say("press: start") if state.phase == "idle" else say("press: turn it over")
    return replace(main(state, left, say), hint="" if state.phase == "up" else hint)


def lamp(state: State) -> Lamp:
    """Lit: a press starts it, or it runs. Blinking: time is up."""
    match state.phase:
        case "paused":
            return Lamp.OFF
        case "up":
            return Lamp.BLINK
        case _:
            return Lamp.ON
