"""What was truly pulled, and when that is another race than the planned one."""

from __future__ import annotations

import random

import pytest

from firmware.events import NS_PER_MS, NS_PER_US
from tests.kernel.fairness.plan import HOLD_NS, LINES, Contacts, Race, plan_race
from tests.kernel.fairness.truth import smeared, touches
from tests.kernel.guest.injector import Pulled

START = 10**12
TOOK_NS = 2 * NS_PER_US


def race(gap_us: int, contacts: Contacts = Contacts.BOUNCE) -> Race:
    return plan_race(0, gap_us * NS_PER_US, (3, 1, 7), contacts, random.Random(5))


def made(planned: Race, late: dict[int, int] | None = None) -> list[Pulled]:
    """The plan as pulled, some flips later by so many ns."""
    late = late or {}
    return [
        Pulled("ours", LINES[flip.seat], flip.closed, at, at + TOOK_NS)
        for number, flip in enumerate(planned.flips)
        for at in [START + flip.at + late.get(number, 0)]
    ]


def first_of(planned: Race, seat: int) -> int:
    return next(number for number, flip in enumerate(planned.flips) if flip.seat == seat)


def test_touches_are_each_seats_first_flip_in_the_order_they_were_made() -> None:
    planned = race(100)
    truth = touches(planned, made(planned))
    assert truth.order == (3, 1, 7)
    assert truth.touches[1] == (START + 100 * NS_PER_US, START + 100 * NS_PER_US + TOOK_NS)
    assert truth.began == START
    assert truth.behind(7) == (200 * NS_PER_US - TOOK_NS, 200 * NS_PER_US + TOOK_NS)


@pytest.mark.parametrize("gap_us", [10, 500, 5000])
def test_a_race_played_as_planned_is_not_smeared(gap_us: int) -> None:
    planned = race(gap_us)
    assert not smeared(planned, made(planned))


def test_letting_go_much_later_than_planned_smears_nothing() -> None:
    planned = race(100)
    lets_go = planned.gap * (len(planned.order) - 1) + HOLD_NS
    late = {n: 3 * NS_PER_MS for n, flip in enumerate(planned.flips) if flip.at >= lets_go}
    assert not smeared(planned, made(planned, late))


@pytest.mark.parametrize("late_us", [6, -6])
def test_a_touch_six_microseconds_from_a_gap_of_ten_is_another_gap(late_us: int) -> None:
    planned = race(10, Contacts.CLEAN)
    assert smeared(planned, made(planned, {first_of(planned, 1): late_us * NS_PER_US}))


def test_pulls_that_took_long_enough_to_hide_their_order_are_smeared() -> None:
    planned = race(10, Contacts.CLEAN)
    pulled = made(planned)
    first = pulled[0]
    pulled[0] = Pulled(
        first.chip, first.line, first.closed, first.before_ns, first.before_ns + 11 * NS_PER_US
    )
    assert smeared(planned, pulled)


def test_a_bounce_far_from_its_place_is_another_train() -> None:
    planned = race(5000)
    firsts = {first_of(planned, seat) for seat in (3, 1, 7)}
    bounce = next(number for number in range(1, len(planned.flips)) if number not in firsts)
    assert smeared(planned, made(planned, {bounce: 201 * NS_PER_US}))
    assert not smeared(planned, made(planned, {bounce: 199 * NS_PER_US}))
