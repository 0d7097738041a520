"""What is played to see how fair plugged-in buttons are: races on one device, and races of a pin against one.

Everything is drawn from a seed, so any race can be played again. In a guest several tables play at the same
time, each with a device of its own.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum
from itertools import cycle, permutations

from firmware.events import NS_PER_MS, NS_PER_US, Seat
from tests.kernel.guest.usb_kinds import ENCODER

PERIODS_MS = (1, 8, 10)
"""How often devices are asked: the quickest, what xHCI makes of 10 ms, 10 ms."""

DELAYS_US = (0, 3_000, 7_000, 9_750)
"""From a contact to the report that could tell of it, in each table's device: up to the 10 ms a box takes for
possible, less what a report may be late by a busy machine (`tests.kernel.guest.usb_hand.LATE_NS`)."""

TABLES = range(len(DELAYS_US))

CODES: dict[Seat, str] = dict(zip(range(1, 5), ENCODER.bits, strict=False))
PIN: Seat = 5
"""The seat with a pin."""


class Side(StrEnum):
    """Who races."""

    DEVICE = "device"
    """Two to four buttons of one device."""
    PIN_FIRST = "pin-first"
    """A pin, then a button of a device."""
    USB_FIRST = "usb-first"
    """A button of a device, then a pin."""


GAPS_US = {
    Side.DEVICE: (200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000),
    Side.PIN_FIRST: (500, 2_000, 5_000, 8_000, 12_000, 16_000, 20_000, 25_000),
    Side.USB_FIRST: (500, 2_000, 5_000, 8_000, 12_000, 16_000, 20_000, 25_000),
}

HOLD_NS = 40 * NS_PER_MS
"""A brisk tap."""


class Program(StrEnum):
    """A program that plays."""

    OURS = "ours"
    PYGAME = "pygame"
    EVDEV = "evdev"


@dataclass(frozen=True, slots=True)
class Job:
    """What one guest plays.

    Attributes:
        program: who plays.
        period_ms: how often devices are asked.
        mixed: pins against devices; else devices alone.
        each: races at each gap, of either order.
        part: which of the guests that play the same.
        seed: of the whole run.
        stopped: the program's process is stopped for two seconds as each race begins.
    """

    program: Program
    period_ms: int
    mixed: bool
    each: int
    part: int = 0
    seed: int = 22
    stopped: bool = False

    @property
    def name(self) -> str:
        """A name for its folder."""
        sides = "mixed" if self.mixed else "device"
        how = "-stopped" if self.stopped else ""
        return f"{self.program}{how}-{sides}-{self.period_ms}-{self.part}"

    def text(self) -> str:
        """For the command line."""
        return json.dumps(asdict(self))

    @classmethod
    def read(cls, text: str) -> Job:
        """What `text` made."""
        plain = json.loads(text)
        return cls(**{**plain, "program": Program(plain["program"])})

    def races(self) -> list[Race]:
        """The races in random order, the same whoever plays."""
        chance = random.Random(f"{self.seed} {self.period_ms} {self.mixed} {self.part}")
        sides = (Side.PIN_FIRST, Side.USB_FIRST) if self.mixed else (Side.DEVICE,)
        wanted = [
            (side, us * NS_PER_US, order)
            for side in sides
            for us in GAPS_US[side]
            for order, _ in zip(_orders(side, chance), range(self.each), strict=False)
        ]
        chance.shuffle(wanted)
        return [Race(number, *race) for number, race in enumerate(wanted)]


@dataclass(frozen=True, slots=True)
class Race:
    """One race as planned: ``order`` presses, each seat ``gap`` ns after the one before."""

    number: int
    side: Side
    gap: int
    order: tuple[Seat, ...]


def _orders(side: Side, chance: random.Random) -> Iterator[tuple[Seat, ...]]:
    """Who presses, and in what order: of a device two, three and four in turn."""
    for number in cycle((2, 3, 4)):
        if side is Side.DEVICE:
            seats = sorted(chance.sample(sorted(CODES), number))
            yield chance.choice(list(permutations(seats)))
        else:
            two = (PIN, chance.choice(sorted(CODES)))
            yield two if side is Side.PIN_FIRST else two[::-1]
