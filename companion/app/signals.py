"""SIGTERM, SIGINT and SIGHUP as a call, whatever the main thread sleeps in."""

from __future__ import annotations

import os
import select
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGHUP") if hasattr(signal, name)]
"""What ends the program; SIGHUP comes when its terminal is closed."""


@contextmanager
def stopped_by_signals(stop: Callable[[], None], patience: float | None = None) -> Iterator[None]:
    """SIGTERM, SIGINT and SIGHUP stop the loop; atexit alone would never hear of a SIGTERM.

    The loop sleeps in a queue, where a signal that comes just before the sleep would not be noticed until
    the next edge. So the C handler writes its number to a pipe, and a thread that waits there stops the loop.

    Args:
        stop: stops it; called by that thread.
        patience: after so many seconds the program ends with 1 whatever its main thread stands in, a display
            that hangs, say; all that was played is written by then.
    """
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    heard = {number: signal.signal(number, lambda *_: None) for number in ENDING}
    before = signal.set_wakeup_fd(writer)

    def wait() -> None:
        left = None
        while select.select([reader], [], [], left)[0]:
            if not (number := os.read(reader, 1)):
                return
            if number[0] in heard:
                stop()
                left = patience
        os._exit(1)

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
