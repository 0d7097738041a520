"""A program's verdict against the truth."""

from __future__ import annotations

from typing import Any

import pytest

from firmware.events import NS_PER_US, Seat
from tests.kernel.fairness.judge import (
    TIE_NS,
    Score,
    Verdict,
    by_arrival,
    by_own_time,
    judge,
    ours,
    split,
)
from tests.kernel.fairness.truth import Truth

START = 10**12
TOOK_NS = 2 * NS_PER_US


def truth(*touches: tuple[Seat, int]) -> Truth:
    """Seats and their touches (us after the first)."""
    at = {seat: START + us * NS_PER_US for seat, us in touches}
    return Truth({seat: (moment, moment + TOOK_NS) for seat, moment in at.items()})


def verdict(*order: Seat, tied: tuple[Seat, ...] = (), **more: Any) -> Verdict:
    return Verdict(order, tied, **{"presses": order, "at": START + 1000, **more})


FAR = truth((3, 0), (1, 1000), (7, 2000))
"""Each a millisecond after the other."""

CLOSE = truth((3, 0), (1, 200), (7, 5000))
"""Two within a tie."""


def faults(score: Score) -> set[str]:
    """What counts as wrong in it."""
    names = ("wrong_winners", "wrong_orders", "lost", "false", "false_ties", "missed_ties")
    return {name for name in names if getattr(score, name)}


def test_the_true_order_has_no_fault() -> None:
    score = judge(FAR, verdict(3, 1, 7), knows_ties=True)
    assert not faults(score)
    assert (score.races, score.pressed, score.ties, score.latencies) == (1, 3, 0, [1000])


@pytest.mark.parametrize(
    ("decided", "wrong"),
    [
        (verdict(1, 3, 7), {"wrong_winners", "wrong_orders"}),
        (verdict(3, 7, 1), {"wrong_orders"}),
        (verdict(3, 7), {"wrong_orders", "lost"}),
        (verdict(1, 7), {"wrong_winners", "wrong_orders", "lost"}),
        (verdict(), {"wrong_winners", "wrong_orders", "lost"}),
        (verdict(3, 1, 7, presses=(3, 3, 1, 7)), {"false"}),
        (verdict(3, 1, 7, 5), {"wrong_orders", "false"}),
        (verdict(3, 1, 7, tied=(1, 3)), {"false_ties"}),
        (verdict(1, 3, 7, tied=(1, 7)), {"wrong_winners", "wrong_orders", "false_ties"}),
    ],
)
def test_each_fault_is_called_by_its_name(decided: Verdict, wrong: set[str]) -> None:
    assert faults(judge(FAR, decided, knows_ties=True)) == wrong


def test_a_tie_rightly_declared_is_no_wrong_winner_whatever_the_order_within() -> None:
    score = judge(CLOSE, verdict(1, 3, 7, tied=(1, 3)), knows_ties=True)
    assert faults(score) == {"wrong_orders"}
    assert score.ties == 1


def test_a_tie_that_leaves_one_out_or_takes_one_in_is_both_missed_and_false() -> None:
    assert faults(judge(CLOSE, verdict(3, 1, 7, tied=(3, 7)), knows_ties=True)) == {
        "false_ties",
        "missed_ties",
    }


def test_who_knows_no_ties_misses_none() -> None:
    assert not faults(judge(CLOSE, verdict(3, 1, 7), knows_ties=False))
    assert faults(judge(CLOSE, verdict(3, 1, 7), knows_ties=True)) == {"missed_ties"}


def test_where_the_truth_leaves_it_open_either_is_right() -> None:
    edge = truth((3, 0), (1, TIE_NS // NS_PER_US))
    assert not faults(judge(edge, verdict(3, 1, tied=(1, 3)), knows_ties=True))
    assert not faults(judge(edge, verdict(3, 1), knows_ties=True))


def test_margins_err_by_what_lies_beyond_the_truths_own_doubt() -> None:
    told = verdict(3, 1, 7, margins=(0, 1001 * NS_PER_US, 2010 * NS_PER_US))
    assert judge(FAR, told, knows_ties=True).margin_errors == [0, 8 * NS_PER_US]
    assert judge(FAR, verdict(1, 3, margins=(0, 5)), knows_ties=True).margin_errors == []


def test_scores_add_up() -> None:
    score = judge(FAR, verdict(1, 3, 7), knows_ties=True)
    score += judge(FAR, verdict(3, 1, 7), knows_ties=True)
    assert (score.races, score.wrong_winners, score.pressed, score.latencies) == (2, 1, 6, [1000, 1000])


def test_arrival_is_the_order_of_first_calls() -> None:
    assert by_arrival([(7, 20), (3, 30), (7, 40)]) == Verdict((7, 3), (), (7, 3, 7), (), 20)
    assert by_arrival([]) == Verdict(())


def test_own_times_make_order_margins_and_ties() -> None:
    log = [(7, START + 400), (3, START), (1, START + TIE_NS + 1), (7, START + 900)]
    assert by_own_time(log) == Verdict((3, 7, 1), (3, 7), (7, 3, 1, 7), (0, 400, TIE_NS + 1), START + TIE_NS)
    assert by_own_time([(3, START)]).tied == ()
    assert by_own_time([]) == Verdict(())


def test_ours_counts_presses_beside_the_ruling() -> None:
    ruling = {"order": [3, 1], "tied": [], "winner": 3}
    told = {"ruling": ruling, "margins": [0, 9], "presses": {"1": 1, "3": 2, "7": 0}, "ruled_at": 5}
    assert ours(told) == Verdict((3, 1), (), (1, 3, 3), (0, 9), 5)
    assert ours({**told, "ruling": None}) == Verdict((), presses=(1, 3, 3))


def test_a_log_is_split_where_the_next_race_begins() -> None:
    log = [(1, 5), (2, 10), (3, 19), (4, 20), (5, 99)]
    assert split(log, [10, 20, 30]) == [[(2, 10), (3, 19)], [(4, 20)], [(5, 99)]]
