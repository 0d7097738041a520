"""A journal that is damaged, by a bit or by whole sectors: noticed, and gone on with from the state before.

Every bit of a short evening's files is turned, as they are after a clean end and as a kill leaves them; those
of long ones come to harm anywhere.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import TypeAlias

from companion.store.archive import JOURNAL
from companion.store.journal import Journal
from firmware.events import Press
from tests.fuzz.calls_child import in_child
from tests.fuzz.calls_disk import SECTOR_BYTES, Disk, Files, put
from tests.fuzz.calls_evening import LENGTHS, evening, short_evening
from tests.fuzz.calls_shim import Call, Done
from tests.fuzz.calls_told import Content, Trace, read_back, recorder_on, traced
from tests.fuzz.kinds import Finding, Kind

STRETCHES = 16384
"""A trial of every second seed turns every so many-th bit of a short evening's files."""

HARMS = 6
"""So often a trial of another seed harms a long evening's files."""

KIND = Kind("flips", in_child(__name__), in_suite=1, turn=2 * STRETCHES)

TORN = frozenset({"a sector zeroed", "cut off", "sectors swapped"})
"""Harm that a power cut does, too, ..."""

TORN_BYTES = 3 * SECTOR_BYTES
"""... at the end of the log."""

DATABASE, LOG = JOURNAL, f"{JOURNAL}-wal"

Harm: TypeAlias = Callable[[bytearray, random.Random], int]
"""Harms a file that isn't empty, and tells from where on (bytes)."""


@dataclass(frozen=True)
class Damage:
    """Files that were damaged.

    Attributes:
        what: has come to harm.
        files: all there are now.
        sure: how many events were written before what has come to harm.
        silent: a power cut does the same while it is written: nobody can tell.
    """

    what: str
    files: Files
    sure: int
    silent: bool


@dataclass(frozen=True)
class Left:
    """What an evening has left on the disk.

    Attributes:
        files: all of them.
        content: what there is once a box was started on them.
    """

    trace: Trace
    files: Files
    content: Content

    def harmed(self, name: str, data: bytes, place: int, how: str) -> Damage:
        """These files with other bytes from a place of one of them on."""
        tail = place > len(self.files[name]) - TORN_BYTES or how == "cut off"
        silent = name == LOG and tail and how in TORN
        return Damage(
            f"{name}, {how} at {place}", {**self.files, name: data}, self._sure(name, place), silent
        )

    def _sure(self, name: str, place: int) -> int:
        """How many events were written before anything was at a place of the log, or after it."""
        calls = self.trace.calls[: self.trace.ended]
        began = max((at for at, call in enumerate(calls) if _in_log(call) and call.offset == 0), default=0)
        ends = (
            at
            for at, call in enumerate(calls)
            if at >= began and _in_log(call) and call.offset + len(call.data) > place
        )
        end = next(ends, 0) if name == LOG else 0
        marks = sum(call.done is Done.MARK for call in calls[:end])
        return self.trace.told.written[marks - 1] if marks else 0


def _in_log(call: Call) -> bool:
    return call.name == LOG and call.done in {Done.WRITE, Done.TRUNCATE}


def tried(seed: int, folder: Path) -> Counter[str]:
    """Some bits of a short evening, or some harm to a long one."""
    chance, turn = random.Random(seed), seed // 2
    if seed % 2:
        number, killed = turn % len(LENGTHS), chance.random() < 0.6
        left = _left(number, killed)
        names = [name for name in (DATABASE, LOG) if left.files.get(name)]
        return _harmed(left, chance, {name: HARMS // len(names) for name in names}, folder)
    counts = Counter[str]()
    for killed in (True, False):
        left = _left(None, killed)
        for name in (DATABASE, LOG):
            data = left.files.get(name, b"")
            for bit in range(turn % STRETCHES, 8 * len(data), STRETCHES):
                place, turned = bit // 8, bytearray(data)
                turned[place] ^= 1 << bit % 8
                counts += started_from(
                    left, left.harmed(name, bytes(turned), place, f"bit {bit % 8}"), folder
                )
    return counts


@cache
def _trace(number: int | None) -> Trace:
    return traced(short_evening() if number is None else evening(number))


@cache
def _left(number: int | None, killed: bool) -> Left:
    """By an evening, None being the short one, that was ended or killed."""
    trace, disk = _trace(number), Disk()
    for call in trace.calls[: trace.ended] if killed else trace.calls:
        disk.do(call)
    files = disk.files()
    with TemporaryDirectory(prefix="pierwszy-evening-") as folder:
        return Left(trace, files, _started(trace, put(files, Path(folder)))[1])


# -- harm ----------------------------------------------------------------------------------------------------


def _bit(data: bytearray, chance: random.Random) -> int:
    place = chance.randrange(len(data))
    data[place] ^= 1 << chance.randrange(8)
    return place


def _byte(data: bytearray, chance: random.Random) -> int:
    place = chance.randrange(len(data))
    data[place] = chance.randrange(256)
    return place


def _zeroed(data: bytearray, chance: random.Random) -> int:
    place = chance.randrange(0, len(data), SECTOR_BYTES)
    data[place : place + SECTOR_BYTES] = bytes(len(data[place : place + SECTOR_BYTES]))
    return place


def _cut(data: bytearray, chance: random.Random) -> int:
    place = chance.randrange(len(data))
    del data[place:]
    return place


def _swapped(data: bytearray, chance: random.Random) -> int:
    one, other = sorted(chance.randrange(0, len(data), SECTOR_BYTES) for _ in range(2))
    first, second = (data[at : at + SECTOR_BYTES] for at in (one, other))
    data[one : one + len(second)], data[other : other + len(first)] = second, first
    return one


HARM: Mapping[str, Harm] = MappingProxyType(
    {
        "a bit turned": _bit,
        "a byte": _byte,
        "a sector zeroed": _zeroed,
        "cut off": _cut,
        "sectors swapped": _swapped,
    }
)


def _harmed(left: Left, chance: random.Random, names: Mapping[str, int], folder: Path) -> Counter[str]:
    counts = Counter[str]()
    for name, times in names.items():
        for _ in range(times):
            harm, data = chance.choice([*HARM]), bytearray(left.files[name])
            place = HARM[harm](data, chance)
            counts += started_from(left, left.harmed(name, bytes(data), place, harm), folder)
    return counts


# -- the promise ---------------------------------------------------------------------------------------------


def started_from(left: Left, damage: Damage, folder: Path) -> Counter[str]:
    """A box starts from damaged files: it notices, and has the beginning of what there was."""
    where = f"{left.trace.evening.name}, {damage.what}"
    try:
        return _started_from(left, damage, put(damage.files, folder / "damaged"))
    except Finding as finding:
        raise Finding(f"{where}: {finding}") from finding
    except Exception as error:
        error.add_note(where)
        raise


def _started_from(left: Left, damage: Damage, folder: Path) -> Counter[str]:
    noticed, found = _started(left.trace, folder)
    true = left.content
    there = sum(map(len, found.runs.values()))
    if not all(events == true.runs.get(run, [])[: len(events)] for run, events in found.runs.items()):
        raise Finding(f"expected each run as it began, got {found}")
    if there < damage.sure:
        raise Finding(f"expected the {damage.sure} events before it, got {found}")
    if not (noticed or damage.silent) and (found.runs, found.games, found.kept) != (
        true.runs,
        true.games,
        true.kept,
    ):
        raise Finding(f"expected a word, since {true} was written, got {found}")
    events = len(left.trace.told.events)
    return Counter(
        {
            "damaged files started from": 1,
            "noticed": int(noticed),
            "lost": events - there,
            "of events": events,
        }
    )


def _started(trace: Trace, folder: Path) -> tuple[bool, Content]:
    """Start a box and record an event more; whether people are told of damage, and what there is then."""
    journal = Journal(folder)
    try:
        recorder = recorder_on(journal, trace.evening)
        recorder.start(trace.evening.session.start())
        recorder.try_again()
        noticed = bool(recorder.notices)
        assert recorder.past is not None
        if journal.trouble is not None:
            raise Finding(f"expected a damaged journal to be set aside, got {journal.trouble}")
        journal.begin_sitting({})
        journal.record(Press(1, 7), 7)
        last = journal.sitting_id
    finally:
        journal.close()
    found = read_back(folder, [last])
    if found.aside:
        raise Finding("expected the new journal to be in order, got another set aside")
    if found.runs.pop(last, None) != [Press(1, 7)]:
        raise Finding(f"expected the next event to be written, got {found}")
    return noticed, found
