"""Dice: their faces, and what is asked for when some are to be rolled.

Pure: a referee asks with a `Roll`; the loop rolls by the system's randomness (or takes what a table script
says) and the faces come back as a `firmware.events.Rolled`, so that a journal needs no seed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

MOST_FACES = 100
MOST_DICE = 20
MOST_ADDED = 100
"""The largest number that is added to what dice show, or taken away from it."""

NO_DICE: Mapping[str, tuple[str, ...]] = MappingProxyType({})

_NUMBER = re.compile(r"[+-]?\d+", re.ASCII)


def number_on(face: str) -> int | None:
    """The whole number a face shows; None if it is a word."""
    return int(face) if _NUMBER.fullmatch(face) else None


@dataclass(frozen=True, slots=True)
class Die:
    """One die.

    Attributes:
        name: ``d6``, or what the die is called in its game.
        faces: what its sides show, each side as likely as the others; several may show the same.
    """

    name: str
    faces: tuple[str, ...]

    @property
    def numbered(self) -> bool:
        """Whether every side shows a whole number."""
        return all(number_on(face) is not None for face in self.faces)


@dataclass(frozen=True, slots=True)
class Roll:
    """A referee's wish: roll these dice, and send their faces back in the same order."""

    dice: tuple[Die, ...]


NO_SETS: Mapping[str, tuple[Die, ...]] = MappingProxyType({})


def plain_die(faces: int) -> Die:
    """A die with the numbers from 1 to ``faces``."""
    return Die(f"d{faces}", tuple(str(face) for face in range(1, faces + 1)))
