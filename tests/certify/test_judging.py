"""What is found in a race: each fault, and nothing where all is right or may be either."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware.budget_parts import Kind
from firmware.events import NS_PER_US
from tests.certify.judging import EXACT, FAULTS, guard, judge
from tests.certify.playing import PULL_NS, TIE, record
from tests.certify.record import Record

US = NS_PER_US
TIE_US = TIE / US
BAND_US = guard(Kind.PIN).above / US
FAIR = dict.fromkeys(FAULTS, 0)


def faults(one: Record) -> dict[str, int]:
    """What is wrong, but for the second judge, who has seen the same edges as before."""
    return {name: times for name, times in judge(one).faults.items() if times and name != "disagreed"}


@pytest.mark.parametrize("gap_us", [10, 400, 490, 500, 510, 600, 5000])
def test_a_fair_ruling_has_no_fault_at_any_gap(gap_us: float) -> None:
    judged = judge(record({3: 0, 1: gap_us, 8: 2 * gap_us}))
    assert judged.faults == FAIR
    assert judged.seconded
    assert [error.beyond for error in judged.errors] == [0, 0, 0]


def test_another_winner_than_the_first_is_wrong_and_so_is_a_tie_without_him() -> None:
    one = record({3: 0, 1: 900, 8: 1800})
    assert faults(replace(one, winner=1))["wrong_winners"] == 1
    assert faults(replace(one, winner=None, tied=(1, 8)))["wrong_winners"] == 1
    assert faults(replace(one, winner=None))["wrong_winners"] == 1


def test_a_tie_is_false_from_the_band_on_and_missed_below_it_and_either_between() -> None:
    for apart, tied, fault in [
        (TIE_US + BAND_US + 11, True, "false_ties"),
        (TIE_US + BAND_US - 11, True, ""),
        (TIE_US - BAND_US + 11, False, ""),
        (TIE_US - BAND_US - 11, False, "missed_ties"),
    ]:
        one = replace(record({3: 0, 1: apart}), winner=None if tied else 3, tied=(1, 3) if tied else ())
        assert faults(one) == ({fault: 1} if fault else {}), apart
        assert judge(one).banded == (not fault)


def test_exact_stamps_have_no_band() -> None:
    def exact(apart_ns: int, *, tied: bool) -> Record:
        one = record({3: 0, 1: apart_ns / US}, kind=EXACT)
        touches = {seat: (at, at) for seat, at in one.stamps.items()}
        return replace(one, touches=touches, winner=None if tied else 3, tied=(1, 3) if tied else ())

    assert faults(exact(TIE, tied=True)) == faults(exact(TIE + 1, tied=False)) == {}
    assert faults(exact(TIE, tied=False)) == {"missed_ties": 1}
    assert faults(exact(TIE + 1, tied=True)) == {"false_ties": 1}


def test_orders_are_wrong_only_beyond_the_band() -> None:
    near = record({3: 0, 1: 100})
    assert faults(replace(near, order=(1, 3))) == {}
    far = record({3: 0, 1: 5000, 2: 7000})
    assert faults(replace(far, order=(3, 2, 1))) == {"wrong_orders": 1}


def test_a_press_that_isnt_there_is_lost_and_one_too_many_is_invented() -> None:
    one = record({3: 0, 1: 900})
    assert faults(replace(one, order=(3,), stamps={3: one.stamps[3]}, presses={3: 1})) == {"lost": 1}
    assert faults(replace(one, presses={3: 1, 1: 2})) == {"invented": 1}
    assert faults(replace(one, presses={3: 1, 1: 1, 6: 1})) == {"invented": 1}
    assert faults(replace(one, late=(6,))) == {"late": 1}


def test_a_stamp_outside_of_the_truth_is_an_error_and_of_the_budget_one_too_many() -> None:
    one = record({3: 0, 1: 900})
    before, after = one.touches[1]
    late = replace(one, stamps={**one.stamps, 1: after + 20 * US})
    (error,) = [error for error in judge(late).errors if error.seat == 1]
    assert (error.late, error.beyond, error.inside) == (PULL_NS + 20 * US, 20 * US, True)
    early = replace(one, stamps={**one.stamps, 1: before - 1})
    (error,) = [error for error in judge(early).errors if error.seat == 1]
    assert (error.beyond, error.inside) == (-1, False)


@pytest.mark.parametrize(
    "wrong",
    [
        {"winner": 1},
        {"winner": None, "tied": (1, 3)},
        {"order": (1, 3)},
        {"presses": {3: 1}},
        {"stamps": {3: 1, 1: 2}},
        {"widths": {3: (1, 2, 0, "")}},
    ],
)
def test_the_second_judge_sees_whatever_isnt_as_the_edges_say(wrong: dict[str, object]) -> None:
    one = record({3: 0, 1: 900})
    assert judge(one).faults["disagreed"] == 0
    assert judge(replace(one, **wrong)).faults["disagreed"] == 1  # type: ignore[arg-type]


def test_without_edges_nobody_judges_a_second_time() -> None:
    judged = judge(replace(record({3: 0, 1: 900}), edges=()))
    assert (judged.seconded, judged.faults["disagreed"]) == (False, 0)
