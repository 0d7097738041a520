"""The hourglass: any press starts it, another turns it over, ok lays it on its side.

::

    idle ── press, ok ──> running ── the last grain ──> up ── press ──> running
      ^                    │   ^                         │
      └──── ok ── up    ok └─> paused ── press, ok       └── ok ──> idle

Everything is computed from stamps (see `firmware.hourglass`): a press counts by its own, also one that is
delivered after the end. The knob sets the time of an idle glass; later it adds sand or takes some away, and
what takes the last is the end of time.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, ClassVar

from companion.games.base import NotNow, Referee, Step
from companion.games.clocks import TOGETHER_NS, milliseconds, sand_changes_at, ticks_at
from companion.games.hourglass import screens
from companion.games.hourglass import table as hourglass_table
from companion.games.options import Option, Setup, is_number, one_of, seconds
from companion.table.view import TableView
from companion.words import Say, T
from firmware.events import NS_PER_S, Enter, Key, Knob, Press, Seat, Tick
from firmware.hourglass import Hourglass, next_number_in, seconds_shown
from firmware.views import Cue, Lamp, Screen, Sound

SHORTEST_S, LONGEST_S = 5, 3600
STEP_S = 5
"""What one step of the knob adds or takes."""


class Phase(StrEnum):
    """How the glass stands."""

    IDLE = "idle"
    RUNNING = "running"
    PAUSED = "paused"
    UP = "up"


@dataclass(frozen=True, slots=True)
class State:
    """One glass.

    Attributes:
        full: what it was filled with (ns).
        glass: the sand; it stays upright when time is up, so that the end keeps its stamp.
        shown: the number on the screen when it was last touched or ticked.
        turned_at: when a press last started or turned it.
    """

    full: int
    glass: Hourglass
    phase: Phase = Phase.IDLE
    shown: int = 0
    turned_at: int | None = None


class SandGlass(Referee[State]):
    """A glass for 1 to 8 seats, any of which may turn it."""

    name = "hourglass"
    title = T("Hourglass")
    players = range(1, 9)
    options: ClassVar[tuple[Option, ...]] = (
        Option(
            "time",
            T("Time (s)"),
            "15",
            ("5", "10", "15", "30", "60", "120", "180", "300", "600"),
            seconds(LONGEST_S, SHORTEST_S),
        ),
        Option("flip", T("Press again"), "restart", ("restart", "sand"), one_of("restart", "sand")),
    )

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self._time: int = setup.options["time"]
        self._sand: bool = setup.options["flip"] == "sand"

    def start(self) -> State:
        """Full, and lying."""
        return self._idle(self._time)

    def _idle(self, full: int) -> State:
        return State(full, Hourglass(full))

    # -- hands -------------------------------------------------------------------------------------

    def on_press(self, state: State, press: Press) -> Step[State]:
        """Starts it, or turns it over."""
        if state.turned_at is not None and 0 <= press.at - state.turned_at < TOGETHER_NS:
            return state, ()
        if state.phase is Phase.UP and state.glass.ends_at is not None and not state.glass.ended(press.at):
            state = replace(state, phase=Phase.RUNNING)  # it came late, but was in time by its stamp
        state, cues = self._until(state, press.at)
        glass = self._turned(state, press.at)
        running = self._touched(replace(state, phase=Phase.RUNNING, turned_at=press.at), glass)
        return running, (*cues, Cue(Sound.START, press.seat))

    def _turned(self, state: State, at: int) -> Hourglass:
        if state.phase is Phase.IDLE or not self._sand:
            return Hourglass(state.full, since=at)
        flipped = state.glass.flip(at)
        return flipped.run(at) if flipped.above else Hourglass(state.full, since=at)

    def _touched(self, state: State, glass: Hourglass) -> State:
        return replace(state, glass=glass, shown=seconds_shown(glass.above))

    def on_ok(self, state: State, key: Key) -> Step[State]:
        """Starts, pauses, resumes; when time is up, fills it again."""
        state, cues = self._until(state, key.at)
        match state.phase:
            case Phase.RUNNING:
                paused = self._touched(replace(state, phase=Phase.PAUSED), state.glass.pause(key.at))
                return paused, cues
            case Phase.UP:
                return self._idle(state.full), cues
            case _:
                running = self._touched(replace(state, phase=Phase.RUNNING), state.glass.run(key.at))
                return running, (*cues, Cue(Sound.START))

    def on_knob(self, state: State, knob: Knob) -> Step[State]:
        """Five seconds a step."""
        return self._adjust(state, knob.steps * STEP_S, knob.at)

    def on_enter(self, state: State, enter: Enter, words: tuple[str, ...]) -> Step[State]:
        """``+N`` or ``-N`` seconds, a multiple of five: what the knob can do."""
        match words:
            case (word,) if word[0] in "+-" and is_number(word[1:]) and int(word) % STEP_S == 0:
                return self._adjust(state, int(word), enter.at)
        raise NotNow(T("Expected +5 or -5 seconds, or more of them; got {got}", got=enter.text))

    def _adjust(self, state: State, by_s: int, at: int) -> Step[State]:
        state, cues = self._until(state, at)
        if cues:
            return state, cues
        match state.phase:
            case Phase.UP:
                raise NotNow(T("Time is up"))
            case Phase.IDLE:
                full = state.full + by_s * NS_PER_S
                return self._idle(max(SHORTEST_S * NS_PER_S, min(full, LONGEST_S * NS_PER_S))), ()
            case _:
                room = LONGEST_S * NS_PER_S - state.glass.left(at)
                adjusted = self._touched(state, state.glass.adjust(min(by_s * NS_PER_S, room), at))
                if adjusted.glass.above:
                    return adjusted, ()
                return replace(adjusted, phase=Phase.UP), (Cue(Sound.TIME_UP),)

    # -- what time decides -------------------------------------------------------------------------

    def _until(self, state: State, at: int) -> Step[State]:
        """The state at a stamp: time may be up."""
        if state.phase is Phase.RUNNING and state.glass.ended(at):
            return replace(state, phase=Phase.UP), (Cue(Sound.TIME_UP),)
        return state, ()

    def wake_at(self, state: State) -> int | None:
        """At each of the last seconds, and at the end."""
        return ticks_at(state.glass, state.shown) if state.phase is Phase.RUNNING else None

    def on_tick(self, state: State, tick: Tick) -> Step[State]:
        """A tick of the last seconds, or the end."""
        if state.phase is not Phase.RUNNING:
            return state, ()
        state, cues = self._until(state, tick.at)
        if cues:
            return state, cues
        return replace(state, shown=seconds_shown(state.glass.left(tick.at))), (Cue(Sound.TICK),)

    # -- what is seen ------------------------------------------------------------------------------

    def winners(self, state: State) -> tuple[Seat, ...] | None:
        """An hourglass is a tool: nobody wins."""
        return None

    def snapshot(self, state: State, now: int) -> dict[str, Any]:
        """The keys of the tool's page; ``full_ms`` is what the glass was filled with."""
        return {
            "phase": str(state.phase),
            "left_ms": milliseconds(state.glass.left(now)),
            "full_ms": milliseconds(state.full),
        }

    def main_screen(self, state: State, now: int, say: Say) -> Screen:
        """The sand, and what is left in seconds, as large as it fits."""
        return screens.main(state, state.glass.left(now), say)

    def seat_screen(self, state: State, seat: Seat, now: int, say: Say) -> Screen:
        """The same, and what a press does."""
        return screens.seat(state, state.glass.left(now), say)

    def table(self, state: State, now: int, say: Say) -> TableView:
        """One huge glass."""
        return hourglass_table.table(state, state.glass.left(now), say)

    def lamp(self, state: State, seat: Seat, now: int) -> Lamp:
        """Lit: a press starts it, or it runs. Blinking: time is up."""
        return screens.lamp(state)

    def changes_at(self, state: State, now: int) -> int | None:
        """At each whole second, and with each grain that is seen to fall."""
        left = state.glass.left(now)
        if state.phase is not Phase.RUNNING or not left:
            return None
        return min(now + next_number_in(left), sand_changes_at(left, state.full, now))
