"""Writes statements into a journal: each is committed at once, or kept until it can be.

The loop's thread alone writes, with `synchronous = OFF`: a commit is a few system calls. The log must not
grow for ever, but one that begins anew must be synced before it is written to, or a power cut can damage the
file (https://sqlite.org/src/info/ff5be73dee). So every `EMPTY_EVERY` commits:

1. The loop sets `synchronous = NORMAL`: should SQLite begin the log anew by itself now, it syncs its header.
2. The syncer copies the log into the database, both synced, as often as it takes until nothing was written
   meanwhile.
3. Before it writes again the loop empties the log, which has nothing that isn't in the database: the file is
   cut to nothing, and no old frame is left for a power cut to bring back. Then `synchronous = OFF` again.

Whatever goes wrong never stops a game: `Writer.trouble` says so. What can't be written is kept in memory, up
to `MOST_WAITING` statements, and tried again. Beyond that an event is lost, and the next one's number tells.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeAlias

from companion.errors import JournalBusyError
from companion.store import syncer
from companion.store.archive import is_damage, reason
from companion.store.folder import Lock, now_told
from companion.store.opening import open_journal, renew
from companion.store.rows import INSERTED, MOST_EVENTS, event_key

log = logging.getLogger("pierwszy.journal")

_Statement: TypeAlias = tuple[str, tuple[object, ...]]

EMPTY_EVERY = 500
"""Commits, of about 700 bytes of log each."""

MOST_WAITING = 20_000
"""Statements."""

GAP = "null"
"""Stands where events are missing: it is none."""

UNREADABLE_FOR_S = 60.0
"""What can't be read for so long never will be: it is damage."""

START_WITHIN_S = 3.0
"""So long a start waits, twice at most, for whoever else has the file open."""


class Writer:
    """A journal open for writing, for the loop alone. Once it is made it never raises or waits.

    Args:
        path: the journal's file.
        how: brings a file descriptor's data to the disk.

    Attributes:
        set_aside: where a damaged file was moved to, or None.
        torn: the last moments before a power cut are missing.
        last_run: the number of the last run.

    Raises:
        JournalBusyError: another program keeps its games there.
    """

    def __init__(self, path: Path, how: Callable[[int], None]) -> None:
        self.path = path
        self.set_aside: Path | None = None
        self.torn = False
        # A run whose file couldn't be opened has a number no run in it can have.
        self.last_run = int(time.time())
        self.lock = Lock(path.parent)
        self._db: sqlite3.Connection | None = None
        self._failed: str | None = None
        self._again_at = self._failed_at = 0.0
        self._run: tuple[object, ...] | None = None
        self._waiting: list[_Statement] = []
        self._gaps: dict[int, _Statement] = {}
        self._gathers = self._closed = False
        self._emptied = 0
        self._syncer = syncer.Syncer(path, how)
        try:
            self._open(START_WITHIN_S)
            self.last_run = self._last_run()
        except JournalBusyError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, people play
            self._give_up(error)

    @property
    def trouble(self) -> str | None:
        """Why nothing is being recorded, or None."""
        why = self._failed or self._syncer.failed
        return None if why is None else f"{self.path}: {why}"

    @property
    def is_open(self) -> bool:
        """Whether something can be read of it."""
        return self._db is not None

    # -- writing -----------------------------------------------------------------------------------

    def write(self, statement: str, *values: object) -> None:
        """Commit one statement, or keep it until that can be done."""
        if len(self._waiting) < 2 * MOST_WAITING:  # there are few beside the events
            self._waiting.append((statement, values))
        if statement == INSERTED["sittings"]:
            self._run = values
        self.try_again()

    def write_event(self, run: int, number: int, now: int, text: str) -> None:
        """Commit an event; while there is no more room to keep it, the last that was lost is marked."""
        statement = INSERTED["events"]
        if self._gaps or len(self._waiting) >= MOST_WAITING:
            self._gaps[run] = statement, (event_key(run, number), now, GAP)
        else:
            self._waiting.append((statement, (event_key(run, number), now, text)))
        self.try_again()

    @contextmanager
    def together(self) -> Iterator[None]:
        """What is written inside reaches the file at its end, whole or not at all."""
        gathers, self._gathers = self._gathers, True
        try:
            yield
        finally:
            self._gathers = gathers
            self.try_again()

    def try_again(self) -> None:
        """Write what waits and empty the log, as far as it is time to; costs nothing if it isn't."""
        if self._gathers or self._closed or (self._failed is not None and time.monotonic() < self._again_at):
            return
        try:
            if self._db is None:
                self._open(0)
            if self._syncer.lost:
                log.warning("the journal is no longer in its place; it is begun anew there")
                self._renew()
            self._empty_log()
            if self._waiting or self._gaps:
                self._commit()
        except Exception as error:  # noqa: BLE001 - whatever it is, people play
            self._give_up(error)
        else:
            self._recovered()

    def _commit(self) -> None:
        """Write all that waits, whole or not at all."""
        assert self._db is not None
        statements = [*self._waiting, *self._gaps.values()]
        try:
            if len(statements) > 1:
                self._db.execute("BEGIN")
            for statement, values in statements:
                self._db.execute(statement, values)
            if self._db.in_transaction:
                self._db.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._db.rollback()
            raise
        if self._gaps:
            log.warning("some events weren't recorded: more than %d waited", MOST_WAITING)
        self._waiting.clear()
        self._gaps.clear()
        self._syncer.commits += 1
        self._syncer.nudge()

    def _give_up(self, error: Exception) -> None:
        if self._failed is None:
            self._failed_at = time.monotonic()
            log.warning("not recorded from here on: %s: %s", self.path, reason(error))
            self.lock.note(now_told())
        if is_damage(error, self.path):  # of the file, or of what was made of it in memory: opening it tells
            self._close()
        self._failed = reason(error)
        self._again_at = time.monotonic() + syncer.AGAIN_S

    def _recovered(self) -> None:
        if self._failed is not None:
            log.warning("recorded again, with what has waited")
            self._failed = None
            self.lock.note()

    # -- the file ----------------------------------------------------------------------------------

    def _open(self, patience: float) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.lock.take()
        lasts = self._failed is not None and time.monotonic() - self._failed_at > UNREADABLE_FOR_S
        self._db, emptied, aside, torn = open_journal(self.path, patience, hopeless=lasts)
        self.set_aside, self.torn = aside or self.set_aside, torn or self.torn
        if self._run is not None:  # what comes is of it
            run = INSERTED["sittings"].replace("OR REPLACE", "OR IGNORE"), self._run
            if run not in self._waiting[:1]:
                self._waiting.insert(0, run)
        self._syncer.emptying = not emptied
        self._syncer.watch()

    def _last_run(self) -> int:
        assert self._db is not None
        last = f"SELECT max(coalesce(max(id), 0), (SELECT coalesce(max(id), 0) / {MOST_EVENTS} FROM events))"
        return int(self._db.execute(f"{last} FROM sittings").fetchone()[0])

    def _renew(self) -> None:
        """Begin the file anew with all that the open one still says: that goes on though it was deleted."""
        assert self._db is not None
        self.path.parent.mkdir(parents=True, exist_ok=True)
        aside = renew(self.path, [self._db.serialize()])
        if os.path.lexists(aside):  # else there was nothing in its place
            self.set_aside = aside
        old, self._db = self._db, None
        with suppress(sqlite3.Error):
            old.close()  # now that nothing is in its place any more, it leaves all as it is
        self._open(0)

    def _empty_log(self) -> None:
        """See the module's docstring."""
        assert self._db is not None
        sync = self._syncer
        if not sync.emptying:
            if sync.failed is not None or sync.commits - self._emptied >= EMPTY_EVERY:
                self._db.execute("PRAGMA synchronous = NORMAL")
                sync.copied, sync.emptying = -1, True
                sync.nudge()
        elif sync.copied == sync.commits:
            self._db.execute("PRAGMA synchronous = OFF")
            (busy, *_) = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if busy:  # somebody reads it
                self._db.execute("PRAGMA synchronous = NORMAL")
                return
            self._emptied, sync.emptying, sync.failed = sync.commits, False, None
            sync.nudge()

    def close(self) -> None:
        """Sync what is left, empty the log and close the file."""
        self._again_at = 0.0
        self.try_again()
        self._closed = True
        self._syncer.close()
        self._close()
        self.lock.release()

    def _close(self) -> None:
        if self._db is not None:
            with suppress(sqlite3.Error):
                self._db.execute("PRAGMA synchronous = FULL")  # closing empties the log
            with suppress(sqlite3.Error):
                self._db.close()
            self._db = None
