"""An increment, a delay, or what Bronstein gives back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import OptionError
from companion.games.chess_clock.bonus import Bonus
from tests.companion.games.chess_clock.clocks import each, evening_of, running, sit
from tests.companion.games.sitting import Sitting, ns


def moved(options: str, *thought_s: float) -> Sitting:
    """Two players who have thought about their moves for so long, in turn."""
    table, ms = running(f"seats=1,2 time=60 {options}"), 1000.0
    for seconds in thought_s:
        ms += 1000 * seconds
        assert table.press(table.see["turn"], ms) is None
    return table


@pytest.mark.parametrize(
    ("options", "left", "used"),
    [
        ("increment=5", [52_000, 62_000], [13_000, 3000]),  # 8 + 5 s, gained 5 and not yet for the second
        ("delay=5", [57_000, 60_000], [3000, 0]),
        ("bronstein=5", [57_000, 60_000], [8000, 3000]),
    ],
)
def test_what_a_move_of_8_s_and_one_of_3_s_leave(options: str, left: list[int], used: list[int]) -> None:
    table = moved(options, 8, 3)
    if options == "increment=5":
        table.wait(17_000)
        assert each(table, "left_ms") == left
    else:
        assert each(table, "left_ms") == left
    assert each(table, "used_ms") == used


def test_during_the_delay_the_main_time_stands_and_the_delay_runs_down() -> None:
    table = moved("delay=5", 2)
    assert (table.see["turn"], table.see["delay_ms"]) == (2, 5000)
    table.wait(7999.5)
    assert (table.see["delay_ms"], each(table, "left_ms")) == (1, [60_000, 60_000])
    table.wait(8000)
    assert (table.see["delay_ms"], each(table, "left_ms")) == (0, [60_000, 60_000])
    table.wait(9000)
    assert each(table, "left_ms") == [60_000, 59_000]


def test_a_pause_within_the_delay_keeps_the_rest_of_it_and_gives_no_new_one() -> None:
    table = moved("delay=5", 1)
    table.ok(5000)
    table.wait(50_000)
    assert table.see["delay_ms"] == 2000
    table.ok(60_000)
    table.wait(63_000)
    assert (table.see["delay_ms"], each(table, "left_ms")) == (0, [60_000, 59_000])


def test_pauses_within_a_move_give_back_no_more_than_bronstein_does_once() -> None:
    table = moved("bronstein=5", 1)
    for ms in (4000, 5000, 9000, 10_000):
        table.ok(ms)  # 2 s, and 4 s, and then 1 s are thought
    table.press(2, 11_000)
    assert each(table, "used_ms") == [1000, 7000]
    assert each(table, "left_ms") == [60_000, 58_000]


@pytest.mark.parametrize("options", ["increment=30", "delay=5", "bronstein=30"])
def test_nothing_is_added_after_a_flag_has_fallen(options: str) -> None:
    table = running(f"seats=1,2,3 time=10 {options}")
    falls = 16_000 if "delay" in options else 11_000
    table.press(1, falls)
    assert (table.see["phase"], table.see["fallen"]) == ("up", [1])
    assert table.press(1, falls + 500) == "Time is up"
    table.ok(falls + 1000)
    assert table.see["players"]["1"] == {
        "used_ms": 10_000,
        "left_ms": 0,
        "turns": 0,
        "moves": 0,
        "up": True,
    }


def test_a_pass_a_nanosecond_before_the_flag_has_its_bonus_though_it_is_delivered_later() -> None:
    table = running("seats=1,2 time=10 increment=7")
    table.wait(11_020)
    assert table.see["phase"] == "over"
    table.press(1, 10_999.999999)
    assert (table.see["turn"], each(table, "left_ms")) == (2, [7001, 9980])


def test_undo_gives_back_the_delay_as_it_was_and_takes_the_bonus_away() -> None:
    evening = evening_of("seats=1,2 time=60 delay=5")
    evening.tap(1, 3000)
    evening.key("undo", 9000)
    assert (evening.see["turn"], evening.see["delay_ms"]) == (1, 3000)
    evening = evening_of("seats=1,2 time=60 bronstein=5")
    evening.tap(1, 3000)
    assert evening.see["players"]["1"]["left_ms"] == 60_000
    evening.key("undo", 9000)
    assert evening.see["players"]["1"]["left_ms"] == 58_000


def test_another_delay_begins_with_the_next_move() -> None:
    evening = evening_of("seats=1,2 time=60 delay=5")
    evening.wait(4000)
    evening.key("hold-ok", 4000)
    evening.knob(2, 4500)
    evening.ok(5000)  # options
    while evening.standing != "change delay":
        evening.knob(1, evening.now / 1e6 + 10)
    evening.ok(8000)
    evening.knob(-9, 8100)
    evening.ok(9000)  # go on like this
    assert (evening.see["phase"], evening.option("delay")) == ("running", "10")
    assert evening.see["delay_ms"] == 2000
    evening.press(1, 10_000)
    assert evening.see["delay_ms"] == 10_000


@pytest.mark.parametrize("two", ["increment=1 delay=1", "delay=2 bronstein=2", "increment=3 bronstein=1"])
def test_only_one_of_the_three_can_be_chosen(two: str) -> None:
    with pytest.raises(OptionError, match="expected only one of increment, delay and bronstein"):
        sit(f"seats=1,2 {two}")


# -- properties ----------------------------------------------------------------------------------------------

times = st.integers(0, ns(30_000))


@given(st.builds(Bonus, times, times, times), times, times)
def test_a_move_never_costs_less_the_longer_it_is_thought_about(bonus: Bonus, one: int, more: int) -> None:
    assert 0 <= bonus.costs(one) <= bonus.costs(one + more) <= bonus.costs(one) + more
    assert bonus.waits(one) == 0 or bonus.costs(one) == 0


steps = st.lists(st.tuples(st.integers(0, 9000), st.sampled_from(["move", "ok"])), max_size=30)


@given(steps, st.sampled_from(["delay", "bronstein"]), st.integers(1, 6))
def test_neither_delay_nor_bronstein_ever_makes_a_time_grow(
    steps: list[tuple[int, str]], mode: str, seconds: int
) -> None:
    table, ms = running(f"seats=1,2,3 time=20 {mode}={seconds}"), 1000
    for gap, what in steps:
        seat = str(table.see["turn"])
        before = table.see["players"]
        ms += gap
        table.wait(ms)
        thinking = table.see["players"][seat]["left_ms"]
        if what == "move":
            table.press(int(seat), ms)
        else:
            table.ok(ms)
        after = table.see["players"]
        assert all(after[one]["left_ms"] <= 20_000 for one in after)
        given_back = after[seat]["left_ms"] - thinking
        if mode == "delay":
            assert all(after[one]["left_ms"] <= before[one]["left_ms"] for one in after)
        else:
            assert 0 <= given_back <= min(1000 * seconds, after[seat]["used_ms"])
        assert sum(player["used_ms"] for player in after.values()) == table.see["elapsed_ms"]
