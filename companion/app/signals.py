"""SIGTERM, SIGINT and SIGHUP as a call, whatever the main thread sleeps in."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGHUP") if hasattr(signal, name)]
"""What ends the program; SIGHUP comes when its terminal is closed."""


@contextmanager
def stopped_by_signals(stop: Callable[[], None]) -> Iterator[None]:
    """SIGTERM, SIGINT and SIGHUP stop the loop; atexit alone would never hear of a SIGTERM.

    The loop sleeps in a queue, where a signal that comes just before the sleep would not be noticed until
    the next edge. So the C handler writes its number to a pipe, and a thread that waits there stops the loop.
    """
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    heard = {number: signal.signal(number, lambda *_: None) for number in ENDING}
    before = signal.set_wakeup_fd(writer)

    def wait() -> None:
        while number := os.read(reader, 1):
            if number[0] in heard:
                stop()

    waiter = threading.Thread(target=wait, name="signals", daemon=True)
    waiter.start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        for number, handler in heard.items():
            signal.signal(number, handler)
        os.close(writer)
        waiter.join()
        os.close(reader)
