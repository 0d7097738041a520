"""What the box's times should be: lateness and stamps as recorded, and rulings with other times than ours.

``make bench-fairness ARGS=--defaults``, after a run: every edge that ours saw there is judged again, one of
its times changed.
"""

from __future__ import annotations

import json
import random
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median

from firmware.events import NS_PER_MS, NS_PER_US, Edge, Seat
from firmware.times import Times
from tests.kernel.fairness.chips import Program
from tests.kernel.fairness.job import JOB, TRUTH, Job
from tests.kernel.fairness.judge import Score, judge
from tests.kernel.fairness.plan import Contacts, Load
from tests.kernel.fairness.replay import Recorded, replay
from tests.kernel.fairness.report import microseconds, milliseconds, table
from tests.kernel.fairness.scoring import SEATS, played, truth

OTHERS: Mapping[str, Sequence[int]] = {
    "settle": [ms * NS_PER_MS for ms in (3, 5, 10, 15, 20, 30, 50)],
    "confirm": [round(ms * NS_PER_MS) for ms in (0.5, 1, 2, 3, 5, 8)],
    "gap": [ms * NS_PER_MS for ms in (1, 2, 3, 4, 6)],
    "bounce": [ms * NS_PER_MS for ms in (5, 10, 20, 30)],
    "tie": [us * NS_PER_US for us in (20, 50, 100, 200, 500, 1000)],
}
"""Each time, and what else it might be (ns)."""

MOST_RACES = 600
"""Of one guest: its first ones, in which all gaps come up."""


@dataclass
class Record:
    """What ours saw in one guest.

    Attributes:
        load: what else kept it busy.
        contacts: clean or bouncing.
        races: as recorded.
        overslept: how late the loop was where it woke by itself (ns).
    """

    load: Load
    contacts: Contacts
    races: list[Recorded]
    overslept: list[int]


def records(out: Path) -> Iterator[Path]:
    """The folders in which ours left something."""
    return (folder.parent for folder in sorted(out.glob(f"{Program.OURS}-*/{TRUTH}")))


def read(folder: Path) -> Record:
    """One guest's races that came out as planned."""
    job = Job.read((folder / JOB).read_text())
    told, gaps = played(folder), {race.number: race.gap // NS_PER_US for race in job.races()}
    left = json.loads((folder / f"{Program.OURS}.json").read_text())
    edges = [(Edge(seat, bool(closed), at), taken) for seat, closed, at, taken in left["edges"]]
    edges.sort(key=lambda edge: edge[0].at)
    truths = [truth(race) for race in told]
    starts = [bisect_left(edges, one.began, key=lambda edge: edge[0].at) for one in truths]
    races = [
        Recorded(
            gaps[race["race"]],
            one,
            [(SEATS[line], closed, at) for line, closed, at, _ in race["flips"]],
            sorted(edges[start:end], key=lambda edge: edge[1]),
        )
        for race, one, start, end in zip(told, truths, starts, [*starts[1:], None], strict=True)
        if not race["smeared"]
    ]
    return Record(job.load, job.contacts, races, left["overslept"])


# -- how late, how true ------------------------------------------------------------------------------------


@dataclass
class Seen:
    """What was recorded under one load.

    Attributes:
        late: from each edge's stamp until the loop took it (ns).
        overslept: how late the loop woke (ns).
        stamps: of each seat, its first edges' stamps after the moment right before the pull (ns).
    """

    late: list[int] = field(default_factory=list)
    overslept: list[int] = field(default_factory=list)
    stamps: dict[Seat, list[int]] = field(default_factory=lambda: defaultdict(list))

    def take(self, record: Record) -> None:
        """Add one guest's."""
        self.overslept += record.overslept
        for race in record.races:
            self.late += [taken - edge.at for edge, taken in race.edges]
            first: dict[Seat, int] = {}
            for edge, _ in sorted(race.edges, key=lambda one: one[0].at):
                if isinstance(edge.line, int):
                    first.setdefault(edge.line, edge.at)
            for seat, (before, _) in race.truth.touches.items():
                if seat in first:
                    self.stamps[seat].append(first[seat] - before)


def seen(out: Path) -> dict[tuple[Load, Contacts], Seen]:
    """What was recorded under each load, with each kind of contact."""
    by_load: dict[tuple[Load, Contacts], Seen] = defaultdict(Seen)
    for folder in records(out):
        record = read(folder)
        by_load[record.load, record.contacts].take(record)
    return by_load


def lateness(by_load: Mapping[tuple[Load, Contacts], Seen]) -> str:
    """How late edges reach the loop, and the loop its deadlines."""
    rows = [
        [
            f"{load}, {contacts}",
            *(milliseconds(one.late, share) for share in (0.5, 0.99, 0.999, 1)),
            *(milliseconds(one.overslept, share) for share in (0.5, 0.99, 1)),
        ]
        for (load, contacts), one in by_load.items()
    ]
    head = ["ms", "edge late, p50", "p99", "p99.9", "max", "loop late, p50", "p99", "max"]
    return table(head, rows)


def stamps(by_load: Mapping[tuple[Load, Contacts], Seen]) -> str:
    """How long after its pull a first edge is stamped; its spread is how far two seats' stamps may err."""
    rows = []
    for (load, contacts), one in by_load.items():
        every = [stamp for seat in one.stamps.values() for stamp in seat]
        if not every:
            continue
        biases = [round(median(seat)) for seat in one.stamps.values()]
        bias = microseconds([max(biases) - min(biases)], 1)
        told = (microseconds(every, share) for share in (0, 0.5, 0.99, 0.999, 1))
        rows.append([f"{load}, {contacts}", *told, bias])
    return table(["stamp after pull, µs", "least", "p50", "p99", "p99.9", "max", "bias between lines"], rows)


# -- other times -------------------------------------------------------------------------------------------


@dataclass
class Tried:
    """What would have come of other times."""

    score: Score = field(default_factory=Score)
    clear: Score = field(default_factory=Score)
    """At true gaps above that tie."""

    def __iadd__(self, other: Tried) -> Tried:
        self.score += other.score
        self.clear += other.clear
        return self


def try_times(record: Record, times: Times) -> Tried:
    """Judge one guest's races with these times."""
    tried, chance = Tried(), random.Random(17)
    for race in record.races[:MOST_RACES]:
        verdict = replay(race, times, record.overslept, chance)
        score = judge(race.truth, verdict, knows_ties=True, tie=times.tie)
        tried.score += score
        if race.gap_us * NS_PER_US > times.tie:
            tried.clear += score
    return tried


def _try_all(folder: Path) -> tuple[Load, dict[tuple[str, int], Tried]]:
    record = read(folder)
    tried = {
        (name, value): try_times(record, replace(Times(), **{name: value}))
        for name, values in OTHERS.items()
        for value in values
    }
    return record.load, tried


def other_times(out: Path) -> str:
    """A row for each other time, all loads together; and the load under which most presses were lost."""
    total: dict[tuple[str, int], Tried] = defaultdict(Tried)
    lost: dict[tuple[str, int], dict[Load, int]] = defaultdict(lambda: defaultdict(int))
    with ProcessPoolExecutor() as pool:
        for load, tried in pool.map(_try_all, records(out)):
            for key, one in tried.items():
                total[key] += one
                lost[key][load] += one.score.lost
    rows = [_tried_row(*key, one, lost[key]) for key, one in total.items()]
    head = ["time", "races", "lost presses (worst load)", "false ones", "winner wrong above tie"]
    head += ["order wrong above tie", "false ties", "ties missed", "ruled after, p50", "p99, ms"]
    return table(head, rows)


def _tried_row(name: str, value: int, one: Tried, lost: Mapping[Load, int]) -> list[str]:
    ours = " (ours)" if getattr(Times(), name) == value else ""
    worst = max(lost, key=lambda load: lost[load])
    return [
        f"{name} {value / NS_PER_MS:g} ms{ours}",
        str(one.score.races),
        f"{one.score.lost} ({worst}: {lost[worst]})" if one.score.lost else "0",
        str(one.score.false),
        f"{one.clear.wrong_winners} of {one.clear.races}",
        str(one.clear.wrong_orders),
        str(one.score.false_ties),
        str(one.score.missed_ties),
        milliseconds(one.score.latencies, 0.5),
        milliseconds(one.score.latencies, 0.99),
    ]


def markdown(out: Path) -> str:
    """All of it."""
    by_load = seen(out)
    return "\n".join([lateness(by_load), stamps(by_load), other_times(out)])
