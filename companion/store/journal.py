"""Everything that happened, on disk before it is acted on; stdlib sqlite3 with a write-ahead log.

Each event is committed by itself: the commit reaches the operating system, so killing the program at any
instant loses nothing. A thread of its own then syncs the log to the disk within `SYNC_WITHIN_S`, which
bounds what a power cut can take; a slow card delays only that thread, never a ruling. While the game is
written without waiting the log only ever grows: one that begins anew must be synced before it is written to,
or a power cut can damage the file (https://sqlite.org/src/info/ff5be73dee). It is emptied into the database
(a checkpoint, https://sqlite.org/wal.html) when the journal is opened and closed.

A *sitting* is one run of the box, from switching on until it ends or is gone on with. Its events, stepped
through a `companion.session.session.Session` built from its header (see `companion.store.recorder`), give the
state again. A *game* is a stretch of a sitting; when it is over its `result` stands beside it for the
history.

Whatever goes wrong with the file (full, read-only, damaged) never stops a game: `Journal.trouble` says so.
What couldn't be written is kept, and tried again until it can be: then nothing is missing.
"""

from __future__ import annotations

import fcntl
import json
import logging
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from companion.errors import JournalBusyError, JournalError
from companion.session.played import moment
from companion.store.archive import (
    JOURNAL,
    VERSION,
    Game,
    Sitting,
    check_version,
    games_in,
    reason,
    sittings_in,
)
from companion.store.codec import Recorded, encode
from firmware.whole_file import sync

log = logging.getLogger("pierwszy.journal")

V = TypeVar("V")
_Statement: TypeAlias = tuple[str, tuple[object, ...]]

LOCK = "journal.lock"
"""The file whoever writes here holds; in it stands who that is, and since when."""

SYNC_WITHIN_S = 0.2
SERVICE_FOLDER = Path("/var/lib/pierwszy")
"""The state directory of `hardware/pierwszy.service`."""
START_WITHIN_S = 3.0
"""So long a start waits, twice at most, for whoever else has the file open."""
_GATHER_S = SYNC_WITHIN_S / 2  # commits so close share a sync; the other half is the card's
AGAIN_S = 2.0
"""So long after something couldn't be written it is tried again."""
_PAGE_BYTES = 1024  # each commit writes the page it is on

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

_BESTS = """
SELECT json_extract(result, '$.record') AS record, min(json_extract(result, '$.time_s')) FROM games
WHERE CASE WHEN json_valid(result) THEN json_type(result, '$.record') = 'text'
AND json_type(result, '$.time_s') IN ('integer', 'real') END GROUP BY record
"""


def state_folder() -> Path:
    """Where what is remembered lives: systemd's state directory, else the XDG state folder."""
    given = os.environ.get("STATE_DIRECTORY", "").partition(":")[0]
    if given:
        return Path(given)
    xdg = os.environ.get("XDG_STATE_HOME")
    return (Path(xdg) if xdg else Path.home() / ".local" / "state") / "pierwszy"


def folder_to_read() -> Path:
    """Where to look for games: where the service writes on an installed box, else where they are written."""
    if os.environ.get("STATE_DIRECTORY") or not (SERVICE_FOLDER / JOURNAL).exists():
        return state_folder()
    return SERVICE_FOLDER


class Journal:
    """The journal of one box, open for writing, for the loop alone. Once it is made it never raises or waits.

    Args:
        folder: where it lives; made if it isn't there.
        sync: brings a file descriptor's data to the disk; a test gives a slow one.

    Attributes:
        trouble: why nothing is being recorded, or None.
        set_aside: where a damaged file was moved to, or None.
        sitting_id: the number of the run at hand.

    Raises:
        JournalBusyError: another program keeps its games there.
    """

    def __init__(self, folder: Path, *, sync: Callable[[int], None] = os.fdatasync) -> None:
        self.path = folder / JOURNAL
        self.trouble: str | None = None
        self.set_aside: Path | None = None
        self._db: sqlite3.Connection | None = None
        self._lock: int | None = None
        self._waiting: list[_Statement] = []  # what is yet to be written
        self._gathers = False
        self._again_at = 0.0
        self._sync_failed = False
        # A run whose file couldn't be opened has a number no run in it can have.
        self._last_sitting = int(time.time())
        self.sitting_id = 0
        self._next = 0
        self._sync = sync
        self._dirty = threading.Event()
        self._closing = threading.Event()
        self._syncer = threading.Thread(target=self._keep_syncing, name="journal", daemon=True)
        try:
            last = self._open()
        except JournalBusyError:
            raise
        except (OSError, sqlite3.Error) as error:
            self._give_up(error)
        else:
            self._last_sitting = last

    def _open(self) -> int:
        """Open the file; returns the number of the last run in it."""
        folder = self.path.parent
        folder.mkdir(parents=True, exist_ok=True)
        if self._lock is None:
            self._lock = _only_one(folder / LOCK)
        patience = START_WITHIN_S if self.trouble is None else 0.0  # later on people play
        self.set_aside = _set_damaged_aside(self.path, patience) or self.set_aside
        self._db = _open(self.path, patience)
        if not self._syncer.is_alive():
            self._syncer.start()
        return int(self._db.execute("SELECT coalesce(max(id), 0) FROM sittings").fetchone()[0])

    def _give_up(self, error: Exception) -> None:
        again, self.trouble = self.trouble is not None, f"{self.path}: {reason(error)}"
        self._again_at = time.monotonic() + AGAIN_S
        if not again:
            log.warning("not recorded from here on: %s", self.trouble)

    @property
    def full(self) -> bool:
        """Whether nothing is recorded because the disk is full."""
        return self.trouble is not None and self.trouble.endswith(("disk is full", "no space left on device"))

    def try_again(self) -> None:
        """Write what couldn't be written, once in a while, if there is any."""
        if self.trouble is None or self._sync_failed or time.monotonic() < self._again_at:
            return
        try:
            if self._db is None:
                self._open()
        except (OSError, sqlite3.Error) as error:
            self._give_up(error)
            return
        waited = len(self._waiting)
        if self._write_out():
            log.info("recorded again, with all that waited: %d", waited)
            self.trouble = None

    @contextmanager
    def together(self) -> Iterator[None]:
        """What is written inside reaches the file at its end, whole or not at all."""
        self._gathers = True
        try:
            yield
        finally:
            self._gathers = False
            self._write()

    # -- writing -----------------------------------------------------------------------------------

    def begin_sitting(self, header: dict[str, Any]) -> None:
        """A new run of the box; what earlier ones have left is gone on with in runs of their own.

        While the file can't be opened nobody was asked whether to go on: that is kept for the next start.
        """
        with self.together():
            if self._db is not None:
                self._write("UPDATE sittings SET ended = 1 WHERE ended = 0")
                self._write(
                    "UPDATE games SET last = (SELECT MAX(n) FROM events WHERE events.sitting = games.sitting)"
                    " WHERE last IS NULL"
                )
            self._last_sitting += 1
            row = "INSERT INTO sittings (id, began, header) VALUES (?, ?, ?)"
            self._write(row, self._last_sitting, _now(), _json(header))
        self.sitting_id, self._next = self._last_sitting, 0

    def go_on_with(self, sitting: Sitting) -> None:
        """Record after an earlier run's last event."""
        self.sitting_id, self._next = sitting.id, len(sitting.events)

    def record(self, event: Recorded, now: int) -> None:
        """Commit one event; when this returns the operating system has it. Never raises, never waits."""
        self._write("INSERT INTO events VALUES (?, ?, ?, ?)", self.sitting_id, self._next, now, encode(event))
        self._next += 1

    def game_begins(self, line: str) -> int:
        """The event just recorded has begun a game, ``NAME option=value ...``; returns the event's number."""
        self._write(
            "INSERT INTO games (sitting, first, began, line) VALUES (?, ?, ?, ?)",
            self.sitting_id,
            self._next - 1,
            _now(),
            line,
        )
        return self._next - 1

    def game_ends(self, result: dict[str, Any] | None) -> None:
        """The event just recorded has left the game at hand, if there was one; its result, if it has one."""
        self._write(
            "UPDATE games SET last = ?, result = COALESCE(result, ?) WHERE sitting = ? AND last IS NULL",
            self._next - 1,
            None if result is None else _json(result),
            self.sitting_id,
        )

    def game_goes_on(self, first: int) -> None:
        """The event just recorded has taken up a game of this run that was left before."""
        where = "WHERE sitting = ? AND first = ?"
        self._write(f"UPDATE games SET last = NULL, result = NULL {where}", self.sitting_id, first)

    def game_has_no_result(self, sitting: int, first: int) -> None:
        """A game of an earlier run goes on in this one: its result is yet to come."""
        self._write("UPDATE games SET result = NULL WHERE sitting = ? AND first = ?", sitting, first)

    def game_result(self, result: dict[str, Any] | None) -> None:
        """The game at hand is over; None: the end was undone."""
        told = None if result is None else _json(result)
        self._write("UPDATE games SET result = ? WHERE sitting = ? AND last IS NULL", told, self.sitting_id)

    def keep(self, key: str, value: object) -> None:
        """Remember a setting of the table's, such as a player's name."""
        self._write("INSERT OR REPLACE INTO kept VALUES (?, ?)", key, _json(value))

    def _write(self, statement: str = "", *values: object) -> None:
        if statement:
            self._waiting.append((statement, values))
        if self._gathers:
            return
        if self.trouble is None:
            self._write_out()
        else:
            self.try_again()

    def _write_out(self) -> bool:
        """Write all that waits, whole or not at all; whether that could be done."""
        if self._db is None:
            return False
        try:
            if len(self._waiting) > 1:
                self._db.execute("BEGIN")
            for statement, values in self._waiting:
                self._db.execute(statement, values)
            if self._db.in_transaction:
                self._db.execute("COMMIT")
        except (OSError, sqlite3.Error) as error:
            self._give_up(error)
            with suppress(sqlite3.Error):
                self._db.rollback()
            return False
        self._waiting.clear()
        self._dirty.set()
        return True

    # -- reading -----------------------------------------------------------------------------------

    def unfinished(self) -> Sitting | None:
        """The last run that can still be gone on with, one that has a game at hand before any other."""
        game = "SELECT 1 FROM games WHERE games.sitting = sittings.id AND last IS NULL AND result IS NULL"
        which = f"WHERE ended = 0 ORDER BY EXISTS ({game}) DESC, id DESC LIMIT 1"
        return self._read("the last run can't be gone on with", lambda db: next(sittings_in(db, which), None))

    def sitting(self, sitting: int) -> Sitting | None:
        """One run of the box, or None."""
        which = "WHERE id = ?"
        return self._read("a run can't be read", lambda db: next(sittings_in(db, which, sitting), None))

    def finished(self, most: int) -> list[Game]:
        """The last games that have a result, newest first; empty if they can't be read."""
        which = "WHERE result IS NOT NULL ORDER BY id DESC LIMIT ?"
        return self._read("finished games can't be read", lambda db: list(games_in(db, which, most))) or []

    def bests(self) -> dict[str, float]:
        """Best solo times (s) by record, as `companion.store.listing.best_solo`; empty if unreadable."""
        return self._read("best times can't be read", lambda db: dict(db.execute(_BESTS))) or {}

    def kept(self) -> dict[str, Any]:
        """Everything kept."""
        kept = self._read(
            "what was kept can't be read",
            lambda db: {key: json.loads(value) for key, value in db.execute("SELECT key, value FROM kept")},
        )
        return kept or {}

    def _read(self, fails: str, read: Callable[[sqlite3.Connection], V]) -> V | None:
        if self._db is None:
            return None
        try:
            return read(self._db)
        except (sqlite3.Error, ValueError, JournalError) as error:
            log.warning("%s: %s", fails, reason(error))
            return None

    # -- the disk ----------------------------------------------------------------------------------

    def _keep_syncing(self) -> None:
        while not self._closing.is_set():
            self._dirty.wait()
            self._closing.wait(_GATHER_S)
            self._dirty.clear()
            try:
                sync(self.path.with_name(self.path.name + "-wal"), self._sync)
            except OSError as error:
                self._sync_failed = True  # what it has dropped can't be told: nothing is tried again
                self._give_up(error)
                return

    def close(self) -> None:
        """Sync what is left, empty the log and close the file."""
        self._again_at = 0.0
        self.try_again()
        if self._syncer.is_alive():
            self._closing.set()
            self._dirty.set()
            self._syncer.join(2)
        if self._db is not None:
            with suppress(sqlite3.Error):
                self._db.execute("PRAGMA synchronous = FULL")  # closing empties the log
            self._db.close()
            self._db = None
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def _open(path: Path, patience: float) -> sqlite3.Connection:
    # Opened by whoever puts the box together, used by the loop's thread alone from then on.
    db = sqlite3.connect(path, isolation_level=None, timeout=patience, check_same_thread=False)
    try:
        check_version(db)
        db.execute(f"PRAGMA page_size = {_PAGE_BYTES}")
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.executescript(_SCHEMA)
        db.execute(f"PRAGMA user_version = {VERSION}")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        sync(path.with_name(path.name + "-wal"))
        sync(path.parent)  # so that the disk knows the files at all
        db.execute("PRAGMA wal_autocheckpoint = 0")
        db.execute("PRAGMA synchronous = OFF")  # from here on the syncer does it, see the module's docstring
        db.execute("PRAGMA busy_timeout = 0")
    except (sqlite3.Error, OSError):
        db.close()
        raise
    return db


def _set_damaged_aside(path: Path, patience: float) -> Path | None:
    """Move a damaged file out of the way, never delete it; returns where it is now."""
    if not path.exists():
        return None
    try:
        with closing(sqlite3.connect(path, isolation_level=None, timeout=patience)) as db:
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


def refuse_second(folder: Path) -> None:
    """Nothing, unless another program keeps its games in this folder; leaves the folder as it is.

    Raises:
        JournalBusyError: it does.
    """
    with suppress(FileNotFoundError, NotADirectoryError, PermissionError):
        os.close(_locked(folder / LOCK, os.O_RDONLY))


def _only_one(path: Path) -> int:
    """Take the folder for this program alone, until its end; returns the lock's descriptor."""
    descriptor = _locked(path, os.O_RDWR | os.O_CREAT)
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, f"{os.getpid()} {_now()}".encode(), 0)
    return descriptor


def _locked(path: Path, how: int) -> int:
    descriptor = os.open(path, how | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        told = os.read(descriptor, 100).decode(errors="replace").split()
        os.close(descriptor)
        raise JournalBusyError(_at_work(path.parent, told)) from None
    return descriptor


def _at_work(folder: Path, told: list[str]) -> str:
    """What people are told who start a second one: which is at work, and what to do."""
    since, how = "", ""
    if len(told) == len(("process", "since")):
        began = moment(told[1])
        since = "" if began is None else f" since {began.astimezone():%H:%M}"
        how = f" (process {told[0]})"
    close = "close that one first"
    if folder == SERVICE_FOLDER:
        close = "stop that one first: sudo systemctl stop pierwszy"
    return f"already running here{since}{how}: {close}"


def _json(value: object) -> str:
    return json.dumps(value)  # plain ASCII: whatever was typed can be written


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
