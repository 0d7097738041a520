"""Turns, the chess clock: each seat has its own time, and only that of the seat on turn runs.

::

    ready ── press, ok ──> running <── ok ──> paused
                            │  ^
              out of time   v  │ ok: the next who has time left
                            up, or over once at most one seat has any

The seat on turn passes with its button and gains ``increment``. A seat's time is up at the stamp at which it
had used all of it: a pass stamped before that counts, even if it is delivered after it. A seat whose time is
up is passed over from then on; who alone has time left wins.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games.base import End, NotNow, Outcome, Referee, Step
from companion.games.chess_clock.state import Options, Phase, State
from companion.games.clocks import milliseconds
from companion.words import T
from firmware.events import NS_PER_MS, Enter, Key, Press, Seat, Tick
from firmware.views import Cue, Sound


class ChessClock(Referee[State, Options]):
    """A chess clock for 2 to 8 seats."""

    def start(self) -> State:
        """Nobody's time runs yet."""
        nothing = dict.fromkeys(self.setup.seats, 0)
        return State(turn=self.setup.first, used=nothing, passes=nothing)

    # -- the hands of the clock --------------------------------------------------------------------

    def _stopped(self, state: State, at: int) -> State:
        """The state with the running time added up to ``at``."""
        used = state.used_at(self.setup.options, state.turn, at)
        return replace(state, since=None, used={**state.used, state.turn: used})

    def _next(self, state: State) -> Seat:
        seat = self.setup.next_seat(state.turn)
        while seat in state.out:
            seat = self.setup.next_seat(seat)
        return seat

    # -- presses -----------------------------------------------------------------------------------

    def on_press(self, state: State, press: Press) -> Step[State]:
        """The start, or a pass by the seat on turn."""
        ends_at = state.ends_at(self.setup.options)
        in_time = ends_at is not None and press.at < ends_at
        if state.phase in {Phase.UP, Phase.OVER} and press.seat == state.turn and in_time:
            state = replace(state, phase=Phase.RUNNING)  # it came late, but was in time by its stamp
        state, cues = self._until(state, press.at)
        if cues:
            return state, cues
        match state.phase:
            case Phase.READY:
                return self._run(state, press.at), (Cue(Sound.START, state.turn),)
            case Phase.PAUSED:
                raise NotNow(T("Paused: ok goes on"))
            case Phase.UP | Phase.OVER:
                raise NotNow(T("Time is up"))
        if press.seat != state.turn:
            raise NotNow(T("Not now: it is seat {seat}'s turn", seat=state.turn))
        return self._pass(state, press.at)

    def _run(self, state: State, at: int) -> State:
        return replace(state, phase=Phase.RUNNING, since=at)

    def _pass(self, state: State, at: int) -> Step[State]:
        assert state.since is not None
        at = max(at, state.since)
        stopped = self._stopped(state, at)
        passes = {**state.passes, state.turn: state.passes[state.turn] + 1}
        passed = replace(stopped, turn=self._next(state), passes=passes)
        return self._run(passed, at), (Cue(Sound.TICK, passed.turn),)

    def on_ok(self, state: State, key: Key) -> Step[State]:
        """Starts, pauses, goes on; after the end of a seat's time, the next seat's begins."""
        state, cues = self._until(state, key.at)
        if cues:
            return state, cues
        match state.phase:
            case Phase.RUNNING:
                return replace(self._stopped(state, key.at), phase=Phase.PAUSED), ()
            case Phase.UP:
                out = replace(self._stopped(state, key.at), out=(*state.out, state.turn))
                following = replace(out, turn=self._next(out))
                return self._run(following, key.at), (Cue(Sound.START, following.turn),)
            case Phase.OVER:
                raise NotNow(T("Time is up"))
            case Phase.READY | Phase.PAUSED:
                return self._run(state, key.at), (Cue(Sound.START, state.turn),)

    def on_enter(self, state: State, enter: Enter, words: tuple[str, ...]) -> Step[State]:
        """There is nothing to type."""
        raise NotNow(T("Nothing to choose now"))

    # -- what time decides -------------------------------------------------------------------------

    def _until(self, state: State, at: int) -> Step[State]:
        """The state at a stamp: the seat's time may be up."""
        ends_at = state.ends_at(self.setup.options)
        if state.phase is not Phase.RUNNING or ends_at is None or at < ends_at:
            return state, ()
        rest = set(self.setup.seats) - {*state.out, state.turn}
        phase = Phase.UP if len(rest) > 1 else Phase.OVER
        return replace(state, phase=phase), (Cue(Sound.TIME_UP, state.turn),)

    def wake_at(self, state: State) -> int | None:
        """When the time that runs is up."""
        return state.ends_at(self.setup.options) if state.phase is Phase.RUNNING else None

    def on_tick(self, state: State, tick: Tick) -> Step[State]:
        """A seat's time is up."""
        return self._until(state, tick.at)

    # -- how it stands ------------------------------------------------------------------------------

    def outcome(self, state: State) -> Outcome:
        """Who alone has time left has won."""
        return Outcome(state.won, End.OVER) if state.phase is Phase.OVER else Outcome()

    def snapshot(self, state: State, now: int) -> dict[str, Any]:
        """The keys of the tool's page; ``turns`` counts a seat's passes, ``up`` says that its time is."""
        options = self.setup.options
        used = {seat: state.used_at(options, seat, now) for seat in self.setup.seats}
        return {
            "phase": state.phase.value,
            "running": state.phase is Phase.RUNNING,
            "turn": state.turn,
            "elapsed_ms": sum(used.values()) // NS_PER_MS,
            "players": {
                str(seat): {
                    "used_ms": used[seat] // NS_PER_MS,
                    "left_ms": milliseconds(state.left(options, seat, now)),
                    "turns": state.passes[seat],
                    "up": state.fallen(seat),
                }
                for seat in self.setup.seats
            },
        }
