"""What a program made of a race, against the truth of it. Pure: all comes from files that guests left.

Of ours `tests.certify` asks for more: whether each verdict is the promised one, and a second judge's, too.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise
from pathlib import Path
from typing import Any

from firmware.events import NS_PER_MS, Seat
from tests.kernel.usb.plan import TABLES, Job, Program, Race, Side


def contestants(job: Job) -> tuple[str, ...]:
    """Whom a program stands for: what it has written down may be read in more than one way."""
    match job.program:
        case Program.OURS:
            return ("stopped" if job.stopped else "ours",)
        case Program.PYGAME:
            return ("pygame",)
        case Program.EVDEV:
            return ("arrival", "stamp")


@dataclass(frozen=True, slots=True)
class Truth:
    """What truly happened in a race.

    Attributes:
        race: as it was planned.
        table: where.
        closed: between which moments each seat's contact closed (ns).
        stamped: between which moments the kernel stamped that (ns).
    """

    race: Race
    table: int
    closed: dict[Seat, tuple[int, int]]
    stamped: dict[Seat, tuple[int, int]]

    @property
    def began(self) -> int:
        """The first contact (ns)."""
        return min(since for since, _ in self.closed.values())

    @property
    def first(self) -> Seat:
        """Whose it was."""
        return min(self.closed, key=lambda seat: self.closed[seat])

    @property
    def gap(self) -> int:
        """How much later the second contact closed, at least (ns)."""
        first, second = sorted(self.closed.values())[:2]
        return second[0] - first[1]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a program decided: a winner; or several who tied; or nothing at all."""

    firsts: tuple[Seat, ...] = ()


@dataclass(slots=True)
class Score:
    """Counts over many races.

    Attributes:
        races: how many.
        wrong: another seat than the first has won, or a tie was declared without it.
        none: nobody was declared the first.
        ties: ties declared.
        far: of these, of buttons of one device farther apart than two of its rounds.
        parted: the first two buttons were told by one report, and yet no tie was declared.
    """

    races: int = 0
    wrong: int = 0
    none: int = 0
    ties: int = 0
    far: int = 0
    parted: int = 0

    def __iadd__(self, other: Score) -> Score:
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))
        return self


def judge(truth: Truth, verdict: Verdict, period: int) -> Score:
    """One verdict as a score of one race.

    Args:
        truth: what was pressed.
        verdict: what the program decided.
        period: how often the device was asked (ns).
    """
    tie = len(verdict.firsts) > 1
    score = Score(
        races=1,
        wrong=bool(verdict.firsts) and truth.first not in verdict.firsts,
        none=not verdict.firsts,
        ties=tie,
    )
    if truth.race.side is Side.DEVICE:
        score.far = tie and truth.gap > 2 * period
        score.parted = _one_report(truth) and not tie
    return score


def _one_report(truth: Truth) -> bool:
    first, second, *_ = sorted(truth.stamped.values())
    return first == second


# -- what the programs left behind -------------------------------------------------------------------------


def scored(folder: Path, job: Job) -> Iterator[tuple[str, Truth, Score]]:
    """Each contestant's score of each race that wasn't spoilt."""
    races = {race.number: race for race in job.races()}
    told = [json.loads(line) for line in (folder / "truth.jsonl").read_text().splitlines()]
    verdicts = ours if job.program is Program.OURS else by_arrival
    for table in TABLES:
        own = [(one, _truth(one, races)) for one in told if one["table"] == table]
        log = json.loads((folder / f"{table}.json").read_text())
        log = log["rulings"] if job.program is Program.OURS else log
        began = [truth.began for _, truth in own]
        for contestant in contestants(job):
            decided = [verdicts(part, contestant) for part in _split(log, began)]
            for (one, truth), verdict in zip(own, decided, strict=True):
                if not one["spoilt"]:
                    yield contestant, truth, judge(truth, verdict, job.period_ms * NS_PER_MS)


def _truth(told: dict[str, Any], races: dict[int, Race]) -> Truth:
    closed, stamped = (
        {int(seat): (since, until) for seat, (since, until) in told[what].items()}
        for what in ("closed", "stamped")
    )
    return Truth(races[told["race"]], told["table"], closed, stamped)


def _split(log: Sequence[Sequence[Any]], began: Sequence[int]) -> list[Sequence[Sequence[Any]]]:
    """A log, race by race: what has a time since a race's first contact, and before the next one's."""
    starts = [bisect_left(log, begin, key=lambda entry: entry[1]) for begin in began]
    return [log[start:end] for start, end in pairwise([*starts, len(log)])]


def ours(rulings: Sequence[Sequence[Any]], _: str) -> Verdict:
    """Of the rulings that a table has kept (`tests.certify.at_table`)."""
    return Verdict(tuple(rulings[0][0])) if rulings else Verdict()


def by_arrival(presses: Sequence[Sequence[Any]], contestant: str) -> Verdict:
    """Whoever was seen first has won, or whose event has the earliest stamp: ``[seat, arrived, stamp]``."""
    by = 2 if contestant == "stamp" else 1
    return Verdict((min(presses, key=lambda press: press[by])[0],)) if presses else Verdict()
