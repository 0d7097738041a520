from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.loop.lamp_answers import ANSWER_NS, LampAnswers
from firmware.events import NS_PER_MS, NS_PER_S
from tests.companion.games.sitting import ns
from tests.companion.loop.test_loop import Sat


def test_a_dark_lamp_answers_with_light_and_a_lit_one_with_darkness() -> None:
    answers = LampAnswers()
    answers.press(1, 0, lit=False)
    answers.press(2, 0, lit=True)
    assert answers.over({2, 3}, 0) == {1, 3}
    assert answers.over({2, 3}, ANSWER_NS - 1) == {1, 3}
    assert answers.over({2, 3}, ANSWER_NS) == {2, 3}


def test_a_lamp_lit_by_the_ruling_meanwhile_stays_lit() -> None:
    answers = LampAnswers()
    answers.press(1, 0, lit=False)
    assert answers.over({1}, ANSWER_NS // 2) == {1}


@given(st.sets(st.integers(0, 2000), min_size=2, max_size=60))
def test_whoever_drums_makes_no_flashing_above_three_hertz(presses: set[int]) -> None:
    answers = LampAnswers()
    lit = []
    for ms in range(2200):
        if ms in presses:
            answers.press(1, ms * NS_PER_MS, lit=False)
        lit.append(bool(answers.over((), ms * NS_PER_MS)))
    flashes = [ms for ms, (before, after) in enumerate(pairwise([False, *lit])) if after and not before]
    assert flashes
    assert all((after - before) * NS_PER_MS > NS_PER_S / 3 for before, after in pairwise(flashes))


def close(sat: Sat, seat: int, ms: float, *, closed: bool = True) -> None:
    """A seat's contact closes, or opens, at ``ms``."""
    sat.run(ms)
    sat.table.wire(seat, closed, ns(ms))


def lit_at(sat: Sat, *moments: float) -> list[bool]:
    seen = []
    for ms in moments:
        sat.run(ms)
        seen.append(2 in sat.loop.lit)
    return seen


@pytest.mark.plays("seventeen")
def test_the_lamp_answers_long_before_the_ruling_and_promises_nothing() -> None:
    sat = Sat("seventeen seats=1,2")
    sat.press(2, 100)  # not on turn: refused, yet heard
    assert sat.see["refused"] is not None
    sat.run(1000)
    close(sat, 2, 1000)
    assert lit_at(sat, 1000, 1004.9, 1005, 1094.9, 1095) == [False, False, True, True, False]


@pytest.mark.plays("seventeen")
def test_a_spike_on_a_wire_is_never_answered() -> None:
    sat = Sat("seventeen seats=1,2")
    close(sat, 2, 1000)
    close(sat, 2, 1000.5, closed=False)
    assert lit_at(sat, 1001, 1005, 1010, 1050) == [False] * 4


@pytest.mark.plays("seventeen")
def test_seats_that_do_not_play_are_not_answered() -> None:
    sat = Sat("seventeen seats=1,3")
    close(sat, 2, 1000)
    assert lit_at(sat, 1005, 1050) == [False, False]


@pytest.mark.plays("seventeen")
def test_a_blinking_lamp_goes_on_blinking() -> None:
    sat = Sat("seventeen seats=1,2")
    sat.press(1, 100)
    sat.run(2000)
    before = 1 in sat.loop.lit
    close(sat, 1, 2000)
    sat.run(2005)
    assert (1 in sat.loop.lit) is before
