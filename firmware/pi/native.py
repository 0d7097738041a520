"""Threads that Python doesn't know, and whether they sleep.

lgpio reads edges in a C thread of its own, begun when the chip is opened. It looks whether a line is
watched, and if none is, waits to be told of the first; but it waits without looking again (lgPthAlerts.c:
xWaitForSignal has no condition). Lines claimed between the two are told to nobody: it waits for ever, no edge
ever arrives and nothing says so. Under Linux 6.12 on one busy processor 17 of 400 starts ended so, under 6.1
none of 100 (tests/kernel). So no line is claimed before that thread is seen to sleep: then none of 200 did.
"""

from __future__ import annotations

import threading
import time
from pathlib import Path

TASKS = Path("/proc/self/task")
"""This process's threads (proc(5))."""

LOOK_EVERY_S = 0.001
AWAITED_AT_MOST_S = 1.0
"""After that it isn't waited for any more: a box that may hear is better than none."""


def await_native_threads() -> None:
    """Return once every native thread sleeps, or after `AWAITED_AT_MOST_S`."""
    until = time.monotonic() + AWAITED_AT_MOST_S
    while not native_threads_sleep() and time.monotonic() < until:
        time.sleep(LOOK_EVERY_S)


def native_threads_sleep() -> bool:
    """Whether no thread that Python didn't start is running, about to run or reading from a disk."""
    ours = {thread.native_id for thread in threading.enumerate()}
    return all(_sleeps(task) for task in TASKS.iterdir() if int(task.name) not in ours)


def _sleeps(task: Path) -> bool:
    try:
        stat = (task / "stat").read_text()
    except OSError:  # it has just ended
        return True
    return stat.rpartition(")")[2].split()[0] == "S"  # proc(5); the name before it may hold anything
