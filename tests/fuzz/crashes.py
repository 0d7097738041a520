"""A box that is killed, or whose power is cut, at any system call on its journal: what it has said is there.

An evening is written down once, every call on the journal's files kept. What they would be had the process
ended before or in the middle of a call, and what a disk may have kept when the power went, is then made of
the calls, and opened as a box does that is started again.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from tests.fuzz.calls_child import in_child
from tests.fuzz.calls_disk import NO_FILES, Disk, Files, Platter, put, torn
from tests.fuzz.calls_evening import FULL_TURN, evening, stretch_of
from tests.fuzz.calls_shim import Call, Done
from tests.fuzz.calls_told import Content, Trace, read_back, started, traced
from tests.fuzz.crashes_again import crash_again
from tests.fuzz.kinds import Finding, Kind

CUTS = 12
"""So often a trial cuts the power."""

KIND = Kind("crashes", in_child(__name__), in_suite=1, turn=FULL_TURN)


@cache
def _written(number: int) -> Trace:
    return traced(evening(number))


def tried(seed: int, folder: Path) -> Counter[str]:
    """One stretch of one evening."""
    number, stretch, stretches = stretch_of(seed)
    trace, chance = _written(number), random.Random(seed)
    crashed, counts = Crashed(trace, folder), Counter[str]()
    disk, reached, there = Disk(), 0, NO_FILES
    for at, call in enumerate(trace.calls):
        if at % stretches == stretch:
            reached, there = at, disk.files()
            crashed.killed(at, there)
            counts["kills survived"] += 1
            for part in torn(call, chance):
                crashed.killed(at, disk.files(part))
                counts["torn writes"] += 1
        disk.do(call)
    crashed.goes_on(reached)
    counts["ended again, started and gone on with"] += crash_again(there, trace.evening, folder, chance)
    return counts + crashed.powerless(trace.calls, chance)


class Crashed:
    """What is left of an evening that ended somewhere, held against what its journal had said."""

    def __init__(self, trace: Trace, folder: Path) -> None:
        self._trace = trace
        self._folder = folder
        self._marks = [at for at, call in enumerate(trace.calls) if call.done is Done.MARK]
        self._whole: dict[int, Content] = {}

    def killed(self, at: int, files: Files) -> None:
        """The process ended at a call: what was said to be written is there, and at most one thing more."""
        mark = bisect_right(self._marks, at) - 1
        found = read_back(put(files, self._folder / "state"))
        if found not in (self._content(mark), self._content(mark + 1)):
            whole = self._content(mark)
            raise Finding(f"{self._at(at)}: expected {whole}, or what came next, got {found}")

    def _content(self, mark: int) -> Content:
        """What there is when everything up to a mark was written and nothing more."""
        mark = min(mark, len(self._marks) - 1)
        if mark not in self._whole:
            found, written = read_back(self._up_to(mark)), self._written(mark)
            if found.aside or found.torn or found.runs != self._trace.told.runs(written):
                raise Finding(f"{self._at(self._marks[mark])}: expected {written} events, got {found}")
            self._whole[mark] = found
        return self._whole[mark]

    def _written(self, mark: int) -> int:
        return self._trace.told.written[mark] if mark >= 0 else 0

    def _up_to(self, mark: int) -> Path:
        disk = Disk()
        for call in self._trace.calls[: self._marks[mark] if mark >= 0 else 0]:
            disk.do(call)
        return put(disk.files(), self._folder / "whole")

    def goes_on(self, at: int) -> None:
        """A box started after a kill offers to go on with just what there was."""
        mark = bisect_right(self._marks, at) - 1
        written = self._written(mark)
        if not written:
            return
        state, _ = started(self._up_to(mark), self._trace.evening)
        last = self._trace.happened[written - 1].after.at_hand
        over = last.game is None or last.winners is not None
        expected = None if over else last.snapshot(state.offered_at)
        got = None if state.offered is None else state.offered.snapshot(state.offered_at)
        if got != expected:
            raise Finding(f"{self._at(at)}: expected to go on with {expected}, got {got}")

    def powerless(self, calls: Sequence[Call], chance: random.Random) -> Counter[str]:
        """The power is cut: what was synced is there, and the beginning of what came then."""
        platter, cuts, sure = Platter(), set(chance.sample(range(len(calls)), CUTS)), 0
        counts = Counter({"power cuts": CUTS})
        for at, call in enumerate(calls):
            if at in cuts:
                found = read_back(put(platter.cut(chance), self._folder / "state"))
                length = sum(map(len, found.runs.values()))
                if length < sure or found.runs != self._trace.told.runs(length) or found.aside:
                    raise Finding(f"{self._at(at)}, the power: expected the first {sure} events, got {found}")
                counts["after which the end of the log was torn"] += found.torn
            platter.do(call)
            if call.done is Done.SYNC and call.name.endswith("-wal"):
                sure = self._written(bisect_right(self._marks, at) - 1)
        return counts

    def _at(self, at: int) -> str:
        call = self._trace.calls[at]
        return f"{self._trace.evening.name}, call {at}, {call.done.name.lower()} {call.name}"
