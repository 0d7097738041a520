from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from firmware.events import NS_PER_MS, NS_PER_S, NS_PER_US
from firmware.presses.lateness import BOUNDS_NS, Lateness

some = st.lists(st.integers(0, 2 * NS_PER_S), max_size=60)


def of(*late: int) -> Lateness:
    made = Lateness()
    for ns in late:
        made.add(ns)
    return made


def test_the_bins_go_up_in_steps_of_one_two_five_to_a_fifth_of_a_second() -> None:
    assert [bound / NS_PER_MS for bound in BOUNDS_NS] == [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200]


def test_nothing_counted_is_no_edges_and_no_lines() -> None:
    empty = Lateness()
    assert (empty.count, empty.most, empty.within(0.5), empty.lines()) == (0, 0, 0, [])
    assert str(empty) == "no edges"


def test_the_upper_edge_belongs_to_its_bin() -> None:
    bins = of(100 * NS_PER_US, 100 * NS_PER_US + 1).as_data()["bins"]
    assert [each for each in bins if each["count"]] == [
        {"up_to_us": 100, "count": 1},
        {"up_to_us": 200, "count": 1},
    ]


def test_what_is_later_than_all_bins_is_counted_too() -> None:
    late = of(NS_PER_S)
    assert late.as_data()["bins"][-1] == {"up_to_us": None, "count": 1}
    assert late.lines() == [" > 200 ms      1 " + "█" * 40]
    assert late.within(0.5) == late.most == NS_PER_S


def test_a_stamp_after_the_loops_own_clock_counts_as_no_lateness() -> None:
    assert (of(-5).count, of(-5).most, of(-5).within(1.0)) == (1, 0, 0)


def test_the_line_says_how_late_half_and_nearly_all_were() -> None:
    late = of(*[600 * NS_PER_US] * 98, 3 * NS_PER_MS, 3_410_000)
    assert str(late) == "100 edges, p50 <= 1 ms, p99 <= 3.41 ms, max 3.41 ms"


def test_the_table_has_every_bin_between_the_first_and_the_last_that_is_used() -> None:
    assert of(*[600 * NS_PER_US] * 4, 4 * NS_PER_MS).lines() == [
        "   ≤ 1 ms      4 " + "█" * 40,
        "   ≤ 2 ms      0",
        "   ≤ 5 ms      1 " + "█" * 10,
    ]


@given(some, st.sampled_from([0.5, 0.9, 0.99, 1.0]))
def test_this_share_is_never_later_than_said_and_said_no_coarser_than_its_bin(
    late: list[int], share: float
) -> None:
    said = of(*late).within(share)
    if late:
        true = sorted(late)[math.ceil(share * len(late)) - 1]
        assert true <= said <= min([bound for bound in BOUNDS_NS if bound >= true] or [max(late)])
