"""The photo finish: every press of the last race on a scale of time, and what the wires said around it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from firmware.events import Seat


class Came(StrEnum):
    """What a mark of the photo finish is."""

    FIRST = "first"
    """It won the race."""
    TIED = "tied"
    """Simultaneously first."""
    AFTER = "after"
    EARLY = "early"
    """Before the race opened."""
    BARRED = "barred"
    """It might not press."""
    LATE = "late"
    """Delivered after the ruling it might have changed."""
    REFUSED = "refused"
    """Not allowed: there was nothing left to press for."""
    GLITCH = "glitch"
    """A spike on the wire: no press."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One press or spike: whose, what it was, and ns after the first press; None where no stamp was kept."""

    seat: Seat
    came: Came
    after: int | None


@dataclass(frozen=True, slots=True)
class Finish:
    """The last race.

    Attributes:
        marks: presses and spikes, by time; those without a stamp last.
        tie: presses this close to the first are simultaneous (ns).
        verdict: who was first, in words: one short line.
        reaction: ns from the race's opening to the first press; None where it isn't told.
    """

    marks: tuple[Mark, ...]
    tie: int
    verdict: str
    reaction: int | None = None
