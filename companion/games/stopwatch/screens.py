"""What people see of the stopwatch: the time, and each seat's laps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.base import Choice
from companion.games.clocks import precise
from companion.words import Say, T
from firmware.events import Seat
from firmware.views import Mood, Score, Screen

if TYPE_CHECKING:
    from companion.games.stopwatch.referee import State

STOPPED = (Choice("", T("Go on")), Choice("reset", T("Back to zero")))


def main(state: State, elapsed: int, say: Say) -> Screen:
    """The main panel; ``elapsed`` in ns."""
    scores = tuple(
        Score(seat, precise(say, state.used(seat)), strong=seat == state.last)
        for seat in sorted(state.splits)
    )
    match state.phase:
        case "ready":
            return Screen(say("Stopwatch"), precise(say, 0), hint=say("press or ok: start"))
        case "running":
            return Screen("", precise(say, elapsed), scores=scores, hint="" if scores else say("ok: stop"))
        case _:
            title = say("stopped: ok goes on")
            return Screen(title, precise(say, elapsed), scores=scores, mood=Mood.WAIT)


def seat(state: State, seat: Seat, say: Say) -> Screen:
    """A seat's own panel: nothing on it runs, so ten redraws a second are the main panel's alone."""
    laps = state.laps(seat)
    if not laps:
        big = say("START") if state.phase == "ready" else say("LAP")
        hint = "" if state.phase == "stopped" else say("press")
        return Screen("", big, seat, hint=hint)
    total = say("at {time}", time=precise(say, state.used(seat)))
    return Screen(say("lap {n}", n=len(laps)), precise(say, laps[-1]), seat, (total,))
