"""A table without a game: the box's own arbiter and race, and what they are told and tell.

What a game would do is done here: a race is open until it is ruled and everybody has let go, then the next
one. All of it is kept with its stamps, so that it can be split into the races that were played.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, TypeAlias

from firmware.events import Edge, Press, Release, Seat, Tick, Within
from firmware.presses.arbiter import Arbiter
from firmware.presses.contact import Read
from firmware.presses.race import NO_RACE, Race, Ruling
from firmware.times import Times
from tests.certify.record import Record, Width

Kept: TypeAlias = dict[str, list[list[Any]]]
"""What a table has kept, as JSON; of each the stamp is the second, and by that they are in order:
``edges`` and ``presses``: seat, stamp, closed, width; ``rulings``: firsts, stamp of the first, order, late,
when it was ruled."""


@dataclass
class Table:
    """Races at one table, one after another.

    Attributes:
        times: the table's.
        arbiter: orders what happens.
        kept: what it was told, and has told.
    """

    times: Times
    arbiter: Arbiter
    kept: Kept = field(default_factory=lambda: {"edges": [], "presses": [], "rulings": []})
    _race: Race = NO_RACE
    _down: set[Seat] = field(default_factory=set)
    _ruled: int = 0

    @classmethod
    def of(cls, seats: Sequence[Seat], times: Times, read: Read, now: int) -> Table:
        """A table of these seats, its first race open from now on."""
        table = cls(times, Arbiter(seats, times, read, now))
        table.open(now)
        return table

    @property
    def deadline(self) -> int | None:
        """When it must be awake again (ns)."""
        return self.arbiter.deadline(self._race.due)

    def plugged(self, seat: Seat, within: Within) -> None:
        """A seat's button is there, as unsure as that."""
        self.arbiter.within[seat] = within
        self._race = replace(self._race, reach=self._reach)

    @property
    def _reach(self) -> int:
        return max((within.before for within in self.arbiter.within.values()), default=0)

    def open(self, at: int) -> None:
        """A race is open from then on."""
        self._race = Race(at, self.times.tie, reach=self._reach)

    def woke(self, now: int) -> None:
        """It is awake, before it is fed."""
        self.arbiter.woke(now, self._race.due)

    def feed(self, edge: Edge, now: int) -> None:
        """Take an edge of a seat's line."""
        assert isinstance(edge.line, int)
        within = edge.within or self.arbiter.within.get(edge.line)
        self.kept["edges"].append([edge.line, edge.at, edge.closed, within])
        self.arbiter.feed(edge, now)

    def judge(self, now: int) -> None:
        """Judge what is due by now."""
        for event in self.arbiter.events(now, lambda: self._race.due):
            if isinstance(event, Press):
                self._race = self._race.enter(event)
                self._down.add(event.seat)
                self.kept["presses"].append([event.seat, event.at, True, event.within])
            elif isinstance(event, Tick):
                self._race = self._race.rule()
                self._ruled = now
            elif isinstance(event, Release):
                self._let_go(event)

    def _let_go(self, event: Release) -> None:
        self._down.discard(event.seat)
        if self._race.ruling is not None and not self._down:
            self._keep(self._race.ruling)
            self.open(event.at)

    def _keep(self, ruling: Ruling) -> None:
        firsts = ruling.tied if ruling.winner is None else (ruling.winner,)
        first = ruling.opened + ruling.reaction
        self.kept["rulings"].append([firsts, first, ruling.order, ruling.late, self._ruled])


def split(kept: Kept, began: Sequence[int]) -> list[Kept]:
    """What a table has kept, race by race: what is stamped since a race's first touch, before the next's."""
    parts: list[Kept] = [{} for _ in began]
    for what, entries in kept.items():
        by_stamp = sorted(entries, key=lambda entry: entry[1])
        starts = [bisect_left(by_stamp, at, key=lambda entry: entry[1]) for at in began]
        for part, (start, end) in zip(parts, pairwise([*starts, len(by_stamp)]), strict=True):
            part[what] = by_stamp[start:end]
    return parts


def told(record: Record, kept: Kept) -> Record:
    """A record with what the box told of its race."""
    presses, rulings = kept["presses"], kept["rulings"]
    stamps: Mapping[Seat, int] = {seat: at for seat, at, _, _ in reversed(presses)}
    widths = {seat: width for seat, _, _, width in reversed(presses)}
    firsts: Sequence[Seat] = rulings[0][0] if rulings else ()
    order = [seat for ruling in rulings for seat in ruling[2]]  # whoever pressed once all had let go, too
    return replace(
        record,
        winner=firsts[0] if len(firsts) == 1 else None,
        tied=tuple(firsts) if len(firsts) > 1 else (),
        order=tuple(order),
        presses=dict(Counter(seat for seat, _, _, _ in presses)),
        stamps={seat: stamps[seat] for seat in order},
        widths={seat: _width(width) for seat in order if (width := widths[seat]) is not None},
        late=tuple(seat for ruling in rulings for seat in ruling[3]),
        edges=tuple(
            (seat, closed, at, None if width is None else _width(width))
            for seat, at, closed, width in kept["edges"]
        ),
    )


def _width(width: Sequence[Any]) -> Width:
    before, after, apart, of = width
    return before, after, apart, of
