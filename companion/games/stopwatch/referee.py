"""The stopwatch: any press or ok starts it for everyone, each seat's press is that seat's lap, ok stops it.

A seat's lap runs from its own last lap, or from the start, so its laps add up to the time at which it came
in: that sum is its ``used_ms``. A press counts by its stamp: one stamped before the stop is a lap even if it
is delivered after it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import pairwise
from typing import Any

from companion.games.base import Choice, NotNow, Referee, Step
from companion.games.clocks import TENTH_NS, TOGETHER_NS
from companion.games.stopwatch import screens
from companion.games.stopwatch import table as stopwatch_table
from companion.table.view import TableView
from companion.words import Say, T
from firmware.events import NS_PER_MS, Enter, Key, Press, Seat
from firmware.views import Cue, Lamp, Screen, Sound

LAPS_TOLD = 20
"""So many of a seat's last laps are told in the snapshot."""


class Phase(StrEnum):
    """What the watch does."""

    READY = "ready"
    RUNNING = "running"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class State:
    """One watch.

    Attributes:
        before: what it showed when it was started last (ns).
        since: when that was.
        stopped_at: when it was stopped last; None while it runs.
        splits: what it showed at each lap of a seat, in order (ns).
        last: the seat whose lap was last.
    """

    phase: Phase = Phase.READY
    before: int = 0
    since: int = 0
    stopped_at: int | None = None
    splits: Mapping[Seat, tuple[int, ...]] = field(default_factory=dict)
    last: Seat | None = None

    def elapsed(self, at: int) -> int:
        """What it shows at a stamp (ns)."""
        if self.phase is Phase.READY:
            return 0
        until = at if self.stopped_at is None else min(at, self.stopped_at)
        return self.before + max(0, until - self.since)

    def laps(self, seat: Seat) -> list[int]:
        """How long each lap of a seat was (ns)."""
        return [end - begin for begin, end in pairwise((0, *self.splits.get(seat, ())))]

    def used(self, seat: Seat) -> int:
        """What it showed at the seat's last lap (ns), 0 before the first."""
        return self.splits.get(seat, (0,))[-1]


class Stopwatch(Referee[State]):
    """A watch for 1 to 8 seats."""

    name = "stopwatch"
    title = T("Stopwatch")
    players = range(1, 9)

    def start(self) -> State:
        """At zero."""
        return State()

    def on_press(self, state: State, press: Press) -> Step[State]:
        """The start, or a lap."""
        match state.phase:
            case Phase.READY:
                return self._run(state, press.at), (Cue(Sound.START, press.seat),)
            case Phase.RUNNING if not state.before and 0 <= press.at - state.since < TOGETHER_NS:
                return state, ()
            case Phase.STOPPED if state.stopped_at is not None and press.at >= state.stopped_at:
                raise NotNow(T("Stopped: ok goes on"))
        splits = tuple(sorted((*state.splits.get(press.seat, ()), state.elapsed(press.at))))
        lapped = replace(state, splits={**state.splits, press.seat: splits}, last=press.seat)
        return lapped, (Cue(Sound.RULING, press.seat),)

    def _run(self, state: State, at: int) -> State:
        return replace(
            state, phase=Phase.RUNNING, before=state.elapsed(at), since=at, stopped_at=None, last=None
        )

    def on_ok(self, state: State, key: Key) -> Step[State]:
        """Starts, stops, goes on."""
        if state.phase is Phase.RUNNING:
            return replace(state, phase=Phase.STOPPED, stopped_at=key.at), (Cue(Sound.TICK),)
        return self._run(state, key.at), (Cue(Sound.START),)

    def on_enter(self, state: State, enter: Enter, words: tuple[str, ...]) -> Step[State]:
        """``reset``, once it is stopped."""
        if words != ("reset",):
            raise NotNow(T("Expected reset, got {got}", got=enter.text))
        if state.phase is Phase.RUNNING:
            raise NotNow(T("First stop it: ok"))
        return self.start(), ()

    def choices(self, state: State) -> tuple[Choice, ...]:
        """Once stopped: go on, or back to zero."""
        return screens.STOPPED if state.phase is Phase.STOPPED else ()

    # -- what is seen ------------------------------------------------------------------------------

    def winners(self, state: State) -> tuple[Seat, ...] | None:
        """A stopwatch is a tool: nobody wins."""
        return None

    def snapshot(self, state: State, now: int) -> dict[str, Any]:
        """The keys of the tool's page; ``laps_ms`` are a seat's last laps, the newest last."""
        return {
            "phase": str(state.phase),
            "running": state.phase is Phase.RUNNING,
            "elapsed_ms": state.elapsed(now) // NS_PER_MS,
            "players": {
                str(seat): {
                    "used_ms": state.used(seat) // NS_PER_MS,
                    "laps": len(state.splits.get(seat, ())),
                    "laps_ms": [lap // NS_PER_MS for lap in state.laps(seat)[-LAPS_TOLD:]],
                }
                for seat in self.setup.seats
            },
        }

    def main_screen(self, state: State, now: int, say: Say) -> Screen:
        """The time with its tenths, and who came in when."""
        return screens.main(state, state.elapsed(now), say)

    def seat_screen(self, state: State, seat: Seat, now: int, say: Say) -> Screen:
        """The seat's own last lap."""
        return screens.seat(state, seat, say)

    def table(self, state: State, now: int, say: Say) -> TableView:
        """One big time, and who came in when."""
        return stopwatch_table.table(state, self.setup.seats, state.elapsed(now), say)

    def lamp(self, state: State, seat: Seat, now: int) -> Lamp:
        """Lit: a press starts it or is a lap."""
        return Lamp.OFF if state.phase is Phase.STOPPED else Lamp.ON

    def changes_at(self, state: State, now: int) -> int | None:
        """At each tenth of a second."""
        if state.phase is not Phase.RUNNING:
            return None
        return now + TENTH_NS - state.elapsed(now) % TENTH_NS
