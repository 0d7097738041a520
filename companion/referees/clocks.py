"""What the clocks share: times in words, and presses that belong together."""

from __future__ import annotations

from companion.words import Say
from firmware.events import NS_PER_MS, NS_PER_S

TOGETHER_NS = 300 * NS_PER_MS
"""Presses this soon after one that started or turned a clock meant the same: two hands, one wish."""

TENTH_NS = NS_PER_S // 10


def clock(seconds: int, *, minutes_always: bool = False) -> str:
    """Whole seconds as ``7`` (or ``0:07``), ``1:05`` or ``1:00:00``."""
    if seconds < 60 and not minutes_always:
        return str(seconds)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def precise(say: Say, ns: int) -> str:
    """A time with its tenths, rounded down: ``7.3``, ``1:05.0``."""
    whole, tenth = divmod(ns // TENTH_NS, 10)
    last = say.number(whole % 10 + tenth / 10, 1)
    return clock(whole)[:-1] + last


def milliseconds(left: int) -> int:
    """What is left (ns) in whole ms, rounded up, so that 0 means none is left."""
    return -(-left // NS_PER_MS)
