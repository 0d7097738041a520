"""A stopwatch as one frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from itertools import pairwise

from companion.games.growing import Grown
from firmware.events import Seat


class Phase(Enum):
    """What the watch does."""

    READY = "ready"
    RUNNING = "running"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class State:
    """One watch.

    Attributes:
        before: what it showed when it was started last (ns).
        since: when that was.
        stopped_at: when it was stopped last; None while it runs.
        splits: what it showed at each lap of a seat, in order (ns).
        last: the seat whose lap was last.
        earlier: the watch as it stood when it was set back to zero last.
    """

    phase: Phase = Phase.READY
    before: int = 0
    since: int = 0
    stopped_at: int | None = None
    splits: Mapping[Seat, Grown[int]] = field(default_factory=dict)
    last: Seat | None = None
    earlier: State | None = None

    def elapsed(self, at: int) -> int:
        """What it shows at a stamp (ns)."""
        if self.phase is Phase.READY:
            return 0
        until = at if self.stopped_at is None else min(at, self.stopped_at)
        return self.before + max(0, until - self.since)

    @property
    def stands_at(self) -> int:
        """What it showed when it was stopped last (ns)."""
        return 0 if self.stopped_at is None else self.elapsed(self.stopped_at)

    def run(self, seat: Seat) -> Grown[int]:
        """What it showed at each lap of a seat, in order (ns)."""
        return self.splits.get(seat, Grown())

    def laps(self, seat: Seat, last: int | None = None) -> list[int]:
        """How long each lap of a seat was, or so many of the last (ns)."""
        splits = self.run(seat)
        last = len(splits) if last is None else last
        return [end - begin for begin, end in pairwise((0, *splits.newest(last + 1)))][-last:] if last else []

    def used(self, seat: Seat) -> int:
        """What it showed at the seat's last lap (ns), 0 before the first."""
        return self.run(seat).last or 0

    def places(self) -> list[Seat]:
        """Who has laps, the furthest first: most laps, then the least time; also who has left since."""
        return sorted(self.splits, key=lambda seat: (-len(self.splits[seat]), self.used(seat)))
