"""Dice: a press or ok rolls, and locked dice stay.

A referee doesn't roll: it asks with a `Roll`, and the faces come back as a `Rolled`. They are kept under the
cup until ``ROLL_NS`` after the press, by its stamp, so that a roll that shows the same again is still seen.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from companion.errors import OptionError
from companion.games.base import Choice, NotNow, Referee, Step
from companion.games.dice import screens
from companion.games.dice import table as dice_table
from companion.games.faces import UNKNOWN
from companion.games.options import Option, Setup, is_number
from companion.table.parts import AT_REST, share
from companion.table.view import TableView
from companion.words import Say, T
from firmware.dice import Die, Roll, read_dice
from firmware.events import NS_PER_MS, Enter, Key, Press, Rolled, Seat, Tick
from firmware.views import Cue, Lamp, Screen, Sound

ROLL_NS = 600 * NS_PER_MS
"""How long dice roll; presses meanwhile are ignored."""

KEPT = 20
"""How many of the last rolls are remembered."""


@dataclass(frozen=True, slots=True)
class State:
    """The dice on the table.

    Attributes:
        faces: what the dice show, in their order; empty before the first roll.
        locked: the dice that stay, counted from 1, in their order.
        rolls: how many rolls have come to rest.
        history: the faces of the last rolls, the newest last.
        thrown_at: since when dice roll, or None.
        thrown_by: who rolled last; None for the host.
        coming: what all dice will show once those that roll have come to rest; None until it is known.
    """

    faces: tuple[str, ...] = ()
    locked: tuple[int, ...] = ()
    rolls: int = 0
    history: tuple[tuple[str, ...], ...] = ()
    thrown_at: int | None = None
    thrown_by: Seat | None = None
    coming: tuple[str, ...] | None = None

    def rolling(self, at: int) -> bool:
        """Whether dice roll at that stamp."""
        return self.thrown_at is not None and at < self.thrown_at + ROLL_NS

    def landed(self, at: int) -> State:
        """The state at a stamp: dice whose time is over lie still."""
        if self.coming is None or self.rolling(at):
            return self
        history = (*self.history, self.coming)[-KEPT:]
        return replace(
            self, faces=self.coming, rolls=self.rolls + 1, history=history, thrown_at=None, coming=None
        )


class Dice(Referee[State]):
    """One to ten dice; 1 to 8 seats, and any of them may roll."""

    name = "dice"
    title = T("Dice")
    players = range(1, 9)
    options: ClassVar[tuple[Option, ...]] = (
        Option(
            "set",
            T("Which dice"),
            "3d6",
            ("1d6", "2d6", "3d6", "5d6", "1d20", "1d100", "2d6+1d8", "kezao"),
            str,
            of_dice=True,
        ),
    )

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        text: str = setup.options["set"]
        try:
            self._dice: tuple[Die, ...] = read_dice(text, setup.named_dice)
        except ValueError as error:
            raise OptionError(f"dice: expected set to be {error}; got {text!r}") from None
        self._numbered = all(die.faces[0] == "1" for die in self._dice)

    def start(self) -> State:
        """Nothing rolled yet."""
        return State()

    # -- rolling -----------------------------------------------------------------------------------

    def on_press(self, state: State, press: Press) -> Step[State]:
        """Rolls."""
        return self._throw(state, press.at, press.seat)

    def on_ok(self, state: State, key: Key) -> Step[State]:
        """Rolls, too."""
        return self._throw(state, key.at, None)

    def _throw(self, state: State, at: int, seat: Seat | None) -> Step[State]:
        if state.rolling(at):
            return state, ()
        state = state.landed(at)
        dice = tuple(die for number, die in enumerate(self._dice, 1) if number not in state.locked)
        if not dice:
            raise NotNow(T("All dice are locked"))
        thrown = replace(state, thrown_at=at, thrown_by=seat, coming=None)
        return thrown, (Cue(Sound.ROLL), Roll(dice))

    def on_rolled(self, state: State, rolled: Rolled) -> Step[State]:
        """The faces are known, and under the cup. Those of a roll that was undone are nobody's."""
        if state.thrown_at is None or state.coming is not None:
            return state, ()
        if len(rolled.faces) != len(self._dice) - len(state.locked):
            return state, ()
        fresh = iter(rolled.faces)
        coming = tuple(
            state.faces[number - 1] if number in state.locked else next(fresh)
            for number in range(1, len(self._dice) + 1)
        )
        return replace(state, coming=coming), ()

    def wake_at(self, state: State) -> int | None:
        """When the dice come to rest."""
        known = state.thrown_at is not None and state.coming is not None
        return state.thrown_at + ROLL_NS if state.thrown_at is not None and known else None

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
            case ("lock", number) if is_number(number):
                return self._lock(state, enter.at, {int(number)}, True), ()
            case ("unlock", number) if is_number(number):
                return self._lock(state, enter.at, {int(number)}, False), ()
            case ("unlock",):
                return self._lock(state, enter.at, set(state.locked), False), ()
        raise NotNow(T("Expected roll, lock N or unlock N; got {got}", got=enter.text))

    def _lock(self, state: State, at: int, numbers: set[int], locks: bool) -> State:
        state = state.landed(at)
        if state.thrown_at is not None:
            raise NotNow(T("The dice are rolling"))
        if not state.faces:
            raise NotNow(T("Roll first"))
        if not numbers <= set(range(1, len(self._dice) + 1)):
            raise NotNow(T("Expected a die from 1 to {n}", n=len(self._dice)))
        locked = set(state.locked) | numbers if locks else set(state.locked) - numbers
        return replace(state, locked=tuple(sorted(locked)))

    def choices(self, state: State) -> tuple[Choice, ...]:
        """Roll; lock or unlock each die; unlock all."""
        shown = state.coming or state.faces
        if not shown:
            return ()
        if state.thrown_at is not None:  # what rolls isn't told before it is seen
            shown = tuple(face if number in state.locked else UNKNOWN for number, face in enumerate(shown, 1))
        faces = screens.named(shown)
        each = (
            screens.unlock(number, face) if number in state.locked else screens.lock(number, face)
            for number, face in enumerate(faces, 1)
        )
        return (screens.ROLL, *each, screens.UNLOCK_ALL) if state.locked else (screens.ROLL, *each)

    # -- what is seen ------------------------------------------------------------------------------

    def winners(self, state: State) -> tuple[Seat, ...] | None:
        """Dice are a tool: nobody wins."""
        return None

    def snapshot(self, state: State, now: int) -> dict[str, Any]:
        """The keys of the tool's page; ``faces`` are the last that came to rest."""
        landed = state.landed(now)
        return {
            "phase": self._phase(landed),
            "faces": self._told(landed.faces),
            "total": self._total(landed),
            "locked": list(landed.locked),
            "rolls": landed.rolls,
            "history": [self._told(faces) for faces in landed.history],
        }

    def _phase(self, landed: State) -> str:
        if landed.thrown_at is not None:
            return "rolling"
        return "rolled" if landed.faces else "ready"

    def _told(self, faces: tuple[str, ...]) -> list[int] | list[str]:
        return [int(face) for face in faces] if self._numbered else list(faces)

    def _total(self, state: State) -> int | None:
        return sum(map(int, state.faces)) if state.faces and self._numbered else None

    def main_screen(self, state: State, now: int, say: Say) -> Screen:
        """The faces, how many rolls there were, the total, what is locked."""
        landed = state.landed(now)
        return screens.main(landed, self._dice, self._total(landed), say)

    def seat_screen(self, state: State, seat: Seat, now: int, say: Say) -> Screen:
        """The same: everyone may roll."""
        return self.main_screen(state, now, say)

    def table(self, state: State, now: int, say: Say) -> TableView:
        """The dice themselves, and their sum."""
        landed = state.landed(now)
        gone = AT_REST if state.thrown_at is None else share(now - state.thrown_at, ROLL_NS)
        return dice_table.table(landed, self._dice, self._total(landed), gone, say)

    def lamp(self, state: State, seat: Seat, now: int) -> Lamp:
        """Lit: you may roll."""
        return Lamp.OFF if state.rolling(now) else Lamp.ON

    def changes_at(self, state: State, now: int) -> int | None:
        """When the dice come to rest."""
        return state.thrown_at + ROLL_NS if state.thrown_at is not None and state.rolling(now) else None
