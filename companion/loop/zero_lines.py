"""What a zero test needs of the lines: what only their contacts know, and to close them where the box can."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from companion.session.zero import Verdict, Zero
from firmware.events import NS_PER_MS, Seat
from firmware.presses.contact import Contact

PULL_NS = 60 * NS_PER_MS
"""So long the box closes all lines: more than ``bounce``, by when an interference has let go again."""


def says(zero: Zero | None, contacts: Mapping[Seat, Contact]) -> Iterator[str]:
    """What the box is to type of them now, if it hasn't yet."""
    if zero is None or zero.ended is not None:
        return
    for seat in zero.seats:
        fault, down = contacts[seat].fault, contacts[seat].down
        found = None if fault is None else Verdict(fault)
        if down is not None and down < zero.since:
            found = Verdict.STUCK
        if found is not None and zero.lines.get(seat) is not found:
            yield f"zero {seat} {found}"


class Pull:
    """Closes all lines once as a test begins, as one hand on every button would.

    Args:
        drive: closes them, or opens them; None: the box can't, and people press.
    """

    def __init__(self, drive: Callable[[bool], None] | None) -> None:
        self._drive = drive
        self._since: int | None = None
        self._until: int | None = None

    def step(self, zero: Zero | None, now: int) -> int | None:
        """Close or open what is due at ``now``; returns when something is due next (ns), or None."""
        if self._drive is None:
            return None
        since = None if zero is None else zero.since
        if since is not None and since != self._since:
            self._until = now + PULL_NS
            self._drive(True)
        elif self._until is not None and now >= self._until:
            self._until = None
            self._drive(False)
        self._since = since
        return self._until
