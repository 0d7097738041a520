"""Loop-back: what this very box can tell apart, and so how close two presses have to be for a tie.

A jumper joins one spare pin, the driver, to two or more button lines, each through a resistor of its own.
Driven low, it closes all of them at one instant: by how much their stamps differ is what the box adds.

Where the differences come from:

- The header's pins share one interrupt. Its handler reads which pins have an edge and serves them one after
  the other, lowest GPIO first (``bcm2835_gpio_irq_handle_bank`` in pinctrl-bcm2835.c; on a Pi 5
  ``rp1_gpio_irq_handler`` in pinctrl-rp1.c), and each is stamped when it is served. So edges of one instant
  are stamped some µs apart in the order of their GPIO numbers, always the same way: a bias.
- An edge that comes while the handler runs, or while interrupts are off, is served in the next round: load
  makes spread.
- A capacitor on the line charges through the jumper's resistor: about 100 µs for 100 nF and 1 kΩ, half-way
  after 70 µs. Capacitors differ by 10 % or more, so lines differ by some µs, again always the same way. A
  finger's press shorts the capacitor and hasn't got this part, so it makes a box look worse than it is, not
  better. In the reference build the capacitors are in the pucks, which are unplugged for the measurement.

What it doesn't see: fingers, switches and cables. The order is that of electrical contact.

Driven slowly (`slow`), through an opto-coupler across a button of a device that is plugged in, it shows how
long that takes from contact to report (`Plan.delay`).
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from firmware.events import NS_PER_MS, NS_PER_S, NS_PER_US, Edge, Line
from firmware.times import Times

PER_WAY = 1000
"""How often the lines are closed, and how often opened."""

MEASURING_LIMIT_NS = 60 * NS_PER_S
"""The longest a measurement takes; undisturbed it is about 8 s."""

GAPS_NS = (2 * NS_PER_MS, 6 * NS_PER_MS)
"""Between two drives: so long that the kernel hands each edge on by itself, irregular so that nothing else
that happens regularly always falls on the same moment."""

SLOW_PER_WAY, SLOW_GAPS_NS = 250, (60 * NS_PER_MS, 120 * NS_PER_MS)
"""The same for a plugged-in button, which may be debounced for long and asked seldom: 45 s in all."""

DELAYS = 200
"""So many closings tell how long they take."""

DELAY_MARGIN = 10
"""They may take less and more than was seen by this part of all between: few of 250 come near the ends, where
the least delay has to meet the least wait until it is asked for."""

GOLDEN = (math.sqrt(5) - 1) / 2
"""Multiples of it, taken modulo 1, are spread evenly and never repeat."""

BEFORE_FIRST_NS = 20 * NS_PER_MS
AFTER_LAST_NS = 200 * NS_PER_MS
"""Before the first drive, for the pin to settle; after the last, for late deliveries."""

ANSWERS = 0.1
"""A line that answers less than this share of drives isn't joined: somebody pressed its button."""

SILENT_AFTER = 100
"""When no line has answered so many drives, there is no jumper."""

ENOUGH = 500
"""Fewer complete drives than this are no ground for a tie."""

TIE_MARGIN = 2
"""The tie is so often the widest difference seen. None of the n drives was wider, so with 95 % certainty
fewer than 3/n are (the rule of three): 1.5 ‰ of 2,000. Those have the margin."""

FLOOR_NS = 100 * NS_PER_US
"""The finest tie, since a loop-back doesn't see cables and contacts."""

TIE_STEP_NS = 50 * NS_PER_US
"""Ties are rounded up to whole steps."""


class Trouble(StrEnum):
    """What is wrong with a box or its jumper."""

    NO_JUMPER = "no jumper"
    """No line answers the driver."""
    ONE_LINE = "one line"
    """Only one does, which compares with nothing."""
    LOST = "lost"
    """This line missed edges: a loose wire, or its button was pressed meanwhile."""
    DOUBLED = "doubled"
    """This line had more than one edge for one drive."""
    SHORT = "cut short"
    """Stopped, or out of time, before it was done."""
    COARSE = "coarse"
    """The tie it deserves is longer than the one boxes have by default."""


@dataclass(frozen=True, slots=True)
class LineResult:
    """One joined line.

    Attributes:
        line: whose it is.
        seen: drives it answered.
        lost: drives it didn't.
        doubled: drives it answered with more than one edge.
        bias_closing: how much later than the mean of all joined lines its closings are stamped, ns (median).
        bias_opening: the same of its openings.
    """

    line: Line
    seen: int
    lost: int
    doubled: int
    bias_closing: int
    bias_opening: int


@dataclass(frozen=True, slots=True)
class Loopback:
    """What a loop-back has shown.

    Attributes:
        drives: how often the lines were driven, closings and openings together.
        lines: the lines the jumper joins.
        apart: the box's other lines, which is no fault.
        complete: drives that every joined line answered.
        typical: how far apart the stamps of one drive are, first to last, ns: the median.
        rare: the same; 1 in 1,000 is wider.
        widest: the same; the widest of all.
        calm_widest: the widest while nothing else was to be done.
        busy_widest: the widest while panels were being redrawn.
        tie: the tie this box deserves, ns; None if too little was measured. It is more than `widest`, biases
            and all, since nothing subtracts them from stamps. `firmware.budget` says what that promises.
        troubles: what is wrong, and with which line; empty if nothing is.
    """

    drives: int
    lines: tuple[LineResult, ...]
    apart: tuple[Line, ...]
    complete: int
    typical: int
    rare: int
    widest: int
    calm_widest: int
    busy_widest: int
    tie: int | None
    troubles: tuple[tuple[Trouble, Line | None], ...]

    def as_data(self) -> dict[str, Any]:
        """Everything, as JSON; times in µs."""
        return {
            "drives": self.drives,
            "complete": self.complete,
            "lines": [
                {
                    "line": line.line,
                    "seen": line.seen,
                    "lost": line.lost,
                    "doubled": line.doubled,
                    "bias_closing_us": line.bias_closing / NS_PER_US,
                    "bias_opening_us": line.bias_opening / NS_PER_US,
                }
                for line in self.lines
            ],
            "apart": list(self.apart),
            "typical_us": self.typical / NS_PER_US,
            "rare_us": self.rare / NS_PER_US,
            "widest_us": self.widest / NS_PER_US,
            "calm_widest_us": self.calm_widest / NS_PER_US,
            "busy_widest_us": self.busy_widest / NS_PER_US,
            "tie_us": None if self.tie is None else self.tie // NS_PER_US,
            "troubles": [{"trouble": str(trouble), "line": line} for trouble, line in self.troubles],
        }


def tie_for(widest: int) -> int:
    """The tie (ns) of a box whose stamps of one instant are up to ``widest`` ns apart."""
    return max(FLOOR_NS, math.ceil(widest * TIE_MARGIN / TIE_STEP_NS) * TIE_STEP_NS)


@dataclass(frozen=True, slots=True)
class _Drive:
    """One change of the driver: ``at`` was read just before it."""

    at: int
    closed: bool
    busy: bool


class Plan:
    """When to drive the lines, and what came back; whoever has the pin asks `step` and obeys.

    The first half is done in peace. In the second, `busy` asks for panels to be redrawn all the time, as they
    are during a game.

    Args:
        lines: all button lines of the box.
        now: the time, ns.
        per_way: how often to close the lines, and how often to open them.
        slow: leave plugged-in buttons the time they need.

    Attributes:
        slow: whether it leaves them that.
        due: when to call `step` next, ns; None once it is over.
    """

    def __init__(
        self,
        lines: Collection[Line],
        now: int,
        *,
        per_way: int = PER_WAY,
        slow: bool = False,
    ) -> None:
        self.slow = slow
        self._edges: dict[Line, list[Edge]] = {line: [] for line in lines}
        self._drives: list[_Drive] = []
        self._planned = 2 * per_way
        self._deadline = now + MEASURING_LIMIT_NS
        self.due: int | None = now + BEFORE_FIRST_NS

    def step(self, now: int) -> bool | None:
        """What to do with the driver now.

        Returns:
            True: drive it low, which closes the lines; False: drive it high; None: leave it.
        """
        if self.due is None or now < self.due:
            return None
        done = len(self._drives)
        if done == self._planned or now >= self._deadline or self._silent():
            self.due = None
            return None
        closed = done % 2 == 0
        self._drives.append(_Drive(now, closed, self.busy))
        last = done + 1 == self._planned
        self.due = now + (AFTER_LAST_NS if last else self._gap(done))
        return closed

    def feed(self, edge: Edge) -> None:
        """An edge has come; those of lines the box hasn't got are ignored."""
        if edge.line in self._edges:
            self._edges[edge.line].append(edge)

    def stop(self) -> None:
        """End it now."""
        self.due = None

    @property
    def busy(self) -> bool:
        """Whether panels are to be redrawn all the time now."""
        return self.due is not None and len(self._drives) >= self._planned // 2

    @property
    def progress(self) -> float:
        """How much of it is done, 0..1."""
        return len(self._drives) / self._planned

    def _silent(self) -> bool:
        return len(self._drives) >= SILENT_AFTER and not any(self._edges.values())

    def _gap(self, number: int) -> int:
        shortest, longest = SLOW_GAPS_NS if self.slow else GAPS_NS
        return shortest + round((longest - shortest) * (number * GOLDEN % 1))

    def delay(self, line: Line) -> tuple[int, int] | None:
        """How long a line's closings took to their stamps (ns), at least and at most; None of too few."""
        stamps = _Answers.of(self._drives, self._edges[line]).first
        took = [at - self._drives[number].at for number, at in stamps.items() if self._drives[number].closed]
        if len(took) < DELAYS:
            return None
        first, last = _quantile(sorted(took), 0.001), _quantile(sorted(took), 0.999)
        margin = (last - first) // DELAY_MARGIN
        return max(0, first - margin), last + margin

    def result(self) -> Loopback:
        """What has been seen so far."""
        answers = {line: _Answers.of(self._drives, edges) for line, edges in self._edges.items()}
        few = ANSWERS * len(self._drives)
        joined = {line: each for line, each in answers.items() if len(each.first) > few}
        stamps = {
            number: [each.first[number] for each in joined.values()]
            for number in range(len(self._drives))
            if len(joined) > 1 and all(number in each.first for each in joined.values())
        }
        spreads = {number: max(each) - min(each) for number, each in stamps.items()}
        ordered = sorted(spreads.values())
        widest = ordered[-1] if ordered else 0
        tie = tie_for(widest) if len(ordered) >= ENOUGH else None
        return Loopback(
            drives=len(self._drives),
            lines=tuple(self._line(line, each, stamps) for line, each in joined.items()),
            apart=tuple(line for line in answers if line not in joined),
            complete=len(ordered),
            typical=_quantile(ordered, 0.5),
            rare=_quantile(ordered, 0.999),
            widest=widest,
            calm_widest=max((ns for at, ns in spreads.items() if not self._drives[at].busy), default=0),
            busy_widest=max((ns for at, ns in spreads.items() if self._drives[at].busy), default=0),
            tie=tie,
            troubles=tuple(self._troubles(joined, tie)),
        )

    def _line(self, line: Line, answers: _Answers, stamps: Mapping[int, Sequence[int]]) -> LineResult:
        def bias(closing: bool) -> int:
            late = (
                answers.first[number] - round(sum(all_) / len(all_))
                for number, all_ in stamps.items()
                if self._drives[number].closed is closing
            )
            return _quantile(sorted(late), 0.5)

        seen = len(answers.first)
        return LineResult(
            line=line,
            seen=seen,
            lost=len(self._drives) - seen,
            doubled=answers.doubled,
            bias_closing=bias(True),
            bias_opening=bias(False),
        )

    def _troubles(
        self, joined: Mapping[Line, _Answers], tie: int | None
    ) -> Iterator[tuple[Trouble, Line | None]]:
        drives = len(self._drives)
        if not joined and drives >= min(SILENT_AFTER, self._planned):
            yield Trouble.NO_JUMPER, None
        elif drives < self._planned:
            yield Trouble.SHORT, None
        if len(joined) == 1:
            yield Trouble.ONE_LINE, next(iter(joined))
        if drives == self._planned:  # the last answers to what was cut short may still be on their way
            for line, each in joined.items():
                if len(each.first) < drives:
                    yield Trouble.LOST, line
                if each.doubled:
                    yield Trouble.DOUBLED, line
        if tie is not None and tie > Times().tie:
            yield Trouble.COARSE, None


def slow(lines: Collection[Line], now: int) -> Plan:
    """A plan for plugged-in buttons."""
    return Plan(lines, now, per_way=SLOW_PER_WAY, slow=True)


@dataclass(frozen=True, slots=True)
class _Answers:
    """One line's answers: the stamp of the first to each drive's number, and how many drives had more."""

    first: Mapping[int, int]
    doubled: int

    @classmethod
    def of(cls, drives: Sequence[_Drive], edges: Sequence[Edge]) -> _Answers:
        """Each edge answers the last drive before it; one to the wrong side is one too many."""
        begun = [drive.at for drive in drives]
        first: dict[int, int] = {}
        doubled = set()
        for edge in sorted(edges, key=lambda edge: edge.at):
            number = bisect_right(begun, edge.at) - 1
            if number < 0:
                continue
            if number in first or edge.closed is not drives[number].closed:
                doubled.add(number)
            else:
                first[number] = edge.at
        return cls(first, len(doubled))


def _quantile(ordered: Sequence[int], share: float) -> int:
    """The value that this share of all doesn't exceed; 0 if there is none."""
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)] if ordered else 0
