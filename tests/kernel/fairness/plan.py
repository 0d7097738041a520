"""What is played: races between two to eight seats, with clean or bouncing contacts, at known gaps.

Everything is drawn from a seed, so any race can be played again. A race's time begins at its first touch.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import permutations

from firmware.boxfile.settings import eight_seats
from firmware.events import NS_PER_MS, NS_PER_US, Seat

GAPS_US = (10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000)

LINES: dict[Seat, int] = {seat: pins.button for seat, pins in sorted(eight_seats().seats.items())}
"""Each seat's GPIO, the same on every contestant's chip: our reference box's."""

HOLD_NS = 30 * NS_PER_MS
"""From the last seat's touch to the first that lets go: a very brisk tap, but polling every 20 ms sees it."""

LET_GO_NS = 2 * NS_PER_MS
"""Within so long everybody lets go."""

BOUNCES_OPENING = 1 / 3
"""So many bounce where each is let go by himself."""

TRAIN_NS = (100 * NS_PER_US, 5 * NS_PER_MS)
"""How long a contact bounces, evenly spread on a scale of ratios."""

FLIPS = 8
SHORTEST_NS = 5 * NS_PER_US
"""About so many flips a train has, each of its own length, none shorter than that. An arcade switch that was
measured closed and opened seven times in 0.6 ms, for 4 to 292 us each
(https://making.arantius.com/kq-button-tester-nee-turbo-button)."""


MOST_FLIPS = 13
"""The kernel keeps 16 edges of a line until a program takes them, then drops the oldest, the first touch."""

LONGEST_OPEN_NS = 1_700 * NS_PER_US
"""No contact that closes bounces open for longer: what has hardly touched, and then lies open for 2 ms, is
taken for interference, by contract. No switch that was measured does so."""


class Load(StrEnum):
    """What else the machine does."""

    IDLE = "idle"
    HOGS = "hogs"
    THREADS = "threads"
    PANELS = "panels"


class Contacts(StrEnum):
    """How a contact closes and opens."""

    CLEAN = "clean"
    BOUNCE = "bounce"


@dataclass(frozen=True, slots=True)
class Block:
    """What stays the same while one guest runs."""

    load: Load
    contacts: Contacts


@dataclass(frozen=True, slots=True)
class Flip:
    """A contact closes or opens, ``at`` ns after the race's first touch."""

    seat: Seat
    at: int
    closed: bool


@dataclass(frozen=True, slots=True)
class Race:
    """One race as planned.

    Attributes:
        number: of the race, unique within its run.
        gap: between one seat's first touch and the next one's, ns.
        order: the seats as they touch.
        flips: what all contacts do, by time.
    """

    number: int
    gap: int
    order: tuple[Seat, ...]
    flips: tuple[Flip, ...]


def orders(races: int, chance: random.Random) -> Iterator[tuple[Seat, ...]]:
    """Who presses, and in what order: two to eight seats in turn, of two and three every order in turn."""
    turn = {number: list(permutations(range(number))) for number in (2, 3)}
    for race in range(races):
        number = 2 + race % (len(LINES) - 1)
        seats = sorted(chance.sample(sorted(LINES), number))
        if number in turn:
            places: Sequence[int] = turn[number][race // (len(LINES) - 1) % len(turn[number])]
        else:
            places = chance.sample(range(number), number)
        yield tuple(seats[place] for place in places)


def train(seat: Seat, at: int, closed: bool, contacts: Contacts, chance: random.Random) -> list[Flip]:
    """A contact closes, or opens, at ``at``; then it bounces, if it does, and rests where it should."""
    flips = [Flip(seat, at, closed)]
    if contacts is Contacts.CLEAN:
        return flips
    shortest, longest = TRAIN_NS
    length = round(shortest * (longest / shortest) ** chance.random())
    while (flips[-1].at < at + length and len(flips) < MOST_FLIPS) or len(flips) % 2 == 0:
        lasts = min(round(chance.expovariate(FLIPS / length)), at + length - flips[-1].at)
        if closed and not flips[-1].closed:
            lasts = min(lasts, LONGEST_OPEN_NS)
        flips.append(Flip(seat, flips[-1].at + max(SHORTEST_NS, lasts), not flips[-1].closed))
    return flips


def plan_race(
    number: int,
    gap: int,
    order: tuple[Seat, ...],
    contacts: Contacts,
    chance: random.Random,
    hold: int | None = None,
) -> Race:
    """Everybody touches, holds, lets go in any order.

    Args:
        number: of the race.
        gap: between touches, ns.
        order: who touches when.
        contacts: how they do.
        chance: of the rest.
        hold: how long each holds (ns), and then a third of them bounces; None: all of them until `HOLD_NS`
            after the last touch, and bounce.
    """
    flips: list[Flip] = []
    last = (len(order) - 1) * gap
    for place, seat in enumerate(order):
        flips += train(seat, place * gap, True, contacts, chance)
        lets_go = chance.randrange(LET_GO_NS) + (last + HOLD_NS if hold is None else place * gap + hold)
        clean = hold is not None and chance.random() > BOUNCES_OPENING
        flips += train(seat, lets_go, False, Contacts.CLEAN if clean else contacts, chance)
    return Race(number, gap, order, tuple(sorted(flips, key=lambda flip: flip.at)))


def plan_races(block: Block, part: int, seed: int, each: int, gaps_us: Sequence[int] = GAPS_US) -> list[Race]:
    """A guest's races: ``each`` at every gap, in random order.

    Args:
        block: what stays the same.
        part: which of a block's guests it is; each has races of its own.
        seed: of the whole run.
        each: races at each gap.
        gaps_us: the gaps, us.
    """
    chance = random.Random(f"{seed} {block.load} {block.contacts} {part}")
    wanted = [(gap, order) for gap in gaps_us for order in orders(each, chance)]
    chance.shuffle(wanted)
    return [
        plan_race(number, gap * NS_PER_US, order, block.contacts, chance)
        for number, (gap, order) in enumerate(wanted)
    ]
