"""What people see of the chess clock: whose time runs, and what each has left."""

from __future__ import annotations

from companion.games.chess_clock.state import Options, Phase, State, shown
from companion.games.clocks import TENTH_NS, precise
from companion.games.options import Setup
from companion.games.ruling_words import winners_screen
from companion.table.parts import LAST_NS
from companion.words import Say
from firmware.events import Seat
from firmware.falling_sand import next_number_in, seconds_shown
from firmware.views import Lamp, Mood, Score, Screen


def main(setup: Setup[Options], state: State, now: int, say: Say) -> Screen:
    """The main panel: whose time runs, and what everyone has left; inverted while that is little."""
    scores = tuple(_score(state, seat, now, say) for seat in setup.seats)
    big = time_left(state, now, say)
    match state.phase:
        case Phase.READY:
            return Screen(say("Chess clock"), big, state.turn, scores=scores)
        case Phase.RUNNING:
            mood = Mood.TURN if state.low(state.turn, now) else Mood.CALM
            says_or_move = (*says(state, now, say), move(state, state.turn, say))
            return Screen(says_or_move[0], big, state.turn, scores=scores, mood=mood)
        case Phase.PAUSED:
            return Screen(say("it stands still"), big, state.turn, scores=scores, mood=Mood.WAIT)
        case Phase.UP:
            return Screen(say("time is up"), say("TIME!"), state.turn, scores=scores)
        case Phase.OVER:
            return winners_screen(say("has time left"), state.won, scores, say)


def _score(state: State, seat: Seat, now: int, say: Say) -> Score:
    """What a seat has left, or as which it fell; beside the big time, whose it is, the rest of its delay."""
    strong = seat in (state.won or (state.turn,))
    if seat in state.flags and len(state.order) > 2:
        return Score(seat, f"✗{state.flags.index(seat) + 1}", strong)
    waits = state.waits(now) if strong and state.phase is Phase.RUNNING else 0
    return Score(
        seat, say("+{n} s", n=seconds_shown(waits)) if waits else shown(state.left(seat, now)), strong
    )


def seat(setup: Setup[Options], state: State, seat: Seat, now: int, say: Say) -> Screen:
    """A seat's own panel: its own time, in whole seconds: tenths are the main panel's alone."""
    big = shown(state.left(seat, now))
    if seat in state.won:
        return Screen("", say("YOU WIN!"), seat, mood=Mood.TURN)
    if seat in state.flags:
        return Screen("", say("TIME!"), seat, (flag(state, seat, say),), mood=Mood.WAIT)
    match state.phase:
        case Phase.READY:
            title = say("you begin") if seat == state.turn else say("{seat} begins", seat=state.turn)
            return Screen(title, big, seat, hint=say("press: start"))
        case Phase.RUNNING if seat == state.turn:
            says_or_move = (*says(state, now, say), say("your move {n}", n=state.passes[seat] + 1))
            return Screen(says_or_move[0], big, seat, hint=say("done? Press!"), mood=Mood.TURN)
        case Phase.PAUSED:
            return Screen(say("it stands still"), big, seat, mood=Mood.WAIT)
        case Phase.RUNNING | Phase.UP | Phase.OVER:
            return Screen(say("{seat} is on turn", seat=state.turn), big, seat, mood=Mood.WAIT)


def time_left(state: State, now: int, say: Say) -> str:
    """What the seat on turn has left: in the last ten seconds with tenths."""
    left = state.left(state.turn, now)
    return precise(say, left) if _in_tenths(state, left) else shown(left)


def _in_tenths(state: State, left: int) -> bool:
    return 0 < left <= LAST_NS and state.phase in {Phase.RUNNING, Phase.PAUSED}


def says(state: State, now: int, say: Say) -> tuple[str, ...]:
    """What is special about the time that runs: the main one still stands, or little of it is left."""
    if waits := state.waits(now):
        return (say("delay {n} s", n=seconds_shown(waits)),)
    return (say("low time"),) if state.low(state.turn, now) else ()


def move(state: State, seat: Seat, say: Say) -> str:
    """Which move a seat is at."""
    return say("move {n}", n=state.passes[seat] + 1)


def flag(state: State, seat: Seat, say: Say) -> str:
    """That a seat's time is up, and as which: of two the first is the only one."""
    if len(state.order) == 2:
        return say("time is up")
    return say("flag no. {n}", n=state.flags.index(seat) + 1)


def lamp(setup: Setup[Options], state: State, seat: Seat, now: int) -> Lamp:
    """Lit: this time runs, press to pass; or press to start. Blinking: it is nearly up, or is."""
    match state.phase:
        case Phase.READY:
            return Lamp.ON
        case Phase.PAUSED:
            return Lamp.OFF
        case _ if seat != state.turn:
            return Lamp.OFF
        case Phase.RUNNING:
            return Lamp.BLINK if state.low(seat, now) else Lamp.ON
        case Phase.UP | Phase.OVER:
            return Lamp.BLINK


def changes_at(setup: Setup[Options], state: State, now: int) -> int | None:
    """At each whole second of the time that runs, or of its delay; in the last ten at each tenth."""
    if state.phase is not Phase.RUNNING:
        return None
    now = max(now, state.since or now)  # undo may lead to before an ok that overtook a press
    left = state.left(state.turn, now)
    if waits := state.waits(now):
        return now + next_number_in(waits)
    if _in_tenths(state, left):
        return now + left % TENTH_NS + 1
    return now + next_number_in(left) if left else None
