"""Ties to the microsecond: of all ordered pairs of seats, one less than the tie, the tie, and one more.

No kernel and no contacts are in it: the box as shipped, on its mock pins and in virtual time, gets exact
stamps, and what it rules has to be exact.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from random import Random

from companion.scripts.mock import MockTable
from companion.scripts.virtual import SCRIPT_START_NS, reach
from firmware.boxfile.settings import Settings, eight_seats
from firmware.events import NS_PER_MS, NS_PER_S, NS_PER_US, SEATS, Enter, HostKey, Key, Seat
from firmware.fakes.hand_clock import HandClock
from firmware.fakes.picture_files import NoPanels
from firmware.times import Times
from tests.certify.judging import EXACT
from tests.certify.part import Block, Under
from tests.certify.record import EdgeTold, Record

NAME, AT_ONCE, RACES = "stamps", 1, 336

TIES = {"usual": Times().tie, "odd": 333 * NS_PER_US}

OFF_US = (-1, 0, 1)

HELD_NS = 40 * NS_PER_MS
OVER_NS = 200 * NS_PER_MS


def blocks(races: int) -> list[Block]:
    """One for each tie; there is nothing to have less or more of."""
    return [Block(name, len(OFF_US) * len(list(permutations(SEATS, 2)))) for name in TIES]


def planned(block: Block, seed: str) -> list[Under]:
    """A block's races, as they are shuffled."""
    races: list[Under] = [
        {"tie_ns": TIES[block.name], "off_us": off, "order": f"{one},{other}"}
        for one, other in permutations(SEATS, 2)
        for off in OFF_US
    ]
    Random(seed).shuffle(races)
    return races


def play(block: Block, seed: str, folder: Path) -> Iterator[Record]:
    """Each race at a table of its own."""
    box = eight_seats()
    tie = TIES[block.name]
    settings = replace(box, piezo=None, panels={}, times=replace(box.times, tie=tie))
    for number, under in enumerate(planned(block, seed)):
        one, other = map(int, str(under["order"]).split(","))
        apart = tie + int(under["off_us"]) * NS_PER_US
        touches = {one: SCRIPT_START_NS + NS_PER_S, other: SCRIPT_START_NS + NS_PER_S + apart}
        record = Record(
            NAME,
            block.name,
            number,
            dict.fromkeys(touches, EXACT),
            tie,
            {seat: (at, at) for seat, at in touches.items()},
            under=under,
        )
        yield _ruled(record, settings)


def _ruled(record: Record, settings: Settings) -> Record:
    """A race at a table that was just set up, and what the box says of it."""
    clock = HandClock(SCRIPT_START_NS)
    table = MockTable(settings, clock, NoPanels())
    try:
        _ask(table, clock)
        edges = _press(table, clock, {seat: at for seat, (at, _) in record.touches.items()})
        race, offset = table.loop.state.play.race, table.loop.state.offset
        ruling = race.ruling
        counts = {seat: contact.presses for seat, contact in table.loop.arbiter.contacts.items()}
        return replace(
            record,
            winner=ruling and ruling.winner,
            tied=ruling.tied if ruling else (),
            order=ruling.order if ruling else (),
            presses={seat: count for seat, count in counts.items() if count},
            stamps={press.seat: press.at + offset for press in race.presses},
            widths={press.seat: tuple(press.within) for press in race.presses if press.within is not None},
            late=ruling.late if ruling else (),
            edges=edges,
        )
    finally:
        table.box.close()


def _ask(table: MockTable, clock: HandClock) -> None:
    """Begin a quiz and open its question."""
    table.mailbox.put(Enter(f"game buzzer seats={','.join(map(str, SEATS))}", clock.now()))
    for step in (1, 2):
        reach(table.loop, clock, SCRIPT_START_NS + step * 400 * NS_PER_MS)
        table.mailbox.put(Key(HostKey.OK, clock.now()))
    reach(table.loop, clock, SCRIPT_START_NS + NS_PER_S)


def _press(table: MockTable, clock: HandClock, touches: dict[Seat, int]) -> tuple[EdgeTold, ...]:
    """Everybody touches, holds and lets go; time passes until all is over."""
    edges: list[EdgeTold] = [(seat, True, at, None) for seat, at in touches.items()]
    edges += [(seat, False, at + HELD_NS, None) for seat, at in touches.items()]
    for seat, closed, at, _ in edges:
        reach(table.loop, clock, at)
        table.touch(seat, closed, at)
    reach(table.loop, clock, clock.now() + OVER_NS)
    return tuple(edges)
