"""The dice on the table as one frozen value, and which there can be."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum

from companion.games.options import option
from companion.words import T
from firmware.events import NS_PER_MS, Seat
from firmware.rolling import Die, read_dice

ROLL_NS = 600 * NS_PER_MS
"""How long dice roll; presses meanwhile are ignored."""

KEPT = 20
"""How many of the last rolls are remembered."""

_NUMBER = re.compile(r"[+-]?\d+", re.ASCII)


def number_on(face: str) -> int | None:
    """The whole number a face shows; None if it is a word."""
    return int(face) if _NUMBER.fullmatch(face) else None


class Phase(Enum):
    """What the dice do."""

    READY = "ready"
    ROLLING = "rolling"
    ROLLED = "rolled"


@dataclass(frozen=True, slots=True)
class Options:
    """What the table may set: which dice there are."""

    set: tuple[Die, ...] = option(
        T("Which dice"),
        "3d6",
        ("1d6", "2d6", "3d6", "5d6", "1d20", "1d100", "2d6+1d8"),
        read_dice,
        of_dice=True,
    )

    @property
    def numbered(self) -> bool:
        """Whether these dice can show numbers, so that they have a sum."""
        return any(number_on(face) is not None for die in self.set for face in die.faces)


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

    @property
    def phase(self) -> Phase:
        """What the dice do, where those whose time is over have `landed`."""
        if self.thrown_at is not None:
            return Phase.ROLLING
        return Phase.ROLLED if self.faces else Phase.READY

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

    def seen(self, options: Options) -> tuple[str | None, ...]:
        """What each die shows; None where nobody is to read it yet."""
        return tuple(
            self.faces[number - 1] if self.phase is Phase.ROLLED or number in self.locked else None
            for number in range(1, len(options.set) + 1)
        )

    @property
    def total(self) -> int | None:
        """The sum of the dice that show numbers; None if there are none."""
        numbers = [shown for face in self.faces if (shown := number_on(face)) is not None]
        return sum(numbers) if numbers else None
