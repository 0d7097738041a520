"""A rotary encoder's cycle: which way its two phases went, and how far.

Turned to the right, A closes before B: (open, open), (A), (A, B), (B), (open, open). A bounce goes a quarter
of the cycle on and the same quarter back, so it leaves the sum as it was.
"""

from __future__ import annotations

from typing import TypeAlias

Phases: TypeAlias = tuple[bool, bool]
"""Whether A and B are closed."""

QUARTERS = 4

_ORDER = {(False, False): 0, (True, False): 1, (True, True): 2, (False, True): 3}


def changed(phases: Phases, line: str, closed: bool) -> Phases:
    """The phases after an edge of line ``"a"`` or ``"b"``."""
    return (closed, phases[1]) if line == "a" else (phases[0], closed)


def gone(before: Phases, after: Phases) -> int:
    """A quarter to the right (1), to the left (-1), or 0; half a cycle at once tells no way."""
    return {0: 0, 1: 1, 2: 0, 3: -1}[(_ORDER[after] - _ORDER[before]) % QUARTERS]


class Cycle:
    """Makes steps of edges: one for each click that was gone all the way to.

    Args:
        clicks: in a cycle: 1, resting with both phases open; 2, resting with both closed, too; or 4.
        phases: as they are now.
    """

    def __init__(self, clicks: int = 1, phases: Phases = (False, False)) -> None:
        self._apart = QUARTERS // clicks
        self._phases = phases
        self._gone = 0

    def take(self, line: str, closed: bool) -> int:
        """The steps an edge completes: 1 to the right, -1 to the left, or 0."""
        before, self._phases = self._phases, changed(self._phases, line, closed)
        self._gone += gone(before, self._phases)
        if _ORDER[self._phases] % self._apart:
            return 0  # between two clicks
        steps, self._gone = int(self._gone / self._apart), 0
        return steps
