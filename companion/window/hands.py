"""What is held down at the desk: seats' buttons and the knob, by keys, mouse and fingers."""

from __future__ import annotations

from collections.abc import Collection

from companion.window.keys import Holder
from firmware.events import NS_PER_MS, HostKey, Seat

SHORTEST_NS = 20 * NS_PER_MS
"""A press is at least this long. A key that went down and up while the window was drawing reports both at
one instant; its true length is unknown but not nought, which would look like interference. No finger is
quicker."""

HOLD_NS = 800 * NS_PER_MS
"""The knob held this long asks for the menu."""


class Hands:
    """Which seats' buttons are closed: a button stays closed until its last holder lets go."""

    def __init__(self) -> None:
        self._holds: dict[Holder, Seat] = {}
        self._since: dict[Seat, int] = {}
        self._open_at: dict[Seat, int] = {}

    @property
    def closed(self) -> Collection[Seat]:
        """The seats whose button is closed now."""
        return self._since.keys()

    @property
    def next_at(self) -> int | None:
        """When `due` has something to open, ns; None if nothing waits."""
        return min(self._open_at.values(), default=None)

    def take(self, holder: Holder, seat: Seat, at: int) -> bool:
        """Hold a seat's button; True if that closes it."""
        self._holds[holder] = seat
        self._open_at.pop(seat, None)
        if seat in self._since:
            return False
        self._since[seat] = at
        return True

    def let_go(self, holder: Holder, at: int) -> Seat | None:
        """Let go; the seat whose button that opens, or None if it stays closed for now."""
        seat = self._holds.pop(holder, None)
        if seat is None or seat in self._holds.values():
            return None
        if at - self._since[seat] < SHORTEST_NS:
            self._open_at[seat] = self._since[seat] + SHORTEST_NS
            return None
        del self._since[seat]
        return seat

    def due(self, now: int) -> list[Seat]:
        """Open what was let go too soon and has now been closed long enough."""
        seats = [seat for seat, at in self._open_at.items() if at <= now]
        for seat in seats:
            del self._open_at[seat], self._since[seat]
        return seats

    def let_go_all(self) -> list[Seat]:
        """Let go of everything; the seats that opens."""
        seats = list(self._since)
        self._holds.clear()
        self._since.clear()
        self._open_at.clear()
        return seats


class KnobPress:
    """The knob, pressed: a short press is OK when it ends, a long one the menu as soon as it is long."""

    def __init__(self) -> None:
        self._holder: Holder | None = None
        self._hold_at: int | None = None

    @property
    def down(self) -> bool:
        """Whether the knob is pressed now."""
        return self._holder is not None

    @property
    def next_at(self) -> int | None:
        """When a press becomes a long one, ns; None if none can."""
        return self._hold_at

    def take(self, holder: Holder, at: int) -> None:
        """Press the knob; a second holder changes nothing."""
        if self._holder is None:
            self._holder, self._hold_at = holder, at + HOLD_NS

    def let_go(self, holder: Holder) -> HostKey | None:
        """Let go of the knob: OK, unless it was a long press or another holder's."""
        if holder != self._holder:
            return None
        short = self._hold_at is not None
        self._holder = self._hold_at = None
        return HostKey.OK if short else None

    def due(self, now: int) -> HostKey | None:
        """The long press, once, as soon as it is long enough."""
        if self._hold_at is None or now < self._hold_at:
            return None
        self._hold_at = None
        return HostKey.HOLD_OK

    def cancel(self) -> None:
        """Forget the press."""
        self._holder = self._hold_at = None
