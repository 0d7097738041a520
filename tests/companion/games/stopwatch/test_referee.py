from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.clocks import clock, precise
from companion.i18n import speaker
from firmware.views import Cue, Lamp, Sound
from tests.companion.games.sitting import Sitting, ns, referee_for
from tests.companion.session.evening import Evening


def sit(options: str = "seats=1,2,3") -> Sitting:
    return Sitting(referee_for(f"stopwatch {options}"))


def running() -> Sitting:
    """A watch started at 1000 ms by ok."""
    table = sit()
    assert table.ok(1000) is None
    return table


def told(table: Sitting) -> tuple[bool, int]:
    return table.see["running"], table.see["elapsed_ms"]


def used(table: Sitting) -> list[int]:
    return [player["used_ms"] for player in table.see["players"].values()]


@pytest.mark.parametrize("start", [lambda table: table.press(2, 1000), lambda table: table.ok(1000)])
def test_a_press_or_ok_starts_it_for_everyone_and_is_no_lap(start: Callable[[Sitting], str | None]) -> None:
    table = sit()
    assert told(table) == (False, 0)
    assert start(table) is None
    table.wait(3500)
    assert told(table) == (True, 2500)
    assert used(table) == [0, 0, 0]


def test_each_press_is_a_lap_of_its_own_seat() -> None:
    table = running()
    table.press(2, 4000)
    assert table.cues == [Cue(Sound.RULING, 2)]
    table.press(1, 6000)
    table.press(2, 9000)
    assert used(table) == [5000, 8000, 0]
    assert table.see["players"]["2"]["laps_ms"] == [3000, 5000]
    assert told(table) == (True, 8000)


def test_hands_that_start_it_together_run_no_lap() -> None:
    table = sit()
    table.press(1, 1000)
    table.press(2, 1299.999)
    assert table.see["players"]["2"]["laps"] == 0
    table.press(2, 1300)
    assert table.see["players"]["2"]["laps_ms"] == [300]


def test_ok_stops_it_and_goes_on_and_time_between_is_nobodys() -> None:
    table = running()
    table.ok(5000)
    table.wait(50_000)
    assert told(table) == (False, 4000)
    table.ok(60_000)
    table.press(3, 60_100)
    assert told(table) == (True, 4100)
    assert used(table) == [0, 0, 4100]


def test_once_stopped_a_press_is_refused_but_for_one_stamped_before() -> None:
    table = running()
    table.press(1, 2000)
    table.ok(5000)
    assert table.press(2, 5000) == "Stopped: ok goes on"
    assert table.press(1, 4000) is None
    assert table.see["players"]["1"]["laps_ms"] == [1000, 2000]
    assert told(table) == (False, 4000)


def test_laps_that_come_out_of_order_are_sorted_by_stamp() -> None:
    table = running()
    table.press(1, 5000)
    table.press(1, 3000)
    assert table.see["players"]["1"]["laps_ms"] == [2000, 2000]


def test_only_a_stopped_watch_is_set_to_zero() -> None:
    table = running()
    assert table.enter("reset", 2000) == "First stop it: ok"
    assert table.referee.choices(table.state) == ()
    table.press(1, 3000)
    table.ok(4000)
    assert [choice.text for choice in table.referee.choices(table.state)] == ["", "reset", "laps"]
    assert table.enter("reset", 5000) is None
    assert (told(table), used(table)) == ((False, 0), [0, 0, 0])
    assert table.enter("stop", 6000) == "Expected reset, got stop"


def test_the_last_20_laps_are_told_and_all_are_counted() -> None:
    table = running()
    for lap in range(1, 26):
        table.press(1, 1000 + 1000 * lap * (lap + 1) // 2)
    player = table.see["players"]["1"]
    assert (player["laps"], player["laps_ms"]) == (25, [1000 * lap for lap in range(6, 26)])


def test_it_is_drawn_anew_ten_times_a_second_while_it_runs() -> None:
    table = running()
    table.wait(1030)
    assert table.referee.changes_at(table.state, table.now) == ns(1100)
    assert table.referee.changes_at(table.state, ns(1100)) == ns(1200)
    before = table.referee.main_screen(table.state, ns(1099.999), speaker("pl")).big
    assert (before, table.referee.main_screen(table.state, ns(1100), speaker("pl")).big) == ("0,0", "0,1")
    table.ok(2000)
    assert table.referee.changes_at(table.state, table.now) is None


def test_a_seats_own_screen_stands_still_while_the_watch_runs() -> None:
    table = running()
    table.press(1, 4000)
    say = speaker("en")
    screens = {table.referee.seat_screen(table.state, 1, ns(ms), say) for ms in (4000, 4500, 99_000)}
    assert [(screen.title, screen.big) for screen in screens] == [("lap 1", "3.0")]


def test_lamps_are_lit_while_a_press_counts() -> None:
    table = running()
    assert table.referee.lamp(table.state, 1, table.now) is Lamp.ON
    table.ok(2000)
    assert table.referee.lamp(table.state, 1, table.now) is Lamp.OFF


def test_times_in_words() -> None:
    assert [clock(seconds) for seconds in (0, 59, 60, 605, 3600, 36_061)] == [
        "0",
        "59",
        "1:00",
        "10:05",
        "1:00:00",
        "10:01:01",
    ]
    assert clock(7, minutes_always=True) == "0:07"
    told = [precise(speaker("pl"), ns(ms)) for ms in (0, 99.9, 59_999, 60_000, 3_723_450)]
    assert told == ["0,0", "0,0", "59,9", "1:00,0", "1:02:03,4"]


steps = st.lists(
    st.tuples(st.integers(0, 3000), st.sampled_from(["press 1", "press 2", "ok", "reset"])), max_size=25
)


@given(steps)
def test_laps_add_up_and_nobody_has_used_more_than_has_passed(steps: list[tuple[int, str]]) -> None:
    table, ms, ran = sit(), 0, 0
    for gap, what in steps:
        ran += gap if table.see["running"] else 0
        ms += gap
        match what.split():
            case ["press", seat]:
                table.press(int(seat), ms)
            case ["ok"]:
                table.ok(ms)
            case _:
                ran = 0 if table.enter("reset", ms) is None else ran
        assert table.see["elapsed_ms"] == ran
        for player in table.see["players"].values():
            assert player["used_ms"] <= ran
            if player["laps"] <= 20:
                assert sum(player["laps_ms"]) == player["used_ms"]
        table.check()


def test_undo_takes_a_lap_back() -> None:
    evening = Evening()
    evening.enter("game stopwatch seats=1,2", 0)
    evening.ok(1000)
    evening.tap(2, 4000)
    evening.wait(6000)
    evening.key("undo", 6000)
    assert evening.see["players"]["2"] == {"used_ms": 0, "laps": 0, "laps_ms": []}
    assert (evening.see["running"], evening.see["elapsed_ms"]) == (True, 3000)


def test_a_lap_with_an_elbow_is_taken_back_and_time_runs_on() -> None:
    evening = Evening()
    evening.enter("game stopwatch seats=1,2 lang=pl", 0)
    evening.ok(1000)
    for seat, ms in ((2, 4000), (2, 5000), (1, 6000)):
        evening.tap(seat, ms)
    evening.enter("nic 2", 8000)
    assert evening.see["players"]["2"]["laps_ms"] == [3000]
    assert evening.see["players"]["1"]["laps_ms"] == [5000]
    assert evening.see["elapsed_ms"] == 7000
    evening.enter("nic 2", 9000)
    evening.enter("nic 2", 9000)
    assert evening.refused == "Seat 2: no press to take back"
    evening.ok(10_000)
    evening.enter("wyzeruj", 11_000)
    assert evening.see["phase"] == "ready"


def test_ok_is_named_in_every_phase_and_one_on_its_way_is_refused() -> None:
    evening = Evening()
    evening.enter("game stopwatch seats=1,2 lang=en", 0)
    hints = [evening.shown.main.hint]
    evening.press(1, 1000)
    evening.ok(1050)
    assert (evening.see["running"], evening.refused) == (True, "Someone has already pressed")
    evening.wait(2000)
    evening.knob(1, 2000)
    hints.append(str(evening.session.ok_does(evening.state)))
    evening.ok(3000)
    hints.append(evening.shown.main.hint)
    assert hints == ["ok: Start!", "Stop", "ok: Go on"]


def raced() -> Evening:
    """A race of two that has been stopped: seat 2 has three laps, seat 1 two, seat 3 none."""
    evening = Evening()
    evening.enter("game stopwatch seats=1,2,3", 0)
    evening.ok(1000)
    for seat, ms in ((2, 5500), (1, 6000), (2, 8750), (1, 11_000), (2, 14_000)):
        evening.tap(seat, ms)
    evening.ok(15_000)
    return evening


def offered(evening: Evening) -> list[str]:
    return [choice.label.filled() for choice in evening.choices]


def go_into(evening: Evening, text: str, ms: float) -> None:
    evening.knob(-99, ms)
    evening.knob([choice.text for choice in evening.choices].index(text), ms)
    evening.ok(ms)


def test_laps_are_looked_at_with_the_knob_the_furthest_first_and_the_fastest_told() -> None:
    evening = raced()
    assert offered(evening) == ["Go on", "Back to zero", "Laps ...", "Options"]
    go_into(evening, "laps", 20_000)
    assert offered(evening) == ["Seat 2", "Seat 1"]
    evening.ok(21_000)
    assert offered(evening) == ["fastest: 3.2", "1: 4.5", "2: 3.2", "3: 5.2", "total: 13.0"]
    assert (evening.shown.main.title, evening.shown.main.hint) == ("Seat 2", "ok: back")
    evening.knob(2, 22_000)
    was = evening.state.play
    evening.ok(23_000)
    assert (evening.state.play, evening.shown.main.big) == (was, "14.0")


def test_one_lap_is_only_itself() -> None:
    evening = Evening()
    evening.enter("game stopwatch seats=1", 0)
    evening.ok(1000)
    evening.tap(1, 4000)
    evening.ok(5000)
    go_into(evening, "laps", 6000)
    evening.ok(7000)
    assert offered(evening) == ["1: 3.0"]


def test_after_back_to_zero_the_last_time_can_still_be_read_until_the_next() -> None:
    evening = raced()
    before = evening.see["players"]
    evening.enter("reset", 20_000)
    assert (evening.see["phase"], evening.see["elapsed_ms"]) == ("ready", 0)
    earlier = evening.see["earlier"]
    assert earlier == {"elapsed_ms": 14_000, "players": {"2": before["2"], "1": before["1"]}}
    assert evening.shown.main.text == ("last time: 14.0",)
    assert offered(evening) == ["Start!", "Last time ...", "Options"]
    go_into(evening, "last", 21_000)
    assert offered(evening) == ["stopped at 14.0", "Seat 2", "Seat 1"]
    go_into(evening, "1", 22_000)
    assert offered(evening) == ["fastest: 5.0", "1: 5.0", "2: 5.0", "total: 10.0"]
    evening.ok(23_000)
    evening.ok(24_000)
    assert evening.see["running"]
    evening.ok(26_000)
    assert offered(evening) == ["Go on", "Back to zero", "Last time ...", "Options"]
    evening.enter("reset", 27_000)
    assert evening.see["earlier"] == {"elapsed_ms": 2000, "players": {}}


def test_undo_takes_back_to_zero_back_with_all_laps() -> None:
    evening = raced()
    before = evening.see
    evening.enter("reset", 20_000)
    evening.key("undo", 21_000)
    back = evening.see
    assert (back["phase"], back["players"], back["earlier"]) == ("stopped", before["players"], None)
    evening.key("redo", 22_000)
    assert evening.see["earlier"]["elapsed_ms"] == 14_000


def test_options_and_the_last_results_are_found_at_zero_where_a_plain_ok_starts() -> None:
    evening = Evening()
    evening.enter("choose stopwatch", 0)
    assert offered(evening) == ["Start!", "Options"]
    evening.ok(1000)
    assert evening.see["running"]


def test_who_leaves_and_comes_back_has_its_laps() -> None:
    table = running()
    table.press(2, 4000)
    for seats, laps in (("1,3", {"1": 0, "3": 0}), ("1,2", {"1": 0, "2": 1})):
        referee = referee_for(f"stopwatch seats={seats}")
        table.state = referee.takes_over(table.state, table.referee.setup)
        table.referee = referee
        table.check()
        assert {seat: player["laps"] for seat, player in table.see["players"].items()} == laps


def test_the_knob_has_nothing_to_choose_while_it_runs() -> None:
    evening = Evening()
    evening.enter("game stopwatch seats=1,2", 0)
    evening.ok(1000)
    evening.knob(1, 2000)
    assert evening.refused == "Nothing to choose now"
    evening.ok(3000)
    evening.knob(1, 4000)
    evening.ok(5000)
    assert evening.see["phase"] == "ready"
