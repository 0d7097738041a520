"""What only contacts know of the buttons that a zero test asks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.session.zero import Verdict, Zero, typed
from firmware.events import Seat
from firmware.presses.contact import Contact


def says(zero: Zero | None, contacts: Mapping[Seat, Contact]) -> Iterator[str]:
    """What the box is to type of them now, if it hasn't yet."""
    if zero is None or zero.ended is not None:
        return
    for seat in zero.seats:
        fault, down = contacts[seat].fault, contacts[seat].down
        found = None if fault is None else Verdict(fault)
        if down is not None and down <= zero.since:
            found = Verdict.STUCK
        if found is not None and zero.lines.get(seat) is not found:
            yield typed(seat, found)
