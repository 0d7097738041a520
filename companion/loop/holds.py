"""Which buttons are held down or jammed, from their contacts and what their seats were asked meanwhile.

A line closed since the box started is jammed. Any other press is a finger's first of all: nothing is said
while it may be an ordinary one (`FINGER_NS`), or a hold that means something to a game (`HELD_NS`). The
latter only if the seat has been asked all along: a button that was down before that, a race's opening say,
means nothing to it and can't win until it is let go.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from firmware.events import NS_PER_MS, Seat
from firmware.presses.contact import Contact

FINGER_NS = 350 * NS_PER_MS
"""An ordinary press is over by then, its release proven: 80 to 300 ms."""

HELD_NS = 1250 * NS_PER_MS
"""Longer than any hold that means something (0.8 s), and than the 1.2 s for which scripts hold a button."""


class Holds:
    """Tells which buttons are held."""

    def __init__(self, contacts: Mapping[Seat, Contact]) -> None:
        self._contacts = contacts
        self._asked: dict[Seat, int] = {}
        self._spared: Collection[Seat] = ()
        self._held: frozenset[Seat] = frozenset()

    def shows(self, asked: Collection[Seat], now: int) -> None:
        """Take which seats are asked for something from ``now`` (ns) on."""
        self._asked = {seat: self._asked.get(seat, now) for seat in asked}

    def spare(self, seats: Collection[Seat]) -> None:
        """Take whose buttons are held for the host: they don't become held before that is over."""
        self._spared = seats

    def held(self, now: int) -> frozenset[Seat]:
        """The seats whose buttons are held at ``now`` (ns)."""
        self._held = frozenset(seat for seat, due in self._due() if due <= now)
        return self._held

    def changes_at(self, now: int) -> int | None:
        """When another button becomes held if nothing happens (ns), or None."""
        return min((due for _, due in self._due() if due > now), default=None)

    def _due(self) -> list[tuple[Seat, int]]:
        """The seats whose buttons are down, and since when each is held, or will be."""
        spared = frozenset(self._spared) - self._held
        return [
            (seat, since if contact.stuck else since + self._patience(seat, since))
            for seat, contact in self._contacts.items()
            if contact.opened is None and (since := contact.down) is not None and seat not in spared
        ]

    def _patience(self, seat: Seat, since: int) -> int:
        asked = self._asked.get(seat)
        return FINGER_NS if asked is None or asked > since else HELD_NS
