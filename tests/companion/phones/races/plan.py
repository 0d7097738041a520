"""Races of phones as planned: who touches when, on which network, with which glass and clock. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from firmware.events import Seat

GAPS_MS = (1, 3, 5, 10, 20, 30, 40, 50, 60, 70, 80, 100)
"""How much later than the first the second finger is."""

LATER_MS = 1, 60
"""How much later than the one before each further finger is."""


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone, as no method knows it.

    Attributes:
        seat: whose it is.
        profile: its network, of `tests.companion.phones.proxy.PROFILES`.
        touch_ms: from a finger's contact until its page is told.
        ppm: by how much its clock runs fast.
    """

    seat: Seat
    profile: str
    touch_ms: int
    ppm: int


@dataclass(frozen=True, slots=True)
class Table:
    """Four phones at a table.

    Attributes:
        name: for people.
        phones: they.
        alike: the box has been told that they are of one kind.
    """

    name: str
    phones: tuple[Phone, ...]
    alike: bool = False


def _table(name: str, profiles: tuple[str, ...], touches: tuple[int, ...], *, alike: bool = False) -> Table:
    phones = [
        Phone(seat, profile, touch, ppm)
        for seat, profile, touch, ppm in zip((1, 2, 3, 4), profiles, touches, (-40, 35, 0, 20), strict=True)
    ]
    return Table(name, tuple(phones), alike)


_UNLIKE = ("good Wi-Fi", "busy Wi-Fi", "far corner", "hotspot")

TABLES = {
    table.name: table
    for table in (
        _table("four networks, slow glass on the quick ones", _UNLIKE, (35, 25, 5, 15)),
        _table("four networks, slow glass on the slow ones", _UNLIKE, (5, 15, 35, 25)),
        _table("four networks, phones alike", _UNLIKE, (20, 20, 20, 20), alike=True),
        _table("good Wi-Fi", ("good Wi-Fi",) * 4, (5, 35, 15, 25)),
    )
}
"""Unlike glass, both ways round; then clocks and networks alone; then what most have at home."""


@dataclass(frozen=True, slots=True)
class Race:
    """When fingers touch, ms after the first, in order.

    Attributes:
        gap_ms: how much later the second was.
        fingers: whose, and when.
    """

    gap_ms: int
    fingers: tuple[tuple[Seat, float], ...]


def races(table: Table, count: int, seed: int) -> list[Race]:
    """So many races, each gap as often, in random order."""
    random = Random(f"{table.name} {seed}")
    gaps = [GAPS_MS[number % len(GAPS_MS)] for number in range(count)]
    random.shuffle(gaps)
    return [_race(table, gap, random) for gap in gaps]


def _race(table: Table, gap: int, random: Random) -> Race:
    seats = [phone.seat for phone in table.phones]
    order = random.sample(seats, random.randint(2, len(seats)))
    at = [0.0, float(gap)]
    while len(at) < len(order):
        at.append(at[-1] + random.uniform(*LATER_MS))
    return Race(gap, tuple(zip(order, at, strict=True)))
