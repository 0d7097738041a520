"""How late edges reach the loop: from the kernel's stamp until the loop has it, as a histogram.

Order is judged by stamps, so lateness never changes who was first. It says how much of `settle` is used up
before the loop hears of a press: one that comes later than that is told of as late and can win nothing.
On a Pi the floor is set by lgpio, which holds each report 0.5 ms to sort it (lgPthAlerts.c).
"""

from __future__ import annotations

import math
from bisect import bisect_left
from itertools import zip_longest
from typing import Any

from firmware.events import NS_PER_MS, NS_PER_US

BOUNDS_NS = tuple(
    us * NS_PER_US for us in (100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 200_000)
)
"""The upper edge of each bin, ns: 0.1, 0.2, 0.5 ms and so on to 200 ms; one more bin takes all above."""

BAR = 40
"""How long the longest bar is, characters."""


class Lateness:
    """A histogram of lateness; one thread adds, any may read."""

    def __init__(self) -> None:
        self._counts = [0] * (len(BOUNDS_NS) + 1)
        self._most = 0

    def add(self, late: int) -> None:
        """Count one edge that came ``late`` ns after its stamp; below 0 counts as not late."""
        self._counts[bisect_left(BOUNDS_NS, late)] += 1
        self._most = max(self._most, late)

    @property
    def count(self) -> int:
        """How many edges there were."""
        return sum(self._counts)

    @property
    def most(self) -> int:
        """The latest of all, ns, exactly; 0 if there was none."""
        return self._most

    def within(self, share: float) -> int:
        """How late (ns) this share of all edges was at most, as fine as the bins are.

        Args:
            share: above 0, up to 1: 0.5 is the median.

        Returns:
            The upper edge of the bin it is in, or the latest of all if that was earlier; 0 if there was none.
        """
        wanted, seen = math.ceil(share * self.count), 0
        for bound, count in zip(BOUNDS_NS, self._counts, strict=False):
            seen += count
            if seen >= wanted:
                return min(bound, self._most)
        return self._most

    def as_data(self) -> dict[str, Any]:
        """Everything, as JSON; times in µs. The last bin has no upper edge."""
        return {
            "count": self.count,
            "p50_us": self.within(0.5) / NS_PER_US,
            "p99_us": self.within(0.99) / NS_PER_US,
            "max_us": self._most / NS_PER_US,
            "bins": [
                {"up_to_us": None if bound is None else bound // NS_PER_US, "count": count}
                for bound, count in zip_longest(BOUNDS_NS, self._counts)
            ],
        }

    def lines(self) -> list[str]:
        """The bins from the first to the last used: upper edge, count and a bar; no words."""
        used = [at for at, count in enumerate(self._counts) if count]
        if not used:
            return []
        tallest = max(self._counts)
        return [self._line(at, tallest) for at in range(used[0], used[-1] + 1)]

    def _line(self, at: int, tallest: int) -> str:
        last = at == len(BOUNDS_NS)
        bound = f"{'>' if last else '≤'} {BOUNDS_NS[-1 if last else at] / NS_PER_MS:g} ms"
        bar = "█" * math.ceil(BAR * self._counts[at] / tallest)
        return f"{bound:>9} {self._counts[at]:>6} {bar}".rstrip()

    def __str__(self) -> str:
        if not self.count:
            return "no edges"
        p50, p99, most = (ns / NS_PER_MS for ns in (self.within(0.5), self.within(0.99), self._most))
        return f"{self.count} edges, p50 <= {p50:.3g} ms, p99 <= {p99:.3g} ms, max {most:.3g} ms"
