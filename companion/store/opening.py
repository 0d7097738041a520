"""Opening a journal for writing, whatever stands in its place.

What is only locked, full or not to be had is trouble, and tried again. Anything else that is wrong is damage:
the files are set aside, never deleted, and what can be had of them is put into a new journal. So is the
journal of an earlier version.
"""

from __future__ import annotations

import logging
import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from companion.store.archive import TROUBLE, is_trouble, reason, unheld
from companion.store.rows import PAGE_BYTES, TABLES, VERSION, knowing, make
from companion.store.salvage import images, is_first_version, salvage
from companion.store.wal import HEADER, read_log
from firmware.whole_file import sync

log = logging.getLogger("pierwszy.journal")

TAILS = ("", "-wal", "-shm", "-journal")
"""Of the names of a journal's files."""

LAST_EVENTS = 2000
"""So many are looked at when a journal is opened; the others when a run is read."""


class DamagedError(sqlite3.DatabaseError):
    """Raised when a journal isn't what was written; its text says in what."""


class EarlierVersionError(DamagedError):
    """Raised when a journal is an earlier version's."""


def is_damage(error: Exception, path: Path) -> bool:
    """Whether a fault is the file's own: not that it is locked, full, or not to be had."""
    if isinstance(error, OSError):
        return False
    if not isinstance(error, sqlite3.Error):
        return True
    code = getattr(error, "sqlite_errorcode", 0)
    if code & 0xFF == sqlite3.SQLITE_READONLY:  # by its own word?
        return all(os.access(each, os.W_OK) for each in (path, path.parent))
    return not is_trouble(error)


class Opened(NamedTuple):
    """A journal opened for writing.

    Attributes:
        db: commits without waiting for the disk, if its log is empty.
        emptied: whether it is; else whoever reads it is in the way, and it must be emptied first.
        aside: where a damaged one was set aside, if it was.
    """

    db: sqlite3.Connection
    emptied: bool
    aside: Path | None


def open_journal(path: Path, patience: float) -> Opened:
    """Open it, or a new one in its place.

    Args:
        path: its file; the folder is there.
        patience: so long (s) whoever has it open is waited for.

    Raises:
        OSError, sqlite3.Error: it can't be had now.
    """
    _finish(path)
    aside = None
    for look in ("doubt it", "renew it", "give up"):  # a card that failed for a moment looks like damage, too
        try:
            if not _examine(path, patience):
                _build(path, path, [])
            return Opened(*_connected(path, patience), aside)
        except EarlierVersionError:
            renew(path, images(path), "journal-earlier-version")
        except Exception as error:
            if look == "give up" or not is_damage(error, path):
                raise
            if look == "doubt it":
                continue
            aside = renew(path, images(path))
            log.warning("the journal was damaged: %s; it is set aside as %s", reason(error), aside)
    raise AssertionError


def renew(path: Path, sources: list[bytes], name: str = "journal-damaged") -> Path:
    """Set a journal's files aside, and begin one with what can be had of some images; returns where they are.

    Killed in the middle, it is done again (`_finish`).
    """
    new = _new(path)
    try:
        _build(path, new, sources)
    except Exception as error:
        if not is_damage(error, path):
            raise
        log.exception("nothing can be had of %s", path)
        _build(path, new, [])
    aside = _free(path.with_name(f"{name}-{datetime.now(UTC):%Y-%m-%dT%H%M%S.%f}.sqlite3"))
    _move(path, aside)
    new.replace(path)
    sync(path.parent)
    return aside


def _build(path: Path, new: Path, sources: list[bytes]) -> None:
    """Make a new journal under a name of its own; only once it is whole it is called as it is to be."""
    made = _beside(path, "-made")
    for left in (_beside(made, tail) for tail in TAILS):
        left.unlink(missing_ok=True)
    with closing(knowing(sqlite3.connect(made, isolation_level=None))) as db:
        db.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        db.execute("BEGIN")
        make(db)
        salvage(sources, db)
        db.execute("COMMIT")
        db.execute("PRAGMA journal_mode = WAL")
    made.replace(new)


def _finish(path: Path) -> None:
    """Where a new journal was ready, and the old one on its way, the new one takes its place."""
    new = _new(path)
    if new.exists() and not os.path.lexists(path):
        _move(path, _free(path.with_name("journal-damaged-before.sqlite3")))
        new.replace(path)


def _move(path: Path, aside: Path) -> None:
    """The file first: a log without one is nothing to SQLite, and `_finish` knows where it was."""
    for tail in TAILS:
        with suppress(FileNotFoundError):
            _beside(path, tail).rename(_beside(aside, tail))


def _new(path: Path) -> Path:
    return _beside(path, "-new")


def _beside(path: Path, tail: str) -> Path:
    return path.with_name(path.name + tail)


def _free(path: Path) -> Path:
    """That name, or one like it that nothing has: where the clock stands still, it comes twice."""
    names = (path, *(path.with_stem(f"{path.stem}-{number}") for number in range(2, 10_000)))
    return next(name for name in names if not any(map(os.path.lexists, (name, _beside(name, "-wal")))))


# -- is it what was written? ---------------------------------------------------------------------------------


def _examine(path: Path, patience: float) -> bool:
    """Whether it is there; then it is as it was written.

    Raises:
        DamagedError, Exception: it isn't.
        OSError, sqlite3.Error: it can't be had now; see `is_damage`.
    """
    for tail in TAILS:
        each = _beside(path, tail)
        if os.path.lexists(each) and not each.is_file():
            raise DamagedError(f"{each.name} is no file")
    _examine_log(path)
    if not path.exists() or not path.stat().st_size:
        return False
    # Read-only, so that closing it doesn't empty the log.
    address = f"{path.absolute().as_uri()}?mode=ro"
    with closing(knowing(sqlite3.connect(address, uri=True, isolation_level=None, timeout=patience))) as db:
        db.text_factory = lambda text: text.decode(errors="replace")
        for fault in _faults(db):
            raise fault
    return True


def _examine_log(path: Path) -> None:
    """SQLite drops without a word what it can't read of a log."""
    log_path = _beside(path, "-wal")
    if not log_path.exists() or not log_path.stat().st_size:
        return
    data = log_path.read_bytes()
    read = read_log(data)
    if not read.whole:
        raise DamagedError("the end of its log")
    if read.size and not (path.exists() and path.stat().st_size):
        raise DamagedError("nothing but its log is there")
    if read.header != data[:HEADER]:
        log.warning("one bit of %s was wrong and is mended", log_path)
        with log_path.open("r+b") as file:
            file.write(read.header)


def _faults(db: sqlite3.Connection) -> Iterator[DamagedError]:
    (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
    if any(int(code) & 0xFF in TROUBLE for code in re.findall(r"error code[= ](\d+)", verdict)):
        raise sqlite3.OperationalError(verdict)  # a page that couldn't be read
    if verdict != "ok":
        yield DamagedError(" ".join(verdict.split()))
    if all(is_first_version(db, table) for table in TABLES):
        yield EarlierVersionError("an earlier version's")
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version != VERSION:
        yield DamagedError(f"it is of version {version}; this one writes {VERSION}")
    for table in TABLES:
        if unheld(db, table, LAST_EVENTS if table == "events" else -1):
            yield DamagedError(f"a row of {table} isn't as it was written")


def _connected(path: Path, patience: float) -> tuple[sqlite3.Connection, bool]:
    # Opened by whoever puts the box together, used by the loop's thread alone from then on.
    db = knowing(sqlite3.connect(path, isolation_level=None, timeout=patience, check_same_thread=False))
    try:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("BEGIN IMMEDIATE")  # may it be written to?
        db.execute("COMMIT")
        emptied = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone() == (0, 0, 0)
        sync(_beside(path, "-wal"))
        sync(path.parent)  # so that the disk knows the files at all
        db.execute("PRAGMA wal_autocheckpoint = 0")
        db.execute(f"PRAGMA synchronous = {'OFF' if emptied else 'NORMAL'}")  # see `companion.store.writer`
        db.execute("PRAGMA busy_timeout = 0")
    except BaseException:
        db.close()
        raise
    return db, emptied
