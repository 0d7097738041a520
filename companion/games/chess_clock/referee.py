"""Turns, the chess clock: each seat has its own time, and only that of the seat on turn runs.

::

    ready ── press, ok ──> running <── ok ──> paused
                            │  ^
              out of time   v  │ ok: the next who has time left
                            up, or over once at most one seat has any

The seat on turn passes with its button; what that is worth besides the main time `bonus` knows. A seat's time
is up at the stamp at which it had used all of it: a pass stamped before that counts, even if it is delivered
after it, and so does one stamped before a pause; one stamped later is none, and adds nothing. A seat whose
time is up is passed over from then on; who alone has time left wins. What can be put right is in `arbiter`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.games.base import End, NotNow, Outcome, Referee, Step, Views
from companion.games.chess_clock.arbiter import corrections, put_right, ring
from companion.games.chess_clock.state import Options, Phase, State
from companion.games.choice import Choice
from companion.games.clocks import TOGETHER_NS, milliseconds
from companion.games.options import ChoiceError, Setup
from companion.games.reading import typed_seconds
from companion.words import T, Text, Who
from firmware.events import NS_PER_MS, Enter, Key, Press, Seat, Tick
from firmware.views import Cue, Sound


class ChessClock(Referee[State, Options]):
    """A chess clock for 2 to 8 seats.

    Raises:
        ChoiceError: a move would be worth more than one thing.
    """

    def __init__(self, setup: Setup[Options], views: Views[State, Options]) -> None:
        super().__init__(setup, views)
        self.bonus = setup.options.bonus
        if sum(map(bool, (self.bonus.increment, self.bonus.delay, self.bonus.bronstein))) > 1:
            problem = "turns: expected only one of increment, delay and bronstein to be more than 0"
            raise ChoiceError(problem, T("Only one: bonus, delay or Bronstein"))

    def start(self) -> State:
        """Nobody's time runs yet.

        Raises:
            ChoiceError: there are times for more or fewer than play.
        """
        seats, times = self.setup.seats, self.setup.options.time
        if len(times) not in {1, len(seats)}:
            problem = f"turns: expected time to be one for all or {len(seats)}, one each; got {len(times)}"
            raise ChoiceError(problem, T("Time: one for all, or {n}, one each", n=len(seats)))
        given = {seat: self._whole_time(seat) for seat in seats}
        nothing = dict.fromkeys(seats, 0)
        return State(self.setup.first, seats, self.bonus, given=given, used=nothing, passes=nothing)

    def terms(self, state: State) -> Mapping[str, str]:
        """Whoever plays has the time that was set before the start, and the same begins."""
        begun = state.begun
        if begun is None:
            return {}
        times = [typed_seconds(begun.given[seat]) for seat in self.setup.seats]
        same = len(set(times)) == 1
        return {"time": times[0] if same else ",".join(times), "first": str(begun.turn)}

    def _whole_time(self, seat: Seat) -> int:
        """What a seat begins with; of times for others than play, whoever joins them has the last."""
        seats, times = self.setup.seats, self.setup.options.time
        return times[seats.index(seat)] if len(times) == len(seats) else times[-1]

    # -- presses -----------------------------------------------------------------------------------

    def on_press(self, state: State, press: Press) -> Step[State]:
        """The start, or a pass by the seat on turn."""
        if press.seat == state.turn and state.ran_at(press.at):  # it came late, but was in time by its stamp
            passed, cues = self._pass(state, press.at)
            paused = state.phase is Phase.PAUSED
            return replace(passed, phase=Phase.PAUSED, until=state.until) if paused else passed, cues
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
        assert state.since is not None
        if press.at < state.since:
            raise NotNow(T("Too early: the clock stood"))
        return self._pass(state, press.at)

    def _just_begun(self, state: State, at: int) -> bool:
        """Whether the first time has just begun: two hands meant the same, and none of them a pass."""
        assert state.since is not None
        begun = state.thought or any(state.passes.values()) or any(state.used.values())
        return not begun and at < state.since + TOGETHER_NS

    def _run(self, state: State, at: int) -> State:
        begun = state if state.phase is Phase.READY else state.begun
        return replace(
            state, phase=Phase.RUNNING, thought=state.thinks(at), since=at, until=None, begun=begun
        )

    def _pass(self, state: State, at: int) -> Step[State]:
        seat = state.turn
        passes = {**state.passes, seat: state.passes[seat] + 1}
        given = {**state.given, seat: state.given[seat] + self.bonus.returns(state.thinks(at))}
        passed = self._next(replace(state.laid_down(at), passes=passes, given=given))
        return self._run(passed, at), (Cue(Sound.TICK, passed.turn),)

    def _next(self, state: State) -> State:
        """The turn of the next who has time left."""
        here = state.order.index(state.turn)
        after = (*state.order[here + 1 :], *state.order[:here])
        return replace(state, turn=next(seat for seat in after if seat not in state.out), bonus=self.bonus)

    def on_ok(self, state: State, key: Key) -> Step[State]:
        """Starts, pauses, goes on; after the end of a seat's time, the next seat's begins."""
        state, cues = self._until(state, key.at)
        if cues:
            return state, cues
        match state.phase:
            case Phase.RUNNING:
                return replace(state, phase=Phase.PAUSED, until=key.at), ()
            case Phase.UP:
                following = self._next(replace(state.laid_down(key.at), out=state.flags))
                return self._run(following, key.at), (Cue(Sound.START, following.turn),)
            case Phase.OVER:
                raise NotNow(T("Time is up"))
            case Phase.READY | Phase.PAUSED:
                return self._run(state, key.at), (Cue(Sound.START, state.turn),)

    def on_enter(self, state: State, enter: Enter, words: tuple[str, ...]) -> Step[State]:
        """What an arbiter puts right."""
        return put_right(state, words, self.bonus, enter.text), ()

    def on_enter_paused(self, state: State, enter: Enter, words: tuple[str, ...]) -> Step[State]:
        """The time that runs stands with the box, and runs on with it."""
        if state.phase is not Phase.RUNNING:
            return self.on_enter(state, enter, words)
        stands = replace(state, phase=Phase.PAUSED, until=enter.at)
        return self._run(put_right(stands, words, self.bonus, enter.text), enter.at), ()

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
        """While no time runs: let it run, or put something right."""
        match state.phase:
            case Phase.READY:
                return Choice("", T("Start!")), *corrections(state)
            case Phase.PAUSED:
                return Choice("", T("Go on")), *corrections(state)
            case Phase.RUNNING | Phase.UP | Phase.OVER:
                return ()

    def corrections(self, state: State) -> tuple[Choice, ...]:
        """All that can be put right while the box pauses: no time runs then."""
        return corrections(replace(state, phase=Phase.PAUSED) if state.phase is Phase.RUNNING else state)

    # -- coming and going --------------------------------------------------------------------------

    def takes_over(self, state: State, was: Setup[Options]) -> State | None:
        """Whoever joins has a whole time; if who is on turn leaves, the next one's waits for ok."""
        seats, ready = self.setup.seats, state.phase is Phase.READY
        if ready and was.options.time != self.setup.options.time:
            return self.start()
        standing = [seat for seat in seats if seat not in state.flags]
        if len(standing) < 2 or state.phase is Phase.OVER:
            return None
        goes_on = replace(
            state,
            order=_coming_and_going(state.order, self.setup),
            bonus=self.bonus if ready else replace(self.bonus, delay=state.bonus.delay),
            given={seat: state.given.get(seat) or self._whole_time(seat) for seat in seats},
            used={seat: state.used.get(seat, 0) for seat in seats},
            passes={seat: state.passes.get(seat, 0) for seat in seats},
            out=tuple(seat for seat in state.out if seat in seats),
            begun=None if state.begun is None else self.takes_over(state.begun, was),
        )
        if ready:
            kept = state.turn in seats and was.first == self.setup.first
            return goes_on if kept else replace(goes_on, turn=self.setup.first)
        if state.turn in seats:
            return goes_on
        here = state.order.index(state.turn)
        after = (*state.order[here:], *state.order[:here], *seats)
        turn = next(seat for seat in after if seat in standing)
        nobodys = replace(goes_on, phase=Phase.PAUSED, bonus=self.bonus, thought=0, since=None, until=None)
        return replace(nobodys, turn=turn)

    # -- what time decides -------------------------------------------------------------------------

    def _until(self, state: State, at: int) -> Step[State]:
        """The state at a stamp: the seat's time may be up."""
        ends_at = self.wake_at(state)
        if ends_at is None or at < ends_at:
            return state, ()
        up = replace(state, phase=Phase.UP, until=ends_at)
        ended = up if len(up.standing) > 1 else replace(up, phase=Phase.OVER)
        return ended, (Cue(Sound.TIME_UP, state.turn),)

    def wake_at(self, state: State) -> int | None:
        """When the time that runs is up."""
        return state.ends_at if state.phase is Phase.RUNNING else None

    def runs_out_at(self, state: State) -> int | None:
        """The same: its last seconds are heard."""
        return self.wake_at(state)

    def on_tick(self, state: State, tick: Tick) -> Step[State]:
        """A seat's time is up."""
        return self._until(state, tick.at)

    # -- how it stands ------------------------------------------------------------------------------

    def outcome(self, state: State) -> Outcome:
        """Who alone has time left has won."""
        return Outcome(state.won, End.OVER) if state.phase is Phase.OVER else Outcome()

    def snapshot(self, state: State, now: int) -> dict[str, Any]:
        """The keys of the tool's page; ``moves`` and ``turns`` are passes, ``up`` says that time is.

        ``fallen`` has those seats in the order of their flags, ``delay_ms`` what is left of the move's delay.
        """
        used = {seat: state.used_at(seat, now) for seat in self.setup.seats}
        return {
            "phase": state.phase.value,
            "running": state.phase is Phase.RUNNING,
            "turn": state.turn,
            "order": list(state.order),
            "fallen": list(state.flags),
            "delay_ms": milliseconds(state.waits(now)),
            "elapsed_ms": sum(used.values()) // NS_PER_MS,
            "players": {
                str(seat): {
                    "used_ms": used[seat] // NS_PER_MS,
                    "left_ms": milliseconds(state.left(seat, now)),
                    "turns": state.passes[seat],
                    "moves": state.passes[seat],
                    "up": seat in state.flags,
                }
                for seat in self.setup.seats
            },
        }


def _coming_and_going(order: tuple[Seat, ...], setup: Setup[Options]) -> tuple[Seat, ...]:
    """An order without whoever left; whoever joins moves before the first who sits further round."""
    stays = [seat for seat in order if seat in setup.seats]
    for seat in setup.seats:
        if seat not in stays:
            before = next((at for at, other in enumerate(stays) if other > seat), len(stays))
            stays.insert(before, seat)
    return ring(tuple(stays))
