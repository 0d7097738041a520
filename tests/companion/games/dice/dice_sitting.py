"""The dice tool at work, with a set of dice that a game has lent it."""

from __future__ import annotations

from firmware.rolling import Die
from tests.companion.games.sitting import Sitting, referee_for

COLOURS = ("red", "orange", "yellow", "green", "blue", "violet")
LENT = {"kezao": tuple(Die(kind, COLOURS) for kind in ("with", "with", "without", "without"))}


def sit(options: str = "seats=1,2 set=3d6") -> Sitting:
    return Sitting(referee_for(f"dice {options}", LENT))
