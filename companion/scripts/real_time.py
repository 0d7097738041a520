"""A thread that plays a table script in real time."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable

from companion.scripts.script import AFTER_SCRIPT_NS, Command, ExpectationError, Script, Table, perform
from firmware.events import NS_PER_S


class RealTimePlayer(threading.Thread):
    """Plays a script on a table in real time, stamped exactly as written.

    Attributes:
        failed: the expectation that failed, or None.
    """

    def __init__(self, script: Script, table: Table, now: Callable[[], int]) -> None:
        super().__init__(name="script", daemon=True)
        self.failed: ExpectationError | None = None
        self._script = script
        self._table = table
        self._now = now
        self._left = threading.Event()  # not "_stop": Thread has a method of that name

    def run(self) -> None:
        """Wait for each command's time, then do it."""
        self._table.origin = self._now()
        for command in self._script.commands:
            if not self._wait_for(command):
                return
            try:
                perform(command, self._table, self._script.source)
            except ExpectationError as error:
                self.failed = error
                sys.stderr.write(f"{error}\n")
                return
        self._wait_until(self._script.length + AFTER_SCRIPT_NS)

    def _wait_for(self, command: Command) -> bool:
        return self._wait_until(command.at)

    def _wait_until(self, at: int) -> bool:
        left = self._table.origin + at - self._now()
        return not self._left.wait(max(0, left) / NS_PER_S)

    def stop(self) -> None:
        """Leave the rest unplayed."""
        self._left.set()
