"""What a button head says and understands, as bytes: protocol 1 of hardware/head/PROTOCOL.md. Pure."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from enum import IntEnum
from typing import NamedTuple
from zlib import crc32

PROTOCOL = 1
VENDOR, PRODUCT, NAME = "1209", "0001", "Pierwszy button head"
"""What it is called on USB; that id is anybody's to test with, so its name counts, too."""

EDGE, CLOCK, IDENTITY, FAULT = b"ECIF"
_RECORD, _COMMAND = struct.Struct("<BBHIQ"), struct.Struct("<4sI")
_CRC = struct.Struct("<I")
SIZE = _RECORD.size + _CRC.size
_NUMBERS = 1 << 16


class Lost(IntEnum):
    """Codes of faults."""

    RECORDS = 1
    LATE = 2
    CLOCK = 3


class Record(NamedTuple):
    """One record.

    Attributes:
        kind: `EDGE`, `CLOCK`, `IDENTITY` or `FAULT`.
        lines: a bit for each line that is closed, 0 for line 1.
        number: one more than the record's before it.
        what: see PROTOCOL.md.
        time: µs since the head was started; of `IDENTITY` its unique id.
    """

    kind: int
    lines: int
    number: int
    what: int
    time: int


class Records:
    """A stream of bytes -> records.

    Attributes:
        skipped: how many bytes were none.
        missing: whether numbers are missing before the record given last, and the head has told no loss.
    """

    def __init__(self) -> None:
        self.skipped = 0
        self.missing = False
        self._rest = b""
        self._next: int | None = None

    def take(self, data: bytes) -> Iterator[Record]:
        """Take what was read, and give the records in it one by one; what is no whole one yet is kept."""
        data, place = self._rest + data, 0
        while place + SIZE <= len(data):
            (crc,) = _CRC.unpack_from(data, place + _RECORD.size)
            if crc != crc32(data[place : place + _RECORD.size]):
                place += 1
                self.skipped += 1
                continue
            record = Record(*_RECORD.unpack_from(data, place))
            place += SIZE
            told = record.kind == FAULT and record.what & 0xFF == Lost.RECORDS
            self.missing = self._next not in (None, record.number) and not told
            self._next = (record.number + 1) % _NUMBERS
            yield record
        self._rest = data[place:]


def command(word: bytes, number: int = 0) -> bytes:
    """``TIME``, ``WHO?``, ``LAMP`` or ``BOOT``."""
    said = _COMMAND.pack(word, number)
    return said + _CRC.pack(crc32(said))
