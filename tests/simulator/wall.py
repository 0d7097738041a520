"""What the journal takes for the time of day and for the time since it was switched on: simulated ones."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta, tzinfo
from types import ModuleType
from typing import Any

from firmware.events import NS_PER_S
from firmware.fakes.hand_clock import HandClock

PATCHED = "companion.store."
"""The modules below it read clocks of their own; all else is handed one."""


class Wall:
    """The clock on the wall; it goes with the box's own and may be put forward or back.

    Attributes:
        clock: the box's, since it was switched on; another one after each start.
    """

    def __init__(self, began: datetime) -> None:
        self.clock = HandClock()
        self._shift = began

    def now(self) -> datetime:
        """The time of day (UTC)."""
        return self._shift + timedelta(microseconds=self.clock.now() // 1000)

    def put(self, change: timedelta) -> None:
        """Put it forward, or back."""
        self._shift += change

    def start(self, clock: HandClock) -> None:
        """The box is switched on, its clock begins anew."""
        now = self.now()
        self.clock = clock
        self._shift = now - timedelta(microseconds=clock.now() // 1000)

    @contextmanager
    def hung(self) -> Iterator[None]:
        """While this lasts, the store's modules read this clock."""
        wall, was = self, list[tuple[ModuleType, str, Any]]()

        class Datetime(datetime):
            @classmethod
            def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
                return wall.now().astimezone(tz)

        for name, module in list(sys.modules.items()):
            if name.startswith(PATCHED):
                for attribute, real, ours in (("datetime", datetime, Datetime), ("time", time, _Time(wall))):
                    if getattr(module, attribute, None) is real:
                        was.append((module, attribute, real))
                        setattr(module, attribute, ours)
        try:
            yield
        finally:
            for module, attribute, real in was:
                setattr(module, attribute, real)


class _Time:
    """The module ``time``, but for the clocks."""

    def __init__(self, wall: Wall) -> None:
        self._wall = wall

    def monotonic(self) -> float:
        return self._wall.clock.now() / NS_PER_S

    def time(self) -> float:
        return self._wall.now().timestamp()

    def __getattr__(self, name: str) -> Any:
        return getattr(time, name)
