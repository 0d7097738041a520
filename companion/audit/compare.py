"""Compares what the first judge said with what the second makes of the edges.

Compared are, for as long as edges were written: every press, its stamp and how unsure that was told to be;
and of every ruling the order, the margins, who was in a tie, and who won where there was none. A result is
compared with what the recorded events lead to.

Not compared is what the edges don't say. Who was early, barred or refused, whose press was taken back, and
who wins a tie are the game's rules: of those in its order a ruling is compared. A press that nobody's game
has heard of (the host's on a box without a knob, one while the box asks whether to go on) needn't be
recorded. The last moments before a program ended are left open: a press may not have been handed on. Where
edges came later than they may (`companion.store.edges.How.LATE`), the first judge may have decided before it
knew them: what differs there is counted by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import NamedTuple

from companion.audit import judge
from companion.audit.first import Ruled, Stretch, Where
from companion.store.edges import How, OnLine
from firmware.events import NS_PER_MS, NS_PER_US, Seat

NEAR_NS = 50 * NS_PER_MS
"""A press so near to one that nobody else knows is taken to be the same, otherwise stamped."""

AROUND_NS = 100 * NS_PER_MS
"""So long before a late edge something may have been decided that it would have changed, and after it."""

PULSE_NS = 25 * NS_PER_MS
"""So long after a press other lines' edges may tell that a pulse has hit them all."""


class Differs(NamedTuple):
    """A disagreement.

    Attributes:
        where: the event it is about.
        at: the stamp it is about (ns).
        what: what either says.
        late: edges came too late there, and that may be why.
    """

    where: Where
    at: int
    what: str
    late: bool = False


class Second:
    """What the second judge makes of a stretch.

    Attributes:
        said: the presses of the first judge, by seat and stamp.
        judged: what the edges make of each of these; None: no press.
        lost: those it hasn't told.
    """

    def __init__(self, stretch: Stretch) -> None:
        self.stretch = stretch
        aside, presses = stretch.aside, self._presses()
        self.said = {key: one for key, one in stretch.said.items() if key not in aside}
        self.lost = [one for key, one in presses.items() if key not in self.said and one.at <= stretch.ends]
        self.judged = {key: presses.get(key) or self._nearest(*key) for key in self.said}
        if unlike := {key for key, one in presses.items() if self._unlike(key, one)}:
            before = self._presses(AROUND_NS).items()
            self.judged |= {key: one for key, one in before if key in unlike and not self._unlike(key, one)}
        self._late = [line for line, _ in stretch.lines if line.how is How.LATE]
        self._where = {(line.seat, line.at): where for line, where in reversed(stretch.lines)}

    def _presses(self, ago: int = 0) -> dict[tuple[Seat, int], judge.Press]:
        """What the edges make, with the tie there was so long before each (ns).

        The first judge takes a press's from when it hears of it, which may be before its game is known.
        """
        stretch, edges = self.stretch, [_edge(line) for line, _ in self.stretch.lines]
        found = judge.presses(
            edges,
            asdict(stretch.times),
            lambda at: stretch.table(at).seats,
            lambda at: stretch.table(max(0, at - ago)).tie,
        )
        return {(one.seat, one.at): one for one in found if (one.seat, one.at) not in stretch.aside}

    def _unlike(self, key: tuple[Seat, int], judged: judge.Press) -> bool:
        """Whether the first judge has told that press to be otherwise unsure."""
        return key in self.said and self.said[key][0].within != judged.within

    def _nearest(self, seat: Seat, at: int) -> judge.Press | None:
        """The press that is the first judge's of this stamp, otherwise stamped."""
        near = [one for one in self.lost if one.seat == seat and abs(one.at - at) <= NEAR_NS]
        same = min(near, key=lambda one: abs(one.at - at), default=None)
        if same is not None:
            self.lost.remove(same)
        return same

    def differs(self) -> Iterator[Differs]:
        """Each press on which the two don't agree."""
        for press, where in self.said.values():
            judged = self.judged[press.seat, press.at]
            if judged is None:
                what = "the first judge told a press, the edges make none"
            elif judged.at != press.at:
                moved = (press.at - judged.at) / NS_PER_US
                what = f"the first judge told the press {moved:+.3f} us from where the edges put it"
            elif press.within != judged.within:
                what = f"the first judge told it {_span(press.within)}, the second {_span(judged.within)}"
            else:
                continue
            yield self._differs(where, press.seat, press.at, what)
        for press, where in self.stretch.twice:
            yield self._differs(where, press.seat, press.at, "the first judge told a press twice")
        for one in self.lost:
            where = self._where.get((one.seat, one.at), self.stretch.lines[-1][1])
            what = "the edges make a press, the first judge told none"
            yield self._differs(where, one.seat, one.at, what)

    def _differs(self, where: Where, seat: Seat, at: int, what: str) -> Differs:
        return Differs(where, at, f"seat {seat}: {what}", self.is_late(seat, at))

    def is_late(self, seat: Seat, at: int) -> bool:
        """Whether edges of a line came too late around a stamp, or such as would have told of a pulse."""
        for late in self._late:
            since = late.at - (AROUND_NS if late.seat == seat else judge.TOGETHER)
            until = late.at + (late.many + AROUND_NS if late.seat == seat else judge.TOGETHER)
            if since <= at <= until or 0 <= late.at - at <= PULSE_NS:
                return True
        return False


def _edge(line: OnLine) -> judge.Edge:
    how = "" if line.how is How.LATE else str(line.how)
    return judge.Edge(line.seat, line.closed, line.at, line.within, how)


def _span(within: judge.Within | None) -> str:
    if within is None:
        return "as a pin's"
    return f"up to {within[0] / NS_PER_US:g} us earlier and {within[1] / NS_PER_US:g} us later"


def rulings_differ(rulings: Iterable[Ruled], seconds: dict[Stretch, Second]) -> Iterator[Differs]:
    """Each ruling on which the two don't agree."""
    for ruled in rulings:
        if (what := _ruling_differs(ruled, seconds)) is not None:
            late = any(
                one is not None and seconds[one[0]].is_late(seat, one[1])
                for seat, one in zip(ruled.ruling.order, ruled.presses, strict=True)
            )
            yield Differs(ruled.where, ruled.at, what, late)


def _ruling_differs(ruled: Ruled, seconds: dict[Stretch, Second]) -> str | None:
    ruling = ruled.ruling
    known = [one for one in ruled.presses if one is not None]
    if not known or len(known) < len(ruled.presses):
        return None  # pressed before edges were written, or in an earlier run
    judged = list[judge.Press]()
    for seat, margin, (its, at) in zip(ruling.order, ruling.margins, known, strict=True):
        if (
            press := seconds[its].judged.get((seat, at))
        ) is not None:  # in the race's time: two stretches have two
            judged.append(press._replace(at=margin + press.at - at))
    stretch, first = known[0]
    there = {*ruling.order, *ruling.early, *ruling.barred, *ruling.late}
    for press in seconds[stretch].lost:
        after, last = press.at - first, max(ruling.margins) + ruled.tie
        if press.seat in ruled.seats and press.seat not in there and -ruling.reaction <= after <= last:
            judged.append(press._replace(at=after))
    told = judge.verdict(judged, ruled.tie)
    first_said = judge.Verdict(None if ruling.tied else ruling.winner, ruling.order, ruling.tied)
    if first_said != told:
        return f"the first judge said {_verdict(first_said)}, the second {_verdict(told)}"
    if ruling.tied and ruling.winner is not None and ruling.winner not in ruling.tied:
        return f"the first judge let {ruling.winner} win a tie of {_seats(ruling.tied)}"
    return None


def _verdict(verdict: judge.Verdict) -> str:
    won = f"a tie of {_seats(verdict.tied)}" if verdict.winner is None else f"{verdict.winner} was first"
    return f"{won} (in order: {_seats(verdict.order)})"


def _seats(seats: Iterable[Seat]) -> str:
    return ", ".join(map(str, seats)) or "nobody"
