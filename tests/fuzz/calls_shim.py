"""What this process does to the files below one folder, by a library put before the C library's own."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from pathlib import Path

from tests.fuzz.calls_threads import TURNS


class Done(IntEnum):
    """What a call has done to a file; a mark is none, but a moment between calls."""

    WRITE = 0
    TRUNCATE = 1
    REMOVE = 2
    RENAME = 3
    SYNC = 4
    CREATE = 5
    MARK = 6


class Fails(IntEnum):
    """How calls fail."""

    NO_SPACE = 0
    IO_ERROR = 1
    SHORT_WRITE = 2
    LOCKED = 3


@dataclass(frozen=True, slots=True)
class Call:
    """One call that has changed a file, or a mark.

    Attributes:
        name: of the file below the folder; ``""`` the folder itself.
        offset: where it was written, or how long it is now (bytes); of a mark, its number.
        data: what was written, or the name it has now.
    """

    done: Done
    name: str
    offset: int
    data: bytes


_HEAD = struct.Struct("=iiqq")


class Shim:
    """`calls_shim.c`, in a process that was started with it.

    Args:
        on_sync: called in each thread that has synced something.
    """

    def __init__(self, on_sync: Callable[[], None]) -> None:
        self._then = ctypes.CFUNCTYPE(None)(on_sync)

    @cached_property
    def _library(self) -> ctypes.CDLL:
        library = ctypes.CDLL(None)
        library.shim_kept.restype = ctypes.c_void_p
        library.shim_eligible.restype = ctypes.c_long
        library.shim_syncs(1, self._then)  # the power isn't cut here: it is made up afterwards
        return library

    def watch(self, folder: Path, *, keep: bool) -> None:
        """See what is done to the files of a folder from now on, and keep it or not; nothing fails."""
        self._library.shim_watch(str(folder).encode(), int(keep))

    def mark(self, number: int) -> None:
        """Mark this moment."""
        self._library.shim_mark(ctypes.c_int64(number))

    def fail(self, how: Fails, first: int, calls: int) -> None:
        """Let so many calls fail from the ``first`` on, of those that can fail so, from 0."""
        self._library.shim_fail(int(how), ctypes.c_long(first), ctypes.c_long(calls))

    def eligible(self) -> int:
        """How many calls could have failed since `fail`."""
        return int(self._library.shim_eligible())

    def kept(self) -> list[Call]:
        """What was done since `watch`."""
        length = ctypes.c_size_t()
        start = self._library.shim_kept(ctypes.byref(length))
        return list(_calls(ctypes.string_at(start, length.value))) if length.value else []


def _calls(raw: bytes) -> Iterator[Call]:
    at = 0
    while at < len(raw):
        kind, name, offset, length = _HEAD.unpack_from(raw, at)
        at += _HEAD.size
        data = raw[at + name : at + name + length]
        yield Call(Done(kind), raw[at : at + name].decode(), offset, data)
        at += name + length


SHIM = Shim(TURNS.pause)
