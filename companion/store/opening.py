"""Opening a journal for writing, whatever stands in its place.

What is only locked, full or not to be had is trouble, and tried again. Anything else that is wrong is damage:
the files are set aside, never deleted, and what can be had of them is put into a new journal. So is the
journal of an earlier version. A log whose end is torn, as a power cut leaves it, is only copied: SQLite drops
that end, and the rest is as it was.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import NamedTuple

from companion.store.archive import NewerVersionError, is_damage, reason, see_whole, unheld, version_of
from companion.store.rows import SCHEMA, TABLES, VERSION, knowing
from companion.store.salvage import images, is_ahead, is_first_version, salvaged_image
from companion.store.wal import HEADER, read_log
from firmware.whole_file import sync

log = logging.getLogger("pierwszy.journal")

TAILS = ("", "-wal", "-shm", "-journal")
"""Of the names of a journal's files."""

LAST_EVENTS = 2000
"""So many are looked at when a journal is opened; the others when a run is read."""


class EarlierVersionError(sqlite3.DatabaseError):
    """Raised when a journal is an earlier version's."""


class Opened(NamedTuple):
    """A journal opened for writing.

    Attributes:
        db: commits without waiting for the disk, if its log is empty.
        emptied: whether it is; else whoever reads it is in the way, and it must be emptied first.
        aside: where a damaged or newer one was set aside, if it was.
        torn: the end of its log couldn't be read: the last moments before a power cut.
    """

    db: sqlite3.Connection
    emptied: bool
    aside: Path | None
    torn: bool


def open_journal(path: Path, patience: float, *, hopeless: bool = False) -> Opened:
    """Open it, or a new one in its place.

    Args:
        path: its file; the folder is there.
        patience: so long (s) whoever has it open is waited for.
        hopeless: what can't be read of it has been tried for long: it is damage.

    Raises:
        OSError, sqlite3.Error: it can't be had now.
    """
    _finish(path)
    aside = None
    for look in ("doubt it", "renew it", "give up"):  # a card that failed for a moment looks like damage, too
        try:
            torn = _torn_log(path)
            if not _examine(path, patience, bool(torn)):
                _put(path, salvaged_image([]))
            db, emptied = _connected(path, patience)
            if torn:
                kept = _beside(_free(path, "journal-torn"), "-wal")
                log.warning("the end of the journal's log was torn; it is kept as %s", kept)
                with suppress(OSError):  # no room: it was of use only to whoever looks into why
                    kept.write_bytes(torn)
            return Opened(db, emptied, aside, bool(torn))
        except EarlierVersionError:
            renew(path, images(path), "journal-earlier-version")
        except NewerVersionError:  # what it says beyond our tables is known there alone
            aside = renew(path, images(path), "journal-newer-version")
            log.warning("the journal is a newer version's; it is set aside as %s", aside)
        except Exception as error:
            if look == "give up" or not is_damage(error, path, hopeless=hopeless):
                raise
            if look == "doubt it":
                continue
            aside = renew(path, images(path, blank=hopeless))
            log.warning("the journal was damaged: %s; it is set aside as %s", reason(error), aside)
    raise AssertionError


def renew(path: Path, sources: list[bytes], name: str = "journal-damaged") -> Path:
    """Set a journal's files aside, and begin one with what can be had of some images; returns where they are.

    Killed in the middle, it is done again (`_finish`).
    """
    try:
        image = salvaged_image(sources)
    except Exception as error:
        if not is_damage(error, path):
            raise
        log.exception("nothing can be had of %s", path)
        image = salvaged_image([])
    new, aside = _beside(path, "-new"), _free(path, name)
    _put(new, image)
    _move(path, aside)
    new.replace(path)
    sync(path.parent)
    return aside


def _put(path: Path, image: bytes) -> None:
    """Only once it is whole, and on the disk, it is called as it is to be."""
    made = _beside(path, "-made")
    made.write_bytes(image)
    sync(made)
    made.replace(path)


def _finish(path: Path) -> None:
    """Where a new journal was ready, and the old one on its way, the new one takes its place."""
    new = _beside(path, "-new")
    if new.exists() and not os.path.lexists(path):
        _move(path, _free(path, "journal-damaged-before"))
        new.replace(path)


def _move(path: Path, aside: Path) -> None:
    """The file first: a log without one is nothing to SQLite, and `_finish` knows where it was."""
    for tail in TAILS:
        with suppress(FileNotFoundError):
            _beside(path, tail).rename(_beside(aside, tail))


def _beside(path: Path, tail: str) -> Path:
    return path.with_name(path.name + tail)


def _free(path: Path, name: str) -> Path:
    """A name with the time that nothing has yet: where the clock stands still, it comes twice."""
    now = f"{datetime.now(UTC):%Y-%m-%dT%H%M%S.%f}"
    names = (path.with_name(f"{name}-{now}{number or ''}.sqlite3") for number in count())
    return next(name for name in names if not any(map(os.path.lexists, (name, _beside(name, "-wal")))))


# -- is it what was written? ---------------------------------------------------------------------------------


def _examine(path: Path, patience: float, torn: bool) -> bool:
    """Whether it is there; then it is as it was written, but for the end of its log if that is torn.

    Raises:
        EarlierVersionError, NewerVersionError: it is another version's.
        OSError, sqlite3.Error: it isn't, or can't be had now; see `is_damage`.
    """
    if not path.exists() or not path.stat().st_size:
        return False
    # Read-only, so that closing it doesn't empty the log.
    address = f"{path.absolute().as_uri()}?mode=ro"
    with closing(knowing(sqlite3.connect(address, uri=True, isolation_level=None, timeout=patience))) as db:
        db.text_factory = lambda text: text.decode(errors="replace")
        _see_as_written(db)
        if torn and is_ahead(path, db):
            raise sqlite3.DatabaseError("the log says less than the rest of it")
    return True


def _torn_log(path: Path) -> bytes:
    """What its log holds, if there is something in it that can't be read: SQLite drops that without a word.

    Raises:
        sqlite3.DatabaseError: that is not all that is wrong with its files.
    """
    for each in (_beside(path, tail) for tail in TAILS):
        if os.path.lexists(each) and not each.is_file():
            raise sqlite3.DatabaseError(f"{each.name} is no file")
    log_path = _beside(path, "-wal")
    if not log_path.exists() or not log_path.stat().st_size:
        return b""
    data = log_path.read_bytes()
    read = read_log(data)
    if read.size and not (path.exists() and path.stat().st_size):
        raise sqlite3.DatabaseError("nothing but its log is there")
    if read.header != data[:HEADER]:
        log.warning("one bit of %s was wrong and is mended", log_path)
        with log_path.open("r+b") as file:
            file.write(read.header)
    return b"" if read.whole else data


def _see_as_written(db: sqlite3.Connection) -> None:
    see_whole(db)
    if all(is_first_version(db, table) for table in TABLES):
        raise EarlierVersionError
    if (version := version_of(db)) != VERSION:
        raise sqlite3.DatabaseError(f"it is of version {version}; this one writes {VERSION}")
    if [sql for (sql,) in db.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")] != [*SCHEMA]:
        raise sqlite3.DatabaseError("its tables aren't those that were made")
    for table in TABLES:
        if unheld(db, table, LAST_EVENTS if table == "events" else -1):
            raise sqlite3.DatabaseError(f"a row of {table} isn't as it was written")


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
