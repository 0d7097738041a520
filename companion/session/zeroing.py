"""The stage of the zero test, from *Start!* to the game: what can be chosen, what events do. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.games.base import NotNow
from companion.games.choice import Choice
from companion.session.state import Stage, State
from companion.session.zero import OF_LINES, Verdict, Zero
from companion.words import T
from firmware.digits import is_number
from firmware.events import Enter, Event, HostKey, Key, Press, Release, Rolled, Seat, Tick

SKIP = Choice("play", T("Skip"))
PLAY = Choice("play", T("Play"))
PLAY_ON = Choice("play", T("Play on"))
AGAIN = Choice("test again", T("Again"))

Begin = Callable[[State, int], State]
"""Begins the game that was set up, at a time (ns)."""


def asked(state: State) -> tuple[Seat, ...]:
    """Whose buttons haven't answered yet."""
    return tuple(seat for seat in state.seats if seat not in state.kept.answered)


def begun(state: State, at: int) -> State:
    """A test of those buttons begins; of all, if they all have answered."""
    zero = Zero(asked(state) or state.seats, at)
    return replace(state, stage=Stage.ZERO, zero=zero, cursor=None)


def choices(zero: Zero) -> tuple[Choice, ...]:
    """What the knob can choose."""
    if zero.ended is None:
        return (SKIP,)
    return (PLAY,) if zero.is_well else (PLAY_ON, AGAIN)


def step(state: State, zero: Zero, event: Event, standing: Choice, begin: Begin) -> State:
    """The state after one event.

    Raises:
        NotNow: it isn't allowed in a test.
    """
    match event:
        case Press(seat, at):
            return _with(state, zero, zero.press(seat, at))
        case Release(seat, at):
            return _with(state, zero, zero.release(seat, at))
        case Tick(at) if zero.ended is None and at >= zero.ends:
            return _with(state, zero, replace(zero, ended=at))
        case Tick(at) if zero.ended is not None and (due := zero.wake_at()) is not None and at >= due:
            return begin(_remembering(state, zero), at)
        case Tick() | Rolled():
            return state
        case Key(key=HostKey.BACK | HostKey.HOLD_OK):
            return replace(_remembering(state, zero), stage=Stage.OPTIONS)
        case Key(key=HostKey.OK, at=at):
            return _taken(state, zero, standing.text.split(), at, begin)
        case Enter(text, at):
            return _taken(state, zero, text.split(), at, begin)
    raise NotNow(T("Nothing is being played"))


def _taken(state: State, zero: Zero, words: list[str], at: int, begin: Begin) -> State:
    match words:
        case ["play"]:
            return begin(_remembering(state, zero), at)
        case ["test", "again"] if zero.ended is not None:
            return begun(_remembering(state, zero), at)
        case ["zero", seat, fault] if is_number(seat) and fault in OF_LINES:
            return _with(state, zero, zero.line(int(seat), Verdict(fault)))
    raise NotNow(T("Expected one of the choices, got {got}", got=" ".join(words)))


def _with(state: State, before: Zero, after: Zero) -> State:
    """The state with the test as it is now; once it is over there is something else to choose."""
    if after is before:
        return state
    return replace(state, zero=after, cursor=state.cursor if after.ended is None else None)


def _remembering(state: State, zero: Zero) -> State:
    """The state after the test: whose buttons have answered aren't asked again."""
    answered = tuple(sorted({*state.kept.answered, *zero.passed}))
    return replace(state, kept=replace(state.kept, answered=answered), zero=None, cursor=None)
