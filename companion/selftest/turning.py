"""Asks for an encoder to be turned, and learns from its two phases which way it went, or what it lacks.

Turned to the right, A closes before B: (open, open), (A), (A, B), (B), (open, open), as gpiozero's
`RotaryEncoder` has it. A bounce goes one step on and the same step back, so it leaves the sum as it was.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from companion.selftest.check_events import CheckEvent, Said, Skip
from companion.selftest.step import LIMIT_NS
from firmware.events import NS_PER_MS, Edge, Tick

CLOCKWISE = 1

ENOUGH_STEPS = 4
"""So many steps, a whole cycle, all told in one direction, settle it."""

FEW_EDGES = 6
"""Fewer edges than this may be one click of which half was lost."""

TURN_OVER_NS = 700 * NS_PER_MS
"""Nothing for so long: the turn is over, and what comes next is another."""

AT_ONCE_NS = NS_PER_MS
"""Phases are a quarter of a cycle apart, several ms by hand; wires that touch change at once."""

_ORDER = {(False, False): 0, (True, False): 1, (True, True): 2, (False, True): 3}


class Turned(StrEnum):
    """How a turn has come out."""

    RIGHT = "right"
    LEFT = "left"
    NO_A = "no-a"
    NO_B = "no-b"
    TOGETHER = "together"
    UNCLEAR = "unclear"
    NOTHING = "nothing"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Turning:
    """One turn being asked for.

    Attributes:
        way: which: `CLOCKWISE` or its negative.
        since: when it was asked for (ns).
        a: whether phase A is closed now.
        b: whether phase B is closed now.
        steps: the sum of steps so far, to the right positive.
        edges_a: level changes of A.
        edges_b: level changes of B.
        at_once: how often the other phase changed in the same instant.
        last: the last edge: its phase and stamp (ns), or None.
        came: how it has come out; None while it is asked for.
    """

    way: int
    since: int
    a: bool
    b: bool
    steps: int = 0
    edges_a: int = 0
    edges_b: int = 0
    at_once: int = 0
    last: tuple[str, int] | None = None
    came: Turned | None = None

    def wake_at(self) -> int:
        """When the turn looks over, or is given up."""
        if self.last is None or self.edges_a + self.edges_b < FEW_EDGES:
            return self.since + LIMIT_NS
        return min(self.last[1] + TURN_OVER_NS, self.since + LIMIT_NS)

    def take(self, event: CheckEvent) -> Turning:
        """What an event makes of it."""
        match event:
            case Edge(line, closed, at) if line in {"a", "b"}:
                return self._edge(str(line), closed, at)
            case Tick(at) if at >= self.wake_at():
                return replace(self, came=self._judged())
            case Said(yes=False):  # "nothing happens"
                return replace(self, came=self._judged())
            case Skip():
                return replace(self, came=Turned.SKIPPED)
        return self

    def _edge(self, line: str, closed: bool, at: int) -> Turning:
        a, b = (closed, self.b) if line == "a" else (self.a, closed)
        gone = (_ORDER[a, b] - _ORDER[self.a, self.b]) % 4
        at_once = self.last is not None and self.last[0] != line and at - self.last[1] <= AT_ONCE_NS
        return replace(
            self,
            a=a,
            b=b,
            steps=self.steps + {0: 0, 1: 1, 2: 0, 3: -1}[gone],
            edges_a=self.edges_a + (line == "a"),
            edges_b=self.edges_b + (line == "b"),
            at_once=self.at_once + at_once,
            last=(line, at),
        )

    def _judged(self) -> Turned:
        edges = self.edges_a + self.edges_b
        if edges == 0:
            return Turned.NOTHING
        if self.edges_a == 0:
            return Turned.NO_A
        if self.edges_b == 0:
            return Turned.NO_B
        if self.at_once * 3 >= edges:
            return Turned.TOGETHER
        if abs(self.steps) < ENOUGH_STEPS:
            return Turned.UNCLEAR
        return Turned.RIGHT if self.steps > 0 else Turned.LEFT
