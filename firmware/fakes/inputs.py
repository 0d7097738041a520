"""Plugged-in buttons that a hand, a script or a test closes; they are there, whatever they are given."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from firmware.events import Edge, Seat
from firmware.plugged import Plugged
from firmware.ports import Inbox, Inputs


class FakeInputs:
    """A `firmware.ports.Inputs`.

    Args:
        seats: those that have a plugged-in button.
        inbox: where their edges go.

    Attributes:
        given: which button each seat has.
        lit: the lamps that are on.
        broken: what `faults` tells.
        real: such as are really plugged in, beside them; None: there are none.
    """

    def __init__(self, seats: Collection[Seat], inbox: Inbox) -> None:
        self.real: Inputs | None = None
        self.given: Mapping[Seat, Plugged] = {}
        self.lit: Collection[Seat] = ()
        self.broken: Collection[str] = ()
        self._seats = tuple(seats)
        self._inbox = inbox
        self._down: set[Seat] = set()

    @property
    def seats(self) -> Collection[Seat]:
        """Those that have one."""
        return self._seats if self.real is None else self.real.seats

    def touch(self, seat: Seat, closed: bool, at: int) -> None:
        """Close or open a seat's contact; ``at`` is the stamp of the edge (ns)."""
        (self._down.add if closed else self._down.discard)(seat)
        self._inbox.put(Edge(seat, closed, at))

    def give(self, buttons: Mapping[Seat, Plugged]) -> None:
        """Remember which button each seat has."""
        self.given = dict(buttons)
        if self.real is not None:
            self.real.give(buttons)

    def closed(self, seat: Seat) -> bool:
        """Whether it was closed last."""
        return seat in self._down or (self.real is not None and self.real.closed(seat))

    def show(self, lit: Collection[Seat]) -> None:
        """Remember the lamps."""
        self.lit = frozenset(lit)
        if self.real is not None:
            self.real.show(lit)

    def faults(self) -> Collection[str]:
        """What a test says, or real ones tell."""
        return self.broken if self.real is None else self.real.faults()

    def close(self) -> None:
        """Close the real ones."""
        if self.real is not None:
            self.real.close()
