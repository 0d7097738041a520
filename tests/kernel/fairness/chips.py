"""Who competes, each on a chip of its own, since a GPIO line has one owner."""

from __future__ import annotations

from enum import StrEnum

from firmware.events import NS_PER_US


class Program(StrEnum):
    """A program that competes, and the label of its chip."""

    OURS = "ours"
    CALLBACKS = "callbacks"
    DEBOUNCED = "debounced"
    POLLING = "polling"


GROUPS = {
    "events": (Program.OURS, Program.CALLBACKS, Program.DEBOUNCED),
    "polls": (Program.POLLING,),
}
"""Who shares a guest. Looking every millisecond keeps a guest's one processor a third busy by itself, so
whoever polls has a guest for itself; the plan is the same."""

SHIFT_NS = 5_130 * NS_PER_US
"""The next chip's plan is played so much later. No first touch of one chip comes closer than 0.1 ms to
another's, whatever the gap, and of trains up to 5 ms no two are played at a time."""

PANELS = {program: (0x30 + 2 * place, 0x31 + 2 * place) for place, program in enumerate(Program)}
"""Addresses of each program's two panels, for those that redraw."""


def group(program: Program) -> str:
    """Whom it shares its guest with."""
    return next(name for name, programs in GROUPS.items() if program in programs)


def shift(program: Program) -> int:
    """When a program's plan begins, ns after the race's."""
    return GROUPS[group(program)].index(program) * SHIFT_NS
