"""What one guest left in its folder -> scores by contestant and gap."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from firmware.events import NS_PER_US, Seat
from tests.kernel.fairness.chips import Program
from tests.kernel.fairness.job import TRUTH, Job
from tests.kernel.fairness.judge import Score, Verdict, by_arrival, by_own_time, judge, ours, split
from tests.kernel.fairness.plan import LINES
from tests.kernel.fairness.truth import Touch, Truth

CONTESTANTS = ("ours", "arrival", "monotonic", "bounce_time", "polling 1 ms", "polling 20 ms")

SEATS = {line: seat for seat, line in LINES.items()}

KNOW_TIES = frozenset({"ours", "monotonic"})
"""The others declare whoever they saw first the winner, however close."""

Played = list[dict[str, Any]]


def played(folder: Path) -> Played:
    """All races a guest has played, smeared ones too, in order."""
    return [json.loads(line) for line in (folder / TRUTH).read_text().splitlines()]


def truth(race: dict[str, Any]) -> Truth:
    """A played race's truth."""
    made: dict[Seat, Touch] = {}
    for line, _, before, after in race["flips"]:
        made.setdefault(SEATS[line], (before, after))
    return Truth(made)


def verdicts(folder: Path, job: Job, races: Played) -> Iterator[tuple[str, Sequence[Verdict]]]:
    """Each contestant that a program stands for, and its verdict on each race played."""
    left = json.loads((folder / f"{job.program}.json").read_text())
    if job.program is Program.OURS:
        yield "ours", [ours(told) for told in left["races"]]
        return
    begins = [truth(race).began for race in races]
    for name, log in left.items():
        by_race = split([(seat, at) for seat, at in log], begins)
        yield name, [by_arrival(presses) for presses in by_race]
        if name == "arrival":
            yield "monotonic", [by_own_time(presses) for presses in by_race]


def score(folder: Path, job: Job) -> dict[tuple[str, int], Score]:
    """Scores by contestant and gap (us); smeared races are left out."""
    races, gaps = played(folder), {race.number: race.gap // NS_PER_US for race in job.races()}
    scores: dict[tuple[str, int], Score] = defaultdict(Score)
    for contestant, decided in verdicts(folder, job, races):
        for race, verdict in zip(races, decided, strict=True):
            if not race["smeared"]:
                one = judge(truth(race), verdict, knows_ties=contestant in KNOW_TIES)
                scores[contestant, gaps[race["race"]]] += one
    return dict(scores)
