"""Dice on the table: what they show, and how far a throw has got."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.table.share import WHOLE
from companion.table.view import Part
from firmware.views import Face

AT_REST = WHOLE
"""How far a throw gets, in thousandths of its time."""


@dataclass(frozen=True, slots=True)
class Die:
    """One die.

    Attributes:
        face: what it shows; its ``still`` says that it is kept: it stays while others roll.
        sides: how many; of six, numbers are drawn as pips; 0 where they aren't numbers.
    """

    face: Face
    sides: int = 0


@dataclass(frozen=True, slots=True)
class Dice(Part):
    """Dice that lie, or tumble.

    Attributes:
        dice: one or more, in their order.
        rolled: how much of the throw's time has passed, in thousandths; `AT_REST`: they lie.
        throw: which throw it is: dice tumble another way each time, the same way on every screen.
    """

    weight: ClassVar[float] = 1.6

    dice: tuple[Die, ...]
    rolled: int = AT_REST
    throw: int = 0

    @property
    def moving(self) -> bool:
        """Whether they tumble."""
        return self.rolled < AT_REST
