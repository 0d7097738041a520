"""Dice: a press or ok rolls, and locked dice stay.

A referee doesn't roll: it asks with a `Roll`, and the faces come back as a `Rolled`. They are kept under the
cup until ``ROLL_NS`` after the press, by its stamp, so that a roll that shows the same again is still seen.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games.base import NotNow, Referee, Step
from companion.games.choice import Choice, to_read
from companion.games.dice.faces import named, past_lines
from companion.games.dice.state import ROLL_NS, Options, Phase, State
from companion.games.options import Setup
from companion.words import T
from firmware.digits import is_number
from firmware.events import Enter, Key, Press, Rolled, Seat, Tick
from firmware.rolling import Roll, number_on
from firmware.views import Cue, Sound

ROLL = Choice("roll", T("Roll"))
UNLOCK_ALL = Choice("unlock", T("Unlock all"))


class DiceRoller(Referee[State, Options]):
    """One to twenty dice; 1 to 8 seats, and any of them may roll."""

    def start(self) -> State:
        """Nothing rolled yet."""
        return State()

    # -- rolling -----------------------------------------------------------------------------------

    def on_press(self, state: State, press: Press) -> Step[State]:
        """Rolls."""
        return self._throw(state, press.at, press.seat)

    def on_ok(self, state: State, key: Key) -> Step[State]:
        """Rolls, too; chosen is that only while no dice roll."""
        return self._throw(state, key.at, None)

    def _throw(self, state: State, at: int, seat: Seat | None) -> Step[State]:
        if state.rolling(at):
            return state, ()
        state = state.landed(at)
        dice = tuple(
            die for number, die in enumerate(self.setup.options.set.dice, 1) if number not in state.locked
        )
        if not dice:
            raise NotNow(T("All dice are locked"))
        thrown = replace(state, thrown_at=at, thrown_by=seat, coming=None)
        return thrown, (Cue(Sound.ROLL), Roll(dice))

    def on_rolled(self, state: State, rolled: Rolled) -> Step[State]:
        """The faces are known, and under the cup. Those of a roll that was undone are nobody's."""
        if state.thrown_at is None or state.coming is not None:
            return state, ()
        dice, fresh = self.setup.options.set, iter(rolled.faces)
        if len(rolled.faces) != len(dice.dice) - len(state.locked):
            return state, ()
        locked = state.seen(self.setup.options)
        faces = tuple(next(fresh) if face is None else face for face in locked)
        return replace(state, coming=dice.thrown(faces)), ()

    def wake_at(self, state: State) -> int | None:
        """When the dice come to rest."""
        return None if state.thrown_at is None or state.coming is None else state.thrown_at + ROLL_NS

    def on_tick(self, state: State, tick: Tick) -> Step[State]:
        """The dice have come to rest."""
        landed = state.landed(tick.at)
        return landed, (Cue(Sound.RULING, state.thrown_by),) if landed != state else ()

    # -- locking -----------------------------------------------------------------------------------

    def on_enter(self, state: State, enter: Enter, words: tuple[str, ...]) -> Step[State]:
        """``roll``, ``lock N``, ``unlock N``, or ``unlock`` for all."""
        match words:
            case ("roll",):
                return self._throw(state, enter.at, None)
            case ("lock" | "unlock" as verb, number) if is_number(number):
                return self._lock(state, enter.at, {int(number)}, verb == "lock"), ()
            case ("unlock",):
                return self._lock(state, enter.at, set(state.locked), False), ()
        raise NotNow(T("Expected roll, lock N or unlock N; got {got}", got=enter.text))

    def _lock(self, state: State, at: int, numbers: set[int], locks: bool) -> State:
        state = state.landed(at)
        if state.thrown_at is not None:
            raise NotNow(T("The dice are rolling"))
        if not state.faces:
            raise NotNow(T("Roll first"))
        most = len(self.setup.options.set.dice)
        if not numbers <= set(range(1, most + 1)):
            raise NotNow(T("Expected a die from 1 to {n}", n=most))
        locked = set(state.locked) | numbers if locks else set(state.locked) - numbers
        return replace(state, locked=tuple(sorted(locked)))

    def choices(self, state: State) -> tuple[Choice, ...]:
        """Roll; lock or unlock each die; unlock all; look back. Nothing while they roll."""
        if state.phase is Phase.ROLLING:
            return ()
        each = tuple(
            Choice(f"unlock {number}", T("Unlock {number}: {face}", number=number, face=named(face)))
            if number in state.locked
            else Choice(f"lock {number}", T("Lock {number}: {face}", number=number, face=named(face)))
            for number, face in enumerate(state.faces, 1)
        )
        free = (UNLOCK_ALL,) if state.locked else ()
        past = Choice("past", T("Past rolls ..."), lambda: to_read(*past_lines(state.past)))
        return (ROLL, *each, *free, *((past,) if state.history else ()))

    def takes_over(self, state: State, was: Setup[Options]) -> State:
        """Anybody may come and go; other dice begin unrolled, and what was rolled before is remembered."""
        if was.options.set == self.setup.options.set:
            return state
        return State(rolls=state.rolls, history=state.history)

    def snapshot(self, state: State, now: int) -> dict[str, Any]:
        """The keys of the tool's page; ``faces`` are the last that came to rest."""
        landed = state.landed(now)
        lies = landed.lies
        return {
            "phase": landed.phase.value,
            "faces": _told(landed.faces),
            "total": None if lies is None else lies.total,
            "kept": list(lies.kept) if lies is not None and lies.dropped else None,
            "modifier": self.setup.options.set.modifier,
            "locked": list(landed.locked),
            "rolls": landed.rolls,
            "history": [_told(thrown.faces) for thrown in landed.history],
        }


def _told(faces: tuple[str, ...]) -> list[int | str]:
    """Faces as JSON: numbers, and words beside them."""
    return [face if (shown := number_on(face)) is None else shown for face in faces]
