"""Who may draw now: one of the panels' workers at a time, and none while a ruling is near.

Python runs one thread at a time and hands over to any of those that wait, every 5 ms at the latest. With a
worker drawing on each bus a ruling came up to 90 ms late (tests/benchmarks/latency.py).
"""

from __future__ import annotations

import threading

HUSH_S = 0.2
"""How long one drawing is put off at most: a line that chatters for ever must not freeze the screens."""


class Pencil:
    """The one pencil all workers share: ``with pencil:`` waits until it is free and nobody is hushed."""

    def __init__(self) -> None:
        self._taken = threading.Lock()
        self._allowed = threading.Event()
        self._allowed.set()

    def __enter__(self) -> None:
        self._taken.acquire()
        self._allowed.wait(HUSH_S)

    def __exit__(self, *_: object) -> None:
        self._taken.release()

    def hush(self, hush: bool) -> None:
        """Put drawings off from now on, each by `HUSH_S` at most; or let them go on."""
        if hush:
            self._allowed.clear()
        else:
            self._allowed.set()
