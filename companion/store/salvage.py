"""What can still be had of a journal that was damaged, or is another version's: every row that holds.

It is read from the bytes of the files, in memory: as they stand, with what the log holds, and either, if need
be, with its first pages put right, which are the same in every journal.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from typing import Any

from companion.store.rows import HOLDS, INSERTED, MOST_EVENTS, PAGE_BYTES, TABLES, knowing, make
from companion.store.wal import applied, read_log

log = logging.getLogger("pierwszy.journal")

BLOCK = 4096
"""Bytes of a card that are read or lost together."""

# In a database's header (https://sqlite.org/fileformat2.html#the_database_header):
_VERSIONS, _NO_LOG, _LOGGED = 18, b"\x01\x01", b"\x02\x02"
_COUNT_AT = 28  # how many pages there are


def images(path: Path, *, blank: bool = False) -> list[bytes]:
    """Everything a journal's files may say, as files without a log.

    Args:
        path: the journal.
        blank: take what can't be read for zeros.

    Raises:
        OSError: something can't be read.
    """
    database, log_bytes = (_bytes(each, blank) for each in (path, path.with_name(f"{path.name}-wal")))
    return list(filter(None, dict.fromkeys((database, applied(database, read_log(log_bytes))))))


def salvaged(sources: Iterable[bytes]) -> sqlite3.Connection:
    """A journal in memory with every row that holds, of what comes twice the one that was written last."""
    into = knowing(sqlite3.connect(":memory:", isolation_level=None))
    into.execute(f"PRAGMA page_size = {PAGE_BYTES}")
    into.execute("BEGIN")
    make(into)
    opened = [db for source in sources for db in _all_opened(source)]
    for db in sorted(opened, key=_newest):
        for table in TABLES:
            into.executemany(INSERTED[table], _rows(db, table))
    for db in opened:
        db.close()
    into.execute("COMMIT")
    return into


def salvaged_image(sources: Iterable[bytes]) -> bytes:
    """The same as a file."""
    with closing(salvaged(sources)) as db:
        return _in_mode(_LOGGED, db.serialize())


def is_ahead(path: Path, db: sqlite3.Connection) -> bool:
    """Whether a journal's file alone has later events than together with what is left of its log."""
    with closing(_opened(path.read_bytes())) as alone:
        return bool(_newest(alone) > _newest(db))


def _all_opened(source: bytes) -> Iterator[sqlite3.Connection]:
    db = _opened(source)
    yield db
    with suppress(sqlite3.Error):
        known = all(db.execute(f"PRAGMA table_info({table})").fetchall() for table in TABLES)
        if known and db.execute("PRAGMA quick_check(1)").fetchone() == ("ok",):
            return
    yield _opened(_grafted(source))


def _opened(image: bytes) -> sqlite3.Connection:
    db = knowing(sqlite3.connect(":memory:", isolation_level=None))
    db.text_factory = lambda text: text.decode(errors="replace")
    with suppress(sqlite3.Error):
        db.deserialize(_in_mode(_NO_LOG, image))
    return db


def _in_mode(mode: bytes, image: bytes) -> bytes:
    return image[:_VERSIONS] + mode + image[_VERSIONS + len(mode) :]


def _newest(db: sqlite3.Connection) -> Any:
    """The last event that holds: it tells which source is the newer."""
    return max((row[0] for row in _rows(db, "events", limit=1)), default=0)


def _rows(db: sqlite3.Connection, table: str, *, limit: int = -1) -> Iterator[tuple[Any, ...]]:
    """The rows of a table that hold; where a page is damaged, those before it, then those after it."""
    columns, keys, which = TABLES[table], TABLES[table][:1], HOLDS[table]
    if is_first_version(db, table):
        if table == "events":
            columns, keys = (f"sitting * {MOST_EVENTS} + n", *columns[1:]), ("sitting", "n")
        which = f"typeof({columns[0]}) = '{'text' if table == 'kept' else 'integer'}'"
    orders = ("DESC",) if limit == 1 else ("ASC", "DESC")
    for order in orders:
        by = ", ".join(f"{key} {order}" for key in keys)
        query = f"SELECT {', '.join(columns)} FROM {table} WHERE {which} ORDER BY {by} LIMIT {limit}"
        with suppress(sqlite3.Error, OverflowError):
            yield from db.execute(query)
            return


def is_first_version(db: sqlite3.Connection, table: str) -> bool:
    """Whether a table is one of the first version's, whose rows have no checksums."""
    try:
        names = [name for _, name, *_ in db.execute(f"PRAGMA table_info({table})")]
    except sqlite3.Error:
        return False
    return bool(names) and "sum" not in names


@cache
def _fresh() -> tuple[bytes, frozenset[int]]:
    """A journal with nothing in it, and on which pages its tables begin."""
    with closing(salvaged([])) as db:
        roots = frozenset(root for (root,) in db.execute("SELECT rootpage FROM sqlite_schema"))
        return db.serialize(), roots


def _grafted(image: bytes) -> bytes:
    """A file whose header and schema are a fresh one's."""
    fresh, roots = _fresh()
    count = max(len(image), len(fresh)) // PAGE_BYTES
    whole = bytearray(image[: count * PAGE_BYTES].ljust(len(fresh), b"\0"))
    for page in range(1, len(fresh) // PAGE_BYTES + 1):
        if page not in roots:
            part = slice((page - 1) * PAGE_BYTES, page * PAGE_BYTES)
            whole[part] = fresh[part]
    whole[_COUNT_AT : _COUNT_AT + 4] = count.to_bytes(4)
    return bytes(whole)


def _bytes(path: Path, blank: bool) -> bytes:
    if not path.is_file():
        return b""
    blocks = list[bytes]()
    with path.open("rb", buffering=0) as file:
        for at in range(0, path.stat().st_size, BLOCK):
            try:
                blocks.append(os.pread(file.fileno(), BLOCK, at))
            except OSError as error:
                if not blank:
                    raise
                log.warning("%s can't be read at %d: %s", path, at, error)
                blocks.append(bytes(BLOCK))
    return b"".join(blocks)
