"""Measures who was first, by our box and by usual buzzer programs, on the same races.

``make bench-fairness`` runs one guest a core, and leaves what they wrote, the scores, the tables and the
picture in the folder ``--out``; with ``--pictures`` the picture goes there, too.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from datetime import date
from pathlib import Path

from tests.benchmarks.machine import facts
from tests.kernel.build import cache
from tests.kernel.fairness import defaults, report
from tests.kernel.fairness.chips import GROUPS, PANELS
from tests.kernel.fairness.job import JOB, KERNEL, Job
from tests.kernel.fairness.judge import Score
from tests.kernel.fairness.plan import GAPS_US, Contacts, Load
from tests.kernel.fairness.results import Cell, Results, in_order
from tests.kernel.fairness.scoring import CONTESTANTS, played, score
from tests.kernel.rig import PYTHON, Chip, I2c, Rig, RigError

PER_GUEST = 200
"""Races at each gap in one guest at most: more guests show progress, fewer start less often."""

PATIENCE_S = 1.0
"""A guest that takes longer than this a race hangs."""

START_S = 120


def play(rig: Rig, job: Job, out: Path) -> None:
    """Run one guest, once more if it fails."""
    folder = out / job.name
    for attempt in range(2):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        (folder / JOB).write_text(job.text())
        try:
            ran = rig.run(
                [PYTHON, "-m", "tests.kernel.fairness.guest", job.text()],
                out=folder,
                chips=[Chip(program) for program in job.programs],
                i2c=I2c(tuple(address for program in job.programs for address in PANELS[program])),
                timeout=START_S + PATIENCE_S * job.each * len(job.gaps_us),
                heard=lambda line: print(f"  {job.name}: {line}", flush=True) if "races" in line else None,
            )
            if ran.code == 0:
                return
            fault = RigError(f"expected {job.name} to go well, got {ran.code}:\n{ran.output}")
        except RigError as error:
            fault = error
        print(f"  {job.name} failed: {fault}", file=sys.stderr, flush=True)
        if attempt:
            raise fault


def jobs(wanted: argparse.Namespace) -> list[Job]:
    """All guests' work; those that take longest first."""
    parts = -(-wanted.each // PER_GUEST)
    shares = [wanted.each // parts + (part < wanted.each % parts) for part in range(parts)]
    return [
        Job(group, load, contacts, part, wanted.seed, each, tuple(wanted.gaps))
        for group in GROUPS
        for part, each in enumerate(shares)
        for load in wanted.loads
        for contacts in wanted.contacts
    ]


def measure(wanted: argparse.Namespace) -> Results:
    """Run all guests, as many at a time as there are cores, and score what they left."""
    todo, began, rig = jobs(wanted), time.monotonic(), Rig()
    with suppress(PermissionError):
        os.setpriority(os.PRIO_PROCESS, 0, -10)  # whoever else is on this machine smears races
    machine = facts()
    with ThreadPoolExecutor(wanted.guests) as pool:
        running = {pool.submit(play, rig, job, wanted.out): job for job in todo}
        for number, done in enumerate(as_completed(running), 1):
            if fault := done.exception():
                pool.shutdown(wait=False, cancel_futures=True)
                raise fault
            minutes = (time.monotonic() - began) / 60
            print(
                f"{running[done].name}: {number} of {len(todo)} guests done in {minutes:.1f} min", flush=True
            )
    scores: list[tuple[Cell, Score]] = []
    races = smeared = 0
    results = Results()
    for job in todo:
        folder = wanted.out / job.name
        told = played(folder)
        races, smeared = races + len(told), smeared + sum(race["smeared"] for race in told)
        scores += [
            (Cell(name, job.load, job.contacts, us), one) for (name, us), one in score(folder, job).items()
        ]
    for cell in in_order(scores, CONTESTANTS):
        results.scores[cell] = Score()
    for cell, one in scores:
        results.scores[cell] += one
    results.facts = {
        "date": date.today().isoformat(),
        "kernel": (wanted.out / todo[0].name / KERNEL).read_text(),
        "machine": machine,
        "minutes": (time.monotonic() - began) / 60,
        "each": wanted.each,
        "seed": wanted.seed,
        "played": races,
        "smeared": smeared,
    }
    results.save(wanted.out / "results.json")
    return results


def arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser("make bench-fairness", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a few races of everything: does it run at all?")
    parser.add_argument("--each", type=int, default=400, help="races for each gap, load and kind of contact")
    parser.add_argument("--loads", type=Load, nargs="+", default=list(Load), metavar="LOAD")
    parser.add_argument("--contacts", type=Contacts, nargs="+", default=list(Contacts), metavar="KIND")
    parser.add_argument("--gaps", type=int, nargs="+", default=list(GAPS_US), metavar="US")
    parser.add_argument("--seed", type=int, default=17)
    parser.add_argument("--guests", type=int, default=os.cpu_count() or 1, help="guests at a time")
    parser.add_argument(
        "--out", type=Path, default=cache() / "fairness", help="folder of all that is measured"
    )
    parser.add_argument("--pictures", type=Path, help="folder for the picture, beside the other one")
    parser.add_argument(
        "--report", action="store_true", help="play nothing, tell the last run's results anew"
    )
    parser.add_argument(
        "--defaults", action="store_true", help="replay the last run's edges with other times"
    )
    wanted = parser.parse_args(words)
    if wanted.quick:
        wanted.each = 7
    return wanted


def main() -> None:
    wanted = arguments()
    wanted.out.mkdir(parents=True, exist_ok=True)
    if wanted.defaults:
        text = defaults.markdown(wanted.out)
        (wanted.out / "defaults.md").write_text(text)
        print(text)
        return
    results = Results.load(wanted.out / "results.json") if wanted.report else measure(wanted)
    text = report.markdown(results)
    (wanted.out / "fairness.md").write_text(text)
    from tests.kernel.fairness import plot  # noqa: PLC0415 - playing needs no matplotlib

    for folder in filter(None, (wanted.out, wanted.pictures)):
        plot.draw(results, folder / "fairness.png")
    print(f"{text}\n{wanted.out / 'fairness.md'}, {wanted.out / 'fairness.png'}")


if __name__ == "__main__":
    main()
