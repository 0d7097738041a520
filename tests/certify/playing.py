"""Races that never were: a part that plays itself, for tests of what certifies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from companion.audit import judge as second
from firmware.events import NS_PER_MS, NS_PER_S, NS_PER_US, SEATS, Seat
from firmware.times import Times
from tests.certify.part import Block, Under
from tests.certify.record import EdgeTold, Record

TIE = Times().tie
PULL_NS = 10 * NS_PER_US
"""How long the moments are between which a touch was."""

STAMPED_NS = 4 * NS_PER_US
HELD_NS = 40 * NS_PER_MS


def record(
    closed: Mapping[Seat, float],
    *,
    late: Mapping[Seat, int] | None = None,
    kind: str = "pin",
    number: int = 0,
    start: int = NS_PER_S,
    rule: bool = True,
) -> Record:
    """A race that a fair box ruled.

    Args:
        closed: of each seat, when it touched (us).
        late: of some, by how much later than truly the box takes them to have pressed (ns).
        kind: what their buttons are.
        number: the race's.
        start: its zero (ns).
        rule: whether the box rules it.
    """
    touches = {seat: start + round(us * NS_PER_US) for seat, us in closed.items()}
    edges: list[EdgeTold] = []
    for down, wait in ((True, 0), (False, HELD_NS)):
        edges += [
            (seat, down, at + wait + STAMPED_NS + (late or {}).get(seat, 0), None)
            for seat, at in touches.items()
        ]
    edges.sort(key=lambda edge: edge[2])
    one = Record(
        "made",
        "up",
        number,
        dict.fromkeys(touches, kind),
        TIE,
        {seat: (at, at + PULL_NS) for seat, at in touches.items()},
        edges=tuple(edges),
        under={"order": ",".join(map(str, touches))},
    )
    return ruled(one) if rule else one


def ruled(one: Record) -> Record:
    """The race as its edges say."""
    stamps = {seat: at for seat, down, at, _ in one.edges if down}
    pressed = sorted(stamps.items(), key=lambda press: (press[1], press[0]))
    verdict = second.verdict([(seat, at, None) for seat, at in pressed], one.tie)
    return replace(
        one,
        winner=verdict.winner,
        tied=verdict.tied,
        order=verdict.order,
        presses=dict.fromkeys(stamps, 1),
        stamps={seat: stamps[seat] for seat in verdict.order},
    )


class Made:
    """A part of such races: who presses is drawn from the seed.

    Args:
        faults: what is made wrong of which races: a function of the record that gives another.
    """

    NAME, AT_ONCE, RACES = "made", 2, 24

    def __init__(self, late: Mapping[Seat, int] | None = None) -> None:
        self.late = late or {}
        self.played: list[str] = []

    def blocks(self, races: int) -> Sequence[Block]:
        return [Block(name, races // 2) for name in ("one", "other")]

    def planned(self, block: Block, seed: str) -> Sequence[Under]:
        chance = Random(seed)
        orders = [chance.sample(list(SEATS), 3) for _ in range(block.races)]
        return [{"order": ",".join(map(str, order)), "gap_us": chance.choice((100, 900))} for order in orders]

    def play(self, block: Block, seed: str, folder: Path) -> Iterator[Record]:
        self.played.append(block.name)
        for number, under in enumerate(self.planned(block, seed)):
            seats = map(int, str(under["order"]).split(","))
            gap = int(under["gap_us"])
            closed = {seat: float(place * gap) for place, seat in enumerate(seats)}
            made = record(closed, late=self.late, number=number, start=(number + 1) * NS_PER_S)
            yield replace(made, part=self.NAME, block=block.name, under=under)
