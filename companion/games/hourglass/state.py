"""An hourglass as one frozen value, and what it can be filled with."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum

from companion.games.options import SECONDS, option
from companion.games.reading import one_of, seconds
from companion.words import T
from firmware.falling_sand import Hourglass

SHORTEST_S, LONGEST_S = 5, 3600


class Phase(Enum):
    """How the glass stands."""

    IDLE = "idle"
    RUNNING = "running"
    PAUSED = "paused"
    UP = "up"


class Flip(StrEnum):
    """What a press does to a glass that runs."""

    RESTART = "restart"
    SAND = "sand"
    """What had fallen is what is left."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the table may set; ``time`` in ns."""

    time: int = option(
        T("How long"),
        "15",
        tuple(map(str, (5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300, 600, 900, 1200, 1800, 2700, 3600))),
        seconds(LONGEST_S, SHORTEST_S),
        unit=SECONDS,
        live=True,
    )
    flip: Flip = option(
        T("Pressed again"),
        "restart",
        ("restart", "sand"),
        one_of(*Flip),
        shown={"restart": T("full again"), "sand": T("turn it over")},
        live=True,
    )


@dataclass(frozen=True, slots=True)
class State:
    """One glass.

    Attributes:
        full: what it was filled with (ns).
        glass: the sand; it stays upright when time is up, so that the end keeps its stamp.
        turned_at: when it was last started or turned.
    """

    full: int
    glass: Hourglass
    phase: Phase = Phase.IDLE
    turned_at: int | None = None

    @property
    def whole(self) -> int:
        """What a picture of the sand is drawn against (ns): all that is in the glass, or would be."""
        return self.glass.whole or self.full
