"""The guest's hand on the buttons: pulls gpio-sim lines inside the kernel, with the truth of each pull.

Only for programs that run in the rig's guest. Nothing here knows the program under test.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

DEVICE = Path("/dev/inject")
MOST_ANSWER = 1 << 24


@dataclass(frozen=True, slots=True)
class Pull:
    """One change of a contact, planned.

    Attributes:
        chip: label of the chip.
        line: number of the line on that chip.
        offset_ns: when, in ns after the plan's start.
        closed: whether the contact closes (the line goes low) or opens.
    """

    chip: str
    line: int
    offset_ns: int
    closed: bool


@dataclass(frozen=True, slots=True)
class Pulled:
    """One change of a contact, made; the kernel's stamp of its edge lies between the two moments.

    Attributes:
        chip: label of the chip.
        line: number of the line on that chip.
        closed: whether the contact closed or opened.
        before_ns: CLOCK_MONOTONIC right before, in ns.
        after_ns: CLOCK_MONOTONIC right after, in ns.
    """

    chip: str
    line: int
    closed: bool
    before_ns: int
    after_ns: int


class Injector:
    """Plays plans, one after another."""

    def __init__(self, device: Path = DEVICE) -> None:
        self._device = device

    def play(self, pulls: Iterable[Pull]) -> list[Pulled]:
        """Make the pulls, earliest first, and return when all are made.

        Gaps of some 300 us or more leave the processor to programs, shorter ones only to kernel threads.

        Args:
            pulls: the plan, in any order; pulls of the same offset are made in the order given.

        Returns:
            What was done, in the order it was done.

        Raises:
            OSError: ENODEV if there is no such gpio-sim chip or line; nothing was pulled then.
        """
        plan = sorted(pulls, key=lambda pull: pull.offset_ns)
        with self._device.open("r+b", buffering=0) as device:
            device.write(plan_text(plan).encode())
            return parse_answer(device.read(MOST_ANSWER).decode())


def plan_text(plan: Sequence[Pull]) -> str:
    """A plan as ``/dev/inject`` reads it (tests/kernel/module/inject.c)."""
    return "".join(
        f"{pull.chip} {pull.line} {pull.offset_ns} {'d' if pull.closed else 'u'}\n" for pull in plan
    )


def parse_answer(text: str) -> list[Pulled]:
    """What ``/dev/inject`` answers after a plan."""
    return [
        Pulled(chip, int(line), level == "d", int(before), int(after))
        for chip, line, level, before, after in map(str.split, text.splitlines())
    ]
