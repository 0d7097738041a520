"""What pages need of the table."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Protocol

from firmware.events import Seat


class Table(Protocol):
    """The table, as pages need it. Times are ns, of pages' own clocks unless said otherwise."""

    def free(self) -> Collection[Seat]:
        """The seats a phone may take."""

    def sit(self, device: str, seat: Seat, name: str, step_ns: int, /) -> None:
        """A page has a seat from now on, or again; ``step_ns`` is its clock's."""

    def leave(self, device: str, seat: Seat, /) -> None:
        """It has it no more."""

    def name(self, seat: Seat, name: str, /) -> None:
        """A seat is to be called so."""

    def away(self, device: str, /) -> None:
        """A page is hidden or gone: its clock may stand still."""

    def ask(self, device: str, /) -> int:
        """It is asked for its clock this very moment; the question's number, 0 for who has no seat."""

    def exchange(self, device: str, n: int, received: int, answered: int, heard: int, /) -> None:
        """It has answered question ``n``; ``heard`` is CLOCK_MONOTONIC_RAW."""

    def press(self, device: str, seat: Seat, closed: bool, at: int, arrived: int, /) -> bool:
        """A finger is on its button, or no more; ``arrived`` is CLOCK_MONOTONIC. False: not believed."""

    def mark(self, device: str, at: int, /) -> None:
        """No press of it before ``at`` is still to come."""

    def do(self, what: str, rev: int, /) -> str | None:
        """The host wants something, having seen ``rev``; returns why not, or None."""

    def view(self, role: str, seats: Collection[Seat], /) -> tuple[int, Any]:
        """What such a page is shown, as JSON, and its revision."""
