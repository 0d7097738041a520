"""A scale of time for a photo finish, from microseconds to seconds, and places for what stands on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.words import Say
from firmware.events import NS_PER_MS, NS_PER_S, NS_PER_US

_FAR = 8
"""Whoever comes so many times later than all before stands behind a break: the rest would be a dot."""

_MOST_BEHIND = 2

_BEFORE = 0.6
"""What came earlier than the first by up to this share of the scale still stands on it."""

_TICKS = 5

_ROUNDING = 0.01
"""Sums of pixels may be off by less than this."""


@dataclass(frozen=True, slots=True)
class TimeScale:
    """A linear scale of time, with a place on either side for what lies far beyond it.

    Attributes:
        low: where it begins, ns after the first press; 0 or less.
        high: where it ends (ns).
        left: where ``low`` is (px).
        right: where ``high`` is (px).
        start: where the place for what came long before begins (px); ``left`` if there is none.
        end: where the place for what came long after ends (px); ``right`` if there is none.
    """

    low: int
    high: int
    left: int
    right: int
    start: int
    end: int

    def x(self, after: int) -> float:
        """Where a time is (px); far ones are in the middle of the places beyond the breaks."""
        if after < self.low:
            return (self.start + self.left) / 2
        if after > self.high:
            return (self.right + self.end) / 2
        return self.left + (after - self.low) / (self.high - self.low) * (self.right - self.left)

    @property
    def step(self) -> int:
        """Between ticks (ns): 1, 2 or 5 of a power of ten."""
        wanted = max(1, (self.high - self.low) // _TICKS)
        power = int(10 ** (len(str(wanted)) - 1))
        return power * next(n for n in (1, 2, 5, 10) if power * n >= wanted)

    @property
    def ticks(self) -> range:
        """The times that are ticked (ns)."""
        step = self.step
        return range(-(-self.low // step) * step, self.high + 1, step)


def time_scale(counted: Sequence[int], aside: Sequence[int], *, tie: int, left: int, right: int) -> TimeScale:
    """The scale that suits a race.

    Args:
        counted: ns after the first press, of all that compete; the first's 0 too.
        aside: the same of what doesn't count.
        tie: presses this close to the first are simultaneous (ns).
        left: where the scale's place begins (px).
        right: where it ends (px).
    """
    high = _high(counted, tie)
    low = min((at for at in aside if -high * _BEFORE <= at < 0), default=0)
    before = any(at < low for at in aside)
    behind = any(at > high for at in (*counted, *aside))
    beyond = round((right - left) * 0.2)
    start, end = left + beyond * before, right - beyond * behind
    margin = (high - low) // 25
    return TimeScale(low - margin, high + margin, start, end, left, right)


def _high(counted: Sequence[int], tie: int) -> int:
    """How far the scale goes (ns): to the last, less one or two that came very much later."""
    gaps = sorted(gap for gap in counted if gap > tie)
    for behind in range(min(_MOST_BEHIND, len(gaps) - 1), 0, -1):
        if gaps[-behind] > _FAR * gaps[-behind - 1]:
            gaps = gaps[:-behind]
            break
    return max(gaps[-1] if gaps else 3 * tie, NS_PER_US)


def tick_text(say: Say, at: int, step: int) -> str:
    """A tick as people read it, as fine as the ticks stand: ``20 ms``."""
    sign = "−" if at < 0 else ""
    if step >= NS_PER_S // 10:
        return say("{s} s", s=sign + say.number(abs(at) / NS_PER_S, 0 if step % NS_PER_S == 0 else 1))
    if step >= NS_PER_MS // 10:
        return say("{ms} ms", ms=sign + say.number(abs(at) / NS_PER_MS, 0 if step % NS_PER_MS == 0 else 1))
    return say("{us} µs", us=sign + say.number(abs(at) / NS_PER_US, 0 if step % NS_PER_US == 0 else 1))


def stagger(
    wanted: Sequence[tuple[float, float]], rows: int, low: float, high: float, gap: float
) -> list[tuple[int, float]] | None:
    """Places in rows so that nothing overlaps, each as near as can be to where it belongs.

    Args:
        wanted: left edge and width of each (px), from left to right.
        rows: how many rows there are.
        low: nothing begins before this (px).
        high: nothing ends after this (px).
        gap: between neighbours (px).

    Returns:
        For each its row and its left edge; None if there is no room.
    """
    ends = [low] * rows
    placed: list[tuple[int, float]] = []
    for left, width in wanted:
        row = min(range(rows), key=lambda row: (max(ends[row] - left, 0.0), row))
        x = max(left, ends[row])
        placed.append((row, x))
        ends[row] = x + width + gap
    limits = [high] * rows
    for place in range(len(placed) - 1, -1, -1):
        row, x = placed[place]
        x = min(x, limits[row] - wanted[place][1])
        if x < low - _ROUNDING:
            return None
        placed[place] = row, x
        limits[row] = x - gap
    return placed
