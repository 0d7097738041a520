"""Starts real headless boxes and kills each at its instant: a process of its own, for `test_killed`.

Reads one JSON object a box from stdin: ``script``, ``settings``, ``folder`` (its state directory), ``after``
(seconds until SIGKILL; null lets it end). Prints how each ended. What takes long to import is imported once,
for each box is a fork.
"""

from __future__ import annotations

import heapq
import json
import os
import signal
import sys
import time
import warnings
from typing import Any

from companion.cli import main

# luma starts four idle threads when imported; they hold nothing a child could wait for.
warnings.filterwarnings("ignore", message=".*multi-threaded, use of fork", category=DeprecationWarning)

AT_ONCE = 16
"""More would make each so slow that few would get far."""


def box(order: dict[str, Any]) -> int:
    """Start one; returns its process."""
    child = os.fork()
    if child == 0:
        os.environ["STATE_DIRECTORY"] = order["folder"]
        said = os.open(f"{order['folder']}.log", os.O_WRONLY | os.O_CREAT, 0o644)
        os.dup2(said, sys.stderr.fileno())
        os._exit(main(["box", "--mock", "--settings", order["settings"], "--script", order["script"]]))
    return child


def ended(child: int) -> int:
    """Wait for one; returns its exit code, negative if it was killed."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def run(orders: list[dict[str, Any]]) -> list[int]:
    """Start them all, some at a time, and kill each in its time; returns how each ended."""
    codes = [0] * len(orders)
    running: list[tuple[float, int, int]] = []
    whole: dict[int, int] = {}
    for number, order in enumerate(orders):
        if len(running) == AT_ONCE:
            kill_next(running, codes)
        child = box(order)
        if order["after"] is None:
            whole[number] = child
        else:
            heapq.heappush(running, (time.monotonic() + order["after"], number, child))
    while running:
        kill_next(running, codes)
    for number, child in whole.items():
        codes[number] = ended(child)
    return codes


def kill_next(running: list[tuple[float, int, int]], codes: list[int]) -> None:
    at, number, child = heapq.heappop(running)
    time.sleep(max(0, at - time.monotonic()))
    os.kill(child, signal.SIGKILL)  # nobody has waited for it yet, so the number is still its own
    codes[number] = ended(child)


if __name__ == "__main__":
    json.dump(run([json.loads(line) for line in sys.stdin]), sys.stdout)
