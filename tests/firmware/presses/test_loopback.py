from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.events import NS_PER_MS, NS_PER_S, NS_PER_US, Edge, Line
from firmware.presses.loopback import (
    ENOUGH,
    FLOOR_NS,
    GAPS_NS,
    SILENT_AFTER,
    TIE_STEP_NS,
    Loopback,
    Plan,
    Trouble,
    tie_for,
)

START = 1000 * NS_PER_S

Wire = Callable[[int, int, bool], list[tuple[int, bool]]]
"""A drive's number, moment and way, to the edges that come of it: stamp, and level after it."""


def wire(delay: int = 0) -> Wire:
    return lambda _, at, closed: [(at + delay, closed)]


def driven(wires: Mapping[Line, Wire | None], per_way: int = ENOUGH, stop_after: int | None = None) -> Plan:
    """A plan that was carried out, on lines with these wires; None is a line that isn't joined."""
    now, number = START, 0
    plan = Plan(wires, now, per_way=per_way)
    while plan.due is not None and number != stop_after:
        now = plan.due
        closed = plan.step(now)
        if closed is None:
            continue
        for line, answer in wires.items():
            if answer is not None:
                for at, level in answer(number, now, closed):
                    plan.feed(Edge(line, level, at))
        number += 1
    return plan


def measured(wires: Mapping[Line, Wire | None], per_way: int = ENOUGH) -> Loopback:
    return driven(wires, per_way).result()


def troubles(result: Loopback) -> list[tuple[Trouble, Line | None]]:
    return list(result.troubles)


# -- when to drive -------------------------------------------------------------------------------------------


def test_lines_are_closed_and_opened_in_turn_as_often_as_asked_at_irregular_moments() -> None:
    now, moments, ways = START, [], []
    plan = Plan([1, 2], now, per_way=50)
    plan.feed(Edge(1, True, START))  # so that it doesn't give up
    while plan.due is not None:
        now = plan.due
        if (way := plan.step(now)) is not None:
            moments.append(now)
            ways.append(way)
    assert ways == [True, False] * 50
    gaps = [after - before for before, after in pairwise(moments)]
    assert GAPS_NS[0] <= min(gaps) <= max(gaps) <= GAPS_NS[1]
    assert len(set(gaps)) == len(gaps)


def test_nothing_is_driven_before_it_is_due() -> None:
    plan = Plan([1, 2], START)
    assert plan.due is not None
    assert plan.step(plan.due - 1) is None
    assert plan.step(plan.due) is True


def test_panels_are_to_be_busy_in_the_second_half_only() -> None:
    busy = [driven({1: wire()}, per_way=2, stop_after=drives).busy for drives in range(5)]
    assert busy == [False, False, True, True, True]
    assert not driven({1: wire()}, per_way=2).busy


def test_progress_goes_from_nothing_to_all() -> None:
    assert [driven({1: wire()}, per_way=2, stop_after=n).progress for n in (0, 1, 4)] == [0, 0.25, 1]


def test_it_ends_at_its_limit_however_much_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware.presses.loopback.MEASURING_LIMIT_NS", 10 * NS_PER_S)
    plan = Plan([1, 2], START, per_way=1000)
    plan.feed(Edge(1, True, START))
    now = START
    while plan.due is not None:
        now = plan.due + NS_PER_S
        plan.step(now)
    assert now <= START + 12 * NS_PER_S
    assert troubles(plan.result()) == [(Trouble.SHORT, None)]


def test_it_can_be_stopped() -> None:
    plan = driven({1: wire(), 2: wire()}, stop_after=7)
    plan.stop()
    assert plan.due is None
    assert plan.step(START + 100 * NS_PER_S) is None
    assert plan.result().drives == 7
    assert troubles(plan.result()) == [(Trouble.SHORT, None)]


# -- what came back ------------------------------------------------------------------------------------------


def test_a_fine_jumper_has_no_troubles_and_the_other_lines_are_named_as_apart() -> None:
    result = measured({1: wire(), 2: None, 3: wire(4 * NS_PER_US), "ok": None})
    assert troubles(result) == []
    assert [line.line for line in result.lines] == [1, 3]
    assert result.apart == (2, "ok")
    assert result.drives == result.complete == 2 * ENOUGH


def test_each_lines_bias_is_told_from_the_mean_of_all_for_either_way() -> None:
    def slow_to_open(_: int, at: int, closed: bool) -> list[tuple[int, bool]]:
        return [(at + (6 if closed else 30) * NS_PER_US, closed)]

    result = measured({1: wire(), 2: wire(3 * NS_PER_US), 3: slow_to_open})
    biases = [(line.bias_closing, line.bias_opening) for line in result.lines]
    assert biases == [(-3000, -11_000), (0, -8000), (3000, 19_000)]
    assert (result.typical, result.widest) == (6000, 30_000)


def test_rare_and_widest_tell_a_single_late_stamp_from_many() -> None:
    def now_and_then(number: int, at: int, closed: bool) -> list[tuple[int, bool]]:
        return [(at + (80_000 if number == 901 else 9000 if number % 100 == 0 else 1000), closed)]

    result = measured({1: wire(), 2: now_and_then}, per_way=2 * ENOUGH)
    assert (result.typical, result.rare, result.widest) == (1000, 9000, 80_000)
    assert (result.calm_widest, result.busy_widest) == (80_000, 9000)


def test_a_box_without_a_jumper_is_told_so_after_a_hundred_drives() -> None:
    result = measured({1: None, 2: None})
    assert result.drives == SILENT_AFTER
    assert troubles(result) == [(Trouble.NO_JUMPER, None)]
    assert result.tie is None


def test_a_jumper_on_one_line_compares_with_nothing() -> None:
    result = measured({1: None, 2: wire()})
    assert troubles(result) == [(Trouble.ONE_LINE, 2)]
    assert result.tie is None


def test_lost_and_doubled_edges_are_counted_and_their_line_named() -> None:
    def loses(number: int, at: int, closed: bool) -> list[tuple[int, bool]]:
        return [] if number % 100 == 50 else [(at, closed)]

    def doubles(number: int, at: int, closed: bool) -> list[tuple[int, bool]]:
        again = [(at + 300_000, not closed), (at + 600_000, closed)] if number % 250 == 100 else []
        return [(at, closed), *again]

    result = measured({1: loses, 2: doubles, 3: wire()})
    assert troubles(result) == [(Trouble.LOST, 1), (Trouble.DOUBLED, 2)]
    assert [(line.seen, line.lost, line.doubled) for line in result.lines] == [
        (990, 10, 0),
        (1000, 0, 4),
        (1000, 0, 0),
    ]
    assert result.complete == 990


def test_a_button_pressed_now_and_then_on_a_line_apart_does_not_join_it() -> None:
    def pressed(number: int, at: int, closed: bool) -> list[tuple[int, bool]]:
        return [(at + 1000, number % 100 == 0)] if number % 100 in (0, 17) else []

    result = measured({1: wire(), 2: wire(), 3: pressed})
    assert result.apart == (3,)
    assert troubles(result) == []


def test_an_edge_to_the_wrong_side_is_one_too_many_and_answers_nothing() -> None:
    def wrong_once(number: int, at: int, closed: bool) -> list[tuple[int, bool]]:
        return [(at, closed is not (number == 500))]

    result = measured({1: wire(), 2: wrong_once})
    assert (result.lines[1].lost, result.lines[1].doubled) == (1, 1)


def test_edges_in_any_order_and_of_lines_unknown_make_no_difference() -> None:
    late = driven({1: wire(), 2: wire(5000)})
    reference = late.result()
    backwards = Plan([1, 2], START, per_way=ENOUGH)
    kept = [edge for edges in late._edges.values() for edge in edges]
    backwards.feed(kept[0])
    while backwards.due is not None:
        backwards.step(backwards.due)
    for edge in [*reversed(kept[1:]), Edge(7, True, START), Edge(1, True, START)]:
        backwards.feed(edge)
    assert backwards.result() == reference


def test_too_little_is_no_ground_for_a_tie() -> None:
    assert measured({1: wire(), 2: wire()}, per_way=ENOUGH // 2).tie == FLOOR_NS
    assert measured({1: wire(), 2: wire()}, per_way=ENOUGH // 2 - 1).tie is None


@pytest.mark.parametrize(
    ("widest_us", "tie_us"),
    [(0, 100), (3, 100), (50, 100), (50.001, 150), (75, 150), (200, 400), (9000, 18_000)],
)
def test_the_tie_is_twice_the_widest_in_whole_steps_and_never_below_a_tenth_of_a_millisecond(
    widest_us: float, tie_us: int
) -> None:
    assert tie_for(round(widest_us * NS_PER_US)) == tie_us * NS_PER_US


def test_a_box_that_deserves_a_longer_tie_than_usual_is_told_so() -> None:
    result = measured({1: wire(), 2: wire(NS_PER_MS // 2)})
    assert result.tie == NS_PER_MS
    assert troubles(result) == [(Trouble.COARSE, None)]


def test_everything_can_be_had_as_json() -> None:
    data = json.loads(json.dumps(measured({1: wire(), 2: wire(4000), 3: None}).as_data()))
    assert data["lines"][0] == {
        "line": 1,
        "seen": 1000,
        "lost": 0,
        "doubled": 0,
        "bias_closing_us": -2.0,
        "bias_opening_us": -2.0,
    }
    assert (data["tie_us"], data["widest_us"], data["apart"]) == (100, 4.0, [3])
    assert data["troubles"] == []


@settings(max_examples=10)
@given(
    delays=st.lists(st.integers(0, 200_000), min_size=2, max_size=4),
    jitter=st.integers(0, 100_000),
    random=st.randoms(use_true_random=False),
)
def test_the_tie_is_never_below_what_the_lines_really_do_and_biases_are_found(
    delays: list[int], jitter: int, random: object
) -> None:
    def jittery(delay: int) -> Wire:
        return lambda _, at, closed: [(at + delay + random.randint(0, jitter), closed)]  # type: ignore[attr-defined]

    result = measured({line: jittery(delay) for line, delay in enumerate(delays, 1)})
    truth = max(delays) - min(delays) + jitter  # no two stamps of one instant can be further apart
    assert result.widest <= truth
    assert result.tie is not None
    assert truth <= result.tie <= max(FLOOR_NS, 2 * truth + TIE_STEP_NS)
    mean = sum(delays) / len(delays)
    for line, delay in zip(result.lines, delays, strict=True):
        # A median of 500, of a spread of at most `jitter`, is a tenth of that from the truth at most.
        assert line.bias_closing == pytest.approx(delay - mean, abs=jitter / 8 + 2)
        assert line.bias_opening == pytest.approx(delay - mean, abs=jitter / 8 + 2)
