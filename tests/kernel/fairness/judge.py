"""What a program made of a race, against the truth of it.

A verdict is a contestant's own; a judgement is ours on it. Pure: all comes from files that guests left.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from firmware.events import Seat
from firmware.times import Times
from tests.kernel.fairness.truth import Truth

TIE_NS = Times().tie
"""Presses this close to the first are a tie, for those who know ties at all."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a program decided.

    Attributes:
        order: whom it saw pressed, in its order; each once.
        tied: whom it takes to have been first together; empty without a tie.
        presses: every press it counted, one seat's more than once if it did so.
        margins: for each of ``order``, ns after the first; empty if it knows none.
        at: when it decided who was first (ns); None if it never did.
    """

    order: tuple[Seat, ...]
    tied: tuple[Seat, ...] = ()
    presses: tuple[Seat, ...] = ()
    margins: tuple[int, ...] = ()
    at: int | None = None


@dataclass
class Score:
    """Counts over many races.

    Attributes:
        races: how many.
        pressed: presses that were truly made.
        wrong_winners: another seat than the first was declared the first, or nobody was.
        wrong_orders: the order of all seats isn't the true one.
        lost: presses that were made and not seen.
        false: presses that were seen and not made: a bounce taken for one.
        ties: ties rightly declared.
        false_ties: ties declared of seats that were truly farther apart than a tie.
        missed_ties: seats truly within a tie and not declared to be; only of those who know ties.
        latencies: from the first touch to the verdict (ns).
        margin_errors: by how much margins differ from the truth (ns), beyond what the truth leaves open.
    """

    races: int = 0
    pressed: int = 0
    wrong_winners: int = 0
    wrong_orders: int = 0
    lost: int = 0
    false: int = 0
    ties: int = 0
    false_ties: int = 0
    missed_ties: int = 0
    latencies: list[int] = field(default_factory=list)
    margin_errors: list[int] = field(default_factory=list)

    def __iadd__(self, other: Score) -> Score:
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))
        return self


def judge(truth: Truth, verdict: Verdict, *, knows_ties: bool, tie: int = TIE_NS) -> Score:
    """One verdict as a score of one race.

    Args:
        truth: what was pulled. Where it leaves open whether two were within a tie, either is right.
        verdict: what the program decided.
        knows_ties: whether it would have declared a tie.
        tie: how close to the first is a tie (ns).
    """
    first, seats = truth.order[0], set(truth.order)
    seen = seats.intersection(verdict.order)
    within = {seat for seat in seats if truth.behind(seat)[1] <= tie} | {first}
    beyond = {seat for seat in seats - {first} if truth.behind(seat)[0] > tie}
    tied = set(verdict.tied)
    declared = tied or set(verdict.order[:1])
    false_tie = bool(tied & beyond or tied - seats)
    missed_tie = knows_ties and len(within) > 1 and not within <= tied
    return Score(
        races=1,
        pressed=len(seats),
        wrong_winners=first not in declared,
        wrong_orders=verdict.order != truth.order,
        lost=len(seats - seen),
        false=len(verdict.presses) - len(seats.intersection(verdict.presses)),
        ties=bool(tied) and not false_tie and not missed_tie,
        false_ties=false_tie,
        missed_ties=missed_tie,
        latencies=[] if verdict.at is None else [verdict.at - truth.began],
        margin_errors=[
            _beyond(margin, *truth.behind(seat))
            for seat, margin in zip(verdict.order, verdict.margins, strict=False)
            if seat in seats and seat != verdict.order[0] and verdict.order[0] == first
        ],
    )


def _beyond(margin: int, least: int, most: int) -> int:
    """How far a margin is outside of what is possible; positive if it is too long."""
    return min(0, margin - least) + max(0, margin - most)


# -- what the programs left behind -------------------------------------------------------------------------


def ours(told: dict[str, Any]) -> Verdict:
    """Of what tests/kernel/fairness/ours.py wrote down on one race."""
    presses = tuple(int(seat) for seat, count in told["presses"].items() for _ in range(count))
    if (ruling := told["ruling"]) is None:
        return Verdict((), presses=presses)
    return Verdict(
        tuple(ruling["order"]), tuple(ruling["tied"]), presses, tuple(told["margins"]), told["ruled_at"]
    )


def by_arrival(presses: Sequence[tuple[Seat, int]]) -> Verdict:
    """Whoever was seen first has won; ``presses`` are seats with the program's own time, as they came."""
    seats = tuple(seat for seat, _ in presses)
    return Verdict(tuple(dict.fromkeys(seats)), presses=seats, at=presses[0][1] if presses else None)


def by_own_time(presses: Sequence[tuple[Seat, int]]) -> Verdict:
    """Whoever has the earliest time, and a tie of those within `TIE_NS` of it."""
    first: dict[Seat, int] = {}
    for seat, at in presses:
        first[seat] = min(at, first.get(seat, at))
    order = tuple(sorted(first, key=lambda seat: first[seat]))
    if not order:
        return Verdict(())
    margins = tuple(first[seat] - first[order[0]] for seat in order)
    tied = tuple(seat for seat, margin in zip(order, margins, strict=True) if margin <= TIE_NS)
    return Verdict(
        order,
        tied if len(tied) > 1 else (),
        tuple(seat for seat, _ in presses),
        margins,
        first[order[0]] + TIE_NS,
    )


def split(log: Sequence[tuple[Seat, int]], begins: Sequence[int]) -> list[list[tuple[Seat, int]]]:
    """A program's log, race by race: each lasts until the next begins."""
    starts = [bisect_left(log, begin, key=lambda press: press[1]) for begin in begins]
    return [list(log[start:end]) for start, end in zip(starts, [*starts[1:], None], strict=True)]
