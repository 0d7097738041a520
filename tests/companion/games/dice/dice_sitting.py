"""The dice tool at work, with a set of dice that a game has lent it."""

from __future__ import annotations

from companion.games.catalogue import find_game
from companion.games.options import Surroundings
from firmware.rolling import Die
from firmware.times import Times
from tests.companion.games.sitting import AT_TABLE, Sitting

COLOURS = ("red", "orange", "yellow", "green", "blue", "violet")
LENT = {"kezao": tuple(Die(kind, COLOURS) for kind in ("with", "with", "without", "without"))}
MADE = {
    "weather": ("sun", "rain", "snow"),
    "doubling": ("2", "4", "8", "16", "32", "64"),
    "change": ("-1", "0", "+1", "skip"),
    "fudge": ("+1", "+1", "0", "0", "-1", "-1"),
    "averaging": ("2", "3", "3", "4", "4", "5"),
}


def here() -> Surroundings:
    """A box that knows dice with faces of their own."""
    return Surroundings(AT_TABLE, Times(), "en", dice=MADE, sets=LENT)


def sit(options: str = "seats=1,2 set=3d6") -> Sitting:
    return Sitting(find_game("dice").begin(tuple(options.split()), here()))
