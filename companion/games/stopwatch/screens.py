"""What people see of the stopwatch: the time, and each seat's laps."""

from __future__ import annotations

from companion.games.clocks import TENTH_NS, precise
from companion.games.options import NoOptions, Setup
from companion.games.stopwatch.state import Phase, State
from companion.words import Say
from firmware.events import Seat
from firmware.views import Lamp, Mood, Score, Screen


def main(setup: Setup[NoOptions], state: State, now: int, say: Say) -> Screen:
    """The main panel: the time with its tenths, and who came in when."""
    big = precise(say, state.elapsed(now))
    scores = tuple(
        Score(seat, precise(say, state.used(seat)), strong=seat == state.last)
        for seat in setup.seats
        if seat in state.splits
    )
    match state.phase:
        case Phase.READY:
            earlier = () if state.earlier is None else (_last_time(state.earlier, say),)
            return Screen(say("Stopwatch"), big, text=earlier)
        case Phase.RUNNING:
            return Screen("", big, scores=scores)
        case Phase.STOPPED:
            return Screen(say("it stands still"), big, scores=scores, mood=Mood.WAIT)


def _last_time(earlier: State, say: Say) -> str:
    return say("last time: {time}", time=precise(say, earlier.stands_at))


def seat(setup: Setup[NoOptions], state: State, seat: Seat, now: int, say: Say) -> Screen:
    """A seat's own panel: nothing on it runs, so ten redraws a second are the main panel's alone."""
    laps = state.run(seat)
    if not laps:
        big = say("START") if state.phase is Phase.READY else say("LAP")
        hint = "" if state.phase is Phase.STOPPED else say("press")
        return Screen("", big, seat, hint=hint)
    total = say("at {time}", time=precise(say, state.used(seat)))
    return Screen(say("lap {n}", n=len(laps)), precise(say, *state.laps(seat, 1)), seat, (total,))


def lamp(setup: Setup[NoOptions], state: State, seat: Seat, now: int) -> Lamp:
    """Lit: a press starts it or is a lap."""
    return Lamp.OFF if state.phase is Phase.STOPPED else Lamp.ON


def changes_at(setup: Setup[NoOptions], state: State, now: int) -> int | None:
    """At each tenth of a second."""
    if state.phase is not Phase.RUNNING:
        return None
    return now + TENTH_NS - state.elapsed(now) % TENTH_NS
