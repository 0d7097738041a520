"""Asks for one button to be pressed, and learns which lines that closes.

People slip, wires don't: an answer other than the one expected is asked for once more, and counts only when
it comes twice. What closes together, within `ONE_ANSWER_NS`, is one answer.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from companion.selftest.check_events import CheckEvent, Opened, Pressed, Released, Said, Skip
from companion.selftest.step import LIMIT_NS
from firmware.events import NS_PER_MS, NS_PER_S, Line, Tick
from firmware.presses.hostkeys import HOLD_NS

ONE_ANSWER_NS = 20 * NS_PER_MS
"""Lines that touch each other close at once, but for what their capacitors and bounces add."""

STICKS_NS = 5 * NS_PER_S
"""Closed for so long: nobody holds a button that long who was asked to press it."""

RESTING_NS = 1500 * NS_PER_MS
"""A line that was closed and has opened is as its button leaves it once nothing changed for so long."""

MOST_TRIES = 3


class Came(StrEnum):
    """How a button has come out."""

    CLOSED = "closed"
    """Its lines are known: `AskedPress.lines`."""
    DEAD = "dead"
    """Nothing came."""
    STUCK = "stuck"
    """Its line has been closed all the time."""
    REVERSED = "reversed"
    """Its line opens when it is pressed."""
    STICKS = "sticks"
    """It came and never opened again."""
    SKIPPED = "skipped"


BROKEN = frozenset({Came.STUCK, Came.REVERSED, Came.STICKS})
"""Buttons that came out so can't be listened to afterwards."""


@dataclass(frozen=True, slots=True)
class AskedPress:
    """One button being asked for.

    Attributes:
        line: the line it should close.
        since: when it was asked for, or asked for again.
        down: all lines closed now, of those that may answer.
        closed: its own line was closed when it was asked for, and hasn't opened yet.
        resting: its own line was closed when it was asked for and has opened since: its last change (ns).
        first: stamp of the answer that is coming, or None.
        coming: the lines of that answer so far.
        tries: unexpected answers before.
        came: how it has come out; None while it is asked for.
        lines: what it closed.
        edges: how many level changes the press of its own line had.
    """

    line: Line
    since: int
    down: frozenset[Line] = frozenset()
    closed: bool = False
    resting: int | None = None
    first: int | None = None
    coming: frozenset[Line] = frozenset()
    tries: tuple[frozenset[Line], ...] = ()
    came: Came | None = None
    lines: frozenset[Line] = frozenset()
    edges: int = 0

    @property
    def until(self) -> int:
        """When nothing more is waited for (ns)."""
        return self.since + LIMIT_NS

    def wake_at(self) -> int:
        """When time alone decides something."""
        if self.resting is not None:
            return self.resting + RESTING_NS
        if self.first is None:
            return self.until
        return self.first + (HOLD_NS if self._may_skip else STICKS_NS)

    @property
    def _may_skip(self) -> bool:
        return self.coming == {"ok"} and self.line != "ok"

    def take(self, event: CheckEvent) -> AskedPress:
        """What an event makes of it."""
        match event:
            case Pressed(line, at):
                return self._press(line, at)
            case Released(line, at, edges):
                return self._release(line, at, edges)
            case Opened(line, at) if line == self.line:
                return replace(self, closed=False, resting=at, down=self.down - {line})
            case Tick(at) if at >= self.wake_at():
                return self._rested(at) if self.resting is not None else self._give_up()
            case Said(yes=False):  # "nothing happens"
                return self._give_up() if self.first is None else self
            case Skip():
                return replace(self, came=Came.SKIPPED)
        return self

    def _press(self, line: Line, at: int) -> AskedPress:
        after = replace(self, down=self.down | {line})
        if self.resting is not None:
            return replace(after, resting=at, coming=frozenset({line})) if line == self.line else after
        if self.first is None:
            return replace(after, first=at, coming=frozenset({line}))
        if abs(at - self.first) <= ONE_ANSWER_NS:
            return replace(after, coming=self.coming | {line})
        return after

    def _release(self, line: Line, at: int, edges: int) -> AskedPress:
        after = replace(self, down=self.down - {line})
        if line == self.line and (self.closed or self.resting is not None):
            return replace(after, closed=False, resting=at, edges=edges)
        if self.first is None or line not in self.coming:
            return after
        if line == self.line:
            after = replace(after, edges=edges)
        return after if after.down & self.coming else after._answered(at)

    def _answered(self, at: int) -> AskedPress:
        """All that closed is open again."""
        if self.coming in ({self.line}, *self.tries) or len(self.tries) + 1 == MOST_TRIES:
            return replace(self, came=Came.CLOSED, lines=self.coming)
        again = (*self.tries, self.coming)
        return replace(self, tries=again, first=None, coming=frozenset(), since=at)

    def _rested(self, now: int) -> AskedPress:
        """The line that was closed at first has come to rest, as its button leaves it."""
        if self.line in self.down:
            return replace(self, came=Came.REVERSED, lines=frozenset({self.line}))
        if self.coming:
            return replace(self, came=Came.CLOSED, lines=self.coming)
        return replace(self, resting=None, since=now)

    def _give_up(self) -> AskedPress:
        if self.first is None:
            return replace(self, came=Came.STUCK if self.closed else Came.DEAD)
        if self._may_skip:
            return replace(self, came=Came.SKIPPED)
        return replace(self, came=Came.STICKS, lines=self.coming)
