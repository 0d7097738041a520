"""What the journal costs: from a press to its ruling, without one, with one, and on a card slow to sync.

In real time, on mock pins, with the loop in a thread of its own as on a Pi: the first edge of a press is put
on its pin, and the time is taken when lamps and screens show the ruling (``settle`` and ``tie`` are in it).
The slow card holds every sync for half a second. Beside it: what one commit takes by itself, how soon after a
commit its sync begins, how a journal grows, and what an idle minute costs.
"""

from __future__ import annotations

import os
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count, islice
from pathlib import Path
from queue import SimpleQueue

from companion.games.buzzer.state import Phase
from companion.scripts.mock import MockTable
from companion.store.archive import JOURNAL
from companion.store.journal import Journal
from firmware.boxfile.settings import eight_seats
from firmware.events import NS_PER_MS, NS_PER_S, Enter, HostKey, Key, Press
from firmware.fakes.picture_files import NoPanels
from firmware.pi.clock import MonotonicClock
from tests.benchmarks.machine import heading, percentiles

RACES = 320
COMMITS = 5000
PLAY_S = 60
EVENTS_A_SECOND = 20
SLOW_S = 0.5
PRESS_NS = 15 * NS_PER_MS

TWO_OKS_S = 0.31
"""The session takes two oks closer than 300 ms for one."""

OPEN_AGAIN_S = 0.06
"""A button let go counts as open after 30 ms."""


class Quiz:
    """A quiz on the real loop: whoever answers is wrong, so that the next seat may race."""

    def __init__(self, journal: Journal | None) -> None:
        self._settings = eight_seats()
        self.table = MockTable(self._settings, MonotonicClock(), NoPanels(), journal=journal, offer=False)
        self.table.loop.on_show = self._shown
        self._seen: SimpleQueue[int] = SimpleQueue()
        self._waiting = False

    def _shown(self) -> None:
        """In the loop's thread, right after lamps and screens were set."""
        if self._waiting and self.table.loop.state.play.phase is Phase.RULED:
            self._waiting = False
            self._seen.put(time.monotonic_ns())

    def _tell(self, event: HostKey | str) -> None:
        now = time.monotonic_ns()
        self.table.mailbox.put(Key(event, now) if isinstance(event, HostKey) else Enter(event, now))

    def races(self) -> Iterator[int]:
        """From each press to its ruling (ns)."""
        self._tell("game buzzer")
        for question in count():
            for step in range(2 if question == 0 else 4):  # right, the next question, read, open
                if step or question:
                    time.sleep(TWO_OKS_S)
                self._tell(HostKey.OK)
            *others, last = sorted(self._settings.seats)
            for seat in others:
                yield self._race(seat)
                time.sleep(OPEN_AGAIN_S)
                self._tell("wrong")
                time.sleep(OPEN_AGAIN_S)
            yield self._race(last)
            time.sleep(OPEN_AGAIN_S)

    def _race(self, seat: int) -> int:
        at = time.monotonic_ns()
        self._waiting = True
        self.table.touch(seat, True, at)
        time.sleep(PRESS_NS / NS_PER_S)
        self.table.touch(seat, False, time.monotonic_ns())
        return self._seen.get(timeout=5) - at


def slow(descriptor: int) -> None:
    """A card that takes half a second."""
    os.fdatasync(descriptor)
    time.sleep(SLOW_S)


def measure(what: str, sync: Callable[[int], None] | None) -> None:
    """Run the races and print one line."""
    with tempfile.TemporaryDirectory() as folder:
        journal = None if sync is None else Journal(Path(folder), sync=sync)
        quiz = Quiz(journal)
        loop = threading.Thread(target=quiz.table.loop.run)
        loop.start()
        try:
            took = list(islice(quiz.races(), RACES))
        finally:
            quiz.table.loop.stop()
            loop.join()
            quiz.table.box.close()
            if journal is not None:
                journal.close()
    print(f"  {RACES} presses, {what}: {percentiles(took)}", flush=True)


def measure_commits() -> None:
    """Print what a commit takes, and how soon its sync begins."""
    began: SimpleQueue[int] = SimpleQueue()

    def noting(descriptor: int) -> None:
        began.put(time.monotonic_ns())
        os.fdatasync(descriptor)

    with tempfile.TemporaryDirectory() as name, closing(Journal(Path(name), sync=noting)) as journal:
        journal.begin_sitting({})
        took = []
        for number in range(COMMITS):
            start = time.monotonic_ns()
            journal.record(Press(1 + number % 8, start), start)
            took.append(time.monotonic_ns() - start)
        print(f"  {COMMITS} commits: {percentiles(took)}", flush=True)
        waits = []
        for _ in range(20):
            time.sleep(SLOW_S)
            while not began.empty():
                began.get()
            start = time.monotonic_ns()
            journal.record(Press(1, start), start)
            waits.append(began.get(timeout=5) - start)
        print(f"  20 syncs began after: {percentiles(waits)}", flush=True)


class Watched:
    """A journal's folder, and what was written and synced in it."""

    def __init__(self, folder: Path) -> None:
        self.syncs = self.logged = self.most = 0
        self._log, self.database = folder / f"{JOURNAL}-wal", folder / JOURNAL
        self._size = 0

    def sync(self, descriptor: int) -> None:
        """What the journal is given to sync with."""
        self.syncs += 1
        os.fdatasync(descriptor)

    def look(self) -> None:
        """How the log has grown since; one that is smaller was emptied, which takes two more syncs."""
        size = self._log.stat().st_size
        if size < self._size:
            self.syncs += 2
            self._size = 0
        self.logged += size - self._size
        self._size, self.most = size, max(self.most, size)

    @property
    def size(self) -> int:
        """Of database and log now (bytes)."""
        return self.database.stat().st_size + self._log.stat().st_size


def measure_growth() -> None:
    """Print how a journal grows, and what play and an idle minute cost a card."""
    with tempfile.TemporaryDirectory() as name:
        watched = Watched(Path(name))
        with closing(Journal(Path(name), sync=watched.sync)) as journal:
            journal.begin_sitting({})
            before, begin = watched.size, time.monotonic()
            for number in range(round(PLAY_S * EVENTS_A_SECOND)):
                time.sleep(max(0, begin + number / EVENTS_A_SECOND - time.monotonic()))
                now = time.monotonic_ns()
                journal.record(Press(1 + number % 8, now), now)
                watched.look()
            minutes = (time.monotonic() - begin) / 60
            print(
                f"  play, {EVENTS_A_SECOND} events a second: {watched.syncs / minutes:.0f} syncs and "
                f"{watched.logged / minutes / 1000:.0f} kB of log a minute; the log had at most "
                f"{watched.most / 1000:.0f} kB",
                flush=True,
            )
            time.sleep(1)
            journal.try_again()
            time.sleep(1)
            watched.look()
            idle = watched.syncs, watched.logged
            for _ in range(6):
                time.sleep(10)  # the loop's heartbeat
                journal.try_again()
            watched.look()
            syncs, logged = watched.syncs - idle[0], watched.logged - idle[1]
            print(f"  an idle minute: {syncs} syncs, {logged} bytes", flush=True)
        grown = (watched.database.stat().st_size - before) / (PLAY_S * EVENTS_A_SECOND)
        print(f"  a thousand events in the end: {grown:.0f} kB", flush=True)


if __name__ == "__main__":
    heading("from a press to its ruling, by journal (real time, mock pins)")
    measure_commits()
    measure_growth()
    measure("no journal", None)
    measure("a journal", os.fdatasync)
    measure(f"a card that takes {SLOW_S} s to sync", slow)
