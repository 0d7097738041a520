"""What the box said of a race, held against what truly happened, the promised band and a second judge. Pure.

The promise is `firmware.budget`'s, by the true moments of two seats' first touches: surely a tie below it,
surely none above, either between, and never a wrong winner. Where the truth itself leaves something open,
either is right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from typing import NamedTuple

from companion.audit import judge as second
from firmware import budget
from firmware.budget_parts import Kind
from firmware.events import SEATS, Seat
from firmware.times import Times
from tests.certify.record import Record, Touch

guard, interval = cache(budget.guard), cache(budget.interval)

EXACT = "exact"
"""The kind of a button whose stamps are given, not taken: there is no band then."""

FAULTS = {
    "wrong_winners": "wrong winners",
    "wrong_orders": "wrong orders",
    "false_ties": "false ties",
    "missed_ties": "missed ties",
    "lost": "presses lost",
    "invented": "presses invented",
    "late": "presses heard after their ruling",
    "disagreed": "races in which the second judge disagrees",
}
"""What is counted and must never be, and what it is called."""


class Error(NamedTuple):
    """By how much a stamp is wrong.

    Attributes:
        seat: whose.
        kind: what the button is.
        late: after the moment right before the touch (ns).
        beyond: outside of what the truth leaves open (ns); negative: too early.
        inside: whether the budget allows for that; of a device's, whether what was told of it does.
    """

    seat: Seat
    kind: str
    late: int
    beyond: int
    inside: bool


@dataclass(frozen=True, slots=True)
class Judged:
    """One race.

    Attributes:
        faults: how often each of `FAULTS` happened in it.
        errors: of each press that has a stamp.
        tied: whether a tie was declared.
        banded: how many pairs of seats were within the band, where either is right.
        seconded: whether a second judge has ruled it, too.
    """

    faults: Mapping[str, int]
    errors: tuple[Error, ...]
    tied: bool
    banded: int
    seconded: bool


def judge(record: Record) -> Judged:
    """One race."""
    seats, tied = record.touches.keys(), set(record.tied)
    declared = tied or ({record.winner} if record.winner is not None else set())
    may_be, must, never = _firsts(record), _must(record), _never(record)
    counted = Counter(record.presses)
    faults = {
        "wrong_winners": not declared & may_be,
        "wrong_orders": _wrong_order(record),
        "false_ties": bool(tied & never or tied - seats),
        "missed_ties": len(must) > 1 and bool(declared) and not must <= declared,
        "lost": len(seats - set(record.order)),
        "invented": sum((counted - Counter(seats)).values()),
        "late": len(record.late),
        "disagreed": bool(record.edges) and not agrees(record),
    }
    banded = sum(
        not _is_tie(record, one, other) and not _is_none(record, one, other)
        for one in seats
        for other in seats
        if one != other and record.touches[one] < record.touches[other]
    )
    return Judged(
        {name: int(count) for name, count in faults.items()},
        tuple(errors(record)),
        bool(tied),
        banded,
        bool(record.edges),
    )


# -- firsts, ties, orders ------------------------------------------------------------------------------------


def _apart(one: Touch, other: Touch) -> tuple[int, int]:
    """By how much the second touch was later, at least and at most (ns)."""
    return other[0] - one[1], other[1] - one[0]


def _firsts(record: Record) -> set[Seat]:
    """The seats that may truly have been first."""
    soonest = min(after for _, after in record.touches.values())
    return {seat for seat, (before, _) in record.touches.items() if before <= soonest}


def _limits(record: Record, one: Seat, other: Seat) -> tuple[int, int]:
    """Truly so much later or less, ``other`` surely isn't certain to be later; so much or more, it is (ns).

    Between pins, and between buttons of one device, by the budget's guard; of others by how unsure the box
    was told that each press is: where these widths must overlap, and where they can't.
    """
    if record.kinds[one] == EXACT:
        return record.tie + 1, record.tie
    kinds = Kind(record.kinds[one]), Kind(record.kinds[other])
    widths = record.widths.get(one), record.widths.get(other)
    if None not in widths and widths[0][3] == widths[1][3] != "":  # type: ignore[index]
        apart, band = max(widths[0][2], widths[1][2]), guard(kinds[0])  # type: ignore[index]
        return apart - min(band.below, apart), apart + min(band.above, apart)
    if kinds[0] is kinds[1] and kinds[0] in {Kind.PIN, Kind.BARE}:
        return record.tie - guard(kinds[0]).below, record.tie + guard(kinds[0]).above
    after = record.tie - record.tie // 2 if widths[0] is None else widths[0][1]
    before = record.tie // 2 if widths[1] is None else widths[1][0]
    (one_least, one_most), (least, most) = allowed(record, one), allowed(record, other)
    return before + after - (most - one_least), before + after - (least - one_most)


def allowed(record: Record, seat: Seat) -> tuple[int, int]:
    """How late its stamp may be, at least and at most (ns): as was told of a device's, else by the budget."""
    if record.kinds[seat] == EXACT:
        return 0, 0
    width = record.widths.get(seat)
    if width is None or not width[3]:
        return interval(Kind(record.kinds[seat]))
    return -width[1], width[0]


def _is_tie(record: Record, one: Seat, other: Seat) -> bool:
    """Whether ``other`` is surely not certainly later."""
    return _apart(record.touches[one], record.touches[other])[1] < _limits(record, one, other)[0]


def _is_none(record: Record, one: Seat, other: Seat) -> bool:
    """Whether ``other`` is surely certainly later."""
    return _apart(record.touches[one], record.touches[other])[0] > _limits(record, one, other)[1]


def _must(record: Record) -> set[Seat]:
    """The seats that have to be among the first."""
    seats = record.touches.keys()
    return {seat for seat in seats if all(_is_tie(record, other, seat) for other in seats - {seat})}


def _never(record: Record) -> set[Seat]:
    """The seats that must not be."""
    seats = record.touches.keys()
    return {seat for seat in seats if any(_is_none(record, other, seat) for other in seats - {seat})}


def _wrong_order(record: Record) -> bool:
    """Whether a seat stands before another that was truly before it by more than the band."""
    order = [seat for seat in record.order if seat in record.touches]
    pairs = ((order[place], later) for place in range(len(order)) for later in order[place + 1 :])
    return any(_is_none(record, later, sooner) for sooner, later in pairs)


# -- stamps --------------------------------------------------------------------------------------------------


def errors(record: Record) -> Iterator[Error]:
    """By how much each stamp is wrong."""
    for seat, at in record.stamps.items():
        if seat in record.touches:
            before, after = record.touches[seat]
            beyond = min(0, at - before) + max(0, at - after)
            least, most = allowed(record, seat)
            yield Error(seat, record.kinds[seat], at - before, beyond, least <= beyond <= most)


# -- the second judge ----------------------------------------------------------------------------------------


def agrees(record: Record) -> bool:
    """Whether a judge that shares no code with the box says the same of the edges."""
    edges = [second.Edge(*edge) for edge in record.edges]
    pressed = second.presses(edges, {**asdict(Times()), "tie": record.tie}, SEATS)
    first: dict[Seat, second.Press] = {}
    for press in pressed:
        first.setdefault(press.seat, press)
    verdict = second.verdict(first.values(), record.tie)
    return (
        Counter(press.seat for press in pressed) == Counter(record.presses)
        and {seat: press.at for seat, press in first.items()} == record.stamps
        and {seat: press.within for seat, press in first.items() if press.within is not None} == record.widths
        and (verdict.winner, verdict.order, verdict.tied) == (record.winner, record.order, record.tied)
    )
