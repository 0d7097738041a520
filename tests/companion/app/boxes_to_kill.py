"""Plays scripts on boxes with journals and kills each at its instant: their own processes, for `test_killed`.

Reads one JSON object a box from stdin: ``box`` (a box file's text), ``script``, ``folder`` (its state
directory), ``commands`` (how many it gets) and ``after`` (seconds from the last but one until SIGKILL). Those
with null commands play to their end, here; prints how each of the others ended. They play in virtual time, so
the same happens at the same moments whatever else the machine does.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import sys
import time
import traceback
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.scripts.mock import MockTable
from companion.scripts.script import AFTER_SCRIPT_NS, perform, read
from companion.store.journal import Journal
from firmware.boxfile.settings import parse
from firmware.events import NS_PER_S
from firmware.fakes.hand_clock import HandClock
from firmware.fakes.picture_files import NoPanels

# luma starts four idle threads when imported; they hold nothing a child could wait for.
warnings.filterwarnings("ignore", message=".*multi-threaded, use of fork", category=DeprecationWarning)

SWITCHED_ON_NS = 1000 * NS_PER_S

AT_ONCE = 8
"""Each waits for its disk most of the time."""


def play(order: dict[str, Any], done: Callable[[], object] = lambda: None) -> None:
    """Play a script, or its first commands and then wait to be killed; tells when one is ``done``."""
    script = read(order["script"], "evening.table")
    settings = parse(order["box"], "box.toml")
    clock, journal = HandClock(SWITCHED_ON_NS), Journal(Path(order["folder"]))
    table = MockTable(settings, clock, NoPanels(), origin=SWITCHED_ON_NS, journal=journal, offer=False)
    for number, command in enumerate(script.commands):
        if number == order["commands"]:
            signal.pause()
        table.loop.run_until(table.origin + command.at, clock.set)
        perform(command, table, script.source)
        table.loop.step()
        done()
    table.loop.run_until(table.origin + script.length + AFTER_SCRIPT_NS, clock.set)
    table.box.close()
    journal.close()
    if order["commands"] is not None:
        signal.pause()


def killed(order: dict[str, Any]) -> int:
    """Start one and kill it; returns its exit code, negative if that was what ended it."""
    log = os.open(f"{order['folder']}.log", os.O_WRONLY | os.O_CREAT, 0o644)  # is there however soon it dies
    progress, tell_progress = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(log, sys.stderr.fileno())
        signal.alarm(60)  # should nobody be left to kill it
        try:
            play(order, lambda: os.write(tell_progress, b"."))
        except BaseException:  # noqa: BLE001 - a fork must not come back from here
            traceback.print_exc()
        os._exit(1)
    os.close(log)
    os.close(tell_progress)
    for _ in range(order["commands"] - 1):
        os.read(progress, 1)
    time.sleep(order["after"])
    os.kill(child, signal.SIGKILL)  # nobody has waited for it yet, so the number is still its own
    os.close(progress)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


if __name__ == "__main__":
    orders = [json.loads(line) for line in sys.stdin]
    for order in orders:
        if order["commands"] is None:
            play(order)  # first, so what is made but once isn't made by every fork
    with multiprocessing.get_context("fork").Pool(AT_ONCE) as pool:
        to_kill = (order for order in orders if order["commands"] is not None)
        json.dump(pool.map(killed, to_kill, chunksize=1), sys.stdout)
