"""Phones: a quiz of the real program, real pages in a real browser behind networks that delay."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from firmware.events import NS_PER_MS, Seat
from firmware.presses.arbiter import PATIENCE_NS
from firmware.times import Times
from tests.certify.part import Block, Under, number
from tests.certify.record import EdgeTold, Record, Width
from tests.companion.phones.at_home import Told
from tests.companion.phones.conftest import CHROMIUM
from tests.companion.phones.races import plan
from tests.companion.phones.races.judge import Evening, Raced
from tests.companion.phones.races.playing import play as played_on_pages
from tests.kernel.rig import RigError

NAME, AT_ONCE, RACES = "phones", 1, 528

EVENINGS = 4
"""So often races are played at most for each that is wanted."""

NEAR_NS = 150 * NS_PER_MS
"""Presses may be before others by what is told of phones, but never of fingers further apart."""

TABLES = {f"table-{place}": table for place, table in enumerate(plan.TABLES.values(), 1)}


def blocks(races: int) -> Sequence[Block]:
    """One for each table, of every gap as many races."""
    gaps = len(plan.GAPS_MS)
    return [Block(name, -(-races // (len(TABLES) * gaps)) * gaps) for name in TABLES]


def planned(block: Block, seed: str) -> Sequence[Under]:
    """A block's races as they are drawn."""
    table = TABLES[block.name]
    return [_under(table, race) for race in plan.races(table, block.races, number(seed))]


def _under(table: plan.Table, race: plan.Race) -> Under:
    order = ",".join(str(seat) for seat, _ in race.fingers)
    return {"table": table.name, "gap_ms": race.gap_ms, "order": order}


def play(block: Block, seed: str, _: Path) -> Iterator[Record]:
    """Open the pages and play.

    Raises:
        RigError: it came to no end: something that is sure to come didn't.
    """
    from playwright.sync_api import Error, sync_playwright  # noqa: PLC0415 - judging needs no browser

    table, drawn = TABLES[block.name], number(seed)
    races, unders = plan.races(table, block.races, drawn), planned(block, seed)
    found: dict[int, Record] = {}
    with suppress(PermissionError):
        os.setpriority(os.PRIO_PROCESS, 0, -10)  # whoever else is on this machine delays frames
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for evening in range(EVENINGS):
            todo = {place: under for place, under in enumerate(unders) if place not in found}
            if not todo:
                break
            try:
                told = played_on_pages(browser, table, [races[place] for place in todo], drawn + evening)
            except (AssertionError, Error) as error:
                raise RigError(f"expected {NAME} {block.name} to go well, got {error!r}") from error
            found |= {one.number: one for one in records(block, todo, told)}
        browser.close()
    if len(found) < block.races:
        raise RigError(f"expected a machine quiet enough for {block.name}, got none in {EVENINGS} evenings")
    return iter([found[place] for place in range(block.races)])


def records(block: Block, unders: Mapping[int, Under], told: Sequence[Told]) -> Iterator[Record]:
    """What was told of these races, by their numbers; those are left out in which a phone stood still."""
    for (place, under), raced in zip(unders.items(), Evening(told).raced(), strict=True):
        if not _stood_still(raced):
            yield _record(block, place, under, raced)


def _stood_still(raced: Raced) -> bool:
    """Whether a press that may matter came later than the box promises to wait for one."""
    first = min(raced.contacts.values())
    near = [seat for seat, at in raced.contacts.items() if at - first <= NEAR_NS and seat in raced.arrived]
    return any(raced.arrived[seat] - first > PATIENCE_NS for seat in near)


def _record(block: Block, place: int, under: Under, raced: Raced) -> Record:
    ruling = raced.ruling or {}
    order: Sequence[Seat] = raced.touched["order"] if ruling else ()
    # Of phones that are told to be alike the glass is the same for all, and no part of what they are held to.
    truth = raced.touches if TABLES[block.name].alike else raced.contacts
    first = {edge["seat"]: edge for edge in reversed(raced.edges) if edge["closed"]}
    return Record(
        NAME,
        block.name,
        place,
        dict.fromkeys(truth, "phone"),
        Times().tie,
        {
            seat: (at - raced.unsure[seat], at + raced.unsure[seat])
            for seat, at in sorted(truth.items(), key=lambda each: each[1])
        },
        ruling.get("winner"),
        tuple(ruling.get("tied", ())),
        tuple(order),
        raced.touched["counted"],
        {seat: first[seat]["at"] for seat in order},
        {seat: _width(first[seat]) for seat in order},
        tuple(raced.touched["late"]) if ruling else (),
        tuple(_edge(edge) for edge in raced.edges),
        under,
    )


def _edge(edge: Told) -> EdgeTold:
    return edge["seat"], edge["closed"], edge["at"], _width(edge)


def _width(edge: Told) -> Width:
    return edge["before"], edge["after"], edge["apart"], edge["of"]
