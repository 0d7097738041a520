"""A clock set by hand: virtual time for tests, table scripts and replays."""

from __future__ import annotations

from firmware.errors import BadEventError


class HandClock:
    """A `firmware.ports.Clock` that stands still until it is told the time, ns."""

    def __init__(self, at: int = 0) -> None:
        self._now = at

    def now(self) -> int:
        """The time it was last set to."""
        return self._now

    def set(self, at: int) -> None:
        """Make it ``at`` now.

        Raises:
            BadEventError: if that would turn a monotonic clock back.
        """
        if at < self._now:
            raise BadEventError(f"expected a time from {self._now} ns on, got {at} ns: clocks never go back")
        self._now = at

    def advance(self, ns: int) -> None:
        """Let ``ns`` pass."""
        self.set(self._now + ns)
