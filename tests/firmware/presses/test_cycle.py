from __future__ import annotations

from itertools import pairwise

import pytest
from gpiozero import RotaryEncoder
from hypothesis import given
from hypothesis import strategies as st

from firmware.presses.cycle import QUARTERS, Cycle

CLOCKWISE = (("a", True), ("b", True), ("a", False), ("b", False))
WAYS = st.lists(st.sampled_from((1, -1)), max_size=60)
"""Quarters to the right and left, as a hand, a bounce or noise goes them."""


def walked(cycle: Cycle, ways: list[int]) -> list[int]:
    """The steps told, edge by edge, of a walk that begins with both phases open."""
    told, place = [], 0
    for way in ways:
        line, closed = CLOCKWISE[(place if way > 0 else place - 1) % QUARTERS]
        told.append(cycle.take(line, closed is (way > 0)))
        place += way
    return told


@given(WAYS)
def test_with_one_click_in_a_cycle_it_tells_what_gpiozeros_own_encoder_does(ways: list[int]) -> None:
    state, place, expected = "idle", 0, []
    for way in ways:
        place += way
        state = RotaryEncoder.TRANSITIONS[state][(0, 2, 3, 1)[place % QUARTERS]]
        expected.append({"+1": 1, "-1": -1}.get(state, 0))
        state = "idle" if expected[-1] else state
    assert walked(Cycle(), ways) == expected


@pytest.mark.parametrize("clicks", [1, 2, 4])
@given(ways=WAYS)
def test_the_steps_told_are_the_clicks_gone_and_a_bounce_between_them_is_none(
    clicks: int, ways: list[int]
) -> None:
    apart, place, clicked = QUARTERS // clicks, 0, [0]
    for way in ways:
        place += way
        if place % apart == 0 and place // apart != clicked[-1]:
            clicked.append(place // apart)
    steps = [step for step in walked(Cycle(clicks), ways) if step]
    assert steps == [after - before for before, after in pairwise(clicked)]


def test_an_edge_told_twice_and_one_that_was_lost_make_no_step() -> None:
    cycle = Cycle()
    assert [cycle.take(line, closed) for line, closed in (CLOCKWISE[0], *CLOCKWISE)] == [0, 0, 0, 0, 1]
    lost = [cycle.take(line, closed) for line, closed in (*CLOCKWISE[1:], *CLOCKWISE)]
    assert sum(lost) == 1
