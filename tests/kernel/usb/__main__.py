"""Measures who was first with plugged-in buttons, by our box and by usual buzzer programs, on the same races.

``make bench-fairness ARGS=--usb``: one guest a core. What each leaves and the tables go into the folder
``--out``; a guest that is done isn't run again unless ``--anew`` is said.
"""

from __future__ import annotations

import argparse
import os
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from pathlib import Path
from typing import NamedTuple

from firmware.events import NS_PER_US
from tests.kernel.build import cache
from tests.kernel.fairness.report import gap, percent, table
from tests.kernel.rig import PYTHON, Ran, Rig, RigError
from tests.kernel.usb.judge import Score, scored
from tests.kernel.usb.plan import GAPS_US, PERIODS_MS, Job, Program, Side

NAMES = {
    "ours": "**Pierwszy**",
    "stopped": "**Pierwszy**, stopped for 2 s meanwhile",
    "pygame": "pygame's joystick events, first one wins",
    "arrival": "`/dev/input` read at once, first one wins",
    "stamp": "`/dev/input`, earliest stamp wins",
}

PER_GUEST = 250
"""Races at each gap in one guest at most."""

MIXED_SHARE = 4
"""A pin against a device is played once for so many races of a device alone, at each gap and in either
order."""

STOPPED_SHARE = 100
"""One race in so many is played again to a program that is stopped meanwhile: that takes so much longer."""

PATIENCE_S = 0.4, 2.0
"""A guest that takes longer than this a race hangs; one whose program is stopped takes longer."""


class Cell(NamedTuple):
    """What one score is about."""

    contestant: str
    side: Side
    period_ms: int
    gap_us: int


Scores = Mapping[Cell, Score]


def jobs(wanted: argparse.Namespace) -> list[Job]:
    """All guests' work: after each round of guests all has been measured as often."""
    parts = -(-wanted.each // PER_GUEST)
    shares = [wanted.each // parts + (part < wanted.each % parts) for part in range(parts)]
    todo = [
        Job(program, period, mixed, _share(each, mixed), part, wanted.seed)
        for part, each in enumerate(shares)
        for period in wanted.periods
        for mixed in (False, True)
        for program in Program
        if program is Program.OURS or part == 0  # the others' share is told by fewer races
    ]
    few = -(-wanted.each // STOPPED_SHARE)
    stopped = [
        Job(Program.OURS, period, mixed, _share(few, mixed), 0, wanted.seed, stopped=True)
        for period in wanted.periods
        for mixed in (False, True)
    ]
    return todo + stopped


def _share(each: int, mixed: bool) -> int:
    return -(-each // MIXED_SHARE) if mixed else each


def play(rig: Rig, job: Job, folder: Path) -> Ran:
    """Run one guest, which leaves what it has seen in a folder.

    Raises:
        RigError: it fails.
    """
    folder.mkdir(parents=True, exist_ok=True)
    module = "tests.kernel.usb.guest"
    races = len(job.races())
    timeout = 60 + PATIENCE_S[job.stopped] * races
    ran = rig.run([PYTHON, "-m", module, job.text()], out=folder, timeout=timeout)
    if ran.code:
        raise RigError(f"expected {job.name} to go well, got {ran.code}:\n{ran.output}")
    (folder / "job.json").write_text(job.text())
    print(f"{job.name}: {races} races", flush=True)
    return ran


def play_all(todo: Iterable[Job], out: Path, guests: int) -> None:
    """Run these guests, so many at a time."""
    rig = Rig(realtime=True)
    with a_core_each(guests) as pool:
        list(pool.map(lambda job: play(rig, job, out / job.name), todo))


def a_core_each(threads: int) -> ThreadPoolExecutor:
    """Threads of which each keeps to one core, with the guests it runs: on two they are late more often."""
    cores = cycle(sorted(os.sched_getaffinity(0)))
    return ThreadPoolExecutor(threads, initializer=lambda: os.sched_setaffinity(0, {next(cores)}))


def done(out: Path, job: Job) -> bool:
    """Whether a guest has done this work."""
    file = out / job.name / "job.json"
    return file.is_file() and file.read_text() == job.text()


def scores(out: Path, finished: Sequence[Job]) -> Scores:
    """What the guests left, as scores."""
    by: dict[Cell, Score] = defaultdict(Score)
    for job in finished:
        for contestant, truth, score in scored(out / job.name, job):
            by[Cell(contestant, truth.race.side, job.period_ms, truth.race.gap // NS_PER_US)] += score
    return by


def pool(all_of: Scores, **wanted: object) -> Score:
    """The scores of all cells that are so, together."""
    pooled = Score()
    for cell, score in all_of.items():
        if wanted.items() <= cell._asdict().items():
            pooled += score
    return pooled


def shown(score: Score) -> str:
    """Wrong winners, and no winner at all, % of races; and ties, where there are any."""
    wrong = percent(score.wrong + score.none, score.races)
    return f"{wrong}; {percent(score.ties, score.races)} tied" if score.ties else wrong


def markdown(all_of: Scores) -> str:
    """All tables."""
    names = [name for name in NAMES if pool(all_of, contestant=name).races]
    periods = sorted({cell.period_ms for cell in all_of})
    parts = [winners(all_of, side, names, periods) for side in Side]
    return "\n".join([*parts, counts(all_of, names)])


def winners(all_of: Scores, side: Side, names: Sequence[str], periods: Sequence[int]) -> str:
    """Who was wrong how often, by gap."""
    gaps = GAPS_US[side]
    rows = [
        [f"{NAMES[name]}, every {period} ms"]
        + [shown(pool(all_of, contestant=name, side=side, period_ms=period, gap_us=us)) for us in gaps]
        for name in names
        for period in periods
    ]
    return table([f"{side.replace('-', ' ')}: wrong winners, % of races", *map(gap, gaps)], rows)


def counts(all_of: Scores, names: Sequence[str]) -> str:
    """What was counted of each side."""
    heads = ("races", "wrong", "no verdict", "ties", "tied too far apart", "one report, no tie")
    rows = []
    for name in names:
        for side in Side:
            one = pool(all_of, contestant=name, side=side)
            told = (one.races, one.wrong, one.none, one.ties, one.far, one.parted)
            rows.append([f"{NAMES[name]}, {side}", *map(str, told)])
    return table(["counts", *heads], rows)


def arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser("make bench-fairness ARGS=--usb", description=__doc__)
    parser.add_argument("--usb", action="store_true", help="this one")
    parser.add_argument("--each", type=int, default=1000, help="races at each gap, of each kind")
    parser.add_argument("--periods", type=int, nargs="+", default=list(PERIODS_MS), metavar="MS")
    parser.add_argument("--seed", type=int, default=22)
    parser.add_argument("--guests", type=int, default=os.cpu_count() or 1, help="guests at a time")
    parser.add_argument("--anew", action="store_true", help="run guests again that are done")
    parser.add_argument(
        "--out", type=Path, default=cache() / "fairness-usb", help="folder for what is measured"
    )
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> None:
    """Play what isn't done, and tell."""
    wanted = arguments(words)
    todo = jobs(wanted)
    play_all([job for job in todo if wanted.anew or not done(wanted.out, job)], wanted.out, wanted.guests)
    text = markdown(scores(wanted.out, todo))
    (wanted.out / "fairness-usb.md").write_text(text)
    print(text)


if __name__ == "__main__":
    main()
