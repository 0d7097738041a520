"""What a journal holds, and reading it: runs of the box, games, results.

Apart from `companion.store.journal`, which writes it, so that an archive can be read beside a running box.
"""

from __future__ import annotations

import errno
import json
import logging
import os
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from types import NoneType
from typing import Any, NoReturn, TypeVar

from companion.errors import JournalError
from companion.session.played import Result, moment
from companion.store.codec import Recorded, decode
from companion.store.rows import HOLDS, TABLES, VERSION, knowing, of_run
from companion.store.salvage import images, is_first_version, salvaged
from firmware.written import told

log = logging.getLogger("pierwszy.journal")

V = TypeVar("V")

JOURNAL = "journal.sqlite3"
MOST_PARTS = 1000
"""No result has so many lists and objects in it; one in the other they couldn't be printed."""

OPEN_WITHIN_S = 1.0
"""So long opening it waits for whoever else has it open."""

TROUBLE = frozenset(
    (
        *(sqlite3.SQLITE_PERM, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM),
        *(sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN),
        *(sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_INTERRUPT),
    )
)


class NewerVersionError(sqlite3.DatabaseError):
    """Raised when a newer program has written a journal."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """One run of the box: what it was built like, and everything that happened.

    Attributes:
        handed_on: when each event was handed on by the arbiter (ns).
        lost: so many events came after these that weren't recorded, are damaged, or came after such ones.
    """

    id: int
    began: str
    header: dict[str, Any]
    events: tuple[Recorded, ...]
    handed_on: tuple[int, ...]
    lost: int = 0


@dataclass(frozen=True, slots=True)
class Game:
    """One game: where it stands in its sitting, how it was begun, and its result once it is over.

    Attributes:
        first: number of its first event, the one that began it.
        last: number of its last event; None while it may go on.
        began: wall clock, UTC, ISO 8601.
        line: ``NAME option=value ...``.
        result: see `companion.session.result`; None unless it was played to its end.
    """

    id: int
    sitting: int
    first: int
    last: int | None
    began: str
    line: str
    result: dict[str, Any] | None

    @property
    def when(self) -> str | None:
        """When it began as people read it, ``2026-11-28 19:05``; None: the box didn't know the date."""
        at = moment(self.began)
        try:
            return None if at is None else at.astimezone().strftime("%Y-%m-%d %H:%M")
        except OverflowError:  # the last hours of the last year
            return None

    @property
    def told(self) -> Result:
        """Its result, with the run of the box it was played in and when."""
        return {**(self.result or {}), "run": self.sitting, "began": self.began, "when": self.when}


class Archive:
    """A journal open for reading only, beside a running box or without one.

    What is damaged, or an earlier version's, is read from a copy in memory with all that can be had.

    Attributes:
        hurt: the file is damaged, and what is read is what can be had of it.
        lost: so many games couldn't be read as all were asked for.

    Raises:
        JournalError: there is none, or it can't be read.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / JOURNAL
        if not self._path.exists():
            raise JournalError(f"{self._path}: expected a journal, there is none yet")
        self.hurt = False
        self.lost = 0
        address = ":memory:" if self._path.is_dir() else _address(self._path)
        with self._readable():
            self._db = knowing(
                sqlite3.connect(address, uri=True, isolation_level=None, timeout=OPEN_WITHIN_S)
            )
            try:
                self._check()
            except BaseException:
                self._db.close()
                raise

    @contextmanager
    def _readable(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError, ValueError, OverflowError) as error:
            raise JournalError(f"{self._path}: expected a journal, got {reason(error)}") from error

    def _read(self, read: Callable[[sqlite3.Connection], V]) -> V:
        with self._readable():
            return read(self._db)

    def _check(self) -> None:
        """See that this program can read it, or what can be had of it."""
        try:
            _examine(self._db)
        except NewerVersionError:
            raise
        except sqlite3.DatabaseError as error:
            if not is_damage(error, self._path):
                raise
            self.hurt = not is_first_version(self._db, "events")
            self._db.close()
            self._db = salvaged(images(self._path))
            if self.hurt and not self._db.total_changes:
                raise

    def games(self) -> list[Game]:
        """Every game that can be read, oldest first.

        Raises:
            JournalError: the file can't be read.
        """
        found = self._read(lambda db: list(games_in(db, "1 ORDER BY id")))
        (rows,) = self._read(lambda db: db.execute("SELECT count(*) FROM games").fetchone())
        lost = self.lost = rows - sum(game.result != {} for game in found)
        if lost or self.hurt:
            which = f": {lost} of {rows} games" if lost else ""
            log.warning("%s: something in it can't be read%s", self._path, which)
        return found

    def game(self, game: int) -> Game:
        """One game.

        Raises:
            JournalError: there is no such game, or it can't be read.
        """
        for found in self._read(lambda db: list(games_in(db, "id = ?", game))):
            return found
        raise JournalError(f"{self._path}: expected the number of a game (see journal list), got {game}")

    def sitting(self, sitting: int) -> Sitting:
        """One run of the box.

        Raises:
            JournalError: there is no such run, or it can't be read.
        """
        for found in self._read(lambda db: list(sittings_in(db, "id = ?1", sitting))):
            return found
        raise JournalError(f"{self._path}: expected a run of the box, there is no {sitting}")

    def close(self) -> None:
        """Close the file."""
        self._db.close()


def _address(path: Path) -> str:
    """How to open a journal for reading, be it someone else's.

    Whoever reads needs the write-ahead log beside the file, and makes it if it isn't there
    (https://sqlite.org/wal.html#read_only_databases). Who may not, as with the journal of a service that has
    stopped, is told that nobody is changing the file, which without a log is so.
    """
    log = path.with_name(f"{path.name}-wal")
    unchanging = not log.exists() and not os.access(path.parent, os.W_OK)
    return path.absolute().as_uri() + ("?immutable=1" if unchanging else "?mode=ro")


def games_in(db: sqlite3.Connection, which: str, *values: object) -> Iterator[Game]:
    """Games of an open journal that hold, ``which`` being the rest of the query."""
    columns = ", ".join(TABLES["games"])
    rows = db.execute(f"SELECT {columns} FROM games WHERE {HOLDS['games']} AND {which}", values)
    for game, sitting, first, last, began, line, result in rows:
        kinds = [type(value) for value in (sitting, first, last, began, line)]
        if kinds in ([int, int, int, str, str], [int, int, NoneType, str, str]) and first >= 0:
            yield Game(game, sitting, first, last, began, line, None if result is None else _result(result))


def sittings_in(db: sqlite3.Connection, which: str, *values: object) -> Iterator[Sitting]:
    """Runs of an open journal that hold, each with its events up to the first that doesn't.

    Args:
        db: the journal.
        which: the rest of the query.
        values: of its parameters.

    Raises:
        JournalError: one has another header.
    """
    query = f"SELECT id, began, header FROM sittings WHERE {HOLDS['sittings']} AND {which}"
    for sitting, began, header in db.execute(query, values):
        events, handed_on, end = list[Recorded](), list[int](), 0
        rows = f"SELECT n, now, CASE WHEN {HOLDS['events']} THEN event END FROM events WHERE {of_run('?1')}"
        for number, now, text in db.execute(f"{rows} ORDER BY id", (sitting,)):
            if number == len(events) == end and type(now) is int:
                with suppress(JournalError):
                    events.append(decode(text))
                    handed_on.append(now)
            end = number + 1
        lost = end - len(events)
        if lost:
            log.warning("run %d: from event %d on %d can't be read", sitting, len(events), lost)
        yield Sitting(sitting, began, _object(header), tuple(events), tuple(handed_on), lost)


def unheld(db: sqlite3.Connection, table: str, most: int = -1) -> bool:
    """Whether there is a row that isn't as it was written, among the last so many."""
    rows = f"SELECT * FROM {table} ORDER BY {TABLES[table][0]} DESC LIMIT {most}"
    return bool(
        db.execute(f"SELECT EXISTS (SELECT 1 FROM ({rows}) WHERE NOT ({HOLDS[table]}))").fetchone()[0]
    )


def _result(text: object) -> dict[str, Any]:
    """A game's result; one that can't be read is empty, so that it costs no other game its own."""
    try:
        return _object(str(text)) if str(text).count("[") + str(text).count("{") < MOST_PARTS else {}
    except (ValueError, JournalError):
        return {}


def _object(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text, parse_constant=_no_number, parse_float=_finite)
    except (TypeError, RecursionError) as error:
        raise JournalError(f"expected a JSON object, got {told(text)}") from error
    if not isinstance(value, dict):
        raise JournalError(f"expected a JSON object, got {told(text)}")
    return value


def _finite(text: str) -> float:
    return float(text) if isfinite(float(text)) else _no_number(text)


def _no_number(name: str) -> NoReturn:
    """No JSON has it, and none that is printed may."""
    raise ValueError(f"expected a number, got {name}")


def _examine(db: sqlite3.Connection) -> None:
    """See that this program knows the file's tables, and that they are whole.

    Raises:
        sqlite3.DatabaseError: it doesn't, or they aren't.
    """
    version_of(db)
    for table in TABLES:
        db.execute(f"SELECT {HOLDS[table]} FROM {table} LIMIT 0")
    see_whole(db)


def version_of(db: sqlite3.Connection) -> int:
    """Which version has written a file.

    Raises:
        NewerVersionError: one this program doesn't know.
    """
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version > VERSION:
        raise NewerVersionError(f"it is of a newer version, {version}; this one writes {VERSION}")
    return int(version)


def see_whole(db: sqlite3.Connection) -> None:
    """See that a file's pages are in order.

    Raises:
        sqlite3.OperationalError: one can't be read now.
        sqlite3.DatabaseError: they aren't.
    """
    (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
    if any(int(code) & 0xFF in TROUBLE for code in re.findall(r"error code[= ](\d+)", verdict)):
        raise sqlite3.OperationalError(verdict)
    if verdict != "ok":
        raise sqlite3.DatabaseError(" ".join(verdict.split()))


def is_damage(error: Exception, path: Path, *, hopeless: bool = False) -> bool:
    """Whether a fault is the file's own: not that it is locked, full, or not to be had now.

    Args:
        error: the fault.
        path: the file.
        hopeless: what can't be read never will be.
    """
    code = getattr(error, "sqlite_errorcode", getattr(error, "errno", 0))
    if hopeless and code in (errno.EIO, sqlite3.SQLITE_IOERR_READ):
        return True
    if code & 0xFF == sqlite3.SQLITE_READONLY:  # by its own word?
        return all(os.access(each, os.W_OK) for each in (path, path.parent))
    if isinstance(error, sqlite3.OperationalError):
        return bool(code) and code & 0xFF not in TROUBLE
    return not isinstance(error, OSError)


def reason(error: Exception) -> str:
    """Why a file can't be used, in a few words."""
    said = error.strerror if isinstance(error, OSError) else None
    return (said or str(error)).lower()
