"""The card the journal is on: it fills up, fails, is locked by another, and loses its power."""

from __future__ import annotations

import shutil
import sqlite3
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

from companion.store.archive import JOURNAL

SAYS = {
    "full": "database or disk is full",
    "fails": "disk I/O error",
    "locked": "database is locked",
}
"""What is wrong with the card, and how SQLite says it."""

WRITES = ("INSERT", "UPDATE", "DELETE", "COMMIT")


class Card:
    """The card of one box: a folder, another one after each time it lost its program or its power.

    Attributes:
        folder: where it is now.
        trouble: what is wrong with it now, a key of `SAYS`, or None.
        promised: how many events of each run survive a power cut.
    """

    at_work: ClassVar[Card | None] = None

    def __init__(self, folder: Path) -> None:
        self._all = folder
        self._number = 0
        self.folder = folder / "0"
        self.folder.mkdir(parents=True)
        self.trouble: str | None = None
        self.promised: dict[int, int] = {}
        self._safe: tuple[bytes, int] = (b"", 0)

    def synced(self, written: Mapping[int, int]) -> None:
        """What was written until now, so many events of each run, survives a power cut."""
        self.promised = dict(written)
        log = self.folder / f"{JOURNAL}-wal"
        self._safe = (_head(log), log.stat().st_size) if log.exists() else (b"", 0)

    def cut(self, tail: float | None = None) -> None:
        """The program is gone and its files stay behind as they are; the card is what they are.

        Args:
            tail: the power is gone, too, and of what wasn't synced only this share of the bytes is there.
        """
        self._number += 1
        then = self._all / str(self._number)
        shutil.copytree(self.folder, then)
        log = then / f"{JOURNAL}-wal"
        head, size = self._safe
        if tail is not None and log.exists() and _head(log) == head:  # it has only grown since
            kept = size + int((log.stat().st_size - size) * tail)
            with log.open("r+b") as file:
                file.truncate(kept)
            (then / f"{JOURNAL}-shm").unlink(missing_ok=True)
        self.folder, self.trouble = then, None

    @contextmanager
    def inserted(self) -> Iterator[None]:
        """While this lasts, connections opened by the store's modules are on this card."""
        was = list[ModuleType]()
        for name, module in list(sys.modules.items()):
            if name.startswith("companion.store.") and getattr(module, "sqlite3", None) is sqlite3:
                was.append(module)
                vars(module)["sqlite3"] = _Sqlite()
        Card.at_work = self
        try:
            yield
        finally:
            Card.at_work = None
            for module in was:
                vars(module)["sqlite3"] = sqlite3

    def check(self, statement: str) -> None:
        """Fail a statement that writes, if the card does."""
        if self.trouble is not None and statement.lstrip().upper().startswith(WRITES):
            raise sqlite3.OperationalError(SAYS.get(self.trouble, self.trouble))


def _head(log: Path) -> bytes:
    with log.open("rb") as file:
        return file.read(32)


class _Sqlite:
    """The module ``sqlite3``, but for the connections."""

    def connect(self, *where: Any, **how: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = sqlite3.connect(*where, **{"factory": _Connection, **how})
        return connection

    def __getattr__(self, name: str) -> Any:
        return getattr(sqlite3, name)


class _Connection(sqlite3.Connection):
    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        if Card.at_work is not None:
            Card.at_work.check(statement)
        return super().execute(statement, *values)
