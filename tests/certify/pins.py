"""The pins' part: races on real GPIO lines of a kernel, in guests, as fast as the box takes them.

What is played is `tests.kernel.fairness`'s, but for gaps dense around the tie. Clean contacts are let go as
soon as that says nothing about them; those that bounce after a brisk tap. (Of taps of 30 ms one in 400 was
stamped too late: it was over before anything had been heard of its end, for its edges came 44 ms late beside
busy threads.)
"""

from __future__ import annotations

import json
import os
import random
import sys
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from firmware.events import NS_PER_MS, NS_PER_US, Seat
from firmware.times import Times
from tests.certify.part import Block, Under, crowded, number
from tests.certify.record import EdgeTold, Record, Touch
from tests.kernel.fairness.chips import PANELS, Program
from tests.kernel.fairness.guest import run
from tests.kernel.fairness.job import Job
from tests.kernel.fairness.plan import Contacts, Load, Race, orders, plan_race
from tests.kernel.fairness.scoring import played, truth
from tests.kernel.fairness.truth import STUMBLE_NS
from tests.kernel.rig import PYTHON, Chip, I2c, Rig, RigError

NAME, AT_ONCE, RACES = "pins", 2, 92_000

SHARE = 1_250
"""Races of one guest: a minute or two."""

GAPS_US = (10, 20, 50, 100, 200, 450, 475, 490, 500, 510, 525, 550, 600, 750, 1_000, 2_000, 5_000)

BOUNCING_TAP_NS, CLEAN_TAP_NS, CROWDED_TAP_NS = 60 * NS_PER_MS, 10 * NS_PER_MS, 30 * NS_PER_MS

BEFORE_NS = 10 * NS_PER_MS
"""What was heard of a line so long before a race was of the one before: in between they are at rest."""

KINDS = {Contacts.CLEAN: "pin", Contacts.BOUNCE: "bare"}

START_S, PATIENCE_S = 120, 1.0
"""A guest that takes longer to start, or longer than this a race, hangs."""


@dataclass(frozen=True, slots=True)
class Work(Job):
    """One guest's work: ``each`` races in all, every gap as often as any.

    A touch need not come at its gap to the microsecond, for it is judged by when it came; beside bouncing
    contacts it couldn't.
    """

    LAG_NS = STUMBLE_NS

    def races(self) -> list[Race]:
        """The races, in the order in which they are played."""
        chance = random.Random(self.seed)
        wanted = [
            (GAPS_US[number % len(GAPS_US)] * NS_PER_US, order)
            for number, order in enumerate(orders(self.each, chance))
        ]
        chance.shuffle(wanted)
        return [
            plan_race(number, gap, order, self.contacts, chance, _tap(self.contacts, gap, len(order)))
            for number, (gap, order) in enumerate(wanted)
        ]


def _tap(contacts: Contacts, gap: int, seats: int) -> int:
    """How long each button is held (ns)."""
    if contacts is Contacts.BOUNCE:
        return BOUNCING_TAP_NS
    return CROWDED_TAP_NS if crowded(seats, gap) else CLEAN_TAP_NS


def blocks(races: int) -> list[Block]:
    """Of each load with each kind of contact as many, one after the other in turn."""
    kinds = [(load, contacts) for load in Load for contacts in Contacts]
    shares = -(-races // (SHARE * len(kinds)))
    each = -(-races // (shares * len(kinds)))
    return [Block(f"{load}-{contacts}-{share}", each) for share in range(shares) for load, contacts in kinds]


def work(block: Block, seed: str, bias: str = "") -> Work:
    """A block's work for its guest."""
    load, contacts, share = block.name.split("-")
    return Work(
        Program.OURS, Load(load), Contacts(contacts), int(share), number(seed), block.races, bias=bias
    )


def planned(block: Block, seed: str) -> list[Under]:
    """A block's races as they are drawn."""
    job = work(block, seed)
    return [_under(job, race) for race in job.races()]


def _under(job: Work, race: Race) -> Under:
    order = ",".join(map(str, race.order))
    return {
        "load": str(job.load),
        "contacts": str(job.contacts),
        "gap_us": race.gap // NS_PER_US,
        "order": order,
    }


def play(block: Block, seed: str, folder: Path, bias: str = "") -> Iterator[Record]:
    """Run its guest, and tell its races.

    Raises:
        RigError: it fails, or the machine has spoilt a race too often.
    """
    job = work(block, seed, bias)
    # one that never rests uses up all that whoever goes before all others may have, and is stopped then
    ran = Rig(realtime=job.load is Load.IDLE).run(
        [PYTHON, "-m", "tests.certify.pins", job.text()],
        out=folder,
        chips=[Chip(job.program)],
        i2c=I2c(PANELS),
        timeout=START_S + PATIENCE_S * block.races,
    )
    if ran.code:
        raise RigError(f"expected {block.name} to go well, got {ran.code}:\n{ran.output}")
    found = {record.number: record for record in records(block, job, folder)}
    if missing := set(range(block.races)) - found.keys():
        raise RigError(f"expected a quiet machine for {block.name}, got none for {len(missing)} races")
    return iter([found[each] for each in sorted(found)])


def records(block: Block, job: Work, folder: Path) -> Iterator[Record]:
    """What a guest left, race by race; what the machine under it spoilt is left out."""
    left = json.loads((folder / f"{Program.OURS}.json").read_text())
    races = {race.number: race for race in job.races()}
    truths = played(folder)
    begins = [truth(race).began - BEFORE_NS for race in truths]
    edges: list[list[list[Any]]] = [[] for _ in truths]
    for edge in left["edges"]:  # by their stamps: some come when the next race has begun
        if (place := bisect_right(begins, edge[2]) - 1) >= 0:
            edges[place].append(edge)
    for race, told, heard in zip(truths, left["races"], edges, strict=True):
        if not race["smeared"]:
            own = races[race["race"]]
            yield _record(block, job, own, truth(race).touches, told, heard)


def _record(
    block: Block,
    job: Work,
    race: Race,
    touches: dict[Seat, Touch],
    told: dict[str, Any],
    edges: list[list[Any]],
) -> Record:
    ruling = told["ruling"] or {}
    heard: tuple[EdgeTold, ...] = tuple((seat, bool(closed), at, None) for seat, closed, at, _ in edges)
    return Record(
        part=NAME,
        block=block.name,
        number=race.number,
        kinds=dict.fromkeys(touches, KINDS[job.contacts]),
        tie=Times().tie,
        touches=touches,
        winner=ruling.get("winner"),
        tied=tuple(ruling.get("tied", ())),
        order=tuple(ruling.get("order", ())),
        presses={int(seat): count for seat, count in told["presses"].items() if count},
        stamps={int(seat): at for seat, at in told["stamps"].items()},
        widths={int(seat): tuple(width) for seat, width in told["widths"].items()},
        late=tuple(ruling.get("late", ())),
        edges=heard,
        under=_under(job, race),
    )


if __name__ == "__main__":
    run(Work.read(sys.argv[1]), Path(os.environ["RIG"]))
