"""Random evenings end to end: what a referee hears of the wires is what truly happened on them.

The truth is drawn first: who touches when, how the contact bounces, which spikes hit the line. From it the
expected ruling follows by a few lines of arithmetic that know nothing of contacts or arbiters. Then the edges
go through a kernel that merges some and stamps the rest, arrive late and in any order, and the box must come
to the same ruling and account for every touch.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from firmware.events import NS_PER_MS, NS_PER_S, NS_PER_US, Edge, Seat
from firmware.presses.contact import LULL_NS, TOUCH_NS
from firmware.presses.race import By, Race
from firmware.times import Times
from tests.firmware.presses.wires import TIMES, Bench

T = NS_PER_S
OPENED = T + 40 * NS_PER_MS
READ_NS = 60 * NS_PER_US
"""The kernel's thread reads a line's level up to so much after the first edge it has not read yet."""


@dataclass(frozen=True)
class Finger:
    """One seat's truth.

    Attributes:
        at: when the metal first touches (ns).
        bounce: closed and open spells before it rests, 5 ms in all, no opening as long as ``gap``.
        rest: how long it then stays closed, longer than a pulse.
        chatter: closed and open spells of letting go.
        spikes: quiet and closed spells on the idle line before, each quiet longer than ``gap``.
    """

    at: int
    bounce: tuple[int, ...]
    rest: int
    chatter: tuple[int, ...]
    spikes: tuple[tuple[int, int], ...]

    def changes(self) -> list[int]:
        """Every moment the level changes, beginning with a closing."""
        before: list[int] = []
        start = self.at
        for quiet, closed in self.spikes:
            before = [start - quiet - closed, start - quiet, *before]
            start = before[0]
        after = [self.at]
        for spell in (*self.bounce, self.rest, *self.chatter):
            after.append(after[-1] + spell)
        return before + after


def five_ms(first: int, pairs: list[tuple[int, int]]) -> tuple[int, ...]:
    """Closed and open spells in turn, 5 ms at most in all; the first touch may be shorter than the others."""
    if pairs:
        pairs = [(first, pairs[0][1]), *pairs[1:]]
    kept: list[int] = []
    for pair in pairs:
        if sum(kept) + sum(pair) <= 5 * NS_PER_MS:
            kept += pair
    return tuple(kept)


close_calls = st.sampled_from([-500_001, -500_000, -499_999, -1, 0, 1, 499_999, 500_000, 500_001])
moments = st.integers(0, 80 * NS_PER_MS) | close_calls.map(lambda at: OPENED - T + at)
spike = st.tuples(st.integers(TIMES.gap, 12_000_000), st.sampled_from([4_000, TOUCH_NS - 1])) | st.tuples(
    st.integers(LULL_NS, 12_000_000), st.sampled_from([TOUCH_NS, 1_000_000, 2_000_000])
)
finger = st.builds(
    Finger,
    at=moments.map(lambda at: T + at),
    bounce=st.builds(
        five_ms,
        st.integers(1, 900_000),
        # Shorter closings the kernel could miss, and then two openings would look like one beyond the gap.
        st.lists(st.tuples(st.integers(READ_NS + 1, 900_000), st.integers(1, TIMES.gap - 1)), max_size=4),
    ),
    rest=st.integers(TIMES.bounce + 1, 300_000_000),
    chatter=st.lists(st.tuples(st.integers(1, 1_900_000), st.integers(1, 5_000_000)), max_size=2).map(
        lambda pairs: tuple(spell for opened, closed in pairs for spell in (opened, closed))
    ),
    spikes=st.lists(spike, max_size=3).map(tuple),
)
tables = st.dictionaries(st.integers(1, 8), finger, min_size=1, max_size=8)
ties = st.sampled_from([0, 500 * NS_PER_US, 30 * NS_PER_MS])


def stamped(changes: list[int], chance: Random) -> list[tuple[bool, int]]:
    """The kernel: one pending stamp a line, overwritten by each edge until its thread reads the level."""
    edges: list[tuple[bool, int]] = []
    index = 0
    while index < len(changes):
        reads = changes[index] + chance.randint(0, READ_NS)
        while index + 1 < len(changes) and changes[index + 1] <= reads:
            index += 1
        edges.append((index % 2 == 0, changes[index]))
        index += 1
    return edges


@dataclass(frozen=True)
class Truth:
    """The ruling by arithmetic: the first touches, those before the opening left out, ``tie`` inclusive.

    ``unseen`` are seats whose touch the kernel didn't stamp: it was up to half a millisecond earlier; and
    ``bounced`` those whose stamp may not be the first: they are no surer than that.
    """

    stamps: dict[Seat, int]
    tie: int
    unseen: frozenset[Seat] = frozenset()
    bounced: frozenset[Seat] = frozenset()

    def earliest(self, seat: Seat) -> int:
        if seat in self.unseen:
            return self.stamps[seat] - 500 * NS_PER_US
        return self.stamps[seat] - max(0, 500 * NS_PER_US - self.tie) * (seat in self.bounced)

    @property
    def told(self) -> list[tuple[Seat, int]]:
        return sorted(self.stamps.items(), key=lambda press: (self.earliest(press[0]), press[0]))

    @property
    def order(self) -> list[Seat]:
        competing = [seat for seat, at in self.stamps.items() if at >= OPENED]
        return sorted(competing, key=lambda seat: (self.stamps[seat], seat))

    @property
    def early(self) -> list[Seat]:
        return sorted(seat for seat, at in self.stamps.items() if at < OPENED)

    @property
    def group(self) -> list[Seat]:
        def may_be_first(seat: Seat) -> bool:
            others = (at for other, at in self.stamps.items() if other in self.order and other != seat)
            return all(self.earliest(seat) - at <= self.tie for at in others)

        return sorted(filter(may_be_first, self.order))


def check(bench: Bench, truth: Truth, fingers: dict[Seat, Finger]) -> None:
    """The box must have come to the true ruling and have lost nothing."""
    assert bench.presses() == truth.told
    assert (bench.arbiter.late, bench.arbiter.interference) == (0, 0)
    assert sorted(seat for seat, _ in bench.releases()) == sorted(fingers)
    ruling = bench.ruling
    if not truth.order:
        assert ruling is None
        return
    assert ruling is not None
    assert list(ruling.order) == truth.order
    assert list(ruling.margins) == [truth.stamps[seat] - truth.stamps[truth.order[0]] for seat in truth.order]
    assert (list(ruling.early), ruling.late) == (truth.early, ())
    if len(truth.group) == 1:
        assert (ruling.winner, ruling.tied, ruling.by) == (truth.order[0], (), By.TIME)
    else:
        assert (ruling.winner, list(ruling.tied), ruling.by) == (None, truth.group, By.TABLE)


def race(fingers: dict[Seat, Finger], tie: int) -> Bench:
    """A race these fingers are in; their edges are still to be delivered."""
    bench = Bench(range(1, 9), Times(tie=tie))
    bench.race = Race(OPENED, tie)
    for seat, one in fingers.items():
        bench.wires[seat].changes = one.changes()
    return bench


@given(tables, ties, st.lists(st.integers(0, 20 * NS_PER_MS), min_size=8, max_size=8), st.integers(0, 2**32))
def test_the_ruling_is_that_of_the_true_first_touches_however_edges_bounce_merge_and_arrive(
    fingers: dict[Seat, Finger], tie: int, lags: list[int], seed: int
) -> None:
    bench, chance, stamps = race(fingers, tie), Random(seed), {}
    unseen, bounced = set(), set()
    for seat, one in fingers.items():
        edges = stamped(one.changes(), chance)
        closed, stamps[seat] = next(edge for edge in edges if edge[1] >= one.at)
        if not closed:
            unseen.add(seat)
        if any(stamps[seat] < at <= one.at + sum(one.bounce) for _, at in edges):
            bounced.add(seat)
        arrival = 0
        for closed, at in edges:
            arrival = max(arrival, at + lags[seat - 1] + chance.randint(0, NS_PER_MS))
            bench.deliver(Edge(seat, closed, at), arrival)
    bench.run(T + NS_PER_S)
    check(bench, Truth(stamps, tie, frozenset(unseen), frozenset(bounced)), fingers)
    assert bench.counted() == sum(1 + len(one.spikes) for one in fingers.values())


@given(
    tables,
    ties,
    st.integers(0, 150 * NS_PER_MS),
    st.integers(0, NS_PER_S) | st.integers(30 * NS_PER_MS, 34 * NS_PER_MS),
    st.integers(0, NS_PER_MS),
    st.sampled_from(["between two steps", "within one"]),
)
def test_a_process_stopped_in_the_middle_of_it_comes_to_the_same_ruling(
    fingers: dict[Seat, Finger], tie: int, start: int, length: int, backlog: int, where: str
) -> None:
    bench = race(fingers, tie)
    if where == "between two steps":
        bench.stop(T + start, T + start + length)
    else:
        length = min(length, 150 * NS_PER_MS)  # until it reads something, edges are just as late
        bench.stall(T + start, T + start + length)
    for seat in fingers:
        arrival = 0
        for closed, at in bench.wires[seat].edges():
            stopped = T + start <= at < T + start + length  # then lgpio's thread hands it on a little later
            arrival = max(arrival, T + start + length + backlog if stopped else at)
            bench.deliver(Edge(seat, closed, at), arrival)
    bench.run(T + 3 * NS_PER_S)
    bounced = frozenset(seat for seat, one in fingers.items() if one.bounce)
    check(bench, Truth({seat: one.at for seat, one in fingers.items()}, tie, bounced=bounced), fingers)


@given(
    st.dictionaries(
        st.integers(1, 8), st.tuples(st.integers(0, 100_000), st.integers(1_000, 19_000_000)), min_size=1
    ),
    st.sets(st.integers(1, 8)),
)
def test_a_pulse_is_a_press_on_no_line_in_play_and_every_touch_is_accounted_for(
    hit: dict[Seat, tuple[int, int]], in_play: set[Seat]
) -> None:
    bench = Bench(range(1, 9))
    bench.arbiter.in_play = tuple(in_play)
    for seat, (at, length) in hit.items():
        bench.press(seat, T + at, T + at + length)
    bench.run(T + NS_PER_S)
    closings = {seat: at for seat, (at, length) in hit.items() if length >= TIMES.confirm}
    pulse = bool(closings) and len(in_play.intersection(hit)) >= 3
    assert bench.arbiter.interference == pulse
    assert bench.presses() == (
        [] if pulse else sorted(((s, T + at) for s, at in closings.items()), key=lambda it: it[::-1])
    )
    assert {seat for seat, _ in bench.releases()} == (set() if pulse else set(closings))
    assert bench.counted() == len(hit)
