"""The dice on the table as one frozen value, and which there can be."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from companion.games.dice.notation import called, read_set
from companion.games.dice.sets import DiceSet, Thrown
from companion.games.options import option
from companion.words import T
from firmware.events import NS_PER_MS, Seat

ROLL_NS = 600 * NS_PER_MS
"""How long dice roll; presses meanwhile are ignored."""

KEPT = 20
"""How many of the last rolls are remembered."""


class Phase(Enum):
    """What the dice do."""

    READY = "ready"
    ROLLING = "rolling"
    ROLLED = "rolled"


@dataclass(frozen=True, slots=True)
class Options:
    """What the table may set: which dice there are."""

    set: DiceSet = option(
        T("Which dice"),
        "3d6",
        ("1d6", "2d6", "3d6", "5d6", "1d20", "2d20k1", "2d20l1", "4d6k3", "1d100"),
        read_set,
        of_dice=True,
        calls=called,
    )


@dataclass(frozen=True, slots=True)
class State:
    """The dice on the table.

    Attributes:
        lies: the dice as they came to rest; None before the first roll.
        locked: the dice that stay, counted from 1, in their order.
        rolls: how many rolls have come to rest.
        history: the last rolls, the newest last.
        thrown_at: since when dice roll, or None.
        thrown_by: who rolled last; None for the host.
        coming: how all dice will lie once those that roll have come to rest; None until it is known.
    """

    lies: Thrown | None = None
    locked: tuple[int, ...] = ()
    rolls: int = 0
    history: tuple[Thrown, ...] = ()
    thrown_at: int | None = None
    thrown_by: Seat | None = None
    coming: Thrown | None = None

    @property
    def phase(self) -> Phase:
        """What the dice do, where those whose time is over have `landed`."""
        if self.thrown_at is not None:
            return Phase.ROLLING
        return Phase.READY if self.lies is None else Phase.ROLLED

    @property
    def faces(self) -> tuple[str, ...]:
        """What the dice show, in their order; empty before the first roll."""
        return () if self.lies is None else self.lies.faces

    def rolling(self, at: int) -> bool:
        """Whether dice roll at that stamp."""
        return self.thrown_at is not None and at < self.thrown_at + ROLL_NS

    def landed(self, at: int) -> State:
        """The state at a stamp: dice whose time is over lie still."""
        if self.coming is None or self.rolling(at):
            return self
        history = (*self.history, self.coming)[-KEPT:]
        return replace(
            self, lies=self.coming, rolls=self.rolls + 1, history=history, thrown_at=None, coming=None
        )

    def seen(self, options: Options) -> tuple[str | None, ...]:
        """What each die shows; None where nobody is to read it yet."""
        return tuple(
            self.faces[number - 1] if self.phase is Phase.ROLLED or number in self.locked else None
            for number in range(1, len(options.set.dice) + 1)
        )

    @property
    def past(self) -> tuple[tuple[int, Thrown], ...]:
        """The last rolls, the newest first, each with its number."""
        return tuple((self.rolls - ago, thrown) for ago, thrown in enumerate(reversed(self.history)))
