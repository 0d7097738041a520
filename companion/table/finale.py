"""What lies on the table once a game is over: who has which place, what stood out, how the evening stands."""

from __future__ import annotations

from dataclasses import dataclass

from companion.table.parts import WHOLE
from companion.table.view import Part
from firmware.events import NS_PER_S, Seat

JOY_NS = 5 * NS_PER_S
"""So long is it celebrated."""


@dataclass(frozen=True, slots=True)
class Step:
    """One side on the podium.

    Attributes:
        place: 1 for the winners; equal ones share theirs: 1, 2, 2, 4.
        seats: who.
        name: what they are called.
        score: what they have reached.
    """

    place: int
    seats: tuple[Seat, ...]
    name: str
    score: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """Something that stood out: what it is, how much of it, and whose it was, if it was somebody's."""

    label: str
    value: str
    seat: Seat | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class Finale(Part):
    """The end of a game.

    Attributes:
        steps: the sides, the first place first; none: all together, or one alone.
        seats: who played.
        won: somebody has won.
        reached: what all together, or one alone, have reached.
        share: how much of the whole that is, in thousandths; None: there is no whole.
        note: how close it was, or whether it is a record.
        told: what stood out.
        series: how it stands this evening; None after its first game.
        joy: how much of the celebration has passed, in thousandths; `WHOLE`: it is over, or there is none.
    """

    steps: tuple[Step, ...] = ()
    seats: tuple[Seat, ...] = ()
    won: bool = True
    reached: str = ""
    share: int | None = None
    note: str = ""
    told: tuple[Told, ...] = ()
    series: Told | None = None
    joy: int = WHOLE

    @property
    def moving(self) -> bool:
        """Whether it is being celebrated."""
        return self.joy < WHOLE

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Whose colours are celebrated."""
        return tuple(seat for step in self.steps if step.place == 1 for seat in step.seats) or self.seats
