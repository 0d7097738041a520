"""Who competes, each on a chip of its own name and in a guest of its own.

A guest has one processor, and what a board does in a microsecond may take it thirty: programs in one guest
were each other's load (three of them kept it 95 % busy, with nobody pressing). So each plays the same races
alone.
"""

from __future__ import annotations

from enum import StrEnum


class Program(StrEnum):
    """A program that competes, and the label of its chip."""

    OURS = "ours"
    CALLBACKS = "callbacks"
    DEBOUNCED = "debounced"
    POLLING = "polling"


PANELS = (0x3C, 0x3D)
"""Addresses of a program's two panels, for those that redraw."""
