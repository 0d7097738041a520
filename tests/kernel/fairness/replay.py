"""One race's recorded edges through contacts, arbiter and race again, with whatever times.

Edges come when the loop took them in the guest; the loop wakes at each deadline, as late as it did there;
levels are the truth's.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections import defaultdict, deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from firmware.events import NS_PER_MS, Edge, Line, Press, Seat, Tick
from firmware.presses.arbiter import Arbiter
from firmware.presses.contact import Reading
from firmware.presses.race import Race
from firmware.times import Times
from tests.kernel.fairness.judge import Verdict
from tests.kernel.fairness.plan import LINES
from tests.kernel.fairness.truth import Truth

Taken = tuple[Edge, int]
"""An edge, and when the loop took it (ns)."""

OPENED_NS = NS_PER_MS
"""A race is open so long before its first touch."""

OVER_NS = 300 * NS_PER_MS
"""No ruling takes that long after the last edge."""


@dataclass(frozen=True)
class Recorded:
    """What ours saw of one race.

    Attributes:
        gap_us: the planned gap.
        truth: the first touches.
        flips: each seat's flips: moments and levels.
        edges: what arrived.
    """

    gap_us: int
    truth: Truth
    flips: Sequence[tuple[Seat, bool, int]]
    edges: Sequence[Taken]

    @cached_property
    def _levels(self) -> dict[Seat, tuple[list[int], list[bool]]]:
        levels: dict[Seat, tuple[list[int], list[bool]]] = defaultdict(lambda: ([], []))
        for seat, closed, at in self.flips:
            moments, closings = levels[seat]
            moments.append(at)
            closings.append(closed)
        return levels

    def closed(self, line: Line, now: int) -> bool:
        """The true level of a seat's line."""
        if not isinstance(line, int) or line not in self._levels:
            return False
        moments, closings = self._levels[line]
        number = bisect_right(moments, now)
        return number > 0 and closings[number - 1]


def replay(race: Recorded, times: Times, overslept: Sequence[int], chance: random.Random) -> Verdict:
    """What the box would have made of it.

    Args:
        race: what it saw.
        times: its times.
        overslept: how late the loop was where it woke by itself (ns).
        chance: chooses how late it is here, each time.
    """
    now = race.truth.began - OPENED_NS
    arbiter = Arbiter(LINES, times, lambda line: Reading(race.closed(line, now), now), now)
    competing, ruled = Race(now, times.tie), None
    presses: list[Seat] = []
    coming = deque(race.edges)
    end = (race.edges[-1][1] if race.edges else now) + OVER_NS

    def wake_at() -> int | None:
        return competing.due

    while now < end:
        due = arbiter.deadline(wake_at())
        wakes = [] if due is None else [max(due, now) + (chance.choice(overslept) if overslept else 0)]
        wakes += [coming[0][1]] if coming else []
        if not wakes:
            break
        now = max(now + 1, min(wakes))
        arbiter.woke(now, wake_at())
        while coming and coming[0][1] <= now:
            arbiter.feed(coming.popleft()[0], now)
        for event in arbiter.events(now, wake_at):
            if isinstance(event, Press):
                presses.append(event.seat)
                competing = competing.enter(event)
            elif isinstance(event, Tick):
                competing, ruled = competing.rule(), now
    if (ruling := competing.ruling) is None:
        return Verdict((), presses=tuple(presses))
    return Verdict(ruling.order, ruling.tied, tuple(presses), ruling.margins, ruled)
