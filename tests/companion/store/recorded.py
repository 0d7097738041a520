"""A whole box with a journal in virtual time: played, switched off, switched on again."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.scripts.mock import MockTable
from companion.session.state import State
from companion.store.archive import JOURNAL, Archive, Game, Sitting
from companion.store.codec import Recorded
from companion.store.edges import Edges
from companion.store.journal import Journal
from companion.store.rows import HOLDS, MOST_EVENTS, knowing
from companion.store.runs import replay, session_of, start_of
from firmware.boxfile import settings as boxes
from firmware.boxfile.settings import Settings
from firmware.events import NS_PER_S, Enter, HostKey, Key, Knob, Within
from firmware.fakes.hand_clock import HandClock
from firmware.fakes.picture_files import NoPanels
from tests.companion.games.sitting import ns

START = 1000 * NS_PER_S
ENGLISH = replace(boxes.eight_seats(), language="en")

KEYS_OF_THE_WIRE = {"lines", "late", "interference", "faults"}
"""Of a snapshot: what the box has seen, which isn't what is being played."""


def no_sync(_: int) -> None:
    """For journals in a test: nothing here cuts the power."""


class RecordedBox:
    """A box on mock pins in virtual time, with a journal; times are in ms since it was switched on.

    Args:
        folder: the journal's.
        start: what the clock says when it is switched on (ns).
        offer: whether it offers to go on.
        settings: the box.
    """

    def __init__(
        self, folder: Path, start: int = START, *, offer: bool = True, settings: Settings = ENGLISH
    ) -> None:
        self.start = start
        self.clock = HandClock(start)
        self.journal = Journal(folder, sync=no_sync)
        self.table = MockTable(
            settings, self.clock, NoPanels(), origin=start, journal=self.journal, offer=offer
        )
        self.loop = self.table.loop
        self.loop.step()

    @property
    def ms(self) -> float:
        """The time now."""
        return (self.clock.now() - self.start) / 1e6

    @property
    def state(self) -> State:
        return self.loop.state

    def wait(self, ms: float) -> None:
        """Let so much time pass."""
        self.loop.run_until(self.clock.now() + ns(ms), self.clock.set)
        self.loop.step()

    def enter(self, text: str) -> None:
        self.table.mailbox.put(Enter(text, self.clock.now()))
        self.loop.step()

    def key(self, key: str) -> None:
        self.table.mailbox.put(Key(HostKey(key), self.clock.now()))
        self.loop.step()

    def knob(self, steps: int) -> None:
        self.table.mailbox.put(Knob(steps, self.clock.now()))
        self.loop.step()

    def edge(self, seat: int, closed: bool, late_ms: float = 0, within: Within | None = None) -> None:
        """An edge stamped ``late_ms`` ago."""
        self.table.touch(seat, closed, self.clock.now() - ns(late_ms), within)
        self.loop.step()

    def tap(self, seat: int, length_ms: float = 80) -> None:
        self.edge(seat, True)
        self.wait(length_ms)
        self.edge(seat, False)
        self.wait(60)

    def snapshot(self) -> dict[str, Any]:
        """What is being played."""
        return played(self.loop.snapshot())

    def off(self) -> None:
        """Switch it off."""
        self.table.box.close()
        self.journal.close()


def played(snapshot: dict[str, Any]) -> dict[str, Any]:
    """Of a snapshot, what is being played."""
    return {key: value for key, value in snapshot.items() if key not in KEYS_OF_THE_WIRE}


def games_of(folder: Path) -> list[Game]:
    with closing(Archive(folder)) as archive:
        return archive.games()


def sitting_of(folder: Path, number: int | None = None) -> Sitting:
    """A run of the box; the last by default."""
    if number is None:
        with closing(sqlite3.connect(folder / JOURNAL)) as db:
            (number,) = db.execute("SELECT max(id) FROM sittings").fetchone()
    with closing(Archive(folder)) as archive:
        return archive.sitting(number)


def handed_on(folder: Path, number: int | None = None) -> list[Recorded]:
    """What a run has recorded but for edges, which no session sees."""
    return [event for event in sitting_of(folder, number).events if not isinstance(event, Edges)]


@contextmanager
def edited(folder: Path) -> Iterator[sqlite3.Connection]:
    """A journal to write into what another version of ours might have: every row holds afterwards."""
    with closing(knowing(sqlite3.connect(folder / JOURNAL))) as db, db:
        yield db
        for table, holds in HOLDS.items():
            db.execute(f"UPDATE {table} SET sum = {holds.removeprefix('sum IS ')}")


@contextmanager
def taken(folder: Path) -> Iterator[None]:
    """Another program has a journal for itself alone."""
    with closing(sqlite3.connect(folder / JOURNAL, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        yield


FIRST_VERSION = """
CREATE TABLE sittings (
    id INTEGER PRIMARY KEY, began TEXT NOT NULL, header TEXT NOT NULL, ended INTEGER NOT NULL DEFAULT 0);
CREATE TABLE events (
    sitting INTEGER NOT NULL, n INTEGER NOT NULL, now INTEGER NOT NULL, event TEXT NOT NULL,
    PRIMARY KEY (sitting, n)) WITHOUT ROWID;
CREATE TABLE games (
    id INTEGER PRIMARY KEY, sitting INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER,
    began TEXT NOT NULL, line TEXT NOT NULL, result TEXT);
CREATE TABLE kept (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""


def as_first_version(folder: Path) -> None:
    """Turn a journal into what the first version of this program would have written."""
    now = folder / "now.sqlite3"
    (folder / JOURNAL).rename(now)
    with closing(sqlite3.connect(folder / JOURNAL, isolation_level=None)) as db:
        db.execute("PRAGMA page_size = 1024")
        db.execute("PRAGMA journal_mode = WAL")
        db.executescript(FIRST_VERSION)
        db.execute("ATTACH ? AS now", (str(now),))
        db.execute("INSERT INTO sittings SELECT id, began, header, ended FROM now.sittings")
        db.execute(
            f"INSERT INTO events SELECT id / {MOST_EVENTS}, id % {MOST_EVENTS}, now, event FROM now.events"
        )
        db.execute("INSERT INTO games SELECT id, sitting, first, last, began, line, result FROM now.games")
        db.execute("INSERT INTO kept SELECT key, value FROM now.kept")
        db.execute("PRAGMA user_version = 1")
    now.unlink()


def state_of(sitting: Sitting) -> State:
    """What a journal makes of a run."""
    session = session_of(sitting)
    return replay(session, start_of(session, sitting, lambda _: None), sitting.events)
