"""Plugged-in buttons: real descriptors in the kernel's guest, alone and beside pins, however often asked."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from firmware.events import NS_PER_US, Seat
from firmware.times import Times
from tests.certify.at_table import split, told
from tests.certify.part import Block, Under, number
from tests.certify.record import Record
from tests.kernel.rig import Rig, RigError
from tests.kernel.usb.__main__ import play as played_in_guest
from tests.kernel.usb.plan import DELAYS_US, GAPS_US, PERIODS_MS, PIN, TABLES, Job, Program, Race, Side

NAME, AT_ONCE, RACES = "usb", 2, 4_000

SIDES = {"alone": (Side.DEVICE,), "mixed": (Side.PIN_FIRST, Side.USB_FIRST)}


def blocks(races: int) -> Sequence[Block]:
    """One for each period, devices alone and mixed with pins; of every gap as many races."""
    shares = len(PERIODS_MS) * len(SIDES)
    names = {f"{side}-{period}ms": side for period in PERIODS_MS for side in SIDES}
    gaps = {side: sum(len(GAPS_US[each]) for each in of) for side, of in SIDES.items()}
    return [Block(name, -(-races // (shares * gaps[side])) * gaps[side]) for name, side in names.items()]


def job(block: Block, seed: str) -> Job:
    """A block's work for its guest."""
    side, _, period = block.name.partition("-")
    gaps = sum(len(GAPS_US[each]) for each in SIDES[side])
    ms = int(period.removesuffix("ms"))
    return Job(Program.OURS, ms, side == "mixed", block.races // gaps, seed=number(seed))


def planned(block: Block, seed: str) -> Sequence[Under]:
    """A block's races as they are drawn."""
    work = job(block, seed)
    return [_under(race, work) for race in work.races()]


def _under(race: Race, work: Job) -> Under:
    return {
        "side": str(race.side),
        "every_ms": work.period_ms,
        "delay_us": DELAYS_US[race.number % len(TABLES)],
        "gap_us": race.gap // NS_PER_US,
        "order": ",".join(map(str, race.order)),
    }


def play(block: Block, seed: str, folder: Path) -> Iterator[Record]:
    """Run its guest, and tell its races.

    Raises:
        RigError: it fails, or the machine has spoilt a race too often.
    """
    work = job(block, seed)
    played_in_guest(Rig(realtime=True), work, folder)
    found = {record.number: record for record in records(block, work, folder)}
    if missing := {race.number for race in work.races()} - found.keys():
        raise RigError(f"expected a machine quiet enough for {block.name}, got none for races {missing}")
    return iter([found[each] for each in sorted(found)])


def records(block: Block, work: Job, folder: Path) -> Iterator[Record]:
    """What a guest left of the races that the machine didn't spoil."""
    races = {race.number: race for race in work.races()}
    truths: dict[int, list[Any]] = defaultdict(list)
    for line in (folder / "truth.jsonl").read_text().splitlines():
        truths[(truth := json.loads(line))["table"]].append(truth)
    for table, own in truths.items():
        kept = json.loads((folder / f"{table}.json").read_text())
        for truth, part in zip(own, split(kept, [_began(truth) for truth in own]), strict=True):
            if not truth["spoilt"]:
                yield told(_truly(block, races[truth["race"]], work, truth["closed"]), part)


def _began(truth: Mapping[str, Any]) -> int:
    closed: Mapping[str, Sequence[int]] = truth["closed"]
    return min(since for since, _ in closed.values())


def _truly(block: Block, race: Race, work: Job, closed: Mapping[str, Sequence[int]]) -> Record:
    touches: dict[Seat, tuple[int, int]] = {
        int(seat): (since, until) for seat, (since, until) in closed.items()
    }
    return Record(
        NAME,
        block.name,
        race.number,
        {seat: "pin" if seat == PIN else "usb" for seat in touches},
        Times().tie,
        touches,
        under=_under(race, work),
    )
