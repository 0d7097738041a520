"""Calls on the journal's files that fail, from any of them on, for a while: the game goes on.

What fails is written once it can be, or people are told that it isn't; never is anything of before gone, nor
an event there ahead of its turn.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.store.archive import Game
from companion.store.journal import Journal
from tests.fuzz.calls_child import in_child
from tests.fuzz.calls_disk import Disk, Files, put
from tests.fuzz.calls_evening import FULL_TURN, Evening, evening, no_game, stretch_of
from tests.fuzz.calls_shim import SHIM, Fails
from tests.fuzz.calls_threads import TURNS
from tests.fuzz.calls_told import DISK_TURNS, Content, Told, read_back, recorder_on, started, traced
from tests.fuzz.kinds import Finding, Kind

NEVER = 1 << 40
"""No evening has so many calls."""

LASTS = (1, 1, 2, 5, 40, NEVER)
"""For so many calls it goes on, any of these."""

WORDS = {
    Fails.NO_SPACE: "runs without space",
    Fails.IO_ERROR: "runs with input or output errors",
    Fails.SHORT_WRITE: "runs with short writes",
    Fails.LOCKED: "runs with a lock held",
}

KIND = Kind("calls", in_child(__name__), in_suite=1, turn=FULL_TURN * len(Fails))


@dataclass(frozen=True)
class Ran:
    """How writing an evening down went.

    Attributes:
        calls: how many could have failed.
        told: what it was told.
        opened: whether it could be opened at once.
        said: what people were told at the end.
        aside: what was set aside as damaged.
        content: what was there afterwards.
        killed: what is there if it was killed instead of ended, without a disk.
        warned: what people are told then.
    """

    calls: int
    told: Told
    opened: bool
    said: tuple[str, ...]
    aside: Path | None
    content: Content
    killed: Content
    warned: tuple[str, ...]


def tried(seed: int, folder: Path) -> Counter[str]:
    """Some calls of one evening, each the first that fails, one way."""
    how, (number, stretch, stretches) = Fails(seed % len(Fails)), stretch_of(seed // len(Fails))
    played, whole, chance = evening(number), _whole(number, how), random.Random(seed)
    counts = Counter[str]()
    for first in range(stretch, whole.calls, stretches):
        lasts, counts[WORDS[how]] = chance.choice(LASTS), counts[WORDS[how]] + 1
        where = f"{played.name}, {how.name.lower()} from {first} for {lasts} calls"
        try:
            ran = _run(played, how, first, lasts, folder / "run")
            _check(ran, whole, how, passes=lasts != NEVER)
        except Finding as finding:
            raise Finding(f"{where}: {finding}") from finding
        except Exception as error:
            error.add_note(where)
            raise
        counts["of them, not written and said so"] += bool(ran.said)
    return counts


@cache
def _before() -> Files:
    """What there is before the evening."""
    disk = Disk()
    for call in traced(no_game()).calls:
        disk.do(call)
    return disk.files()


@cache
def _whole(number: int, how: Fails) -> Ran:
    with TemporaryDirectory(prefix="pierwszy-evening-") as folder:
        return _run(evening(number), how, NEVER, 0, Path(folder) / "run")


def _run(played: Evening, how: Fails, first: int, lasts: int, folder: Path) -> Ran:
    """Write an evening down after another, while calls fail."""
    put(_before(), folder)
    chance = random.Random(played.name)
    SHIM.watch(folder, keep=False)
    SHIM.fail(how, first, lasts)
    with TURNS.taken():
        told = Told(Journal(folder))
        recorder = recorder_on(told, played)
        opened = told.journal.trouble is None
        recorder.start(played.session.start())
        for _ in played.recorded(recorder):
            TURNS.now += 0.1
            if chance.random() < DISK_TURNS:
                TURNS.others()
            recorder.try_again()
            said = recorder.notices
        calls = SHIM.eligible()
        killed = {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.endswith("-shm")}
        if lasts != NEVER:
            SHIM.fail(how, NEVER, 0)
            for _ in range(12):  # it is tried again, and synced
                TURNS.now += 3
                recorder.try_again()
                said = recorder.notices
                TURNS.others()
        TURNS.free()
        told.journal.close()
    SHIM.watch(folder / "nothing", keep=False)
    content, aside = read_back(folder, told.runs()), told.journal.set_aside
    left = put(killed, folder.with_name("killed"))
    _, warned = started(left, played)
    return Ran(calls, told, opened, said, aside, content, read_back(left, told.runs()), warned)


def _check(ran: Ran, whole: Ran, how: Fails, *, passes: bool) -> None:
    earlier, later = dict(whole.content.runs), list(ran.content.runs.values())
    if ran.aside:
        raise Finding(f"expected nothing to be set aside, nothing is damaged, got {ran.aside}")
    if ran.content.runs.get(1) != earlier[1]:
        raise Finding(f"expected the run before as it was, got {ran.content}")
    if passes and {"journal", "journal full"} & {*ran.said}:
        raise Finding(f"expected it to be written in the end, got {ran.said}")
    there = sum(len(ran.killed.runs.get(run, ())) for run in ran.told.runs())
    if how is Fails.NO_SPACE and ran.opened and there < len(ran.told.events) and not ran.warned:
        raise Finding(f"expected a word that {len(ran.told.events)} events aren't there, got {ran.killed}")
    told = list(ran.told.runs().values())
    if later[1:] == told:
        if [*map(_timeless, ran.content.games)] != [*map(_timeless, whole.content.games)]:
            raise Finding(f"expected the games {whole.content.games}, got {ran.content.games}")
        if ran.opened and ran.content.kept != whole.content.kept:
            raise Finding(f"expected {whole.content.kept} to be kept, got {ran.content.kept}")
    elif not ran.said or passes:
        raise Finding(f"expected all {len(ran.told.events)} events, got {ran.content}, said {ran.said}")
    elif not all(any(_begins(run, all_of_it) for all_of_it in told) for run in later[1:]):
        raise Finding(f"expected each run as it began, got {ran.content}")


def _begins(run: Sequence[object], whole: Sequence[object]) -> bool:
    return list(run) == list(whole[: len(run)])


def _timeless(game: Game) -> Game:
    """A game but for when it was: played twice, it is the same."""
    return replace(game, id=0, sitting=0, began="")
