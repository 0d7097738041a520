"""A box that was killed, started again and gone on with, and killed then, or its power cut."""

from __future__ import annotations

import random
from bisect import bisect_right
from dataclasses import replace
from pathlib import Path

from companion.session.shelf import Fetch
from companion.store.journal import Journal
from firmware.events import NS_PER_S, HostKey, Key, Press, Release
from tests.fuzz.calls_disk import Disk, Files, Platter, put
from tests.fuzz.calls_evening import Evening
from tests.fuzz.calls_shim import SHIM, Call, Done
from tests.fuzz.calls_threads import TURNS
from tests.fuzz.calls_told import Runs, Told, read_back, recorder_on
from tests.fuzz.kinds import Finding

EVENTS = (
    Key(HostKey.OK, 0),
    Key(HostKey.OK, 0),
    Press(1, 0),
    Release(1, 0),
    Key(HostKey.UNDO, 0),
    Key(HostKey.HOLD_OK, 0),
    Key(HostKey.OK, 0),
)
"""What happens once it is on again: it is gone on with, or something is chosen in the menu."""

SWITCHED_ON_NS = 20 * NS_PER_S
"""The clock has begun anew."""

TIMES = 6
"""So often it ends again, each way."""


def crash_again(files: Files, evening: Evening, folder: Path, chance: random.Random) -> int:
    """Start from what a kill has left, and end somewhere; says how often."""
    before = read_back(put(files, folder / "again")).runs
    told, calls = _gone_on(put(files, folder / "again"), evening)
    marks = [at for at, call in enumerate(calls) if call.done is Done.MARK]
    disk, platter, sure = Disk(files), Platter(files), 0
    kills, cuts = ({*chance.choices(range(len(calls)), k=TIMES)} for _ in ("kill", "cut"))
    for at, call in enumerate(calls):
        mark = bisect_right(marks, at)
        written = told.written[mark - 1] if mark else 0
        soon = told.written[min(mark, len(marks) - 1)]
        if at in kills:
            _check(disk.files(), folder, [_with(before, told, length) for length in range(written, soon + 1)])
        if at in cuts:
            _check(
                platter.cut(chance), folder, [_with(before, told, length) for length in range(sure, soon + 1)]
            )
        disk.do(call)
        platter.do(call)
        if call.done is Done.SYNC and call.name.endswith("-wal"):
            sure = written
    return len(kills) + len(cuts)


def _gone_on(folder: Path, evening: Evening) -> tuple[Told, list[Call]]:
    SHIM.watch(folder, keep=True)
    with TURNS.taken():
        told = Told(Journal(folder))
        told.mark()
        recorder = recorder_on(told, evening)
        state, now = recorder.start(evening.session.start()), SWITCHED_ON_NS
        for event in EVENTS:
            now += NS_PER_S
            happens = replace(event, at=now)
            after, effects = evening.session.step(state, happens)
            recorder.record(happens, now, state, after)
            state = after
            for effect in effects:
                if isinstance(effect, Fetch):
                    state = recorder.fetch(effect.key, state, now)
            TURNS.now += 0.1
            TURNS.others()
        TURNS.free()
        told.journal.close()
    calls = SHIM.kept()
    SHIM.watch(folder / "nothing", keep=False)
    return told, calls


def _with(before: Runs, told: Told, length: int) -> Runs:
    """The runs before, and the first events told since."""
    since = told.runs(length)
    return {run: before.get(run, []) + since.get(run, []) for run in sorted({*before, *since})}


def _check(files: Files, folder: Path, expected: list[Runs]) -> None:
    found = read_back(put(files, folder / "state"))
    if found.runs not in expected:
        lengths = {sum(map(len, runs.values())) for runs in expected}
        raise Finding(f"started again: expected {min(lengths)} to {max(lengths)} events, got {found}")
