"""The hourglass: any press starts it, another turns it over, ok lays it on its side.

::

    idle ── press, ok ──> running ── the last grain ──> up ── press ──> running
      ^                    │   ^                         │
      └──── ok ── up    ok └─> paused ── press, ok       └── ok ──> idle

Everything is computed from stamps (see `firmware.falling_sand`): a press counts by its own, also one that is
delivered after the end. The knob sets the time of an idle glass; later it adds sand above or takes some away,
and what takes the last is the end of time. With ``flip=sand`` there is never more to turn over than is in it:
a glass of which all was taken has to be filled again, one in which nothing has fallen is up once turned.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games.base import NotNow, Referee, Step
from companion.games.choice import Choice
from companion.games.clocks import TOGETHER_NS, change, milliseconds
from companion.games.counts import typed_change
from companion.games.hourglass.state import LONGEST_S, SHORTEST_S, Flip, Options, Phase, State
from companion.games.judging import IN_FLIGHT_NS
from companion.games.options import Setup
from companion.words import T, Text
from firmware.events import NS_PER_S, Enter, Key, Knob, Press, Tick
from firmware.falling_sand import Hourglass
from firmware.views import Cue, Sound

STEP_S = 5
"""What one step of the knob adds or takes."""

CORRECTIONS = tuple(
    Choice(f"{by:+}", T("{time}", time=change(by))) for by in (-60, -30, -15, -5, 5, 15, 30, 60)
)
"""What the menu offers of that, where there is no knob."""


class SandGlass(Referee[State, Options]):
    """A glass for 1 to 8 seats, any of which may turn it."""

    def start(self) -> State:
        """Full, and lying."""
        return self._idle(self.setup.options.time)

    def _idle(self, full: int) -> State:
        return State(full, Hourglass(full))

    # -- hands -------------------------------------------------------------------------------------

    def on_press(self, state: State, press: Press) -> Step[State]:
        """Starts it, or turns it over."""
        if state.turned_at is not None and abs(press.at - state.turned_at) < TOGETHER_NS:
            return state, ()
        if state.phase is Phase.UP and state.glass.ends_at is not None and not state.glass.ended(press.at):
            state = replace(state, phase=Phase.RUNNING)  # it came late, but was in time by its stamp
        state, cues = self._until(state, press.at)
        if cues:
            return state, cues
        if state.phase is Phase.UP and press.at < (state.glass.ends_at or 0) + IN_FLIGHT_NS:
            raise NotNow(T("Time is up"))  # it was meant for the sand that ran
        glass = self._turned(state, press.at)
        if not glass.whole:
            raise NotNow(T("Empty: ok fills it"))
        turned = replace(state, phase=Phase.RUNNING, turned_at=press.at, glass=glass)
        return (turned, (Cue(Sound.START, press.seat),)) if glass.above else self._up(turned, press.at)

    def _turned(self, state: State, at: int) -> Hourglass:
        if state.phase is Phase.IDLE or self.setup.options.flip is Flip.RESTART:
            return Hourglass(state.full, since=at)
        return state.glass.flip(at).run(at)

    def on_ok(self, state: State, key: Key) -> Step[State]:
        """Starts, pauses, resumes; when time is up, fills it again."""
        state, cues = self._until(state, key.at)
        match state.phase:
            case Phase.RUNNING:
                return replace(state, phase=Phase.PAUSED, glass=state.glass.pause(key.at)), cues
            case Phase.UP:
                return self._idle(state.full), cues
            case Phase.IDLE | Phase.PAUSED:
                turned_at = key.at if state.phase is Phase.IDLE else state.turned_at
                glass = state.glass.run(key.at)
                running = replace(state, phase=Phase.RUNNING, turned_at=turned_at, glass=glass)
                return running, (*cues, Cue(Sound.START))

    def plain_ok(self, state: State) -> Text:
        """What ok does: the knob is for the sand."""
        match state.phase:
            case Phase.IDLE:
                return T("Start!")
            case Phase.RUNNING:
                return T("Pause")
            case Phase.PAUSED:
                return T("Go on")
            case Phase.UP:
                return T("Fill it again")

    def corrections(self, state: State) -> tuple[Choice, ...]:
        """More or less sand, until it is up."""
        return () if state.phase is Phase.UP else CORRECTIONS

    def on_knob(self, state: State, knob: Knob) -> Step[State]:
        """Five seconds a step."""
        return self._adjust(state, knob.steps * STEP_S, knob.at)

    def on_enter(self, state: State, enter: Enter, words: tuple[str, ...]) -> Step[State]:
        """``+N`` or ``-N`` seconds, a multiple of five: what the knob can do."""
        match words:
            case (word,) if (by_s := typed_change(word)) is not None and by_s % STEP_S == 0:
                return self._adjust(state, by_s, enter.at)
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
            case Phase.RUNNING | Phase.PAUSED:
                sand = self.setup.options.flip is Flip.SAND  # then what is below comes back
                room = LONGEST_S * NS_PER_S - (state.glass.whole if sand else state.glass.left(at))
                glass = state.glass.adjust(min(by_s * NS_PER_S, max(0, room)), at)
                adjusted = replace(state, glass=glass)
                return (adjusted, ()) if glass.above else self._up(adjusted, at)

    # -- what time decides -------------------------------------------------------------------------

    def _until(self, state: State, at: int) -> Step[State]:
        """The state at a stamp: time may be up."""
        ended = state.phase is Phase.RUNNING and state.glass.ended(at)
        return self._up(state, at) if ended else (state, ())

    def _up(self, state: State, at: int) -> Step[State]:
        return replace(state, phase=Phase.UP, glass=state.glass.run(at)), (Cue(Sound.TIME_UP),)

    def wake_at(self, state: State) -> int | None:
        """At the last grain."""
        return state.glass.ends_at if state.phase is Phase.RUNNING else None

    def runs_out_at(self, state: State) -> int | None:
        """The same."""
        return self.wake_at(state)

    def on_tick(self, state: State, tick: Tick) -> Step[State]:
        """The end."""
        return self._until(state, tick.at)

    def takes_over(self, state: State, was: Setup[Options]) -> State:
        """Anyone may come and go; another time is that of an idle glass or an ended one, else of the next."""
        time = self.setup.options.time
        if time == was.options.time:
            return state
        return self._idle(time) if state.phase in {Phase.IDLE, Phase.UP} else replace(state, full=time)

    def snapshot(self, state: State, now: int) -> dict[str, Any]:
        """The keys of the tool's page; ``full_ms`` is what the glass was filled with."""
        return {
            "phase": state.phase.value,
            "left_ms": milliseconds(state.glass.left(now)),
            "full_ms": milliseconds(state.full),
        }
