"""Who may draw now: one of the panels' workers at a time, and none while a ruling is near.

Python runs one thread at a time and hands over to any of those that wait, every 5 ms at the latest. With a
worker drawing on each bus a ruling came up to 90 ms late (tests/benchmarks/latency.py).
"""

from __future__ import annotations

import threading
import time

HUSH_S = 0.2
"""How long a hush is heeded: a line that chatters for ever must not freeze the screens."""


class Pencil:
    """The one pencil all workers share: ``with pencil:`` waits until it is free and nobody is hushed."""

    def __init__(self) -> None:
        self._taken = threading.Lock()
        self._allowed = threading.Event()
        self._allowed.set()
        self._heeded_until = 0.0

    def __enter__(self) -> None:
        self._taken.acquire()
        self._allowed.wait(max(0.0, self._heeded_until - time.monotonic()))

    def __exit__(self, *_: object) -> None:
        self._taken.release()

    def hush(self, hush: bool) -> None:
        """Begin no drawing for `HUSH_S` from now; or, with False, go on at once."""
        if hush:
            self._heeded_until = time.monotonic() + HUSH_S
            self._allowed.clear()
        else:
            self._allowed.set()
