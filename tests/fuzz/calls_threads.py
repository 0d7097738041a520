"""Other threads run only while the main one lets them, and time passes only when it says so."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeAlias

STUCK_S = 10.0
"""No thread of a journal is at work for longer between two waits."""

_Waiting: TypeAlias = "tuple[threading.Event, float | None]"

_wait = threading.Event.wait

_GOES_ON = threading.Event()
_GOES_ON.set()


class Turns:
    """Whose turn it is: a thread other than the main one goes on from an event's ``wait`` only when let.

    Attributes:
        now: the time, as `time.monotonic` tells it (s).
    """

    def __init__(self) -> None:
        self.now = 1000.0
        self._changed = threading.Condition()
        self._waiting: dict[threading.Thread, _Waiting] = {}
        self._let: set[threading.Thread] = set()
        self._before: set[threading.Thread] | None = None  # whose turns aren't told; None: nobody's are

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Threads begun inside take turns."""
        self._before = set(threading.enumerate())
        try:
            yield
        finally:
            self.free()

    def free(self) -> None:
        """All run as they please from here on."""
        with self._changed:
            self._before = None
            self._changed.notify_all()

    def pause(self) -> None:
        """Wait for the thread's turn."""
        self.wait(_GOES_ON)

    def wait(self, event: threading.Event, timeout: float | None = None) -> bool:
        """Wait as ``event.wait`` does, but for the thread's turn."""
        me = threading.current_thread()
        if self._before is None or me in self._before:
            return _wait(event, timeout)
        with self._changed:
            self._waiting[me] = event, timeout
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._before is None or me in self._let)
            self._let.discard(me)
            del self._waiting[me]
        return _wait(event, timeout) if self._before is None else event.is_set()

    def others(self) -> None:
        """Let every other thread go on until its next wait."""
        with self._changed:
            self._settle()
            can = {each for each, (event, timeout) in self._waiting.items() if timeout or event.is_set()}
            self._let = can
            self._changed.notify_all()
            self._settle()

    def _settle(self) -> None:
        for _ in range(int(STUCK_S * 1000)):
            others = set(threading.enumerate()) - (self._before or set())
            self._let &= others
            if not self._let and others <= self._waiting.keys():
                return
            self._changed.wait(0.001)
        raise RuntimeError("expected every thread to wait for its turn, got one that doesn't")


TURNS = Turns()


def take_over() -> None:
    """From now on this process lives in that time."""
    setattr(threading.Event, "wait", lambda event, timeout=None: TURNS.wait(event, timeout))  # noqa: B010
    time.monotonic = lambda: TURNS.now
    time.monotonic_ns = lambda: int(TURNS.now * 1e9)
