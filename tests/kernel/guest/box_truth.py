"""What the injector has truly pulled, beside what was planned and what the box says of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from firmware.events import NS_PER_MS, NS_PER_US, Seat
from tests.kernel.guest.box_hands import BUTTONS
from tests.kernel.guest.injector import Pull, Pulled

TIE_US = 500
"""The box's default: closer is a tie."""

RACE_NS = 40 * NS_PER_MS
"""A plan's first part, in which it matters that pulls aren't put off."""

PUT_OFF_NS = NS_PER_MS
"""Pulls put off no longer than this leave a bouncing contact's openings shorter than the box's ``gap``."""


class Truth:
    """What was really pulled, by the injector's clock.

    Args:
        plan: what should have been pulled.
        pulled: what was, in order.
    """

    def __init__(self, plan: Iterable[Pull], pulled: Sequence[Pulled]) -> None:
        self.plan = sorted(plan, key=lambda pull: pull.offset_ns)
        self.pulled = pulled

    def since(self, number: int) -> Truth:
        """The same without its first pulls."""
        return Truth(self.plan[number:], self.pulled[number:])

    def as_planned(self, by: Iterable[Seat], put_off: int = PUT_OFF_NS) -> bool:
        """Whether it came to pass: a machine busy elsewhere pulls late, and puts off all that follows.

        Args:
            by: those who race; where a tie was planned there has to be one, and none elsewhere.
            put_off: how much later than planned a pull may be in the race (ns).
        """
        first, began = self.plan[0].offset_ns, self.pulled[0].before_ns
        for pull, pulled in zip(self.plan, self.pulled, strict=True):
            offset = pull.offset_ns - first
            if offset < RACE_NS and pulled.before_ns - began - offset > put_off:
                return False
        leader, *others = self.order(by)
        return all(self._tied_as_planned(leader, other) for other in others)

    def _tied_as_planned(self, leader: Seat, other: Seat) -> bool:
        apart = (self._planned(other) - self._planned(leader)) // NS_PER_US
        least, most = self.margin_us(leader, other)
        return most < TIE_US if apart < TIE_US else least > TIE_US

    def _planned(self, seat: Seat) -> int:
        return next(pull.offset_ns for pull in self.plan if pull.line == BUTTONS[seat] and pull.closed)

    def first(self, seat: Seat) -> Pulled:
        """When a seat's contact first closed."""
        return next(one for one in self.pulled if one.closed and one.line == BUTTONS[seat])

    def order(self, seats: Iterable[Seat]) -> list[Seat]:
        """The seats by their first touch.

        Raises:
            AssertionError: two were pulled so that nobody could tell which was first.
        """
        ordered = sorted(seats, key=lambda seat: self.first(seat).before_ns)
        for one, other in pairwise(ordered):
            assert self.first(one).after_ns <= self.first(other).before_ns
        return ordered

    def margin_us(self, first: Seat, other: Seat) -> tuple[int, int]:
        """The least and the most that one was after another (us): an edge's stamp lies within its pull."""
        a, b = self.first(first), self.first(other)
        return (b.before_ns - a.after_ns) // NS_PER_US, (b.after_ns - a.before_ns) // NS_PER_US

    def check(self, ruling: Mapping[str, Any]) -> None:
        """The ruling tells whoever it names in their true order, with margins that can be.

        Raises:
            AssertionError: it doesn't.
        """
        order = self.order(ruling["order"])
        assert ruling["order"] == order
        for seat, margin in zip(order[1:], ruling["margins_us"][1:], strict=True):
            least, most = self.margin_us(order[0], seat)
            assert least <= margin <= most, f"seat {seat}: expected {least} to {most} us, got {margin}"
