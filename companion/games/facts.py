"""What is told of a game once it is over: who has which place, what decided it, and what stood out. Pure.

A game tells its `Ending` from its `Course`; a fact there is nothing to tell for is left out, never ``0``.
What can be said of the races of any game stands here, and each game takes of it what suits it. Who was
quickest is told only of races that the stamps alone have decided: a margin below the tie is a tie.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from companion.words import Number, T, Text
from firmware.events import NS_PER_MS, NS_PER_S, NS_PER_US, Seat
from firmware.presses.race import By, Ruling

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Course(Generic[S]):
    """How a game went.

    Attributes:
        states: it before each decision that stands, and at last as it ended.
        rulings: of all its races, in order.
        took: how long it took to its last decision (ns).
    """

    states: tuple[S, ...]
    rulings: tuple[Ruling, ...] = ()
    took: int = 0

    @property
    def end(self) -> S:
        """How it ended."""
        return self.states[-1]

    @property
    def steps(self) -> Iterator[tuple[S, S]]:
        """Each state with the one that followed it."""
        return pairwise(self.states)


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that stood out.

    Attributes:
        label: what it is, in two or three words.
        value: how much of it.
        seat: whose it was; None: everybody's.
    """

    label: Text
    value: Text
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Side:
    """Those who win and lose as one, and how they stand.

    Attributes:
        seats: who.
        rank: what places go by, the larger the better; equal ones share a place.
        score: what they have reached; None: that isn't told.
    """

    seats: tuple[Seat, ...]
    rank: tuple[int, ...]
    score: Text | None


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game has ended.

    Attributes:
        decided: what decided it, in one line.
        sides: who played against each other; fewer than two: all together, or one alone.
        facts: what stood out, what people talk about most first.
        notes: what a seat wants to know besides, and only that seat.
        reached: what all together, or one alone, have reached; empty where sides have scores.
        share: how much of the whole that is, in thousandths; None: there is no whole.
        left: how close it was.
    """

    decided: Text | None = None
    sides: tuple[Side, ...] = ()
    facts: tuple[Fact, ...] = ()
    notes: Mapping[Seat, Text] = field(default_factory=dict)
    reached: Text | None = None
    share: int | None = None
    left: Text | None = None


# -- figures in words ---------------------------------------------------------------------------------------


def lasting(ns: int) -> Text:
    """How long something took: ``0.5 s``, ``4.25 s``, ``3:05``; only what is very short in ``ms``."""
    if NS_PER_S // 10 <= ns < NS_PER_S:
        return T("{n} s", n=Number(ns / NS_PER_S, 1))
    return as_quick_as(ns)


def as_quick_as(ns: int) -> Text:
    """How quick a press was: ``312 ms``, ``4.25 s``, ``3:05``."""
    if ns < NS_PER_S:
        return T("{n} ms", n=ns // NS_PER_MS)
    if ns < 60 * NS_PER_S:
        return T("{n} s", n=Number(ns / NS_PER_S, 2 if ns < 10 * NS_PER_S else 1))
    minutes, seconds = divmod(ns // NS_PER_S, 60)
    return T("{value}", value=f"{minutes}:{seconds:02}")


def count(n: int) -> Text:
    """A number of something."""
    return T("{value}", value=n)


def apart(ns: int, tie: int) -> Text:
    """How little it was between two, as fine as ``tie`` allows (ns)."""
    if ns >= NS_PER_MS:
        return T("{n} ms", n=Number(ns / NS_PER_MS, 1)) if ns < NS_PER_S else as_quick_as(ns)
    grain = max(tie // 10, NS_PER_US)
    return T("{n} µs", n=ns // grain * grain // NS_PER_US)


# -- races --------------------------------------------------------------------------------------------------


Mates: TypeAlias = Callable[[Seat], tuple[Seat, ...]]
"""Gives those who win and lose with a seat, itself among them."""


def alone(seat: Seat) -> tuple[Seat, ...]:
    """Everyone for themselves."""
    return (seat,)


def fair(rulings: Iterable[Ruling]) -> list[Ruling]:
    """Races that the stamps alone have decided: no tie, and no press that came too late to be ruled on."""
    return [one for one in rulings if one.by is By.TIME and not one.late and one.winner is not None]


class Ahead(NamedTuple):
    """By how much (ns) the first of a race was before its first rival; within ``tie`` (ns) it is a tie."""

    ns: int
    seat: Seat
    over: Seat
    tie: int

    @property
    def told(self) -> Text:
        """How little that is."""
        return apart(self.ns, self.tie)


def rival(ruling: Ruling, tie: int, mates: Mates = alone) -> Ahead | None:
    """Who was first, and before which rival; None without one. ``tie``: the pins' (ns)."""
    first, ours = ruling.order[0], mates(ruling.order[0])
    later = zip(ruling.margins, ruling.order, strict=True)
    its = ruling.apart(tie)
    return next((Ahead(ns, first, seat, its) for ns, seat in later if seat not in ours), None)


def soonest(rulings: Iterable[Ruling]) -> tuple[int, Seat] | None:
    """The race won soonest after it had opened: how soon (ns), and by whom."""
    quick = ((one.reaction, one.winner) for one in fair(rulings))
    return min(((ns, seat) for ns, seat in quick if ns and seat is not None), default=None)


def nearest(rulings: Iterable[Ruling], tie: int, mates: Mates = alone) -> Ahead | None:
    """The race decided by least, but by more than a tie: as `rival` tells it."""
    told = (by for one in fair(rulings) if (by := rival(one, tie, mates)) is not None and by.ns > by.tie)
    return min(told, default=None)


def fastest(rulings: Iterable[Ruling], label: Text) -> Iterator[Fact]:
    """Who won a race soonest after it had opened."""
    if (quick := soonest(rulings)) is not None:
        yield Fact(label, as_quick_as(quick[0]), quick[1])


def closest(rulings: Iterable[Ruling], tie: int, mates: Mates = alone) -> Iterator[Fact]:
    """The race decided by least, and for whom."""
    if (close := nearest(rulings, tie, mates)) is not None:
        yield Fact(T("Closest race"), close.told, close.seat)


def most_won(rulings: Iterable[Ruling], label: Text) -> Iterator[Fact]:
    """Who was first most often."""
    won = Counter(one.winner for one in rulings)
    yield from most(label, {seat: n for seat, n in won.items() if seat is not None}, won.total())


def in_a_row(who: Iterable[Seat | None], label: Text) -> Iterator[Fact]:
    """Who did something most often in a row, if it was twice; None ends every row."""
    rows = sorted((len(list(row)), seat) for seat, row in groupby(who) if seat is not None)
    yield from (fact for fact in most(label, {seat: n for n, seat in rows}) if rows[-1][0] > 1)


def ties(rulings: Iterable[Ruling]) -> Iterator[Fact]:
    """How often nobody could be told to be first by the stamps."""
    n = sum(bool(one.tied) for one in rulings)
    if n:
        yield Fact(T("Ties"), count(n))


def gained(course: Course[S], has: Callable[[S], Mapping[Seat, int]]) -> Counter[Seat]:
    """How much more each seat has come to have, step by step; what it lost meanwhile doesn't count."""
    steps = (Counter(has(after)) - Counter(has(before)) for before, after in course.steps)
    return sum(steps, Counter())


def most(label: Text, counts: Mapping[Seat, int], of: int | None = None) -> Iterator[Fact]:
    """Who has most of something, if one alone does; ``of``: how much there was in all, if that is told."""
    top = max(counts.values(), default=0)
    seats = [seat for seat, n in counts.items() if n == top]
    if top and len(seats) == 1:
        yield Fact(label, count(top) if of is None else T("{n} of {all}", n=top, all=of), seats[0])
