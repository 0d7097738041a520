"""The zero test: before a first race every button answers once. Who doesn't is known by then. Pure.

All press together and let go. A button that has answered isn't asked again while the box is on, unless it was
plugged in anew. What only the box knows of a line, that it is stuck or noisy, it types (`OF_LINES`): so a
journal has it. All else follows from presses, releases and time. None of them counts in any race: the game
begins afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from firmware.events import NS_PER_S, Seat

LASTS_NS = 10 * NS_PER_S
"""So long a test waits for all to answer."""

LATE_NS = NS_PER_S
"""Later than this after half of them had pressed isn't *together*: who sees or hears others press follows
within some 0.2 to 0.6 s, so that a first try may have gone unheard. Half of them, not the first, so that one
elbow makes nobody else late."""

SHOWN_NS = 2 * NS_PER_S
"""So long is shown that all is well; then the game begins by itself."""


class Verdict(StrEnum):
    """What a test has found of a button; the worst first."""

    STUCK = "stuck"
    """Closed all the time, or not let go."""
    NOISY = "noisy"
    MISSING = "missing"
    """Never pressed."""
    LATE = "late"
    PASSED = "passed"


OF_LINES = (Verdict.STUCK, Verdict.NOISY)
"""What the box types of a line: ``zero 3 stuck``."""


@dataclass(frozen=True, slots=True)
class Zero:
    """A test, under way or over.

    Attributes:
        seats: who is asked.
        since: when it began (ns).
        pressed: when each first pressed (ns).
        let_go: who of them has let go.
        lines: what the box has typed of their lines.
        ended: when it was over (ns); None: it goes on.
    """

    seats: tuple[Seat, ...]
    since: int
    pressed: Mapping[Seat, int] = field(default_factory=dict)
    let_go: frozenset[Seat] = frozenset()
    lines: Mapping[Seat, Verdict] = field(default_factory=dict)
    ended: int | None = None

    def press(self, seat: Seat, at: int) -> Zero:
        """A button has closed; it isn't stuck, then."""
        if self.ended is not None or seat not in self.seats:
            return self
        return replace(self.line(seat, None), pressed={seat: at, **self.pressed})

    def release(self, seat: Seat, at: int) -> Zero:
        """A button has opened, so it isn't stuck; the last of all ends the test."""
        if self.ended is not None or seat not in self.pressed:
            return self.line(seat, None)
        after = replace(self, let_go=self.let_go | {seat})
        return replace(after, ended=at) if len(after.let_go) == len(self.seats) else after

    def line(self, seat: Seat, fault: Verdict | None) -> Zero:
        """What the box has typed; None: it behaves, whatever was typed."""
        if self.ended is not None or seat not in self.seats or self.lines.get(seat) is fault:
            return self
        others = {other: found for other, found in self.lines.items() if other != seat}
        return replace(self, lines=others if fault is None else {**others, seat: fault})

    @property
    def ends(self) -> int:
        """When it is over, whoever has answered (ns)."""
        return self.since + LASTS_NS

    def wake_at(self) -> int | None:
        """When time alone changes it (ns): it is over, or was shown for long enough; None: never."""
        if self.ended is None:
            return self.ends
        return self.ended + SHOWN_NS if self.is_well else None

    # -- what it has found -------------------------------------------------------------------------

    def verdict(self, seat: Seat) -> Verdict:
        """What is found of a button once it is over."""
        pressed = self.pressed.get(seat)
        if (fault := self.lines.get(seat)) is not None:
            return fault
        if pressed is None:
            return Verdict.MISSING
        if seat not in self.let_go and self.ended is not None and self.ended - pressed > LATE_NS:
            return Verdict.STUCK
        half = sorted(self.pressed.values())[(len(self.pressed) - 1) // 2]
        return Verdict.LATE if pressed - half > LATE_NS else Verdict.PASSED

    def found(self, verdict: Verdict) -> tuple[Seat, ...]:
        """Whose buttons are so."""
        return tuple(seat for seat in self.seats if self.verdict(seat) is verdict)

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """Who is still to press or to let go."""
        return () if self.ended is not None else tuple(s for s in self.seats if s not in self.let_go)

    @property
    def passed(self) -> tuple[Seat, ...]:
        """Whose buttons have answered, as they should, so far."""
        return tuple(seat for seat in self.found(Verdict.PASSED) if seat not in self.waiting)

    @property
    def is_well(self) -> bool:
        """Whether there is nothing to be said against any button."""
        return self.passed == self.seats

    @property
    def spread(self) -> int:
        """How long after the first the last has pressed (ns)."""
        return max(self.pressed.values(), default=0) - min(self.pressed.values(), default=0)

    def snapshot(self) -> dict[str, Any]:
        """It as JSON: who is waited for, who has passed, and once it is over, what is wrong with whom."""
        over = self.ended is not None
        wrong = {str(kind): list(self.found(kind)) if over else [] for kind in Verdict}
        return {**wrong, "waiting": list(self.waiting), "passed": list(self.passed)}
