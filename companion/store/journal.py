"""Everything that happened, on disk before it is acted on; stdlib sqlite3 with a write-ahead log.

Each event is committed by itself: the commit reaches the operating system, so killing the program at any
instant loses nothing, and a thread of its own brings it to the disk (`companion.store.writer`, `.syncer`).

A *sitting* is one run of the box, from switching on until it ends or is gone on with. Its events, stepped
through a `companion.session.session.Session` built from its header (see `companion.store.recorder`), give the
state again. A *game* is a stretch of a sitting; when it is over its `result` stands beside it for the
history.
"""

from __future__ import annotations

import json
import logging
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from companion.store.archive import JOURNAL, Game, Sitting, games_in, reason, sittings_in
from companion.store.codec import Recorded, encode
from companion.store.folder import now_told
from companion.store.rows import HOLDS, INSERTED, NEXT_GAME, changed, of_run
from companion.store.writer import Writer

log = logging.getLogger("pierwszy.journal")

V = TypeVar("V")

_KEPT = f"SELECT key, value FROM kept WHERE {HOLDS['kept']}"

_ENDED = changed("sittings", "ended = 0", ended="1")
_LEFT = changed("games", "last IS NULL", last=f"(SELECT max(n) FROM events WHERE {of_run('games.sitting')})")
_ENDS = changed("games", "sitting = ?1 AND last IS NULL", last="?2", result="coalesce(result, ?3)")
_RESULT = changed("games", "sitting = ?1 AND last IS NULL", result="?2")
_GOES_ON = changed("games", "sitting = ?1 AND first = ?2", last="NULL", result="NULL")
_NO_RESULT = changed("games", "sitting = ?1 AND first = ?2", result="NULL")


class Journal(Writer):
    """The journal of one box, open for writing, for the loop alone. Once it is made it never raises or waits.

    Args:
        folder: where it lives; made if it isn't there.
        sync: brings a file descriptor's data to the disk; a test gives a slow one.

    Attributes:
        sitting_id: the number of the run at hand.

    Raises:
        JournalBusyError: another program keeps its games there.
    """

    def __init__(self, folder: Path, *, sync: Callable[[int], None] = os.fdatasync) -> None:
        super().__init__(folder / JOURNAL, sync)
        self.sitting_id = 0
        self._next = 0

    @property
    def full(self) -> bool:
        """Whether nothing is recorded because the disk is full."""
        return self.trouble is not None and self.trouble.endswith(("disk is full", "no space left on device"))

    # -- writing -----------------------------------------------------------------------------------

    def begin_sitting(self, header: dict[str, Any]) -> None:
        """A new run of the box; what earlier ones have left is gone on with in runs of their own.

        While the file can't be opened nobody was asked whether to go on: that is kept for the next start.
        """
        with self.together():
            if self._db is not None:
                self.write(_ENDED)
                self.write(_LEFT)
            self.last_run += 1
            self.write(INSERTED["sittings"], self.last_run, now_told(), _json(header), 0)
        self.sitting_id, self._next = self.last_run, 0

    def go_on_with(self, sitting: Sitting) -> None:
        """Record after an earlier run's last event."""
        self.sitting_id, self._next = sitting.id, len(sitting.events)

    def record(self, event: Recorded, now: int) -> None:
        """Commit one event; when this returns the operating system has it. Never raises, never waits."""
        self.write_event(self.sitting_id, self._next, now, encode(event))
        self._next += 1

    def game_begins(self, line: str) -> int:
        """The event just recorded has begun a game, ``NAME option=value ...``; returns the event's number."""
        first = self._next - 1
        self.write(NEXT_GAME, None, self.sitting_id, first, None, now_told(), line, None)
        return first

    def game_ends(self, result: dict[str, Any] | None) -> None:
        """The event just recorded has left the game at hand, if there was one; its result, if it has one."""
        self.write(_ENDS, self.sitting_id, self._next - 1, None if result is None else _json(result))

    def game_goes_on(self, first: int) -> None:
        """The event just recorded has taken up a game of this run that was left before."""
        self.write(_GOES_ON, self.sitting_id, first)

    def game_has_no_result(self, sitting: int, first: int) -> None:
        """A game of an earlier run goes on in this one: its result is yet to come."""
        self.write(_NO_RESULT, sitting, first)

    def game_result(self, result: dict[str, Any] | None) -> None:
        """The game at hand is over; None: the end was undone."""
        self.write(_RESULT, self.sitting_id, None if result is None else _json(result))

    def keep(self, key: str, value: object) -> None:
        """Remember a setting of the table's, such as a player's name."""
        self.write(INSERTED["kept"], key, _json(value))

    # -- reading -----------------------------------------------------------------------------------

    def unfinished(self) -> Sitting | None:
        """The last run that can still be gone on with, one that has a game at hand before any other."""
        game = "SELECT 1 FROM games WHERE games.sitting = sittings.id AND last IS NULL AND result IS NULL"
        which = f"ended = 0 ORDER BY EXISTS ({game}) DESC, id DESC LIMIT 1"
        return self._read("the last run can't be gone on with", lambda db: next(sittings_in(db, which), None))

    def sitting(self, sitting: int) -> Sitting | None:
        """One run of the box, or None."""
        which = "id = ?1"
        return self._read("a run can't be read", lambda db: next(sittings_in(db, which, sitting), None))

    def finished(self, most: int) -> list[Game]:
        """The last games that have a result, newest first; empty if they can't be read."""
        which = "result IS NOT NULL ORDER BY id DESC LIMIT ?"
        return self._read("finished games can't be read", lambda db: list(games_in(db, which, most))) or []

    def kept(self) -> dict[str, Any]:
        """Everything kept that can be read."""
        rows = self._read("what was kept can't be read", lambda db: db.execute(_KEPT).fetchall()) or []
        kept = {}
        for key, value in rows:
            try:
                kept[key] = json.loads(value)
            except (TypeError, ValueError, RecursionError):
                log.warning("what was kept can't be read: %s", key)
        return kept

    def _read(self, fails: str, read: Callable[[sqlite3.Connection], V]) -> V | None:
        try:
            return None if self._db is None else read(self._db)
        except Exception as error:  # noqa: BLE001 - whatever is wrong with it, people play
            log.warning("%s: %s", fails, reason(error))
            return None


def _json(value: object) -> str:
    return json.dumps(value)  # plain ASCII: whatever was typed can be written
