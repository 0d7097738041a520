"""A part of the run that is played in blocks: what the harness asks of its module."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple, Protocol, TypeAlias

from firmware.events import NS_PER_US
from tests.certify.record import Record

Under: TypeAlias = Mapping[str, str | int]
"""What was planned of a race, exactly as it stands in `Record.under`."""


class Block(NamedTuple):
    """What is played in one go, in some minutes: its name, unique within its part, and how many races."""

    name: str
    races: int


class Part(Protocol):
    """Such a module, as `tests.certify.usb`.

    Attributes:
        NAME: its name on the command line and in its records.
        AT_ONCE: so many of its blocks may be played at the same time, in a thread each that keeps to a core.
        RACES: so many are played for a certificate.
    """

    NAME: str
    AT_ONCE: int
    RACES: int

    def blocks(self, races: int) -> Sequence[Block]:
        """That many races, or a few more, in blocks."""
        ...

    def planned(self, block: Block, seed: str) -> Sequence[Under]:
        """A block's races by their numbers, as they are drawn from a seed: of each who, when, and how."""
        ...

    def play(self, block: Block, seed: str, folder: Path) -> Iterator[Record]:
        """Play a block, leave what is needed meanwhile in a folder of its own, and tell each race once."""
        ...


CROWD, CROWD_NS = 3, 200 * NS_PER_US


def crowded(seats: int, gap: int) -> bool:
    """Whether so many, each so long after the one before (ns), might be stamped within the 0.1 ms of a pulse.

    Let go within its 20 ms they would be rightly taken for interference.
    """
    return seats >= CROWD and gap <= CROWD_NS


def number(seed: str) -> int:
    """A seed for whoever wants a number."""
    return Random(seed).getrandbits(32)
