from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import OptionError
from companion.i18n import speaker
from firmware.views import Cue, Lamp, Sound
from tests.companion.games.sitting import Sitting, ns, referee_for
from tests.companion.session.evening import Evening


def sit(options: str = "seats=1,2,3 time=60") -> Sitting:
    return Sitting(referee_for(f"turns {options}"))


def running(options: str = "seats=1,2,3 time=60") -> Sitting:
    """A clock started at 1000 ms by ok."""
    table = sit(options)
    assert table.ok(1000) is None
    return table


def each(table: Sitting, key: str) -> list[int]:
    return [player[key] for player in table.see["players"].values()]


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


# -- put right -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("typed", "left"), [("1 +60", 117_000), ("1 -56", 1000), ("3 +5", 57_000)])
def test_while_it_stands_a_seats_time_is_put_right(typed: str, left: int) -> None:
    table = running()
    table.ok(4000)
    assert table.enter(typed, 5000) is None
    assert each(table, "left_ms")[0] == left
    assert each(table, "used_ms") == [3000, 0, 0]


def test_before_the_start_too_and_the_seat_has_it_when_its_time_runs() -> None:
    table = sit("seats=1,2 time=60")
    table.enter("1 -50", 100)
    table.ok(1000)
    table.wait(11_000)
    assert (table.see["phase"], table.referee.outcome(table.state).winners) == ("over", (2,))


def test_the_knob_offers_every_seat_what_can_be_given_or_taken() -> None:
    table = running("seats=1,2 time=20")
    table.ok(6000)
    go_on, one, two = table.referee.choices(table.state)
    assert [str(choice.label) for choice in (go_on, one, two)] == ["Go on", "Time: Seat 1", "Time: Seat 2"]
    assert one.then is not None
    steps = [choice.text for choice in one.then()]
    assert (steps[0], steps[one.start]) == ("1 -10", "1 +1")
    assert [str(choice.label) for choice in one.then()[:2]] == ["-0:10", "-0:05"]
    assert all(table.enter(step, 7000) is None for step in reversed(steps))


def test_who_has_no_time_left_is_given_none() -> None:
    table = running()
    table.wait(61_000)
    table.ok(70_000)
    table.ok(75_000)
    assert [choice.text for choice in table.referee.corrections(table.state)] == ["time 2", "time 3"]
    assert table.enter("1 +60", 76_000) == "Seat 1 has 0:00 left"


@pytest.mark.parametrize("typed", ["1", "1 60", "4 +60", "one +60", "1 +", "reset", ""])
def test_what_can_not_be_meant_is_refused_and_quoted(typed: str) -> None:
    assert sit().enter(typed, 100) == f"Expected SEAT +60 or SEAT -60 seconds, got {typed}"


def test_no_time_is_put_right_while_one_runs_nor_below_nothing() -> None:
    table = running()
    assert table.enter("1 +60", 2000) == "First pause: ok"
    assert table.referee.corrections(table.state) == ()
    table.ok(3000)
    assert table.enter("1 -58", 4000) == "Seat 1 has 0:58 left"
    assert table.enter("1 +99999", 4000) == "Seat 1 has 0:58 left"
    table.ok(5000)
    table.wait(70_000)
    assert table.enter("2 +60", 71_000) == "Time is up"


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


def evening_of(options: str) -> Evening:
    evening = Evening()
    evening.enter(f"game turns {options}", 0)
    evening.ok(1000)
    return evening


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


def test_a_pass_at_the_very_end_is_too_late() -> None:
    table = running()
    table.press(1, 61_000)
    assert (table.see["phase"], table.cues) == ("up", [Cue(Sound.TIME_UP, 1)])


def test_a_pause_at_the_very_end_finds_time_up() -> None:
    table = running()
    table.ok(61_000)
    assert table.see["phase"] == "up"


# -- what is seen --------------------------------------------------------------------------------------------


def test_it_is_drawn_anew_each_second_of_the_seat_on_turn() -> None:
    table = running("seats=1,2 time=60")
    table.press(1, 1300)
    say = speaker("en")
    assert table.referee.changes_at(table.state, table.now) == ns(2300)
    assert table.referee.changes_at(table.state, ns(2300)) == ns(3300)
    screens = [table.referee.main_screen(table.state, ns(ms), say) for ms in (1300, 2299.999, 2300)]
    assert [screen.big for screen in screens] == ["1:00", "1:00", "0:59"]


def test_the_lamp_of_the_seat_on_turn_is_lit_and_blinks_when_its_time_is_up() -> None:
    table = running()
    seats = (1, 2, 3)
    lamps = [table.referee.lamp(table.state, seat, table.now) for seat in seats]
    assert lamps == [Lamp.ON, Lamp.OFF, Lamp.OFF]
    table.wait(61_000)
    assert table.referee.lamp(table.state, 1, table.now) is Lamp.BLINK


@pytest.mark.parametrize("wrong", ["time=0.5", "time=36001", "increment=601", "increment=-1"])
def test_settings_that_can_not_be_are_refused(wrong: str) -> None:
    with pytest.raises(OptionError, match=f"expected {wrong.split('=', maxsplit=1)[0]} to be"):
        sit(f"seats=1,2 {wrong}")


def test_one_alone_needs_no_chess_clock() -> None:
    with pytest.raises(OptionError, match="expected 2 to 8 seats"):
        sit("seats=1")


# -- as a whole ----------------------------------------------------------------------------------------------

WHAT = ["press 1", "press 2", "press 3", "turn", "ok", "1 +5", "2 -1"]

steps = st.lists(
    st.tuples(st.integers(0, 4000), st.sampled_from(WHAT)),
    max_size=40,
)


@given(steps, st.sampled_from(["0", "1"]))
def test_used_times_add_up_to_the_time_it_ran(steps: list[tuple[int, str]], increment: str) -> None:
    table, ms, ran = sit(f"seats=1,2,3 time=5 increment={increment}"), 0, 0
    extra = dict.fromkeys("123", 0)
    for gap, what in steps:
        if table.see["running"]:
            ran += min(gap, table.see["players"][str(table.see["turn"])]["left_ms"])
        ms += gap
        table.wait(ms)
        match what.split():
            case ["press", seat]:
                table.press(int(seat), ms)
            case [_, change] if change[0] in "+-":
                if table.enter(what, ms) is None:
                    extra[what[0]] += 1000 * int(change)
            case ["turn"]:
                table.press(table.see["turn"], ms)
            case _:
                table.ok(ms)
        assert table.see["elapsed_ms"] == ran
        for seat, player in table.see["players"].items():
            given_ms = 5000 + 1000 * int(increment) * player["moves"] + extra[seat]
            assert player["used_ms"] + player["left_ms"] == given_ms
            assert player["up"] == (player["left_ms"] == 0)
        table.check()


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
