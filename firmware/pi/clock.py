"""The kernel's monotonic clock, the one it stamps edges with."""

from __future__ import annotations

import time


class MonotonicClock:
    """A `firmware.ports.Clock` that reads CLOCK_MONOTONIC."""

    def now(self) -> int:
        """The time now, ns."""
        return time.monotonic_ns()
