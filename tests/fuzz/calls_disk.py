"""What a disk holds after some of the calls of a trace: all of them, or what a power cut leaves of them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from shutil import rmtree
from types import MappingProxyType
from typing import TypeAlias

from tests.fuzz.calls_shim import Call, Done

Files: TypeAlias = Mapping[str, bytes]

NO_FILES: Files = MappingProxyType({})

SECTOR_BYTES = 512
"""A disk writes so much or nothing."""


def put(files: Files, folder: Path) -> Path:
    """Make these files, in a folder where there is nothing else then."""
    rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return folder


def change(data: bytearray, call: Call) -> None:
    """Do to a file what a call has done to it."""
    end = call.offset + len(call.data)
    if call.done is Done.TRUNCATE:
        del data[call.offset :]
    data.extend(bytes(max(0, end - len(data))))
    data[call.offset : end] = call.data


def torn(call: Call, chance: random.Random) -> Iterator[Call]:
    """A call of which only a part was done: a byte less, one, what fits a sector, and somewhere."""
    if call.done is Done.WRITE and (length := len(call.data)) > 1:
        ends = {1, length - 1, SECTOR_BYTES - call.offset % SECTOR_BYTES, chance.randrange(1, length)}
        for end in sorted(end for end in ends if end < length):
            yield replace(call, data=call.data[:end])


class Disk:
    """Files, as a program sees them while it does one call after the other."""

    def __init__(self, files: Files = NO_FILES) -> None:
        self._files = {name: bytearray(data) for name, data in files.items()}

    def do(self, call: Call) -> None:
        """Do what a call has done."""
        if call.done in {Done.WRITE, Done.TRUNCATE, Done.CREATE}:
            change(self._files.setdefault(call.name, bytearray()), call)
        elif call.done is Done.REMOVE:
            del self._files[call.name]
        elif call.done is Done.RENAME:
            self._files[call.data.decode()] = self._files.pop(call.name)

    def files(self, last: Call | None = None) -> Files:
        """What is there now, if ``last`` was done to it, too."""
        found = {name: bytes(data) for name, data in self._files.items()}
        if last is not None:
            data = bytearray(found.get(last.name, b""))
            change(data, last)
            found[last.name] = bytes(data)
        return found


@dataclass(eq=False)
class _File:
    """What of a file is on the disk for sure, and what was done to it since."""

    sure: bytearray = field(default_factory=bytearray)
    since: list[Call] = field(default_factory=list)


class Platter:
    """A disk whose power can be cut: only what was synced is sure.

    Names are made, changed and removed in order, and are sure once their folder was synced or, as Linux's
    file systems do it, any file.
    """

    def __init__(self, files: Files = NO_FILES) -> None:
        self._names = {name: _File(bytearray(data)) for name, data in files.items()}
        self._sure = dict(self._names)
        self._since: list[dict[str, _File]] = []  # the names after each change that isn't sure

    def do(self, call: Call) -> None:
        """Do what a call has done."""
        names = dict(self._names)
        if call.done is Done.SYNC:
            self._sure, self._since = names, []
            if (file := names.get(call.name)) is not None:
                for each in file.since:
                    change(file.sure, each)
                file.since.clear()
            return
        if call.done is Done.MARK:
            return
        if call.done is Done.REMOVE:
            del names[call.name]
        elif call.done is Done.RENAME:
            names[call.data.decode()] = names.pop(call.name)
        elif call.name not in names:
            names[call.name] = _File()
        if names.keys() != self._names.keys() or call.done is Done.RENAME:
            self._names = names
            self._since.append(names)
        if call.done in {Done.WRITE, Done.TRUNCATE}:
            self._names[call.name].since.append(call)

    def cut(self, chance: random.Random) -> Files:
        """What may be there when the power comes back: of what isn't sure, anything."""
        names = chance.choice([self._sure, *self._since])
        likely = chance.choice((0.05, 0.5, 0.95, 1.0))
        found = {}
        for name, file in names.items():
            data = bytearray(file.sure)
            for call in _some(file.since, likely, chance):
                change(data, call)
            found[name] = bytes(data)
        return found


def _some(calls: Sequence[Call], likely: float, chance: random.Random) -> Iterator[Call]:
    """Some of the calls; of writes, in each sector the first: it is written as it was at some time."""
    reached: dict[int, int] = {}
    for number, call in enumerate(calls):
        if call.done is not Done.WRITE:
            if chance.random() < likely:
                yield call
            continue
        start, end = call.offset, call.offset + len(call.data)
        while start < end:
            sector = start // SECTOR_BYTES
            if sector not in reached:
                reached[sector] = len(calls) if chance.random() < likely else chance.randint(0, len(calls))
            until = min(end, (sector + 1) * SECTOR_BYTES)
            if number < reached[sector]:
                yield replace(call, offset=start, data=call.data[start - call.offset : until - call.offset])
            start = until
