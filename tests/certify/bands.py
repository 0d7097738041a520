"""How far apart two touches must be for a tie to be ruled surely, or surely not, by what is promised. Pure.

Between pins, and between buttons of one device, that is the tie and the budget's guard band round it. Others
are as unsure as the box was told of each press. Then nobody who may have been first is left out: so it is
promised that it's a tie where the touches were so near that these widths must overlap, and that it is none
where they can't.
"""

from __future__ import annotations

from typing import NamedTuple

from firmware.budget import guard, interval
from firmware.budget_parts import Kind
from firmware.events import Seat
from tests.certify.record import Record


class Band(NamedTuple):
    """Touches up to ``always`` apart are a tie, touches more than ``never`` apart aren't (ns)."""

    always: int
    never: int


def band(record: Record, first: Seat, other: Seat) -> Band:
    """What is promised of the first seat and another one that truly touched after it."""
    kinds = [Kind(record.kinds[seat]) for seat in (first, other)]
    one, two = (record.widths.get(seat) for seat in (first, other))
    if set(kinds) <= {Kind.PIN, Kind.BARE}:
        guards = [guard(kind) for kind in kinds]
        return Band(
            record.tie - max(each.below for each in guards), record.tie + max(each.above for each in guards)
        )
    if one and two and one[3] == two[3] != "":
        apart, off = max(one[2], two[2]), guard(kinds[0])
        return Band(apart - min(off.below, apart), apart + min(off.above, apart))
    leeway = _before(record, other) + _after(record, first)
    (first_least, first_most), (least, most) = (_lateness(record, seat) for seat in (first, other))
    return Band(leeway - (most - first_least), leeway + (first_most - least))


def _before(record: Record, seat: Seat) -> int:
    width = record.widths.get(seat)
    return record.tie // 2 if width is None else width[0]


def _after(record: Record, seat: Seat) -> int:
    width = record.widths.get(seat)
    return record.tie - record.tie // 2 if width is None else width[1]


def _lateness(record: Record, seat: Seat) -> tuple[int, int]:
    """How late its stamp is, at least and at most, by what was told of it; a pin's by the budget."""
    width = record.widths.get(seat)
    return interval(Kind(record.kinds[seat])) if width is None else (-width[1], width[0])
