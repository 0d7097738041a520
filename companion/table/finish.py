"""The photo finish: every press of the race at hand on a scale of time, and what the wires said around it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from firmware.events import Between, Seat


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
    TAKEN_BACK = "taken back"
    """It was in the race until somebody said that it meant nothing."""
    GLITCH = "glitch"
    """A spike on the wire: no press."""


COUNTS = frozenset({Came.FIRST, Came.TIED, Came.AFTER})
"""What competes."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One press or spike: whose, what it was, and ns after the first press; None where no stamp was kept.

    ``span``: since when and until when it may have been, in the same count; None where all are pins.
    """

    seat: Seat
    came: Came
    after: int | None
    span: Between | None = None


@dataclass(frozen=True, slots=True)
class Finish:
    """The race at hand, ruled.

    Attributes:
        marks: presses and spikes, by time; those without a stamp last.
        tie: pins' presses this close to the first are simultaneous (ns); with others, any may be that are.
        verdict: who was first, in words; of a tie that it was one, and who broke it.
        lead: by how much, where time alone decided and somebody came after.
        reaction: from the race's opening to the first press, in words; empty where it isn't told.
        why: what came before the first and doesn't count, in words.
    """

    marks: tuple[Mark, ...]
    tie: int
    verdict: str
    lead: str = ""
    reaction: str = ""
    why: str = ""

    @property
    def winner(self) -> Seat | None:
        """Who was first; None while a tie waits for the table."""
        return next((mark.seat for mark in self.marks if mark.came is Came.FIRST), None)

    @property
    def until(self) -> int:
        """Whatever may have been by then may have been first (ns after the first); of pins, is stamped."""
        return min((mark.span[1] for mark in self.marks if mark.span is not None), default=self.tie)

    @property
    def alone(self) -> bool:
        """Only one has competed: there is nothing to be measured."""
        return sum(mark.came in COUNTS for mark in self.marks) < 2

    @property
    def aside(self) -> tuple[Mark, ...]:
        """What doesn't count."""
        return tuple(mark for mark in self.marks if mark.came not in COUNTS)
