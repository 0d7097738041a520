"""The write-ahead log as SQLite writes it (https://sqlite.org/fileformat2.html#walformat), read by ourselves.

SQLite ends it silently at the first frame whose checksum is wrong. Here it is seen whether that was its end.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

HEADER = 32
_FRAME = 24  # before each page
_MAGIC = 0x377F0682  # the lowest bit: checksums are of big-endian words


@dataclass(frozen=True, slots=True)
class Log:
    """What a log holds.

    Attributes:
        header: its first bytes, mended where one bit of them was wrong.
        pages: as the last whole transaction has left them, by number.
        size: how many pages the database has then; 0 if there is no transaction.
        whole: no frame of it has come to harm; one that was still being written hasn't.
    """

    header: bytes
    pages: dict[int, bytes]
    size: int
    whole: bool


def read_log(data: bytes) -> Log:
    """Read the bytes of a log; those of none are not whole, but for the nothing it begins with."""
    header = data[:HEADER]
    if len(header) < HEADER or not data.strip(b"\0"):
        return Log(header, {}, 0, whole=True)
    if _holds(header):
        return _read(data, header)
    turned = ((int.from_bytes(header) ^ (1 << bit)).to_bytes(HEADER) for bit in range(8 * HEADER))
    mended = (_read(data, each) for each in turned if _holds(each))
    return next((log for log in mended if log.pages), Log(header, {}, 0, whole=False))


def _read(data: bytes, header: bytes) -> Log:
    page, sums, order = _page_bytes(header), struct.unpack(">II", header[24:]), _order(header)
    pages, open_pages, size = dict[int, bytes](), dict[int, bytes](), 0
    for at in range(HEADER, len(data), _FRAME + page):
        frame = data[at : at + _FRAME + page]
        if len(frame) < _FRAME + page:
            break  # killed while it was written
        number, commits = struct.unpack(">II", frame[:8])
        sums = _sums(frame[_FRAME:], order, _sums(frame[:8], order, sums))
        if frame[8:16] != header[16:24] or struct.unpack(">II", frame[16:_FRAME]) != sums:
            ours = _salted_alike(data[at:], header, _FRAME + page)
            return Log(header, pages, size, not any(ours))
        open_pages[number] = frame[_FRAME:]
        if commits:
            pages |= open_pages
            open_pages, size = {}, commits
    return Log(header, pages, size, whole=True)


def applied(database: bytes, log: Log) -> bytes:
    """A database file with what its log holds."""
    if not log.size:
        return database
    page = _page_bytes(log.header)
    whole = bytearray(database[: log.size * page].ljust(log.size * page, b"\0"))
    for number, content in log.pages.items():
        if number <= log.size:
            whole[(number - 1) * page : number * page] = content
    return bytes(whole)


def _salted_alike(frames: bytes, header: bytes, step: int) -> Iterator[bool]:
    """Of each frame, whether it is of this log: those of an earlier one have other salts, both."""
    for at in range(0, len(frames) - step + 1, step):
        salts = frames[at + 8 : at + 16]
        yield salts[:4] == header[16:20] or salts[4:] == header[20:24]


def _holds(header: bytes) -> bool:
    magic, version, page = struct.unpack(">III", header[:12])
    known = magic & ~1 == _MAGIC and version == 3007000 and 512 <= page <= 65536 and page & (page - 1) == 0
    return known and _sums(header[:24], _order(header), (0, 0)) == struct.unpack(">II", header[24:])


def _page_bytes(header: bytes) -> int:
    return int.from_bytes(header[8:12])


def _order(header: bytes) -> str:
    return ">" if header[3] & 1 else "<"


def _sums(data: bytes, order: str, sums: tuple[int, ...]) -> tuple[int, ...]:
    """SQLite's checksum of eight bytes' multiples, going on from an earlier one."""
    one, two = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        one = (one + even + two) & 0xFFFFFFFF
        two = (two + odd + one) & 0xFFFFFFFF
    return one, two
