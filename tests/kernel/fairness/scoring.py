"""What one guest left in its folder -> scores by contestant and gap."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from firmware.events import Seat
from tests.kernel.fairness.chips import Program
from tests.kernel.fairness.job import TRUTH, Job
from tests.kernel.fairness.judge import Score, Verdict, by_arrival, by_own_time, judge, ours, split
from tests.kernel.fairness.truth import Truth

CONTESTANTS = ("ours", "arrival", "monotonic", "bounce_time", "polling 1 ms", "polling 20 ms")

KNOW_TIES = frozenset({"ours", "monotonic"})
"""The others declare whoever they saw first the winner, however close."""

Played = list[dict[str, Any]]


def played(folder: Path) -> Played:
    """All races a guest has played, smeared ones too, in order."""
    return [json.loads(line) for line in (folder / TRUTH).read_text().splitlines()]


def truth(race: dict[str, Any], program: Program) -> Truth:
    """A played race's truth on one chip."""
    return Truth({seat: (before, after) for seat, (before, after) in race["touches"][program]})


def verdicts(folder: Path, job: Job, races: Played) -> Iterator[tuple[str, Program, Sequence[Verdict]]]:
    """Each contestant of a guest, its program, and its verdict on each race played."""
    for program in job.programs:
        left = json.loads((folder / f"{program}.json").read_text())
        begins = [truth(race, program).began for race in races]

        def by_race(log: list[tuple[Seat, int]], begins: list[int] = begins) -> list[list[tuple[Seat, int]]]:
            return split([(seat, at) for seat, at in log], begins)

        match program:
            case Program.OURS:
                yield "ours", program, [ours(told) for told in left["races"]]
            case Program.CALLBACKS:
                presses = by_race(left["callbacks"])
                yield "arrival", program, [by_arrival(one) for one in presses]
                yield "monotonic", program, [by_own_time(one) for one in presses]
            case _:
                for name, log in left.items():
                    yield name, program, [by_arrival(one) for one in by_race(log)]


def score(folder: Path, job: Job) -> dict[tuple[str, int], Score]:
    """Scores by contestant and gap (us); smeared races are left out."""
    races, gaps = played(folder), {race.number: race.gap for race in job.races()}
    scores: dict[tuple[str, int], Score] = defaultdict(Score)
    for contestant, program, decided in verdicts(folder, job, races):
        for race, verdict in zip(races, decided, strict=True):
            if not race["smeared"]:
                one = judge(truth(race, program), verdict, knows_ties=contestant in KNOW_TIES)
                scores[contestant, gaps[race["race"]] // 1000] += one
    return dict(scores)
