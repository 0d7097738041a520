from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import OptionError
from firmware.events import NS_PER_S
from firmware.views import Cue, Sound
from tests.companion.games.chess_clock.clocks import each, evening_of, running, sit
from tests.companion.games.sitting import Sitting, referee_for
from tests.companion.session.evening import Evening


@pytest.mark.parametrize("start", [lambda table: table.press(3, 1000), lambda table: table.ok(1000)])
def test_a_press_or_ok_starts_the_first_seats_time(start: Callable[[Sitting], str | None]) -> None:
    table = sit("seats=1,2,3 time=60 first=2")
    assert (table.see["phase"], table.see["running"], table.see["turn"]) == ("ready", False, 2)
    assert start(table) is None
    table.wait(5000)
    assert (table.see["running"], table.see["turn"]) == (True, 2)
    assert each(table, "used_ms") == [0, 4000, 0]
    assert each(table, "left_ms") == [60_000, 56_000, 60_000]


def test_the_seat_on_turn_passes_and_nobody_else_can() -> None:
    table = running()
    assert table.press(2, 2000) == "Not now: it is Seat 1's turn"
    assert table.press(1, 3000) is None
    assert (table.see["turn"], table.cues) == (2, [Cue(Sound.TICK, 2)])
    assert table.press(1, 3500) == "Not now: it is Seat 2's turn"
    table.press(2, 7000)
    table.press(3, 8000)
    assert table.see["turn"] == 1
    assert each(table, "used_ms") == [2000, 4000, 1000]
    assert table.see["elapsed_ms"] == 7000


def test_each_pass_gains_the_increment() -> None:
    table = running("seats=1,2 time=60 increment=2.5")
    table.press(1, 11_000)
    assert each(table, "left_ms") == [52_500, 60_000]
    table.press(2, 12_000)
    assert each(table, "left_ms") == [52_500, 61_500]
    assert each(table, "turns") == each(table, "moves") == [1, 1]


def test_ok_pauses_and_goes_on() -> None:
    table = running()
    table.ok(4000)
    assert table.see["running"] is False
    assert table.press(1, 5000) == "Paused: ok goes on"
    table.wait(100_000)
    assert each(table, "used_ms") == [3000, 0, 0]
    table.ok(101_000)
    table.wait(102_000)
    assert each(table, "used_ms") == [4000, 0, 0]


def test_two_hands_that_start_it_together_pass_nothing() -> None:
    table = sit("seats=1,2,3 time=60")
    table.press(3, 1000)
    assert table.press(1, 1299.999) is None
    assert table.see["turn"] == 1
    table.press(1, 1300)
    assert table.see["turn"] == 2


def test_ok_is_named_in_every_phase() -> None:
    table = sit()
    named = [str(table.referee.choices(table.state)[0].label)]
    for ms in (1000, 2000):
        table.ok(ms)
        said = table.referee.choices(table.state) or [table.referee.plain_ok(table.state)]
        named.append(str(getattr(said[0], "label", said[0])))
    table.ok(3000)
    table.wait(70_000)
    named.append(str(table.referee.plain_ok(table.state)))
    assert named == ["Start!", "Pause", "Go on", "Next player"]


# -- coming and going ----------------------------------------------------------------------------------------


def changed(table: Sitting, options: str) -> bool:
    """Whether the clock could go on with another set-up, as it then does."""
    referee = referee_for(f"turns {options}")
    state = referee.takes_over(table.state, table.referee.setup)
    if state is not None:
        table.referee, table.state = referee, state
        table.check()
    return state is not None


def test_who_joins_has_a_whole_time_and_the_others_keep_theirs() -> None:
    table = running("seats=1,2 time=60 increment=1")
    table.press(1, 3000)
    assert changed(table, "seats=1,2,3 time=90 increment=5")
    assert (table.see["running"], table.see["turn"]) == (True, 2)
    assert each(table, "left_ms") == [59_000, 60_000, 90_000]
    table.press(2, 4000)
    assert each(table, "left_ms") == [59_000, 64_000, 90_000]


def test_when_who_is_on_turn_leaves_the_next_ones_time_waits_for_ok() -> None:
    table = running()
    table.press(1, 3000)
    assert changed(table, "seats=1,3 time=60")
    assert (table.see["phase"], table.see["turn"]) == ("paused", 3)
    assert each(table, "left_ms") == [58_000, 60_000]


def test_in_another_order_the_next_of_it_follows_who_leaves_and_who_joins_sits_where_he_sits() -> None:
    table = running("seats=1,2,4 time=60")
    table.ok(2000)
    table.enter("order 1 4 2", 3000)
    assert changed(table, "seats=1,2,3,4 time=60")
    assert table.see["order"] == [1, 3, 4, 2]
    assert changed(table, "seats=2,3,4 time=60")
    assert (table.see["order"], table.see["turn"], table.see["phase"]) == ([2, 3, 4], 3, "paused")
    assert table.see["players"]["3"]["used_ms"] == 0


def test_what_was_set_before_the_start_stays_when_somebody_joins() -> None:
    table = sit("seats=1,2 time=60,90")
    table.enter("time 1 600", 100)
    table.enter("turn 2", 100)
    assert changed(table, "seats=1,2,3 time=60,90")
    assert (each(table, "left_ms"), table.see["turn"]) == ([600_000, 90_000, 90_000], 2)
    assert changed(table, "seats=1,2,3 time=60,90 first=3")
    assert table.see["turn"] == 3
    assert changed(table, "seats=1,2 time=60,90 first=1")
    assert table.see["turn"] == 1


def test_a_player_with_a_handicap_leaves_by_a_word() -> None:
    evening = evening_of("seats=1,2,3 time=60,90,120")
    evening.enter("leave 2", 3000)
    assert (evening.refused, evening.see["seats"]) == (None, [1, 3])
    assert evening.see["players"]["3"]["left_ms"] == 120_000


def test_the_last_who_has_time_left_can_not_be_made_by_leaving() -> None:
    table = running()
    table.wait(61_000)
    table.ok(70_000)
    assert not changed(table, "seats=1,2 time=60")
    over = running("seats=1,2 time=5")
    over.wait(6000)
    assert not changed(over, "seats=1,2,3 time=5")


def test_before_the_start_another_time_is_everybodys() -> None:
    table = sit("seats=1,2 time=60")
    assert changed(table, "seats=1,2,3 time=90")
    assert each(table, "left_ms") == [90_000] * 3


@pytest.mark.parametrize("seats", ["1,2", "1,2,3"])
def test_an_ok_that_was_on_its_way_when_a_flag_fell_is_about_the_clock_before(seats: str) -> None:
    evening = evening_of(f"seats={seats} time=5")
    evening.wait(6000)
    flagged = evening.see["phase"]
    evening.ok(6050)
    assert evening.see["phase"] == flagged
    assert evening.refused == "It has just changed: look, then ok"
    evening.ok(6400)
    assert evening.see["phase"] != flagged


def test_a_pass_with_an_elbow_is_taken_back_with_its_time() -> None:
    evening = evening_of("seats=1,2 time=60")
    evening.tap(1, 5000)
    evening.enter("none 1", 9000)
    assert (evening.see["turn"], evening.see["players"]["1"]["used_ms"]) == (1, 4000)


# -- out of time ---------------------------------------------------------------------------------------------


def test_a_seats_time_is_up_at_the_very_nanosecond_and_sounds_once() -> None:
    table = running()
    table.wait(60_999.999999)
    assert (table.see["phase"], each(table, "left_ms")) == ("running", [1, 60_000, 60_000])
    table.wait(61_000)
    assert (table.see["phase"], table.see["running"], table.see["turn"]) == ("up", False, 1)
    assert table.cues == [Cue(Sound.TIME_UP, 1)]
    assert each(table, "up") == [True, False, False]
    table.wait(90_000)
    assert (table.cues, each(table, "used_ms")) == ([], [60_000, 0, 0])


def test_after_it_ok_goes_on_with_the_next_and_the_seat_is_passed_over() -> None:
    table = running()
    table.press(1, 2000)
    table.wait(62_000)
    assert table.press(1, 62_500) == "Time is up"
    table.ok(70_000)
    table.press(3, 71_000)
    table.press(1, 72_000)
    assert (table.see["turn"], each(table, "up")) == (3, [False, True, False])
    assert each(table, "used_ms") == [2000, 60_000, 1000]


def test_who_alone_has_time_left_wins() -> None:
    table = running()
    table.wait(61_000)
    table.ok(70_000)
    table.wait(129_999.999)
    assert table.referee.outcome(table.state).winners is None
    table.wait(130_000)
    assert table.see["phase"] == "over"
    assert table.referee.outcome(table.state).winners == (3,)
    assert table.ok(140_000) == "Time is up"


def test_of_two_the_other_wins_at_once() -> None:
    table = running("seats=2,5 time=10 first=5")
    table.wait(11_000)
    assert (table.see["phase"], table.referee.outcome(table.state).winners) == ("over", (2,))


def test_a_pass_stamped_before_the_end_counts_also_when_it_comes_after_it() -> None:
    for seats, phase in (("1,2,3", "up"), ("1,2", "over")):
        table = running(f"seats={seats} time=60")
        table.wait(61_500)
        assert table.see["phase"] == phase
        assert table.press(2, 60_999) == "Time is up"
        assert table.press(1, 60_999.5) is None
        assert (table.see["phase"], table.see["turn"]) == ("running", 2)
        assert table.see["players"]["1"]["left_ms"] == 1
        assert table.see["players"]["2"]["used_ms"] == 500


def test_a_pass_stamped_before_a_pause_counts_also_when_it_comes_after_it() -> None:
    table = running("seats=1,2 time=60 increment=5")
    table.ok(5000)
    assert table.press(2, 4990) == "Paused: ok goes on"
    assert table.press(1, 4990) is None
    assert (table.see["phase"], table.see["turn"]) == ("paused", 2)
    assert each(table, "used_ms") == [3990, 10]
    assert table.press(2, 5000) == "Paused: ok goes on"
    table.ok(9000)
    table.wait(10_000)
    assert each(table, "left_ms") == [61_010, 58_990]


def test_a_press_stamped_within_a_pause_passes_nothing_when_it_comes_after_it() -> None:
    table = running("seats=1,2 time=60")
    table.ok(5000)
    table.ok(9000)
    assert table.press(1, 8995) == "Too early: the clock stood"
    assert table.see["turn"] == 1


def test_whose_flag_fell_first_is_told_when_several_have() -> None:
    table = running("seats=1,2,3,4 time=60 first=3")
    assert table.see["fallen"] == []
    table.wait(61_000)
    assert table.see["fallen"] == [3]
    table.ok(62_000)
    table.press(4, 63_000)
    table.wait(123_000)
    assert table.see["fallen"] == [3, 1]
    table.ok(124_000)
    table.wait(184_000)
    assert (table.see["fallen"], table.see["phase"], table.see["turn"]) == ([3, 1, 2], "over", 2)
    assert table.referee.outcome(table.state).winners == (4,)


def test_a_pass_at_the_very_end_is_too_late() -> None:
    table = running()
    table.press(1, 61_000)
    assert (table.see["phase"], table.cues) == ("up", [Cue(Sound.TIME_UP, 1)])


def test_a_pause_at_the_very_end_finds_time_up() -> None:
    table = running()
    table.ok(61_000)
    assert table.see["phase"] == "up"


# -- settings ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wrong", ["time=0.5", "time=36001", "increment=601", "increment=-1"])
def test_settings_that_can_not_be_are_refused(wrong: str) -> None:
    with pytest.raises(OptionError, match=f"expected {wrong.split('=', maxsplit=1)[0]} to be"):
        sit(f"seats=1,2 {wrong}")


def test_one_alone_needs_no_chess_clock() -> None:
    with pytest.raises(OptionError, match="expected 2 to 8 seats"):
        sit("seats=1")


# -- as a whole ----------------------------------------------------------------------------------------------

WHAT = (
    "press 1",
    "press 2",
    "press 3",
    *("pass", "ok") * 3,
    "1 +5",
    "2 -1",
    "moves 2 9",
    "turn 3",
    "order 3 2 1",
)

steps = st.lists(st.tuples(st.integers(0, 4000), st.sampled_from(WHAT)), max_size=40)


@given(steps, st.sampled_from(["0", "1"]))
def test_used_times_add_up_to_the_time_it_ran_and_flags_stay_in_their_order(
    steps: list[tuple[int, str]], increment: str
) -> None:
    table, ms, ran = sit(f"seats=1,2,3 time=5 increment={increment}"), 0, 0
    extra, fallen = dict.fromkeys("123", 0), list[int]()
    for gap, what in steps:
        if table.see["running"]:
            ran += min(gap, table.see["players"][str(table.see["turn"])]["left_ms"])
        ms += gap
        table.wait(ms)
        turn, ran_on = table.see["turn"], table.see["running"]
        match what.split():
            case ["press", seat]:
                table.press(int(seat), ms)
            case ["pass"]:
                table.press(turn, ms)
            case ["ok"]:
                table.ok(ms)
            case [_, change] if change[0] in "+-":
                if table.enter(what, ms) is None:
                    extra[what[0]] += 1000 * int(change)
            case _:
                table.enter(what, ms)
        if ran_on and table.see["turn"] != turn:
            extra[str(turn)] += 1000 * int(increment)
        assert table.see["elapsed_ms"] == ran
        assert table.see["fallen"][: len(fallen)] == fallen
        fallen = table.see["fallen"]
        assert fallen == sorted(set(fallen), key=fallen.index)
        for seat, player in table.see["players"].items():
            assert player["used_ms"] + player["left_ms"] == 5000 + extra[seat]
            assert player["up"] == (player["left_ms"] == 0) == (int(seat) in fallen)
        table.check()


COMING = ("join 1", "join 4", "leave 1", "leave 2", "leave 3", "order 3 2 1", "pass", "pass", "ok", "undo")


@given(st.lists(st.tuples(st.integers(0, 4000), st.sampled_from(COMING)), max_size=25))
def test_whoever_comes_and_goes_all_who_play_have_their_place_and_one_with_time_is_on_turn(
    steps: list[tuple[int, str]],
) -> None:
    evening, ms = evening_of("seats=1,2,3 time=6,4,5 delay=1"), 2000
    for gap, what in steps:
        ms += gap
        match what:
            case "pass":
                evening.press(evening.see["turn"], ms)
            case "ok" | "undo":
                evening.key(what, ms)
            case _:
                evening.enter(what, ms)
        see = evening.see
        assert sorted(see["order"]) == see["seats"] == [int(seat) for seat in see["players"]]
        assert see["turn"] in see["order"]
        assert (see["turn"] in see["fallen"]) == (see["phase"] in {"up", "over"})
        assert evening.shown.main.big


def test_undo_gives_the_turn_back_with_the_time_it_had() -> None:
    evening = Evening()
    evening.enter("game turns seats=1,2 time=60 increment=5", 0)
    evening.ok(1000)
    evening.tap(1, 5000)
    evening.wait(20_000)
    evening.key("undo", 20_000)
    assert evening.see["turn"] == 1
    assert evening.see["players"]["1"] == {
        "used_ms": 4000,
        "left_ms": 56_000,
        "turns": 0,
        "moves": 0,
        "up": False,
    }
    assert evening.see["players"]["2"]["used_ms"] == 0


def test_a_rematch_has_the_times_that_were_set_before_the_start_and_none_of_the_corrections() -> None:
    table = sit("seats=1,2 time=60,40 first=2")
    table.enter("1 -20", 100)
    table.ok(1000)
    table.ok(2000)
    table.enter("1 +5", 3000)
    assert table.referee.terms(table.state) == {"time": "40", "first": "2"}


def test_a_rematch_of_fewer_is_begun_although_the_option_names_more_times() -> None:
    evening = evening_of("seats=1,2,3 time=10,20,30")
    evening.enter("leave 1", 3000)
    evening.ok(4000)
    evening.wait(60_000)
    assert evening.see["winners"] == [3]
    evening.ok(61_000)
    assert (evening.refused, evening.see["phase"], each(evening, "left_ms")) == (
        None,
        "ready",
        [20_000, 30_000],
    )


def test_a_rematch_has_the_time_that_was_chosen_meanwhile() -> None:
    table = running("seats=1,2 time=60")
    changed = referee_for("turns seats=1,2 time=90")
    state = changed.takes_over(table.state, table.referee.setup)
    assert state is not None
    assert set(state.given.values()) == {60 * NS_PER_S}
    assert changed.terms(state) == {"time": "90", "first": "1"}
