"""What an arbiter puts right: times, moves, whose turn it is, and the order."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from companion.errors import OptionError
from companion.games.chess_clock.state import Options
from companion.games.choice import Choice
from companion.games.options import options_of
from tests.companion.games.chess_clock.clocks import each, evening_of, running, sit
from tests.companion.games.sitting import Sitting


def paused(options: str = "seats=1,2,3 time=60") -> Sitting:
    """Seat 1 has thought for 3 s."""
    table = running(options)
    table.ok(4000)
    return table


def labels(choices: Sequence[Choice]) -> list[str]:
    return [str(choice.label) for choice in choices]


def inside(table: Sitting, *path: str) -> tuple[Choice, ...]:
    """What the knob offers at the end of a path of words chosen."""
    choices = table.referee.choices(table.state)
    for text in path:
        (then,) = (choice.then for choice in choices if choice.text == text)
        assert then is not None
        choices = then()
    return choices


# -- times ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "left"),
    [("1 +60", 117_000), ("1 -56", 1000), ("3 +5", 57_000), ("time 1 900", 900_000), ("time 1 1", 1000)],
)
def test_while_it_stands_a_seats_time_is_put_right(typed: str, left: int) -> None:
    table = paused()
    assert table.enter(typed, 5000) is None
    assert each(table, "left_ms")[0] == left
    assert each(table, "used_ms") == [3000, 0, 0]


def test_before_the_start_too_and_the_seat_has_it_when_its_time_runs() -> None:
    table = sit("seats=1,2 time=60")
    table.enter("1 -50", 100)
    table.ok(1000)
    table.wait(11_000)
    assert (table.see["phase"], table.referee.outcome(table.state).winners) == ("over", (2,))


def test_the_knob_offers_more_or_less_from_the_least_on_and_whole_times_before_that() -> None:
    table = running("seats=1,2 time=20")
    table.ok(6000)
    assert labels(inside(table)) == ["Go on", "Time: Seat 1", "Time: Seat 2", "Whose turn ...", "Moves ..."]
    time = inside(table)[1]
    steps = inside(table, "time 1")
    assert (steps[8].text, steps[time.start].text, steps[time.start + 5].text) == ("1 -10", "1 +1", "1 +120")
    assert labels(steps[:2]) == ["1:00", "3:00"]
    assert labels(steps[7:10]) == ["1:30:00", "-0:10", "-0:05"]
    assert all(table.enter(step.text, 7000) is None for step in reversed(steps[:-1]))


def test_before_the_start_the_knob_offers_whole_times_from_the_seats_own_on() -> None:
    table = sit("seats=1,2,3 time=600")
    offered = ["Start!", *(f"Time: Seat {n}" for n in (1, 2, 3)), "Who begins", "Order ...", "Moves ..."]
    assert labels(inside(table)) == offered
    time, times = inside(table)[1], inside(table, "time 1")
    assert (times[time.start].text, str(times[time.start].label)) == ("time 1 600", "10:00")
    assert "1 +60" in [choice.text for choice in times]
    table.enter("time 1 900", 100)
    assert each(table, "left_ms") == [900_000, 600_000, 600_000]


def test_a_handicap_gives_each_seat_in_play_its_time_in_their_order() -> None:
    table = sit("seats=2,5,7 time=900,600,90.5 first=5")
    assert (each(table, "left_ms"), table.see["turn"]) == ([900_000, 600_000, 90_500], 5)


@pytest.mark.parametrize(
    ("times", "why"),
    [
        ("300,180", "expected time to be one for all or 3, one each; got 2"),
        ("300,180,60,60", "expected time to be one for all or 3, one each; got 4"),
        ("300,,60", "seconds, 300 for all or 300,180 one each"),
        ("300,abc,60", "seconds, 300 for all or 300,180 one each"),
        ("300,0,60", "seconds, 300 for all or 300,180 one each"),
    ],
)
def test_times_that_can_not_be_are_refused_with_what_would_be_right(times: str, why: str) -> None:
    with pytest.raises(OptionError, match=why):
        sit(f"seats=1,2,3 time={times}")


def test_times_are_shown_as_people_say_them() -> None:
    (time, *_) = options_of(Options)
    shown = [str(time.called(value)) for value in ("300", "90", "900,600", "2.5")]
    assert shown == ["5 min", "1:30", "15:00 / 10:00", "0:03"]


def test_who_has_no_time_left_is_given_none() -> None:
    table = running()
    table.wait(61_000)
    table.ok(70_000)
    table.ok(75_000)
    offered = [choice.text for choice in table.referee.corrections(table.state)]
    assert offered == ["time 2", "time 3", "turn", "moves"]
    assert table.enter("1 +60", 76_000) == "Seat 1 has 0:00 left"
    assert table.enter("turn 1", 76_000) == "Expected turn and who has time left, got turn 1"


def test_no_time_is_put_right_while_one_runs_nor_below_nothing() -> None:
    table = running()
    for typed in ("1 +60", "time 1 60", "turn 2", "order 3 2 1"):
        assert table.enter(typed, 2000) == "First pause: ok"
    assert not table.referee.choices(table.state)
    table.ok(3000)
    assert table.enter("1 -58", 4000) == "Seat 1 has 0:58 left"
    assert table.enter("1 +99999", 4000) == "Seat 1 has 0:58 left"
    table.ok(5000)
    table.wait(70_000)
    assert table.enter("2 +60", 71_000) == "Time is up"


# -- moves, turn, order --------------------------------------------------------------------------------------


def test_moves_are_put_right_even_while_a_time_runs() -> None:
    table = running()
    table.press(1, 2000)
    assert table.enter("moves 1 40", 3000) is None
    assert (each(table, "moves"), table.see["running"]) == ([40, 0, 0], True)
    assert table.enter("ruchy 1 39", 3000) is None
    assert each(table, "moves") == [39, 0, 0]


def test_whose_turn_it_is_is_put_right_and_the_time_thought_stays_whose_it_was() -> None:
    table = paused("seats=1,2,3 time=60 delay=2")
    assert table.enter("turn 3", 5000) is None
    assert (table.see["turn"], table.see["delay_ms"], table.see["phase"]) == (3, 2000, "paused")
    assert (each(table, "used_ms"), each(table, "moves")) == ([1000, 0, 0], [0, 0, 0])
    table.ok(6000)
    table.press(3, 9000)
    assert (table.see["turn"], each(table, "used_ms")) == (1, [1000, 0, 1000])


def test_who_begins_is_said_before_the_start() -> None:
    table = sit("seats=1,2 time=60")
    assert [choice.text for choice in inside(table, "turn")] == ["turn 2"]
    table.enter("turn 2", 100)
    table.ok(1000)
    table.wait(3000)
    assert each(table, "used_ms") == [0, 2000]


def test_another_order_goes_on_with_whose_turn_it_is() -> None:
    table = paused()
    assert table.enter("order 3 2 1", 5000) is None
    assert (table.see["order"], table.see["turn"]) == ([1, 3, 2], 1)
    table.ok(6000)
    turns = []
    for ms in (7000, 8000, 9000, 10_000):
        table.press(table.see["turn"], ms)
        turns.append(table.see["turn"])
    assert turns == [3, 2, 1, 3]


def test_before_the_start_the_first_of_an_order_begins() -> None:
    table = sit()
    table.enter("kolejność 3 1 2", 100)
    assert (table.see["turn"], table.see["order"]) == (3, [1, 2, 3])


def test_the_knob_asks_who_comes_next_one_after_the_other() -> None:
    table = sit("seats=1,2,3,4 time=60")
    assert labels(inside(table, "order")) == [f"first Seat {n}" for n in (1, 2, 3, 4)]
    assert labels(inside(table, "order", "order 4")) == [f"then Seat {n}" for n in (1, 2, 3)]
    last = inside(table, "order", "order 4", "order 4 2")
    assert [choice.text for choice in last] == ["order 4 2 1 3", "order 4 2 3 1"]
    table.ok(1000)
    table.ok(2000)
    assert labels(inside(table, "order")) == [f"then Seat {n}" for n in (2, 3, 4)]


def test_whose_flag_has_fallen_needs_no_place_in_an_order() -> None:
    table = running("seats=1,2,3,4 time=60")
    table.wait(61_000)
    table.ok(62_000)
    table.ok(63_000)
    assert [choice.text for choice in inside(table, "order")] == ["order 2 3 4", "order 2 4 3"]
    table.enter("order 2 4 3", 64_000)
    table.ok(65_000)
    for ms, follows in ((66_000, 4), (67_000, 3), (68_000, 2)):
        table.press(table.see["turn"], ms)
        assert table.see["turn"] == follows


@pytest.mark.parametrize("typed", ["1", "1 60", "4 +60", "one +60", "1 +", "reset", ""])
def test_what_can_not_be_meant_is_refused_and_quoted(typed: str) -> None:
    assert sit().enter(typed, 100) == f"Expected SEAT +60 or SEAT -60 seconds, got {typed}"


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("time 1", "time SEAT 300 (1 to 36000 s)"),
        ("time 4 60", "time SEAT 300 (1 to 36000 s)"),
        ("time 1 0", "time SEAT 300 (1 to 36000 s)"),
        ("moves 1 501", "moves SEAT 12"),
        ("moves 1 -1", "moves SEAT 12"),
        ("turn", "turn and who has time left"),
        ("turn 4", "turn and who has time left"),
        ("order", "order and everyone once"),
        ("order 1 2", "order and everyone once"),
        ("order 1 2 2 3", "order and everyone once"),
        ("order 1 2 4", "order and everyone once"),
    ],
)
def test_each_line_says_what_would_be_right(typed: str, expected: str) -> None:
    assert sit().enter(typed, 100) == f"Expected {expected}, got {typed}"


def test_an_order_may_be_typed_as_seats_are_everywhere() -> None:
    table = paused()
    assert table.enter("order 3,2,1", 5000) is None
    assert table.see["order"] == [1, 3, 2]


def test_all_is_put_right_while_the_box_pauses_and_the_time_runs_on_after_it() -> None:
    evening = evening_of("seats=1,2 time=60")
    evening.key("pause", 3000)
    evening.enter("1 -10", 9000)
    assert (evening.refused, evening.see["paused"], each(evening, "left_ms")) == (
        None,
        True,
        [48_000, 60_000],
    )
    evening.key("pause", 20_000)
    evening.wait(21_000)
    assert (evening.see["phase"], each(evening, "left_ms")) == ("running", [47_000, 60_000])


def test_the_menu_of_a_running_clock_offers_all_that_can_be_put_right() -> None:
    table = running("seats=1,2 time=60")
    offered = [choice.text for choice in table.referee.corrections(table.state)]
    assert offered == ["time 1", "time 2", "turn", "moves"]


def test_a_correction_is_undone_like_any_decision() -> None:
    evening = evening_of("seats=1,2 time=60")
    evening.ok(4000)
    evening.enter("2 +120", 5000)
    evening.enter("turn 2", 6000)
    evening.key("undo", 7000)
    assert (evening.see["turn"], evening.see["players"]["2"]["left_ms"]) == (1, 180_000)
    evening.key("undo", 8000)
    assert evening.see["players"]["2"]["left_ms"] == 60_000
