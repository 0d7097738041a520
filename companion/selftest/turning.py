"""Asks for an encoder to be turned, and learns from its two phases which way it went, or what it lacks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from companion.selftest.check_events import CheckEvent, Said, Skip
from companion.selftest.step import LIMIT_NS
from firmware.events import NS_PER_MS, Edge, Tick
from firmware.presses.cycle import QUARTERS, changed, gone

CLOCKWISE = 1

CLICKS = 4
"""So many clicks are asked for."""

_SEEMS = {1: range(12, 21), 2: range(6, 11), 4: range(3, 6)}
"""How many clicks a cycle has by the quarters gone: one more or less is forgiven whoever turned it."""

FEW_EDGES = 6
"""Fewer edges than this may be one click only, of somebody slow."""

SLOWLY_NS = 2500 * NS_PER_MS
"""After a whole cycle's edges and no more, nothing for so long: the turn is over."""

TURN_OVER_NS = 700 * NS_PER_MS
"""Nothing for so long: the turn is over, and what comes next is another."""

AT_ONCE_NS = NS_PER_MS
"""Phases are a quarter of a cycle apart, several ms by hand; wires that touch change at once."""


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
        quarters: the sum of quarters so far, to the right positive.
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
    quarters: int = 0
    edges_a: int = 0
    edges_b: int = 0
    at_once: int = 0
    last: tuple[str, int] | None = None
    came: Turned | None = None

    def wake_at(self) -> int:
        """When the turn looks over, or is given up."""
        edges = self.edges_a + self.edges_b
        if self.last is None or edges < QUARTERS:
            return self.since + LIMIT_NS
        over = self.last[1] + (SLOWLY_NS if edges < FEW_EDGES else TURN_OVER_NS)
        return min(over, self.since + LIMIT_NS)

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
        a, b = changed((self.a, self.b), line, closed)
        at_once = self.last is not None and self.last[0] != line and at - self.last[1] <= AT_ONCE_NS
        return replace(
            self,
            a=a,
            b=b,
            quarters=self.quarters + gone((self.a, self.b), (a, b)),
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
        if abs(self.quarters) < QUARTERS:
            return Turned.UNCLEAR
        return Turned.RIGHT if self.quarters > 0 else Turned.LEFT

    def clicks_in_a_cycle(self) -> int | None:
        """How often this encoder seems to click in a cycle; None if that can't be told."""
        return next((clicks for clicks, gone in _SEEMS.items() if abs(self.quarters) in gone), None)
