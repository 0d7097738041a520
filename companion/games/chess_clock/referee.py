"""Turns, the chess clock: each seat has its own time, and only that of the seat on turn runs.

::

    ready ── press, ok ──> running <── ok ──> paused
                            │  ^
              out of time   v  │ ok: the next who has time left
                            up, or over once at most one seat has any

The seat on turn passes with its button and gains ``increment``. A seat's time is up at the stamp at which it
had used all of it: a pass stamped before that counts, even if it is delivered after it. A seat whose time is
up is passed over from then on; who alone has time left wins. While no time runs it can be corrected.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games.base import Choice, End, NotNow, Outcome, Referee, Step
from companion.games.chess_clock.screens import shown
from companion.games.chess_clock.state import Options, Phase, State
from companion.games.clocks import TOGETHER_NS, change, milliseconds
from companion.games.counts import typed_change
from companion.games.options import Setup
from companion.words import T, Text, Who
from firmware.digits import is_number
from firmware.events import NS_PER_MS, NS_PER_S, Enter, Key, Press, Seat, Tick
from firmware.views import Cue, Sound

CHANGES = (-600, -300, -60, -30, -10, -5, -1, 1, 5, 10, 30, 60, 300, 600)
"""What the knob gives or takes (s), the smallest change where it stands; often enough, they are any."""


class ChessClock(Referee[State, Options]):
    """A chess clock for 2 to 8 seats."""

    def start(self) -> State:
        """Nobody's time runs yet."""
        nothing = dict.fromkeys(self.setup.seats, 0)
        given = dict.fromkeys(self.setup.seats, self.setup.options.time)
        return State(turn=self.setup.first, given=given, used=nothing, passes=nothing)

    # -- the hands of the clock --------------------------------------------------------------------

    def _stopped(self, state: State, at: int) -> State:
        """The state with the running time added up to ``at``."""
        return replace(state, since=None, used={**state.used, state.turn: state.used_at(state.turn, at)})

    def _next(self, state: State) -> Seat:
        seat = self.setup.next_seat(state.turn)
        while seat in state.out:
            seat = self.setup.next_seat(seat)
        return seat

    # -- presses -----------------------------------------------------------------------------------

    def on_press(self, state: State, press: Press) -> Step[State]:
        """The start, or a pass by the seat on turn."""
        ends_at = state.ends_at
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
            raise NotNow(T("Not now: it is {who}'s turn", who=Who(state.turn)))
        if self._just_begun(state, press.at):
            return state, ()
        return self._pass(state, press.at)

    def _just_begun(self, state: State, at: int) -> bool:
        """Whether the first time has just begun: two hands meant the same, and none of them a pass."""
        assert state.since is not None
        return not (any(state.passes.values()) or any(state.used.values())) and at < state.since + TOGETHER_NS

    def _run(self, state: State, at: int) -> State:
        return replace(state, phase=Phase.RUNNING, since=at)

    def _pass(self, state: State, at: int) -> Step[State]:
        assert state.since is not None
        at = max(at, state.since)
        stopped = self._stopped(state, at)
        passes = {**state.passes, state.turn: state.passes[state.turn] + 1}
        given = {**state.given, state.turn: state.given[state.turn] + self.setup.options.increment}
        passed = replace(stopped, turn=self._next(state), passes=passes, given=given)
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
        """``SEAT +N`` or ``SEAT -N``: so many seconds more or less, while no time runs."""
        match words:
            case (seat, by) if is_number(seat) and int(seat) in self.setup.seats:
                by_s = typed_change(by)
                if by_s is not None:
                    return self._corrected(state, int(seat), by_s), ()
        raise NotNow(T("Expected SEAT +60 or SEAT -60 seconds, got {got}", got=enter.text))

    def _corrected(self, state: State, seat: Seat, by_s: int) -> State:
        match state.phase:
            case Phase.RUNNING:
                raise NotNow(T("First pause: ok"))
            case Phase.UP | Phase.OVER:
                raise NotNow(T("Time is up"))
        if not state.may_change(seat, by_s):
            time = shown(state.given[seat] - state.used[seat])
            raise NotNow(T("{who} has {time} left", who=Who(seat), time=time))
        return replace(state, given={**state.given, seat: state.given[seat] + by_s * NS_PER_S})

    def plain_ok(self, state: State) -> Text | None:
        """What ok does while a time runs, or has just run out."""
        match state.phase:
            case Phase.RUNNING:
                return T("Pause")
            case Phase.UP:
                return T("Next player")
            case Phase.READY | Phase.PAUSED | Phase.OVER:
                return None

    def choices(self, state: State) -> tuple[Choice, ...]:
        """While no time runs: let it run, or correct a seat's."""
        match state.phase:
            case Phase.READY:
                return Choice("", T("Start!")), *self.corrections(state)
            case Phase.PAUSED:
                return Choice("", T("Go on")), *self.corrections(state)
            case Phase.RUNNING | Phase.UP | Phase.OVER:
                return ()

    def corrections(self, state: State) -> tuple[Choice, ...]:
        """The time of each seat that has some left, while none runs."""
        if state.phase not in {Phase.READY, Phase.PAUSED}:
            return ()
        return tuple(_change(state, seat) for seat in self.setup.seats if not state.fallen(seat))

    def takes_over(self, state: State, was: Setup[Options]) -> State | None:
        """Whoever joins has a whole time; if who is on turn leaves, the next one's waits for ok."""
        options, seats = self.setup.options, self.setup.seats
        if state.phase is Phase.READY:
            return self.start()
        standing = [seat for seat in seats if not (seat in state.given and state.fallen(seat))]
        if len(standing) < 2 or state.phase is Phase.OVER:
            return None
        given = {seat: state.given.get(seat, options.time) for seat in seats}
        used, passes = ({seat: had.get(seat, 0) for seat in seats} for had in (state.used, state.passes))
        out = tuple(seat for seat in state.out if seat in seats)
        goes_on = replace(state, given=given, used=used, passes=passes, out=out)
        if state.turn in seats:
            return goes_on
        ring = sorted(standing, key=lambda seat: (seat < state.turn, seat))
        return replace(goes_on, turn=ring[0], phase=Phase.PAUSED, since=None)

    # -- what time decides -------------------------------------------------------------------------

    def _until(self, state: State, at: int) -> Step[State]:
        """The state at a stamp: the seat's time may be up."""
        ends_at = state.ends_at
        if state.phase is not Phase.RUNNING or ends_at is None or at < ends_at:
            return state, ()
        rest = set(self.setup.seats) - {*state.out, state.turn}
        phase = Phase.UP if len(rest) > 1 else Phase.OVER
        return replace(state, phase=phase), (Cue(Sound.TIME_UP, state.turn),)

    def wake_at(self, state: State) -> int | None:
        """When the time that runs is up."""
        return state.ends_at if state.phase is Phase.RUNNING else None

    def on_tick(self, state: State, tick: Tick) -> Step[State]:
        """A seat's time is up."""
        return self._until(state, tick.at)

    # -- how it stands ------------------------------------------------------------------------------

    def outcome(self, state: State) -> Outcome:
        """Who alone has time left has won."""
        return Outcome(state.won, End.OVER) if state.phase is Phase.OVER else Outcome()

    def snapshot(self, state: State, now: int) -> dict[str, Any]:
        """The keys of the tool's page; ``moves`` and ``turns`` are passes, ``up`` says that time is."""
        used = {seat: state.used_at(seat, now) for seat in self.setup.seats}
        return {
            "phase": state.phase.value,
            "running": state.phase is Phase.RUNNING,
            "turn": state.turn,
            "elapsed_ms": sum(used.values()) // NS_PER_MS,
            "players": {
                str(seat): {
                    "used_ms": used[seat] // NS_PER_MS,
                    "left_ms": milliseconds(state.left(seat, now)),
                    "turns": state.passes[seat],
                    "moves": state.passes[seat],
                    "up": state.fallen(seat),
                }
                for seat in self.setup.seats
            },
        }


def _change(state: State, seat: Seat) -> Choice:
    steps = [by for by in CHANGES if state.may_change(seat, by)]
    changes = tuple(Choice(f"{seat} {by:+}", T("{time}", time=change(by))) for by in steps)
    start = min(sum(by < 0 for by in steps), len(steps) - 1)
    return Choice(f"time {seat}", T("Time: {who}", who=Who(seat)), lambda: changes, start)
