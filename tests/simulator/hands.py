"""Fingers and wires: touches that bounce, elbows, spikes, pulses, noise; edges that come late or never."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

from firmware.events import NS_PER_MS, NS_PER_S, NS_PER_US, Seat
from firmware.presses.pulses import PULSE_NS
from tests.simulator.box import SimBox, ms
from tests.simulator.oracle import Touch

APART_NS = 80 * NS_PER_MS
"""A finger, or what hits a line, leaves it alone for so long afterwards; then what is told must be so."""

TOLD_NS = 400 * NS_PER_MS
"""A touch is told within this of its last edge's delivery, unless the process is stopped."""

IN_TIME_NS = 20 * NS_PER_MS
"""Edges that come so late change nothing (`firmware.presses.arbiter`); of later ones anything may be told."""

FIRST_NS = 26 * NS_PER_MS
"""A first edge keeps its place if it is a little earlier than `settle`."""

DELIVERY_US = 100, 1500
"""From a kernel's stamp to us, as a rule."""


class Hands:
    """All hands at one box, and what else moves its lines.

    Attributes:
        counts: what they have done, by what people call it.
        worn: seats whose contacts bounce for milliseconds.
        lateness: how late the next edge is delivered (ns).
        lost: the chance that an edge is never delivered.
    """

    def __init__(self, box: SimBox, chance: Random, counts: Counter[str]) -> None:
        self.counts = counts
        self.worn = {seat for seat in box.settings.seats if chance.random() < 0.3}
        self.lateness: Callable[[], int] = lambda: chance.randint(*DELIVERY_US) * NS_PER_US
        self.lost = 0.0
        self._box = box
        self._chance = chance
        self._free: dict[int | str, int] = {}
        self._delivered: dict[int | str, int] = {}
        self._doubtful: set[int | str] = set()  # an end was lost, so the next touch may seem to be the same

    def free(self, line: int | str, at: int) -> bool:
        """Whether nothing moves a line from ``at`` (ns) on."""
        return self._free.get(line, 0) <= at

    def taken(self, line: int | str, until: int) -> None:
        """Something moves a line until then (ns)."""
        self._free[line] = max(self._free.get(line, 0), until)

    # -- fingers ---------------------------------------------------------------------------------------------

    def touch(self, seat: Seat, at: int, length: int) -> None:
        """A finger closes a contact at ``at`` for ``length`` (ns), if the line is free then."""
        if not self.free(seat, at):
            return
        edges = [*self._bounce(seat, at, closed=True), *self._bounce(seat, at + length, closed=False)]
        touch = Touch(at, edges[-1][0], 0)
        touch.sure = seat not in self._doubtful
        self._doubtful.discard(seat)
        first, last, kept = self._send(seat, edges)
        touch.delay, touch.sure, touch.told_by = first - at, touch.sure and kept, last + TOLD_NS
        self._box.presses.planned(seat, touch)
        self.taken(seat, max(touch.end, last) + APART_NS)
        self.counts["touches"] += 1

    def _bounce(self, seat: Seat, at: int, *, closed: bool) -> list[tuple[int, bool]]:
        """The edges of one closing or opening: clean, or up to 4 ms of bouncing."""
        edges = [(at, closed)]
        if seat in self.worn:
            for _ in range(self._chance.randrange(4)):
                then = edges[-1][0] + self._chance.randint(20, 600) * NS_PER_US
                edges += [(then, not closed), (then + self._chance.randint(20, 400) * NS_PER_US, closed)]
        return edges

    def _send(self, line: int | str, edges: list[tuple[int, bool]]) -> tuple[int, int, bool]:
        """Move a line, and tell of it later.

        Returns:
            When its first and its last edge arrive, and whether all do in the time the box says they have.
        """
        box, kept, arrivals = self._box, True, list[int]()
        for at, closed in edges:
            box.at(at, lambda closed=closed: box.level(line, closed))  # type: ignore[misc]
            self.counts["edges"] += 1
            if self.lost and self._chance.random() < self.lost:
                kept = False
                self._doubtful.add(line)
                self.counts["edges lost"] += 1
                continue
            late, allowed = self.lateness(), IN_TIME_NS
            if not arrivals:
                late, allowed = late * FIRST_NS // IN_TIME_NS, FIRST_NS
            arrives = max(at + late, self._delivered.get(line, 0))
            self._delivered[line] = arrives
            arrivals.append(arrives)
            kept = kept and arrives - at <= allowed
            box.at(arrives, lambda closed=closed, at=at: box.report(line, closed, at))  # type: ignore[misc]
        return min(arrivals, default=edges[0][0]), max(arrivals, default=edges[-1][0]), kept

    # -- what else hits a line -------------------------------------------------------------------------------

    def spike(self, seat: Seat, at: int) -> None:
        """Some microseconds on one line; nobody's press."""
        if self.free(seat, at - APART_NS):
            self._hit(seat, [(at, True), (at + self._chance.randint(1, 40) * NS_PER_US, False)])
            self.counts["spikes"] += 1

    def pulse(self, at: int) -> None:
        """A light switch: every line in play closes at once, for up to some milliseconds; nobody's press."""
        playing = self._box.loop.arbiter.in_play
        lines = [seat for seat in self._box.settings.seats if seat in playing or self._chance.random() < 0.3]
        if len(playing) < 3 or not all(self.free(seat, at - APART_NS) for seat in lines):
            return
        kept = self._doubtful.isdisjoint(lines)
        for seat in lines:
            closes = at + self._chance.randint(0, 90) * NS_PER_US
            opens = closes + self._chance.choice((5 * NS_PER_US, ms(1), ms(6), ms(14)))
            kept = self._hit(seat, [(closes, True), (opens, False)]) and kept
        for seat in () if kept else lines:  # it is known by all of its lines, or not at all
            self._box.presses.loose(seat, at, at + PULSE_NS)
        self._box.presses.pulse(at, lines)
        self.counts["interference pulses"] += 1

    def _hit(self, seat: Seat, edges: list[tuple[int, bool]]) -> bool:
        _, last, kept = self._send(seat, edges)
        self.taken(seat, last + APART_NS)
        if not kept:
            self._box.presses.loose(seat, edges[0][0], last)
        return kept

    def noise(self, seat: Seat, at: int) -> None:
        """Mains hum on a loose wire for two seconds: left out, then taken back."""
        if not self.free(seat, at - APART_NS):
            return
        edges = list[tuple[int, bool]]()
        for hum in range(100):
            edges += [(at + hum * 20 * NS_PER_MS, True), (at + hum * 20 * NS_PER_MS + ms(0.03), False)]
        self._hit(seat, edges)
        self.taken(seat, edges[-1][0] + 2 * NS_PER_S)
        self.counts["noisy lines"] += 1

    def stuck(self, seat: Seat, until: int) -> None:
        """A button that was down when the box was switched on comes up."""
        self._send(seat, [(until, False)])
        self.taken(seat, until + APART_NS)
        self.counts["stuck lines"] += 1

    # -- the knob --------------------------------------------------------------------------------------------

    def ok(self, at: int, length: int) -> None:
        """The knob is pressed."""
        if self.free("ok", at):
            self._send("ok", [(at, True), (at + length, False)])
            self.taken("ok", at + length + APART_NS)

    def turn(self, steps: int, at: int) -> None:
        """The knob's encoder is turned by so many notches."""
        way = ("a", "b") if steps > 0 else ("b", "a")
        for notch in range(abs(steps)):
            for part, (line, closed) in enumerate((half, shut) for shut in (True, False) for half in way):
                self._send(line, [(at + (notch * 4 + part) * NS_PER_MS, closed)])
