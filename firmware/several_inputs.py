"""Several sources of plugged-in buttons as one; more may be added, and taken away, while the box runs."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from firmware.events import Seat
from firmware.plugged import Plugged
from firmware.ports import Inputs


class SeveralInputs:
    """A `firmware.ports.Inputs` of others.

    Args:
        seats: those that may have such a button, of whichever source.
        inputs: the sources.
    """

    def __init__(self, seats: Collection[Seat], *inputs: Inputs) -> None:
        self._seats = tuple(seats)
        self._inputs: tuple[Inputs, ...] = inputs
        self._given: Mapping[Seat, Plugged] = {}
        self._lit: Collection[Seat] = ()

    @property
    def seats(self) -> Collection[Seat]:
        """Those that may have a plugged-in button."""
        return self._seats

    def add(self, inputs: Inputs) -> None:
        """One more; it is told what the others know."""
        inputs.give(self._given)
        inputs.show(self._lit)
        self._inputs = (*self._inputs, inputs)

    def remove(self, inputs: Inputs) -> None:
        """One less; whoever removes it closes it."""
        self._inputs = tuple(other for other in self._inputs if other is not inputs)

    def give(self, buttons: Mapping[Seat, Plugged]) -> None:
        """From now on these buttons, and no others, are the seats'."""
        self._given = buttons
        for inputs in self._inputs:
            inputs.give(buttons)

    def closed(self, seat: Seat) -> bool:
        """Whether a seat's button is down in any of them."""
        return any(inputs.closed(seat) for inputs in self._inputs)

    def show(self, lit: Collection[Seat]) -> None:
        """Light exactly these seats' lamps."""
        self._lit = lit
        for inputs in self._inputs:
            inputs.show(lit)

    def faults(self) -> Collection[str]:
        """What is broken in any of them."""
        return [fault for inputs in self._inputs for fault in inputs.faults()]

    def close(self) -> None:
        """Close all."""
        for inputs in self._inputs:
            inputs.close()
