"""What the clocks share: times in words and in sand, and presses that belong together."""

from __future__ import annotations

from companion.words import Number, Say, T, Text
from firmware.events import NS_PER_MS, NS_PER_S
from firmware.views import Sand

TOGETHER_NS = 300 * NS_PER_MS
"""Presses this soon after one that started or turned a clock meant the same: two hands, one wish."""

LAST_S = 5
"""So many of the last seconds are ticked, each number once."""

TENTH_NS = NS_PER_S // 10

SAND_STEPS = 60
"""So many different amounts of sand a picture of some 40 px can show: views change no more often."""


def clock(seconds: int, *, minutes_always: bool = False) -> str:
    """Whole seconds as ``7`` (or ``0:07``), ``1:05`` or ``1:00:00``."""
    if seconds < 60 and not minutes_always:
        return str(seconds)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def change(seconds: int) -> str:
    """Seconds more or less: ``+0:05``, ``-10:00``."""
    return ("-" if seconds < 0 else "+") + clock(abs(seconds), minutes_always=True)


def tenths(ns: int) -> Text:
    """A time with its tenths, rounded down: ``7.3``, ``1:05.0``."""
    whole, tenth = divmod(ns // TENTH_NS, 10)
    return T("{whole}{last}", whole=clock(whole)[:-1], last=Number(whole % 10 + tenth / 10, 1))


def precise(say: Say, ns: int) -> str:
    """The same, said."""
    return say.text(tenths(ns))


def milliseconds(left: int) -> int:
    """What is left (ns) in whole ms, rounded up, so that 0 means none is left."""
    return -(-left // NS_PER_MS)


def next_tick(ends: int | None, heard: int) -> int | None:
    """When a clock that runs out is next heard (ns): at each of its last seconds; None: it isn't any more.

    Args:
        ends: when it runs out (ns); None: none does.
        heard: when it was last heard, or began to run like this (ns).
    """
    if ends is None:
        return None
    return next((at for n in range(LAST_S, 0, -1) if (at := ends - n * NS_PER_S) > heard), None)


def _steps(left: int, total: int) -> int:
    return min(SAND_STEPS, -(-left * SAND_STEPS // total))


def sand(left: int, total: int, running: bool) -> Sand:
    """The picture of a glass.

    Args:
        left: what is left of its time (ns). Any that is left is still seen; more than all of it is all of it.
        total: what it was filled with (ns), more than 0.
        running: sand falls.
    """
    return Sand(_steps(left, total) * 1000 // SAND_STEPS, running)


def sand_changes_at(left: int, total: int, now: int) -> int:
    """When `sand` of a glass that runs shows less than now (ns); later than ``now`` in any case."""
    return now + left - (_steps(left, total) - 1) * total // SAND_STEPS
