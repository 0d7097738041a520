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
MOST_DICE = 10

NO_DICE: Mapping[str, tuple[str, ...]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Die:
    """One die.

    Attributes:
        name: ``d6``, or what the die is called in its game.
        faces: what it can show, each as likely as the others.
    """

    name: str
    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Roll:
    """A referee's wish: roll these dice, and send their faces back in the same order."""

    dice: tuple[Die, ...]


NO_SETS: Mapping[str, tuple[Die, ...]] = MappingProxyType({})


def plain_die(faces: int) -> Die:
    """A die with the numbers from 1 to ``faces``."""
    return Die(f"d{faces}", tuple(str(face) for face in range(1, faces + 1)))


def read_dice(
    text: str,
    named: Mapping[str, tuple[str, ...]] = NO_DICE,
    sets: Mapping[str, tuple[Die, ...]] = NO_SETS,
) -> tuple[Die, ...]:
    """Reads ``3d6``, ``d20``, ``2d6+1d8``, ``2weather`` where a die of that name is known, or a set's name.

    Args:
        text: what was typed.
        named: faces of the dice this box knows by name.
        sets: whole sets of dice by name: each all there is to roll.

    Raises:
        ValueError: it can't be read; the text says what was expected.
    """
    if text in sets:
        return sets[text]
    dice: list[Die] = []
    for part in text.split("+"):
        name = part.lstrip("0123456789")
        count = part.removesuffix(name)
        if name in named:
            dice += [Die(name, named[name])] * int(count or 1)
            continue
        told = re.fullmatch(r"(\d{0,2})d(\d{1,3})", part, re.ASCII)
        if told is None or not 2 <= int(told[2]) <= MOST_FACES:
            expected = f"dice such as 3d6 or 2d6+1d8, of 2 to {MOST_FACES} faces"
            known = ", ".join((*sets, *named))
            raise ValueError(f"{expected}, or {known}" if known else expected)
        dice += [plain_die(int(told[2]))] * int(told[1] or 1)
    if not 1 <= len(dice) <= MOST_DICE:
        raise ValueError(f"1 to {MOST_DICE} dice")
    return tuple(dice)
