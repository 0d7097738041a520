"""A report of a box that is being played, for whoever reads its standard output, or doesn't.

The loop only leaves states here, which are values. A thread of its own makes the lines and writes them, so a
reader that is slow, stands still or has gone costs no ruling anything: at worst it misses lines, and is told.
"""

from __future__ import annotations

import errno
import logging
import os
import select
import threading
from collections.abc import Callable, Mapping
from functools import partial
from queue import SimpleQueue
from typing import Any

from companion.scripts.report import Report
from companion.session.state import State
from firmware.views import Cue
from firmware.written import escaped

log = logging.getLogger("pierwszy.report")

MOST_WAITING = 1000
"""Changes kept for a reader that stands still, beside the some hundred lines that a pipe holds."""

LAST_WORD_S = 1.0
"""How long the end waits for a reader that is behind."""


class LiveReport:
    """Tells a file descriptor what a `companion.scripts.report.Report` tells, at the reader's pace.

    Args:
        out: the descriptor; it stays open.
    """

    def __init__(self, out: int) -> None:
        self._lines: SimpleQueue[Callable[[Report], None] | None] = SimpleQueue()
        self._missed = 0
        self._report = Report(_Descriptor(out), origin=0)
        # A daemon: one that waits for a reader must not keep the box from ending.
        self._thread = threading.Thread(target=self._write, name="report", daemon=True)
        self._thread.start()

    def hello(self, now: int, certificate: str | None) -> None:
        """The box is ready at ``now`` (ns), and which certificate vouches for its tie."""
        self._leave(partial(Report.hello, now=now, certificate=certificate), now)

    def changed(self, now: int, before: State, after: State) -> None:
        """One step of the session at ``now`` (ns); returns at once. A `companion.loop.loop.Watcher`."""
        if not self._leave(partial(Report.changed, now=now, before=before, after=after), now):
            self._missed += 1

    def sounds(self, now: int, cue: Cue) -> None:
        """Something sounds at ``now`` (ns); returns at once. A `companion.loop.loop.Loop.on_sound`."""
        self._leave(partial(Report.sounds, now=now, cue=cue), now)

    def end(self, now: int, snapshot: Mapping[str, Any]) -> None:
        """The box ends: its last snapshot, if the reader takes it within `LAST_WORD_S`."""
        self._own_up(now)
        self._lines.put(partial(Report.end, now=now, snapshot=snapshot))
        self._lines.put(None)
        self._thread.join(LAST_WORD_S)

    def _leave(self, line: Callable[[Report], None], now: int) -> bool:
        """Whether there was room for it."""
        room = self._lines.qsize() < MOST_WAITING and self._thread.is_alive()
        if room:
            self._own_up(now)
            self._lines.put(line)
        return room

    def _own_up(self, now: int) -> None:
        if self._missed:
            self._lines.put(partial(Report.missed, now=now, steps=self._missed))
            self._missed = 0

    def _write(self) -> None:
        while (line := self._lines.get()) is not None:
            try:
                line(self._report)
            except OSError as error:
                log.info("nobody reads what is reported: %s", error.strerror)
                return
            except Exception:  # a fault of ours in one line must not silence the others
                log.exception("lost a line of the report to a fault of ours")


class _Descriptor:
    """Text straight into a file descriptor: no buffer, which the program's end would wait to see emptied."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._room = select.poll()
        self._room.register(descriptor, select.POLLOUT)

    def write(self, text: str) -> None:
        left = escaped(text).encode()
        while left:
            try:
                left = left[os.write(self._descriptor, left) :]
            except OSError as error:
                if error.errno != errno.EAGAIN:
                    raise
                self._room.poll()  # whoever gave it to us has made it non-blocking
