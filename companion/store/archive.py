"""What a journal holds, and reading it: runs of the box, games, results.

Apart from `companion.store.journal`, which writes it, so that an archive can be read beside a running box.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.errors import JournalError
from companion.session.played import Result, moment
from companion.store.codec import Recorded, decode

JOURNAL = "journal.sqlite3"
VERSION = 1
OPEN_WITHIN_S = 1.0
"""So long opening it waits for whoever else has it open."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """One run of the box: what it was built like, and everything that happened.

    Attributes:
        handed_on: when each event was handed on by the arbiter (ns).
    """

    id: int
    began: str
    header: dict[str, Any]
    events: tuple[Recorded, ...]
    handed_on: tuple[int, ...]


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

    Raises:
        JournalError: there is none, or it can't be read.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / JOURNAL
        if not self._path.exists():
            raise JournalError(f"{self._path}: expected a journal, there is none yet")
        with self._readable():
            self._db = sqlite3.connect(
                _address(self._path), uri=True, isolation_level=None, timeout=OPEN_WITHIN_S
            )
        try:
            with self._readable():
                self._db.execute("PRAGMA query_only = ON")
                check_version(self._db)
        except JournalError:
            self._db.close()
            raise

    @contextmanager
    def _readable(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, ValueError, OverflowError) as error:
            raise JournalError(f"{self._path}: expected a journal, got {reason(error)}") from error

    def games(self) -> list[Game]:
        """Every game, oldest first.

        Raises:
            JournalError: the file can't be read.
        """
        with self._readable():
            return list(games_in(self._db, "ORDER BY id"))

    def game(self, game: int) -> Game:
        """One game.

        Raises:
            JournalError: there is no such game, or the file can't be read.
        """
        with self._readable():
            for found in games_in(self._db, "WHERE id = ?", game):
                return found
        raise JournalError(f"{self._path}: expected the number of a game (see journal list), got {game}")

    def sitting(self, sitting: int) -> Sitting:
        """One run of the box.

        Raises:
            JournalError: there is no such run, or the file can't be read.
        """
        with self._readable():
            for found in sittings_in(self._db, "WHERE id = ?", sitting):
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
    return path.absolute().as_uri() + ("?immutable=1" if unchanging else "")


def games_in(db: sqlite3.Connection, which: str, *values: object) -> Iterator[Game]:
    """Games of an open journal, ``which`` being the rest of the query."""
    rows = db.execute(f"SELECT id, sitting, first, last, began, line, result FROM games {which}", values)
    for game, sitting, first, last, began, line, told in rows:
        yield Game(game, sitting, first, last, began, line, None if told is None else _result(told))


def sittings_in(db: sqlite3.Connection, where: str, *values: object) -> Iterator[Sitting]:
    """Runs of an open journal, with their events; ``where`` is the rest of the query.

    Raises:
        JournalError: an event is none.
    """
    for sitting, began, header in db.execute(f"SELECT id, began, header FROM sittings {where}", values):
        rows = list(db.execute("SELECT event, now FROM events WHERE sitting = ? ORDER BY n", (sitting,)))
        events, handed_on = tuple(decode(event) for event, _ in rows), tuple(now for _, now in rows)
        yield Sitting(sitting, began, _object(header), events, handed_on)


def _result(text: object) -> dict[str, Any]:
    """A game's result; one that can't be read is empty, so that it costs no other game its own."""
    try:
        return _object(str(text))
    except (ValueError, RecursionError, JournalError):
        return {}


def _object(text: str) -> dict[str, Any]:
    value = json.loads(text, parse_constant=_no_number)
    if not isinstance(value, dict):
        raise JournalError(f"expected a JSON object, got {text!r}")
    return value


def _no_number(name: str) -> None:
    """No JSON has it, and none that is printed may."""
    raise ValueError(f"expected a number, got {name}")


def check_version(db: sqlite3.Connection) -> None:
    """See that this program knows the file's tables.

    Raises:
        sqlite3.DatabaseError: a newer program has written it.
    """
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version > VERSION:
        raise sqlite3.DatabaseError(f"it is of a newer version, {version}; this one writes {VERSION}")


def reason(error: Exception) -> str:
    """Why a file can't be used, in a few words."""
    said = error.strerror if isinstance(error, OSError) else None
    return (said or str(error)).lower()
