"""Everything that happened, on disk before it is acted on; stdlib sqlite3 with a write-ahead log.

Each event is committed by itself: the commit reaches the operating system, so killing the program at any
instant loses nothing. A thread of its own then syncs the log to the disk within `SYNC_WITHIN_S`, which
bounds what a power cut can take; a slow card delays only that thread, never a ruling. Checkpoints (moving
the log into the database, https://sqlite.org/wal.html) happen there too, on a connection that syncs.

A *sitting* is one run of the box, from switching on until it ends or is gone on with. Its events, stepped
through a `companion.session.Session` built from its `Header`, give the state again. A *game* is a stretch of
a sitting; when it is over its `result` stands beside it for the history.

Whatever goes wrong with the file (full, read-only, damaged) never stops a game: `Journal.trouble` says so.
"""

from __future__ import annotations

import json
import logging
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.codec import decode, encode
from firmware.errors import JournalError
from firmware.events import Event

log = logging.getLogger("pierwszy.journal")

VERSION = 1
SYNC_WITHIN_S = 0.2
_GATHER_S = 0.1
_CHECKPOINT_BYTES = 1 << 20

_SCHEMA = """
CREATE TABLE IF NOT EXISTS sittings (
    id INTEGER PRIMARY KEY, began TEXT NOT NULL, header TEXT NOT NULL, ended INTEGER NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS events (
    sitting INTEGER NOT NULL, n INTEGER NOT NULL, now INTEGER NOT NULL, event TEXT NOT NULL,
    PRIMARY KEY (sitting, n)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS games (
    id INTEGER PRIMARY KEY, sitting INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER,
    began TEXT NOT NULL, line TEXT NOT NULL, result TEXT);
CREATE TABLE IF NOT EXISTS kept (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class Sitting:
    """One run of the box: what it was built like, and everything that happened."""

    id: int
    began: str
    header: dict[str, Any]
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Game:
    """One game: where it stands in its sitting, how it was begun, and its result once it is over.

    Attributes:
        first: number of its first event, the one that began it.
        last: number of its last event; None while it may go on.
        began: wall clock, UTC, ISO 8601.
        line: ``NAME option=value ...``.
        result: see `companion.history`; None unless it was played to its end.
    """

    id: int
    sitting: int
    first: int
    last: int | None
    began: str
    line: str
    result: dict[str, Any] | None


def state_folder() -> Path:
    """Where what is remembered lives: systemd's state directory, else the XDG state folder."""
    given = os.environ.get("STATE_DIRECTORY", "").partition(":")[0]
    if given:
        return Path(given)
    xdg = os.environ.get("XDG_STATE_HOME")
    return (Path(xdg) if xdg else Path.home() / ".local" / "state") / "pierwszy"


class Journal:
    """The journal of one box, open for writing, for the loop alone. Nothing here raises or waits.

    Args:
        folder: where it lives; made if it isn't there.
        sync: brings a file descriptor's data to the disk; a test gives a slow one.

    Attributes:
        trouble: why nothing is being recorded, or None.
        set_aside: where a damaged file was moved to, or None.
    """

    def __init__(self, folder: Path, *, sync: Callable[[int], None] = os.fdatasync) -> None:
        self.path = folder / "journal.sqlite3"
        self.trouble: str | None = None
        self.set_aside: Path | None = None
        self._db: sqlite3.Connection | None = None
        self._lock: int | None = None
        self._sitting = 0
        self._next = 0
        self._sync = sync
        self._dirty = threading.Event()
        self._closing = threading.Event()
        self._syncer = threading.Thread(target=self._keep_syncing, name="journal", daemon=True)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = _only_one(folder / "journal.lock")
            self.set_aside = _set_damaged_aside(self.path)
            self._db = _open(self.path)
        except (OSError, sqlite3.Error) as error:
            self._give_up(error)
            return
        self._syncer.start()

    def _give_up(self, error: Exception) -> None:
        self.trouble = f"{self.path}: {_reason(error)}"
        log.warning("not recorded from here on: %s", self.trouble)

    # -- writing -----------------------------------------------------------------------------------

    def begin_sitting(self, header: dict[str, Any]) -> None:
        """A new run of the box; earlier ones can't be gone on with any more."""
        self._write("UPDATE sittings SET ended = 1 WHERE ended = 0")
        self._write(
            "UPDATE games SET last = (SELECT MAX(n) FROM events WHERE events.sitting = games.sitting)"
            " WHERE last IS NULL"
        )
        row = self._write("INSERT INTO sittings (began, header) VALUES (?, ?)", _now(), json.dumps(header))
        self._sitting, self._next = row, 0

    def go_on_with(self, sitting: Sitting) -> None:
        """Record after an earlier run's last event."""
        self._sitting, self._next = sitting.id, len(sitting.events)

    def record(self, event: Event, now: int) -> None:
        """Commit one event; when this returns the operating system has it. Never raises, never waits."""
        self._write("INSERT INTO events VALUES (?, ?, ?, ?)", self._sitting, self._next, now, encode(event))
        self._next += 1

    def game_begins(self, line: str) -> None:
        """The event just recorded has begun a game, ``NAME option=value ...``."""
        self._write(
            "INSERT INTO games (sitting, first, began, line) VALUES (?, ?, ?, ?)",
            self._sitting,
            self._next - 1,
            _now(),
            line,
        )

    def game_ends(self, result: dict[str, Any] | None) -> None:
        """The event just recorded has left the game at hand, if there was one; its result, if it has one."""
        self._write(
            "UPDATE games SET last = ?, result = COALESCE(result, ?) WHERE sitting = ? AND last IS NULL",
            self._next - 1,
            None if result is None else json.dumps(result, ensure_ascii=False),
            self._sitting,
        )

    def game_result(self, result: dict[str, Any] | None) -> None:
        """The game at hand is over; None: the end was undone."""
        told = None if result is None else json.dumps(result, ensure_ascii=False)
        self._write("UPDATE games SET result = ? WHERE sitting = ? AND last IS NULL", told, self._sitting)

    def keep(self, key: str, value: object) -> None:
        """Remember a setting of the table's, such as a player's name."""
        self._write("INSERT OR REPLACE INTO kept VALUES (?, ?)", key, json.dumps(value, ensure_ascii=False))

    def _write(self, statement: str, *values: object) -> int:
        if self._db is None or self.trouble is not None:
            return 0
        try:
            row = self._db.execute(statement, values).lastrowid
        except (sqlite3.Error, OSError) as error:
            self._give_up(error)
            return 0
        self._dirty.set()
        return row or 0

    # -- reading -----------------------------------------------------------------------------------

    def unfinished(self) -> Sitting | None:
        """The last run, if it can still be gone on with."""
        if self._db is None:
            return None
        try:
            return next(_sittings(self._db, "WHERE ended = 0 ORDER BY id DESC LIMIT 1"), None)
        except (sqlite3.Error, JournalError) as error:
            log.warning("the last run can't be gone on with: %s", _reason(error))
            return None

    def kept(self) -> dict[str, Any]:
        """Everything kept."""
        if self._db is None:
            return {}
        return {key: json.loads(value) for key, value in self._db.execute("SELECT key, value FROM kept")}

    # -- the disk ----------------------------------------------------------------------------------

    def _keep_syncing(self) -> None:
        while not self._closing.is_set():
            self._dirty.wait()
            self._closing.wait(_GATHER_S)
            self._dirty.clear()
            try:
                self._sync_now()
            except (OSError, sqlite3.Error) as error:
                log.warning("the journal doesn't reach the disk: %s", _reason(error))

    def _sync_now(self) -> None:
        wal = self.path.with_name(self.path.name + "-wal")
        descriptor = os.open(wal, os.O_RDONLY)
        try:
            self._sync(descriptor)
        finally:
            os.close(descriptor)
        if wal.stat().st_size > _CHECKPOINT_BYTES:
            with closing(sqlite3.connect(self.path, isolation_level=None)) as db:
                db.execute("PRAGMA synchronous = FULL")
                db.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def close(self) -> None:
        """Sync what is left and close the file."""
        if self._syncer.is_alive():
            self._closing.set()
            self._dirty.set()
            self._syncer.join(2)
        if self._db is not None:
            with suppress(sqlite3.Error):
                self._db.execute("PRAGMA synchronous = FULL")
                self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._db.close()
        if self._lock is not None:
            os.close(self._lock)


class Archive:
    """A journal open for reading only, beside a running box or without one.

    Raises:
        JournalError: there is none, or it can't be read.
    """

    def __init__(self, folder: Path) -> None:
        path = folder / "journal.sqlite3"
        if not path.exists():
            raise JournalError(f"{path}: expected a journal, there is none yet")
        try:
            self._db = sqlite3.connect(path, isolation_level=None)
            self._db.execute("PRAGMA query_only = ON")
            _check_version(self._db)
        except sqlite3.Error as error:
            raise JournalError(f"{path}: expected a journal, got {_reason(error)}") from error

    def games(self) -> list[Game]:
        """Every game, oldest first."""
        return [
            Game(game, sitting, first, last, began, line, None if told is None else json.loads(told))
            for game, sitting, first, last, began, line, told in self._db.execute(
                "SELECT id, sitting, first, last, began, line, result FROM games ORDER BY id"
            )
        ]

    def sitting(self, sitting: int) -> Sitting:
        """One run of the box.

        Raises:
            JournalError: there is no such run.
        """
        for found in _sittings(self._db, "WHERE id = ?", sitting):
            return found
        raise JournalError(f"expected a run of the box, there is no {sitting}")

    def handed_on(self, sitting: int) -> list[int]:
        """When each event of a run was handed on by the arbiter (ns)."""
        rows = self._db.execute("SELECT now FROM events WHERE sitting = ? ORDER BY n", (sitting,))
        return [now for (now,) in rows]

    def close(self) -> None:
        """Close the file."""
        self._db.close()


def _sittings(db: sqlite3.Connection, where: str, *values: object) -> Iterator[Sitting]:
    for sitting, began, header in db.execute(f"SELECT id, began, header FROM sittings {where}", values):
        rows = db.execute("SELECT event FROM events WHERE sitting = ? ORDER BY n", (sitting,))
        yield Sitting(sitting, began, json.loads(header), tuple(decode(event) for (event,) in rows))


def _open(path: Path) -> sqlite3.Connection:
    # Opened by whoever puts the box together, used by the loop's thread alone from then on.
    db = sqlite3.connect(path, isolation_level=None, timeout=0, check_same_thread=False)
    _check_version(db)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = OFF")  # the syncer does it, see the module's docstring
    db.execute("PRAGMA wal_autocheckpoint = 0")
    db.executescript(_SCHEMA)
    db.execute(f"PRAGMA user_version = {VERSION}")
    return db


def _check_version(db: sqlite3.Connection) -> None:
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version > VERSION:
        raise sqlite3.DatabaseError(f"it is of a newer version, {version}; this one writes {VERSION}")


def _set_damaged_aside(path: Path) -> Path | None:
    """Move a damaged file out of the way, never delete it; returns where it is now."""
    if not path.exists():
        return None
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
        if verdict == "ok":
            return None
    except sqlite3.OperationalError:
        return None  # not to be opened at all: that isn't damage, and `_open` will say what it is
    except sqlite3.DatabaseError:
        pass
    aside = path.with_name(f"journal-damaged-{_now().replace(':', '')}.sqlite3")
    for tail in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            path.with_name(path.name + tail).rename(aside.with_name(aside.name + tail))
    log.warning("the journal was damaged; it is set aside as %s", aside)
    return aside


def _only_one(path: Path) -> int:
    """Take the folder for this program alone, until its end; returns the lock's descriptor."""
    import fcntl  # noqa: PLC0415 - only here, and only on systems that have it

    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        raise OSError("another box is using it") from None
    return descriptor


def _reason(error: Exception) -> str:
    said = error.strerror if isinstance(error, OSError) else None
    return (said or str(error)).lower()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
