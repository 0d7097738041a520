"""A second judge: edges -> presses -> who may have been first. It shares no code with the first.

It reads the contract anew, with all edges of a line before it: it has no clock, no deadlines and no gate, and
so none of the first judge's ways to be wrong about time. Standard library only; times in nanoseconds.

1. *Stretches.* Between two edges a line has one level. For how long is known, unless its end wasn't seen.
2. *Stories.* From an idle line an edge begins a story, which has that edge's stamp. It becomes a press once
   the line rests closed, soon enough; or a spike once it rests open, or takes too long. After a press the
   line is spent until it has rested open. Twenty spikes within a second make it noisy: nobody hears it until
   it has been without one for a second.
3. *Pulses.* Three lines in play that closed together and were soon open again were hit by one pulse.
4. *Firsts.* A press was somewhere within its span. Who was certainly later than somebody wasn't the first.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from math import inf
from operator import attrgetter
from typing import NamedTuple, TypeAlias

_US, _MS, _S = 1_000, 1_000_000, 1_000_000_000

TOUCHED, TOUCH_LULL = 50 * _US, 4 * _MS
"""Closed for so long in all is metal on metal: such a story may rest open for so long."""

UNSEEN = 500 * _US
"""A story that begins with an opening had its touch so long before at most, as may one that bounces; of that
one's a tie covers some."""

TOGETHER, PULSE_LINES = 100 * _US, 3
"""Lines hit by one pulse close so near to each other, so many."""

NOISE_SPIKES, NOISE = 20, _S
ANEW = frozenset({"start", "left"})
"""With these a line's history begins anew."""

Within: TypeAlias = tuple[int, int, int, str]
"""How much earlier a press may have been, how much later, how far apart from one of the same device, which
that is; the last is empty for a source that is alone."""


class Edge(NamedTuple):
    """An edge, or what else is known of a line.

    Attributes:
        seat: whose line.
        closed: its level from then on.
        at: its stamp.
        within: how unsure that is; None: a pin's.
        how: empty: an edge. ``"seen"``: that level was found, though no edge had told of it. ``"start"``: so
            it was when its history began; ``"left"``: the same after edges that weren't kept.
    """

    seat: int
    closed: bool
    at: int
    within: Within | None = None
    how: str = ""


class Press(NamedTuple):
    """A press: whose, when, and how unsure that is; None: half a tie either way."""

    seat: int
    at: int
    within: Within | None = None


class Verdict(NamedTuple):
    """Who was first.

    Attributes:
        winner: the seat; None where several may have been, or nobody pressed.
        order: seats by stamp.
        tied: the seats that may have been first, ascending; empty where that is one.
    """

    winner: int | None
    order: tuple[int, ...]
    tied: tuple[int, ...]


# -- 1. stretches --------------------------------------------------------------------------------------------


class _Stretch(NamedTuple):
    """A level from one stamp to the next; ``known``: an edge ended it, or nothing."""

    edge: Edge
    since: int
    until: float
    known: bool

    @property
    def closed(self) -> bool:
        return self.edge.closed

    @property
    def length(self) -> float:
        return self.until - self.since if self.known else 0


def _stretches(edges: Sequence[Edge]) -> list[_Stretch]:
    """The levels of one line from a start on, up to the next one if there is one."""
    stamps = list[float](accumulate((edge.at for edge in edges), max))
    over = len(edges) > 1 and edges[-1].how in ANEW
    ends = zip([*stamps[1:], inf], [*(edge.how == "" for edge in edges[1:]), not over], strict=True)
    return [_Stretch(edge, int(at), *end) for edge, at, end in zip(edges, stamps, ends, strict=True)]


# -- 2. stories ----------------------------------------------------------------------------------------------


_Pressed: TypeAlias = tuple[_Stretch, bool, bool]
"""The first stretch of a press; whether it rested at once, and was soon let go."""


class _Times(NamedTuple):
    confirm: int
    bounce: int
    gap: int
    release: int


def _story(line: Sequence[_Stretch], begins: int, times: _Times) -> tuple[bool, int] | None:
    """Whether what begins with this stretch is a press, and which stretch comes after; None: unknown."""
    first, metal = line[begins].since, 0.0
    for number in range(begins, len(line)):
        here = line[number]
        if not here.known:
            continue
        if here.closed:
            if here.since + times.confirm > first + times.bounce and number > begins:
                return False, number  # it can't rest in time, but begins a story of its own
            if here.length >= times.confirm:
                return True, number + 1
            metal += here.length
        else:
            lull = min(max(TOUCH_LULL, times.gap), times.bounce) if metal >= TOUCHED else times.gap
            if here.length >= lull or here.until - first >= times.bounce:
                return False, number + 1
    return None


def _idle_after(line: Sequence[_Stretch], spent: int, times: _Times) -> int:
    """Which stretch comes after the one that ends a press: the line has rested open."""
    rests = (here for here in range(spent, len(line)) if not line[here].closed)
    return next((here + 1 for here in rests if line[here].length >= times.release), len(line))


def _rebounds(spent: Sequence[_Stretch], times: _Times) -> list[_Stretch]:
    """What hit a line that was spent: neither its own bounce nor a finger."""
    opened = (pair for pair in pairwise(spent) if pair[1].closed and not pair[0].closed)
    return [closes for rests, closes in opened if times.gap <= rests.length < times.release]


def _read(edges: Sequence[Edge], times: _Times) -> tuple[list[_Pressed], list[_Stretch]]:
    """The presses of a line, and what is evidence of a pulse."""
    line, number, spikes, noisy = _stretches(edges), 0, list[int](), False
    pressed, strikes = list[_Pressed](), list[_Stretch]()
    if edges[0].how in ANEW:
        number = _idle_after(line, 0, times) if edges[0].closed else 1
        strikes += _rebounds(line[:number], times)
    while number < len(line):
        first = line[number]
        if first.edge.how and not first.closed:
            number += 1  # found open, and nothing had begun
            continue
        told = _story(line, number, times)
        if told is None:
            break
        begins, (press, number) = number, told
        if noisy and first.since - spikes[-1] >= NOISE:
            noisy, spikes = False, []
        if press:
            spent, number = number - 1, _idle_after(line, number, times)
            strikes += _rebounds(line[spent:number], times)
            if not noisy:
                brief = _is_brief(line[begins:number], first.since + times.bounce)
                pressed.append((first, line[spent].since == first.since, brief))
        else:
            strikes.append(first)
            spikes = [*spikes[1 - NOISE_SPIKES :], first.since]
            noisy = noisy or (len(spikes) == NOISE_SPIKES and first.since - spikes[0] < NOISE)
    return pressed, strikes


def _is_brief(spent: Sequence[_Stretch], until: int) -> bool:
    """Whether a line opened by then, and longer than a finger bounces."""
    opened = (here for here in spent[1:] if not here.closed and here.since <= until)
    return any(here.until - here.since >= TOUCH_LULL or here.edge.how for here in opened)


# -- 3. pulses -----------------------------------------------------------------------------------------------


class _Candidate(NamedTuple):
    """A press unless a pulse made it; its ``place`` is where it may have been earliest."""

    place: int
    press: Press
    brief: bool


def _on_wires(within: Within | None) -> bool:
    """Whether it came by wires, or from a device that reads them as often as a pulse is short."""
    return within is None or within[3] == "" or within[2] <= TOGETHER


def _without_pulses(
    found: Iterable[_Candidate], strikes: Sequence[Edge], in_play: Callable[[int], Collection[int]]
) -> list[Press]:
    """The presses that fingers made."""
    line_up = sorted(found, key=lambda one: (one.place, one.press.seat))
    evidence = sorted((edge.at, edge.seat) for edge in strikes if _on_wires(edge.within))
    fingers, gone = list[Press](), set[_Candidate]()
    for number, first in enumerate(line_up):
        if first in gone:
            continue
        at, seat = first.press.at, first.press.seat
        soon = line_up[number + 1 : bisect(line_up, at + TOGETHER, key=attrgetter("place"))]
        wired = (one for one in (first, *soon) if _on_wires(one.press.within))
        struck = {one for one in wired if one is first or one.press.seat != seat} - gone
        hit = {one for one in struck if one.brief and abs(one.press.at - at) <= TOGETHER}
        near = evidence[bisect(evidence, (at - TOGETHER, 0)) : bisect(evidence, (at + TOGETHER, inf))]
        lines = {one.press.seat for one in hit}.union(seat for _, seat in near)
        if first in hit and len(lines.intersection(in_play(at))) >= PULSE_LINES:
            gone |= hit
        else:
            fingers.append(first.press)
    return fingers


# -- what is asked -------------------------------------------------------------------------------------------


def presses(
    edges: Iterable[Edge],
    times: Mapping[str, int],
    in_play: Collection[int] | Callable[[int], Collection[int]] | None = None,
    tie: Callable[[int], int] | None = None,
) -> list[Press]:
    """All presses, by stamp.

    Args:
        edges: those of each line as they came; lines in any order. All of one clock.
        times: ``confirm``, ``bounce``, ``gap``, ``release``, ``tie``.
        in_play: the seats in play, at all times or by the stamp; None: all.
        tie: by the stamp, where it isn't always that of ``times``.
    """
    contract, lines = _Times(*(times[name] for name in _Times._fields)), dict[int, list[Edge]]()
    for edge in edges:
        lines.setdefault(edge.seat, []).append(edge)
    seats = lines.keys() if in_play is None else in_play
    found, strikes = list[_Candidate](), list[Edge]()
    for part in (part for line in lines.values() for part in _parts(line)):
        pressed, struck = _read(part, contract)
        strikes += [one.edge._replace(at=one.since) for one in struck]
        found += [_candidate(*one, times["tie"] if tie is None else tie(one[0].since)) for one in pressed]
    fingers = _without_pulses(found, strikes, seats if callable(seats) else lambda _: seats)
    return sorted(fingers, key=lambda press: (press.at, press.seat))


def _parts(line: Sequence[Edge]) -> Iterator[Sequence[Edge]]:
    """A line's history from each start on, up to the next."""
    starts = [0, *(number for number, edge in enumerate(line) if number and edge.how in ANEW)]
    for since, until in pairwise([*starts, len(line)]):
        yield line[since : until + 1]


def _candidate(first: _Stretch, clean: bool, brief: bool, tie: int) -> _Candidate:
    edge, at = first.edge, first.since
    hidden = 0 if clean or edge.within is not None else max(0, UNSEEN - tie * edge.closed)
    within = (tie // 2 + hidden, tie - tie // 2, 0, "") if hidden else edge.within
    return _Candidate(at - hidden, Press(edge.seat, at, within), brief)


def verdict(pressed: Iterable[tuple[int, int, Within | None]], tie: int) -> Verdict:
    """Who of these was first: presses, one a seat; pins' no further apart than ``tie`` are simultaneous."""
    by_stamp = sorted((Press(*one) for one in pressed), key=lambda press: (press.at, press.seat))
    beaten = {late.seat for late in by_stamp for soon in by_stamp if certainly_after(late, soon, tie)}
    order = tuple(press.seat for press in by_stamp)
    may_be = sorted(set(order) - beaten)
    return Verdict(may_be[0], order, ()) if len(may_be) == 1 else Verdict(None, order, tuple(may_be))


def certainly_after(late: Press, soon: Press, tie: int) -> bool:
    """Whether a press was later than another, however unsure both are."""
    if late.within is not None and soon.within is not None and late.within[3] == soon.within[3] != "":
        return late.at - soon.at > max(late.within[2], soon.within[2])
    before = tie // 2 if late.within is None else late.within[0]
    after = tie - tie // 2 if soon.within is None else soon.within[1]
    return late.at - before > soon.at + after
