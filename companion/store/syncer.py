"""Brings what was committed to the disk, in a thread of its own: a slow card delays nobody else.

Each commit is synced within `SYNC_WITHIN_S`. When the loop asks for it, everything the log holds is copied
into the database, too, and synced there: then the loop may empty the log (`companion.store.writer`). A sync
that has failed is made up for in this way: what the disk has dropped of the log can't be told, but the copies
are made from memory (https://wiki.postgresql.org/wiki/Fsync_Errors).
"""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from companion.store.archive import reason
from firmware.whole_file import sync

log = logging.getLogger("pierwszy.journal")

SYNC_WITHIN_S = 0.2
_GATHER_S = SYNC_WITHIN_S / 2  # commits so close share a sync; the other half is the card's
AGAIN_S = 2.0
"""So long after something couldn't be written it is tried again."""


class Syncer:
    """The thread, and what it and the loop tell each other.

    Args:
        path: the journal.
        how: brings a file descriptor's data to the disk.

    Attributes:
        commits: how many the loop has made.
        emptying: the loop's connection is ready for everything to be copied.
        copied: so many commits have been, all there were then; -1 while that isn't known.
        failed: why a sync has failed since the log was last emptied, or None.
        lost: the journal is no longer in its place.
    """

    def __init__(self, path: Path, how: Callable[[int], None]) -> None:
        self._path, self._log = path, path.with_name(f"{path.name}-wal")
        self._how = how
        self.commits = 0
        self.emptying = False
        self.copied = -1
        self.failed: str | None = None
        self.lost = False
        self._files: tuple[int, int] | None = None
        self._dirty = threading.Event()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)

    def watch(self) -> None:
        """The files that are there now are the journal."""
        if not self._thread.is_alive():
            self._thread.start()
        self._files, self.lost, self.copied = self._seen(), False, -1

    def nudge(self) -> None:
        """There is something to do."""
        self._dirty.set()

    def close(self) -> None:
        """Sync what is left."""
        self._closing.set()
        self._dirty.set()
        if self._thread.is_alive():
            self._thread.join(2)

    def _run(self) -> None:
        while not self._closing.is_set():
            self._dirty.wait(AGAIN_S if self.emptying and self.copied != self.commits else None)
            self._closing.wait(_GATHER_S)
            self._dirty.clear()
            try:
                self._work()
            except (OSError, sqlite3.Error) as error:
                if self.failed is None:
                    log.warning("not on the disk: %s: %s", self._path, reason(error))
                self.failed = reason(error)

    def _work(self) -> None:
        files = self._files
        try:
            lost = self._seen() != files
        except FileNotFoundError:
            lost = True
        if files is self._files:  # else the loop has others watched by now
            self.lost = lost
        if lost:
            return
        sync(self._log, self._how)
        if self.emptying:
            self._copy()

    def _copy(self) -> None:
        """Copy what the log holds into the database, both synced."""
        with closing(sqlite3.connect(self._path, isolation_level=None, timeout=0)) as db:
            db.execute("PRAGMA synchronous = FULL")
            db.execute("SELECT 1 FROM sqlite_schema")  # all that takes time is done before it is counted
            commits = self.commits
            busy, frames, copied = db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
            if not busy and frames == copied:
                self.copied = commits

    def _seen(self) -> tuple[int, int]:
        return self._path.stat().st_ino, self._log.stat().st_ino
