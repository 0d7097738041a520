"""The tables of a journal. Every row carries a checksum, and one that isn't what was written is not read.

What a row says is summed up in SQL, by a function every connection is given (`knowing`), over its columns as
bytes, with their types: so a text that is no text any more costs its row alone. Statements name their
columns, so that a later version may add some.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Mapping

VERSION = 2

MOST_EVENTS = 1 << 28
"""Of one run."""

PAGE_BYTES = 512
"""Each commit writes the page it is on."""

TABLES: Mapping[str, tuple[str, ...]] = {
    "sittings": ("id", "began", "header", "ended"),
    "events": ("id", "now", "event"),
    "games": ("id", "sitting", "first", "last", "began", "line", "result"),
    "kept": ("key", "value"),
}
"""The columns that are written, the key first. An event's is `event_key`: so the table grows at its end.
Which run it is of, and its number there, are told from that by two more."""

SCHEMA = (
    "CREATE TABLE sittings (id INTEGER PRIMARY KEY, began TEXT, header TEXT, ended INTEGER, sum INTEGER)",
    "CREATE TABLE events (id INTEGER PRIMARY KEY, now INTEGER, event TEXT, sum INTEGER,"
    f" sitting AS (id / {MOST_EVENTS}), n AS (id % {MOST_EVENTS}))",
    "CREATE TABLE games (id INTEGER PRIMARY KEY, sitting INTEGER, first INTEGER, last INTEGER,"
    " began TEXT, line TEXT, result TEXT, sum INTEGER)",
    "CREATE TABLE kept (key TEXT PRIMARY KEY, value TEXT, sum INTEGER) WITHOUT ROWID",
)
"""The first things in a new file, so that where they stand in it is known (`companion.store.salvage`)."""


def knowing(db: sqlite3.Connection) -> sqlite3.Connection:
    """A connection that can tell checksums."""
    db.create_function("checked", -1, _checked, deterministic=True)
    return db


def _checked(*values: bytes | str | None) -> int:
    return zlib.crc32(repr(values).encode())


def _sum(expressions: tuple[str, ...]) -> str:
    # With its type: one bit makes a text bytes.
    told = (f"CAST({expression} AS BLOB), typeof({expression})" for expression in expressions)
    return f"checked({', '.join(told)})"


HOLDS = {table: f"sum IS {_sum(columns)}" for table, columns in TABLES.items()}
"""By table, what is true of a row that is as it was written."""


def _inserted(table: str, key: str = "?1") -> str:
    columns = TABLES[table]
    values = (key, *(f"?{number}" for number in range(2, len(columns) + 1)))
    return (
        f"INSERT OR REPLACE INTO {table} ({', '.join(columns)}, sum) "
        f"VALUES ({', '.join(values)}, {_sum(values)})"
    )


INSERTED = {table: _inserted(table) for table in TABLES}
"""By table, the statement that writes a row, its values in the order of the columns."""

NEXT_GAME = _inserted("games", "(SELECT coalesce(max(id), 0) + 1 FROM games)")
"""Writes one by the next number, whatever is given for it."""


def changed(table: str, where: str, **to: str) -> str:
    """The statement that changes rows, but for those that don't hold: what is in them isn't known.

    Args:
        table: its name.
        where: which rows.
        to: by column, an expression of what stands there.
    """
    sets = ", ".join(f"{column} = {expression}" for column, expression in to.items())
    after = _sum(tuple(to.get(column, column) for column in TABLES[table]))
    return f"UPDATE {table} SET {sets}, sum = {after} WHERE {where} AND {HOLDS[table]}"


def event_key(sitting: int, number: int) -> int:
    """The key of an event of a run by its number, which counts from 0."""
    return sitting * MOST_EVENTS + number


def of_run(sitting: str) -> str:
    """What is true of the events of a run, by an expression of its number."""
    return f"id BETWEEN {sitting} * {MOST_EVENTS} AND {sitting} * {MOST_EVENTS} + {MOST_EVENTS - 1}"


def make(db: sqlite3.Connection) -> None:
    """The tables, in an empty file and in the transaction at hand."""
    for statement in SCHEMA:
        db.execute(statement)
    db.execute(f"PRAGMA user_version = {VERSION}")
