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

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, ClassVar

from companion.games.base import NotNow, Referee, Step
from companion.games.chess_clock import screens
from companion.games.chess_clock import table as turns_table
from companion.games.clocks import milliseconds
from companion.games.options import Option, Setup, seconds
from companion.table.view import TableView
from companion.words import Say, T
from firmware.events import NS_PER_MS, Enter, Key, Press, Seat, Tick
from firmware.hourglass import next_number_in, seconds_shown
from firmware.views import Cue, Lamp, Screen, Sound


class Phase(StrEnum):
    """What the clock does."""

    READY = "ready"
    RUNNING = "running"
    PAUSED = "paused"
    UP = "up"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class State:
    """A clock of several hands.

    Attributes:
        turn: whose time runs, or ran last.
        since: when it began to; it is kept when that time is up, so that the end keeps its stamp.
        used: what each seat had used by then (ns).
        passes: how often each seat has passed.
        out: seats whose time was up, and that are passed over.
    """

    turn: Seat
    phase: Phase = Phase.READY
    since: int | None = None
    used: Mapping[Seat, int] = field(default_factory=dict)
    passes: Mapping[Seat, int] = field(default_factory=dict)
    out: tuple[Seat, ...] = ()


class Turns(Referee[State]):
    """A chess clock for 2 to 8 seats."""

    name = "turns"
    title = T("Chess clock")
    players = range(2, 9)
    options: ClassVar[tuple[Option, ...]] = (
        Option(
            "time",
            T("Time each (s)"),
            "300",
            ("60", "180", "300", "600", "900", "1800", "3600"),
            seconds(36_000, 1),
        ),
        Option("increment", T("Bonus a turn (s)"), "0", ("0", "1", "2", "3", "5", "10", "30"), seconds(600)),
    )

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self._time: int = setup.options["time"]
        self._increment: int = setup.options["increment"]

    def start(self) -> State:
        """Nobody's time runs yet."""
        nothing = dict.fromkeys(self.setup.seats, 0)
        return State(turn=self.setup.first, used=nothing, passes=nothing)

    # -- the hands of the clock --------------------------------------------------------------------

    def _given(self, state: State, seat: Seat) -> int:
        return self._time + self._increment * state.passes[seat]

    def _ends_at(self, state: State) -> int | None:
        """When the time that runs is up (ns), or None."""
        if state.since is None:
            return None
        return state.since + self._given(state, state.turn) - state.used[state.turn]

    def _used(self, state: State, seat: Seat, at: int) -> int:
        """What a seat has used at a stamp (ns), never more than it was given."""
        if seat != state.turn or state.since is None:
            return state.used[seat]
        return min(state.used[seat] + max(0, at - state.since), self._given(state, seat))

    def left(self, state: State, seat: Seat, at: int) -> int:
        """What a seat has left at a stamp (ns)."""
        return self._given(state, seat) - self._used(state, seat, at)

    def _stopped(self, state: State, at: int) -> State:
        """The state with the running time added up to ``at``."""
        return replace(state, since=None, used={**state.used, state.turn: self._used(state, state.turn, at)})

    def _next(self, state: State) -> Seat:
        seat = self.setup.next_seat(state.turn)
        while seat in state.out:
            seat = self.setup.next_seat(seat)
        return seat

    # -- presses -----------------------------------------------------------------------------------

    def on_press(self, state: State, press: Press) -> Step[State]:
        """The start, or a pass by the seat on turn."""
        ends_at = self._ends_at(state)
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
            case _:
                return self._run(state, key.at), (Cue(Sound.START, state.turn),)

    def on_enter(self, state: State, enter: Enter, words: tuple[str, ...]) -> Step[State]:
        """There is nothing to type."""
        raise NotNow(T("Nothing to choose now"))

    # -- what time decides -------------------------------------------------------------------------

    def _until(self, state: State, at: int) -> Step[State]:
        """The state at a stamp: the seat's time may be up."""
        ends_at = self._ends_at(state)
        if state.phase is not Phase.RUNNING or ends_at is None or at < ends_at:
            return state, ()
        rest = set(self.setup.seats) - {*state.out, state.turn}
        phase = Phase.UP if len(rest) > 1 else Phase.OVER
        return replace(state, phase=phase), (Cue(Sound.TIME_UP, state.turn),)

    def wake_at(self, state: State) -> int | None:
        """When the time that runs is up."""
        return self._ends_at(state) if state.phase is Phase.RUNNING else None

    def on_tick(self, state: State, tick: Tick) -> Step[State]:
        """A seat's time is up."""
        return self._until(state, tick.at)

    # -- what is seen ------------------------------------------------------------------------------

    def winners(self, state: State) -> tuple[Seat, ...] | None:
        """Who alone has time left, once nobody else has."""
        if state.phase is not Phase.OVER:
            return None
        return tuple(seat for seat in self.setup.seats if seat not in {*state.out, state.turn})

    def snapshot(self, state: State, now: int) -> dict[str, Any]:
        """The keys of the tool's page; ``turns`` counts a seat's passes, ``up`` says that its time is."""
        fallen = {*state.out, state.turn} if state.phase in {Phase.UP, Phase.OVER} else {*state.out}
        used = {seat: self._used(state, seat, now) for seat in self.setup.seats}
        return {
            "phase": str(state.phase),
            "running": state.phase is Phase.RUNNING,
            "turn": state.turn,
            "elapsed_ms": sum(used.values()) // NS_PER_MS,
            "players": {
                str(seat): {
                    "used_ms": used[seat] // NS_PER_MS,
                    "left_ms": milliseconds(self.left(state, seat, now)),
                    "turns": state.passes[seat],
                    "up": seat in fallen,
                }
                for seat in self.setup.seats
            },
        }

    def _seconds(self, state: State, now: int) -> dict[Seat, int]:
        return {seat: seconds_shown(self.left(state, seat, now)) for seat in self.setup.seats}

    def main_screen(self, state: State, now: int, say: Say) -> Screen:
        """Whose time runs, and what everyone has left."""
        return screens.main(state, self._seconds(state, now), self.winners(state), say)

    def seat_screen(self, state: State, seat: Seat, now: int, say: Say) -> Screen:
        """The seat's own time."""
        return screens.seat(state, seat, self._seconds(state, now)[seat], self.winners(state), say)

    def table(self, state: State, now: int, say: Say) -> TableView:
        """The time that runs, and everyone's."""
        left = {seat: self.left(state, seat, now) for seat in self.setup.seats}
        given = self._given(state, state.turn)
        return turns_table.table(state, left, given, self.winners(state), say)

    def lamp(self, state: State, seat: Seat, now: int) -> Lamp:
        """Lit: press to pass, or to start. Blinking: time is up."""
        match state.phase:
            case Phase.READY:
                return Lamp.ON
            case Phase.UP | Phase.OVER:
                return Lamp.BLINK if seat == state.turn else Lamp.OFF
            case _:
                return Lamp.ON if seat == state.turn else Lamp.OFF

    def changes_at(self, state: State, now: int) -> int | None:
        """At each whole second of the time that runs."""
        left = self.left(state, state.turn, now)
        return now + next_number_in(left) if state.phase is Phase.RUNNING and left else None
