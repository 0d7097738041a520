"""The Pico head: its real image in an emulated Pico, heard by the box's own decoding, arbiter and race.

The emulator's clock is the truth; time passes only when it is let live, so nothing is late but what the seed
makes so. The box's clocks run unlike the head's, and NTP slews one of them.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from firmware.events import NS_PER_MS, NS_PER_US, Seat
from firmware.times import Times
from tests.certify.at_table import split, told
from tests.certify.emulated_head import Change, HeadTable
from tests.certify.part import Block, Under, crowded
from tests.certify.record import Record, read, written
from tests.kernel.build import ROOT
from tests.kernel.rig import RigError

NAME, AT_ONCE, RACES = "head", 2, 4_000

PER_BLOCK = 400

PIN: Seat = 8
LINES = range(1, 8)
"""The seats of the head, each with the line of its number, and the one that has a pin."""

GAPS_NS = tuple(
    round(us * NS_PER_US)
    for us in (1, 1.1, 2, 3, 5, 8, 9, 9.5, 10, 10.5, 11, 12, 14, 17, 20, 25, 30, 40, 50, 100, 1_000, 5_000)
)
"""Between touches of lines; the head's own tie is 10 us."""

MIXED_GAPS_NS = tuple(us * NS_PER_US for us in (20, 100, 200, 300, 400, 500, 600, 800, 1_000, 2_000, 5_000))
"""Between a pin and a line; where that can be known their tie is half of the pins' and the clock's bounds."""

MIXED_SHARE = 4
"""One race in so many is against a pin."""

BOUNCE_NS = 1_100, 9_000
HOLD_NS, LONG_HOLD_NS = 12 * NS_PER_MS, 32 * NS_PER_MS

LET_GO_NS = 50 * NS_PER_US

TRUTH_NS = 100
"""The emulator moves by whole instructions of the processor."""


class Race(NamedTuple):
    """One race as planned: ``order`` touches, each ``gap`` ns after the one before; what contacts do."""

    gap: int
    order: tuple[Seat, ...]
    changes: tuple[Change, ...]


def blocks(races: int) -> Sequence[Block]:
    """As many as it takes, all of the same kind."""
    return [
        Block(f"{begin // PER_BLOCK}", min(PER_BLOCK, races - begin)) for begin in range(0, races, PER_BLOCK)
    ]


def races(block: Block, seed: str) -> Iterator[Race]:
    """A block's races, every gap as often as any, in random order."""
    chance = Random(f"{seed} {block.name}")
    wanted = [_pair(number, chance) for number in range(block.races)]
    chance.shuffle(wanted)
    return (Race(gap, order, tuple(changes(gap, order, chance))) for gap, order in wanted)


def _pair(number: int, chance: Random) -> tuple[int, tuple[Seat, ...]]:
    turn, mixed = divmod(number, MIXED_SHARE)
    if mixed == 0:
        two = (PIN, chance.choice(LINES))
        return MIXED_GAPS_NS[turn % len(MIXED_GAPS_NS)], two[:: chance.choice((1, -1))]
    gap = GAPS_NS[(turn * (MIXED_SHARE - 1) + mixed - 1) % len(GAPS_NS)]
    return gap, tuple(chance.sample(LINES, chance.choice((2, 2, 3, 4, 7))))


def changes(gap: int, order: tuple[Seat, ...], chance: Random) -> list[Change]:
    """Everybody touches, some bounce, all hold and let go."""
    done = []
    at = chance.randrange(NS_PER_US)  # anywhere between two of the head's pictures
    for place, seat in enumerate(order):
        moment = at + place * gap
        for _ in range(0 if seat == PIN else chance.choice((0, 0, 0, 1, 3))):
            opens = moment + chance.randint(*BOUNCE_NS)
            done += [Change(moment, seat, True), Change(opens, seat, False)]
            moment = opens + chance.randint(*BOUNCE_NS)
        done.append(Change(moment, seat, True))
    opens = max(change.at for change in done) + (LONG_HOLD_NS if crowded(len(order), gap) else HOLD_NS)
    done += [Change(opens + chance.randrange(LET_GO_NS), seat, False) for seat in order]
    return sorted(done)


def _under(race: Race) -> Under:
    side = "pin-first" if race.order[0] == PIN else "head-first" if PIN in race.order else "head"
    return {"side": side, "gap_ns": race.gap, "order": ",".join(map(str, race.order))}


def planned(block: Block, seed: str) -> Sequence[Under]:
    """A block's races as they are drawn."""
    return [_under(race) for race in races(block, seed)]


def play(block: Block, seed: str, folder: Path) -> Iterator[Record]:
    """Play them in a process of its own, so that two blocks at a time have a core each.

    Raises:
        RigError: it failed.
    """
    out = folder / "records.jsonl"
    ran = subprocess.run(
        [sys.executable, "-m", __name__, json.dumps(block), out],
        input=seed,
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    if ran.returncode:
        raise RigError(f"expected {NAME} {block.name} to go well, got {ran.returncode}:\n{ran.stderr}")
    return read(out.read_text())


def played(block: Block, seed: str) -> Iterator[Record]:
    """Play them one after the other on one head."""
    all_of = list(races(block, seed))
    with HeadTable(LINES, PIN, Random(f"{seed} {block.name} clocks")) as table:
        truths = [table.play(race.changes) for race in all_of]
        parts = split(table.kept, [min(truth.values()) - NS_PER_MS for truth in truths])
    for number, (race, truth, part) in enumerate(zip(all_of, truths, parts, strict=True)):
        touches = {seat: (at - TRUTH_NS, at + TRUTH_NS) for seat, at in truth.items()}
        kinds = {seat: "pin" if seat == PIN else "head" for seat in touches}
        one = Record(NAME, block.name, number, kinds, Times().tie, touches, under=_under(race))
        yield told(one, part)


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(written(played(Block(*json.loads(sys.argv[1])), sys.stdin.read())))
