"""Plays races of phones: a quiz of the real program, real pages, delayed networks. What was told is kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from time import monotonic_ns
from typing import TYPE_CHECKING

from companion.session.session import TWO_OKS_NS
from firmware.events import NS_PER_MS, Seat
from tests.companion.phones.at_home import SIX, AtHome, Told
from tests.companion.phones.races.fingers import Fingers
from tests.companion.phones.races.plan import Race, Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser

AHEAD_NS = 120 * NS_PER_MS
"""So long before they do people are told to touch."""

COMPARED = 50
"""How often each browser's clock is compared before the first race; some times more before each."""


@contextmanager
def sitting(browser: Browser, table: Table, seed: int) -> Iterator[tuple[AtHome, list[Fingers]]]:
    """A quiz of four who have joined by their phones."""
    with ExitStack() as stack:
        home = stack.enter_context(AtHome(SIX, touch="same" if table.alike else 30))
        people = []
        for phone in table.phones:
            somebody = Fingers(browser, phone, home.port, seed * 10 + phone.seat)
            stack.callback(somebody.close)
            somebody.sit(home.code)
            somebody.compare(COMPARED)
            people.append(somebody)
        home.enter("game buzzer seats=" + ",".join(str(phone.seat) for phone in table.phones))
        assert home.phase("idle"), home.table.snapshot()
        yield home, people


def play(browser: Browser, table: Table, races: Sequence[Race], seed: int) -> list[Told]:
    """Play them; returns all that was told, with what truly happened."""
    with sitting(browser, table, seed) as (home, people):
        home.told.append({"what": "table", "name": table.name, "alike": table.alike})
        for race in races:
            _race(home, people, race)
        return [*home.told, *(somebody.told() for somebody in people)]


def _race(home: AtHome, people: Sequence[Fingers], race: Race) -> None:
    who = {somebody.phone.seat: somebody for somebody in people}
    home.enter("next")
    until = monotonic_ns() + TWO_OKS_NS
    assert home.phase("armed"), home.table.snapshot()
    while monotonic_ns() < until:  # an ok right after another, or after a press, would be none
        for somebody in people:
            somebody.compare()
    home.ok()
    assert home.phase("open"), home.table.snapshot()
    home.told.append({"what": "race", "gap_ms": race.gap_ms, "ties": home.ties()})
    before, first = home.presses(), monotonic_ns() + AHEAD_NS
    for seat, after in race.fingers:
        who[seat].touch(first + round(after * NS_PER_MS))
    home.phase("ruled", 3)
    pressed = len(race.fingers)
    home.until(lambda _: _presses(home.told) >= pressed <= len(_heard(home)) and not home.closed(), 3)
    stamps = {seat: who[seat].touched() for seat, _ in race.fingers}
    counted = {seat: count for seat in before if (count := home.presses()[seat] - before[seat])}
    home.told.append({"what": "touched", "stamps": stamps, "counted": counted, **_last(home)})
    home.enter("nobody")
    assert home.phase("idle"), home.table.snapshot()


def _last(home: AtHome) -> dict[str, tuple[Seat, ...]]:
    """Who is in the last ruling's order by now, and who came too late for it."""
    ruling = home.ruling()
    return {"order": ruling.order, "late": ruling.late} if ruling else {"order": (), "late": ()}


def _heard(home: AtHome) -> set[Seat]:
    return {seat for seats in _last(home).values() for seat in seats}


def _presses(told: Sequence[Told]) -> int:
    """How many presses came since the race began."""
    count = 0
    for one in reversed(told):
        if one["what"] == "race":
            return count
        count += one["what"] == "press" and not one["closed"]
    return count
