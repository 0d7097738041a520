"""``make simulate``: seasons on every core for two minutes; prints what has happened in them."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from tests.fuzz.kinds import Finding
from tests.simulator.season import played

SEEDS = 5
"""So many seasons are told of in one line."""

TWICE = 10
"""Every so many-th season is played twice, and must be the same."""

MEMORY = Path("/dev/shm")
"""For files that no card need keep."""


class Found(NamedTuple):
    """What a season has found: what was promised and what came, and what was done by then, as a script."""

    seed: int
    what: str
    script: str


def main() -> int:
    """Play; 1 if something was found."""
    parser = argparse.ArgumentParser(prog="make simulate", description=__doc__)
    parser.add_argument("--seconds", type=float, default=120.0, help="in all (%(default)g)")
    parser.add_argument("--seed", type=int, help="this season alone, twice")
    given = parser.parse_args()
    if given.seed is not None:
        return _told(*seasons(range(given.seed, given.seed + 1), twice=1))
    began, total, failed = time.monotonic(), Counter[str](), 0
    seed, cores = random.SystemRandom().randrange(10**9), os.cpu_count() or 1
    with multiprocessing.get_context("spawn").Pool(cores) as pool:
        while (spent := time.monotonic() - began) < given.seconds:
            ranges = [range(seed + n * SEEDS, seed + (n + 1) * SEEDS) for n in range(cores)]
            seed = ranges[-1].stop
            for counts, found in pool.map(seasons, ranges, chunksize=1):
                failed += _told(counts, found)
                total += counts
    total["findings"] = failed
    _say(f"in all, in {spent:.0f} s: {_years(total)}")
    return 1 if failed else 0


def seasons(seeds: range, twice: int = TWICE) -> tuple[Counter[str], list[Found]]:
    """Play these seasons; what has happened in them, and what was found."""
    counts, found = Counter({"first seed": seeds[0]}), list[Found]()
    for seed in seeds:
        with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
            try:
                counts += played(seed, Path(folder), again=seed % twice == 0).counts
            except Finding as finding:
                found.append(Found(seed, str(finding), "".join(getattr(finding, "__notes__", ""))))
            except Exception:  # noqa: BLE001 - whatever it is, the next season is played
                found.append(Found(seed, traceback.format_exc(), ""))
    return counts, found


def _told(counts: Counter[str], found: list[Found]) -> int:
    """Print it; returns how many findings there were."""
    first = counts.pop("first seed")
    _say(f"seeds from {first}: {_years(counts)}, {len(found)} findings")
    for seed, what, script in found:
        _say(f'  FOUND: {what}\n  again: make simulate ARGS="--seed {seed}"')
        if script:
            file = Path(tempfile.gettempdir()) / f"pierwszy-simulate-{seed}.table"
            file.write_text(f"# {' '.join(what.split())[:100]}\n{script}", encoding="utf-8")
            _say(f"  since it was last switched on, for pierwszy replay: {file}")
    return len(found)


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _years(counts: Counter[str]) -> str:
    """What has happened, the time first; an evening a week makes a year of 52 nights."""
    told = Counter(counts)
    nights, hours = told.pop("nights", 0), told.pop("virtual s", 0) / 3600
    rest = (f"{count:,} {what}" for what, count in told.items())
    return ", ".join(
        [f"{nights:,} nights ({nights / 52:.1f} years of one a week), {hours:,.1f} h of play", *rest]
    )
