"""The stopwatch: any press or ok starts it for everyone, each seat's press is that seat's lap, ok stops it.

Once it stands, laps can be looked at (`looking`), and after *back to zero* those of the run before.

A seat's lap runs from its own last lap, or from the start, so its laps add up to the time at which it came
in: that sum is its ``used_ms``. A press counts by its stamp: one stamped before the stop is a lap even if it
is delivered after it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from companion.games.base import NotNow, Referee, Step
from companion.games.choice import Choice
from companion.games.clocks import TOGETHER_NS
from companion.games.growing import Grown
from companion.games.options import NoOptions, Setup
from companion.games.stopwatch import looking
from companion.games.stopwatch.state import Phase, State
from companion.words import T, Text
from firmware.events import NS_PER_MS, Enter, Key, Press, Seat
from firmware.views import Cue, Sound

LAPS_TOLD = 20
"""So many of a seat's last laps are told in the snapshot."""


class Stopwatch(Referee[State, NoOptions]):
    """A watch for 1 to 8 seats."""

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
        splits, shown = state.run(press.seat), state.elapsed(press.at)
        on_time = shown >= state.used(press.seat)
        splits = splits.grown(shown) if on_time else Grown.of(sorted((*splits, shown)))
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
        if state.phase is Phase.READY:
            raise NotNow(T("Nothing to choose now"))
        return State(earlier=replace(state, earlier=None)), ()

    def choices(self, state: State) -> tuple[Choice, ...]:
        """While it stands: start or go on, back to zero, and what there is to look at."""
        match state.phase:
            case Phase.READY:
                return (Choice("", T("Start!")), *looking.again(state))
            case Phase.RUNNING:
                return ()
            case Phase.STOPPED:
                return (Choice("", T("Go on")), Choice("reset", T("Back to zero")), *looking.again(state))

    def plain_ok(self, state: State) -> Text | None:
        """What ok does while it runs."""
        return T("Stop") if state.phase is Phase.RUNNING else None

    def without(self, state: State, seat: Seat) -> State | None:
        """Its last lap never was; time runs on as it did, which undo would set back."""
        laps = state.run(seat)
        if not laps:
            return None
        kept = {**state.splits, seat: laps.had}
        splits = {lapped: times for lapped, times in kept.items() if times}
        return replace(state, splits=splits, last=None if state.last == seat else state.last)

    def takes_over(self, state: State, was: Setup[NoOptions]) -> State:
        """Anyone may come and go; laps are kept for who comes back."""
        return state

    def snapshot(self, state: State, now: int) -> dict[str, Any]:
        """The keys of the tool's page; ``laps_ms`` are a seat's last laps, the newest last.

        ``earlier`` is what the watch had come to when it was set back to zero last, or null.
        """
        earlier = state.earlier
        return {
            "phase": state.phase.value,
            "running": state.phase is Phase.RUNNING,
            **_told(state, state.elapsed(now), self.setup.seats),
            "earlier": None if earlier is None else _told(earlier, earlier.stands_at, earlier.places()),
        }


def _told(state: State, elapsed: int, seats: Iterable[Seat]) -> dict[str, Any]:
    players = {
        str(seat): {
            "used_ms": state.used(seat) // NS_PER_MS,
            "laps": len(state.run(seat)),
            "laps_ms": [lap // NS_PER_MS for lap in state.laps(seat, LAPS_TOLD)],
        }
        for seat in seats
    }
    return {"elapsed_ms": elapsed // NS_PER_MS, "players": players}
