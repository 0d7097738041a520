from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import OptionError
from companion.i18n import speaker
from firmware.events import Knob
from firmware.views import Cue, Figure, Lamp, Sand, Sound
from tests.companion.games.sitting import Sitting, ns, referee_for
from tests.companion.session.evening import Evening

UP = Cue(Sound.TIME_UP)


def sit(options: str = "seats=1,2 time=15") -> Sitting:
    return Sitting(referee_for(f"hourglass {options}"))


def running(options: str = "seats=1,2 time=15") -> Sitting:
    """A glass started at 1000 ms by seat 1."""
    table = sit(options)
    assert table.press(1, 1000) is None
    return table


def knob(table: Sitting, steps: int, ms: float) -> str | None:
    return table.happen(Knob(steps, ns(ms)))


def told(table: Sitting) -> tuple[str, int]:
    return table.see["phase"], table.see["left_ms"]


def shown(table: Sitting) -> str:
    return table.referee.main_screen(table.state, table.now, speaker("en")).big


def figure(table: Sitting) -> Figure | None:
    return table.referee.main_screen(table.state, table.now, speaker("en")).figure


# -- start, end, press again ---------------------------------------------------------------------------------


@pytest.mark.parametrize("start", [lambda table: table.press(2, 1000), lambda table: table.ok(1000)])
def test_any_press_or_ok_starts_it(start: Callable[[Sitting], str | None]) -> None:
    table = sit()
    assert told(table) == ("idle", 15_000)
    assert start(table) is None
    table.wait(6000)
    assert told(table) == ("running", 10_000)


def test_time_is_up_at_the_very_nanosecond_and_once() -> None:
    table = running()
    table.wait(15_999.999999)
    assert told(table) == ("running", 1)
    assert UP not in table.cues
    table.wait(16_000)
    assert told(table) == ("up", 0)
    assert table.cues == [UP]
    table.wait(60_000)
    assert (told(table), table.cues) == (("up", 0), [])


def test_press_again_fills_it_anew() -> None:
    table = running("seats=1,2 time=15 flip=restart")
    table.press(2, 11_000)
    assert told(table) == ("running", 15_000)


def test_press_again_turns_the_sand() -> None:
    table = running("seats=1,2 time=15 flip=sand")
    table.press(2, 5000)
    assert told(table) == ("running", 4000)
    table.press(1, 6000)
    assert told(table) == ("running", 12_000)
    table.wait(18_000)
    assert told(table) == ("up", 0)


def test_a_glass_of_which_sand_was_taken_gives_what_is_left_of_it() -> None:
    table = running("seats=1,2 time=15 flip=sand")
    knob(table, -2, 5000)  # 4 s had run; of 11 s above, 1 s is left
    table.press(2, 5500)
    assert told(table) == ("running", 4500)
    table.press(1, 6000)
    assert told(table) == ("running", 1000)
    table.wait(8000)
    table.press(1, 8000)
    assert told(table) == ("running", 5000)


def test_a_glass_turned_before_anything_has_fallen_is_up_at_once() -> None:
    table = running("seats=1,2 time=6 flip=sand")
    table.ok(1000)
    table.wait(5000)
    table.press(2, 5000)
    assert (told(table), table.cues) == (("up", 0), [UP])
    table.press(2, 5300)
    assert told(table) == ("running", 6000)


def test_a_glass_of_which_all_sand_was_taken_is_not_turned_but_filled() -> None:
    table = running("seats=1,2 time=6 flip=sand")
    knob(table, -2, 1000)
    assert table.press(1, 5000) == "Empty: ok fills it"
    assert told(table) == ("up", 0)
    assert table.referee.seat_screen(table.state, 1, table.now, speaker("en")).hint == "no sand left"
    table.ok(6000)
    assert told(table) == ("idle", 6000)


touches = st.lists(
    st.tuples(st.integers(0, 9000), st.sampled_from(["press", "ok", "+1", "-1", "-2"])), max_size=25
)


@given(touches)
def test_sand_that_is_turned_over_is_all_there_is_and_only_knob_and_filling_change_that(
    touches: list[tuple[int, str]],
) -> None:
    table, ms = running("seats=1 time=7 flip=sand"), 1000
    for gap, what in touches:
        ms += gap
        table.wait(ms)
        phase, above, whole = table.see["phase"], table.state.glass.left(table.now), table.state.glass.whole
        match what:
            case "press":
                table.press(1, ms)
            case "ok":
                table.ok(ms)
            case _:
                knob(table, int(what), ms)
        glass = table.state.glass
        if phase == "idle" or (phase == "up" and what == "ok"):
            assert glass.whole == table.state.full
        elif what in {"press", "ok"}:
            assert glass.whole == whole
        else:
            assert glass.whole - whole == glass.left(table.now) - above
        table.check()


def test_sand_that_comes_back_is_never_more_than_an_hour() -> None:
    table = running("seats=1 time=3600 flip=sand")
    knob(table, 1, 61_000)
    assert told(table) == ("running", 3_540_000)
    table = running("seats=1 time=3600 flip=restart")
    knob(table, 1, 61_000)
    assert told(table) == ("running", 3_545_000)


def test_hands_that_come_together_turn_it_once_whichever_is_told_first() -> None:
    table = running("seats=1,2 time=15 flip=sand")
    table.press(2, 5000)
    table.press(1, 4999)
    assert told(table) == ("running", 4000)
    started = sit("seats=1,2 time=15 flip=sand")
    started.ok(1000)
    started.press(2, 1200)
    assert told(started) == ("running", 14_800)


def test_two_hands_that_start_it_together_start_it_once() -> None:
    table = running("seats=1,2 time=15 flip=sand")
    table.press(2, 1299.999)
    assert table.see["left_ms"] == 14_701
    table.press(2, 1300)
    assert table.see["left_ms"] == 300


def test_after_the_end_a_press_starts_it_again_full_and_ok_lays_it_down() -> None:
    for options in ("flip=restart", "flip=sand"):
        table = running(f"seats=1 time=5 {options}")
        table.wait(7000)
        table.press(1, 8000)
        assert told(table) == ("running", 5000)
    table = running("seats=1 time=5")
    table.ok(7000)
    assert told(table) == ("idle", 5000)


# -- by stamp ------------------------------------------------------------------------------------------------


def test_a_press_stamped_before_the_end_counts_also_when_it_comes_after_it() -> None:
    table = running()
    table.wait(16_500)
    assert told(table) == ("up", 0)
    table.press(2, 15_999.999)
    assert told(table) == ("running", ns(15_000 - 500.001) // 1_000_000 + 1)


@pytest.mark.parametrize("late", [0, 0.001, 199.999])
def test_a_press_a_moment_after_the_end_hides_it_from_nobody(late: float) -> None:
    table = running()
    why = table.press(2, 16_000 + late)
    assert why == (None if late == 0 else "Time is up")
    assert told(table) == ("up", 0)
    table.press(2, 16_200)
    assert told(table) == ("running", 15_000)


def test_a_glass_whose_watcher_slept_is_right_when_it_wakes() -> None:
    table = running()
    table.press(2, 14_000)
    asleep = running()
    asleep.wait(13_000)
    asleep.press(2, 14_000)
    assert (table.see, table.state) == (asleep.see, asleep.state)


# -- pause and knob ------------------------------------------------------------------------------------------


def test_ok_pauses_and_resumes_without_losing_a_grain() -> None:
    table = running()
    table.ok(5000)
    table.wait(100_000)
    assert told(table) == ("paused", 11_000)
    table.ok(100_500)
    table.wait(101_500)
    assert told(table) == ("running", 10_000)


def test_the_knob_sets_an_idle_glass_within_its_bounds() -> None:
    table = sit()
    for steps, left in ((1, 20_000), (-2, 10_000), (-5, 5000), (10_000, 3_600_000), (-1, 3_595_000)):
        knob(table, steps, 100)
        assert told(table) == ("idle", left)
        assert table.see["full_ms"] == left


def test_the_knob_adjusts_a_running_and_a_paused_glass_but_not_what_it_is_filled_with() -> None:
    table = running()
    knob(table, 2, 3000)
    assert told(table) == ("running", 23_000)
    table.ok(4000)
    knob(table, -1, 5000)
    assert told(table) == ("paused", 17_000)
    assert table.see["full_ms"] == 15_000
    table.press(1, 6000)
    assert told(table) == ("running", 15_000)


@pytest.mark.parametrize("pause", [False, True])
def test_time_is_up_when_it_is_adjusted_to_exactly_0(pause: bool) -> None:
    table = running()
    if pause:
        table.ok(11_000)
    knob(table, -1, 11_000)
    assert told(table) == ("up", 0)
    assert table.cues.count(UP) == 1
    table.wait(60_000)
    assert (told(table), table.cues) == (("up", 0), [])


def test_more_cannot_be_taken_than_there_is_and_an_ended_glass_takes_no_sand() -> None:
    table = running()
    knob(table, -9, 3000)
    assert told(table) == ("up", 0)
    for steps in (-1, 1):
        assert knob(table, steps, 4000) == "Time is up"


def test_adjusting_at_the_end_itself_finds_time_up() -> None:
    table = running()
    assert knob(table, 1, 16_000) is None
    assert (told(table), table.cues[-1]) == (("up", 0), UP)


@pytest.mark.parametrize(("typed", "left"), [("+5", 17_000), ("-10", 2000)])
def test_typed_seconds_do_what_the_knob_does(typed: str, left: int) -> None:
    table = running()
    assert table.enter(typed, 4000) is None
    assert table.see["left_ms"] == left


@pytest.mark.parametrize("typed", ["5", "+3", "+", "-x", "stop now"])
def test_anything_else_typed_is_refused(typed: str) -> None:
    why = running().enter(typed, 4000)
    assert why == f"Expected +5 or -5 seconds, or more of them; got {typed}"


@pytest.mark.parametrize("wrong", ["time=4.999", "time=3600.001", "time=x", "flip=over"])
def test_settings_that_can_not_be_are_refused(wrong: str) -> None:
    with pytest.raises(OptionError, match=f"expected {wrong.split('=', maxsplit=1)[0]} to be"):
        sit(f"seats=1 {wrong}")


def test_the_bounds_themselves_can_be() -> None:
    assert sit("seats=1 time=5").see["left_ms"] == 5000
    assert sit("seats=1 time=3600").see["left_ms"] == 3_600_000


# -- as a whole ----------------------------------------------------------------------------------------------


def test_lamps_say_whether_it_runs_lies_or_is_up() -> None:
    table = running()
    lamps = [table.referee.lamp(table.state, 2, table.now)]
    table.ok(2000)
    lamps.append(table.referee.lamp(table.state, 2, table.now))
    table.ok(3000)
    table.wait(60_000)
    lamps.append(table.referee.lamp(table.state, 2, table.now))
    assert lamps == [Lamp.ON, Lamp.OFF, Lamp.BLINK]


steps = st.lists(
    st.tuples(
        st.sampled_from([0, 1, 250, 300, 1000, 4999, 5000, 7001]),
        st.sampled_from(["press", "ok", "+1", "-1", "-2", "wait"]),
    ),
    max_size=25,
)


@given(steps, st.sampled_from(["restart", "sand"]))
def test_whatever_is_done_time_up_sounds_once_for_each_end_and_only_then(
    steps: list[tuple[int, str]], flip: str
) -> None:
    table, ms = sit(f"seats=1,2 time=10 flip={flip}"), 0
    ends = rings = 0
    for gap, what in steps:
        ms += gap
        was = table.see["phase"]
        for instant in (ms - 1, ms):
            table.wait(instant)
            rings += table.cues.count(UP)
            ends += was != "up" and table.see["phase"] == "up"
            was = table.see["phase"]
        match what:
            case "press":
                table.press(1, ms)
            case "ok":
                table.ok(ms)
            case "wait":
                continue
            case _:
                knob(table, int(what), ms)
        rings += table.cues.count(UP)
        ends += was != "up" and table.see["phase"] == "up"
        assert rings == ends
        assert (table.see["left_ms"] == 0) == (table.see["phase"] == "up")
        table.check()


def test_the_sand_of_the_picture_falls_rests_and_is_turned_over() -> None:
    table = sit("seats=1,2 time=60 flip=sand")
    assert figure(table) == Sand(1000, running=False)
    table.press(1, 1000)
    assert figure(table) == Sand(1000, running=True)
    table.wait(16_000)
    assert figure(table) == Sand(750, running=True)
    table.press(2, 16_000)
    assert figure(table) == Sand(250, running=True)
    table.ok(17_000)
    assert figure(table) == Sand(233, running=False)


def test_screens_change_when_they_are_said_to_and_not_before() -> None:
    table, changes = running(), 0
    while table.see["phase"] == "running":
        before = shown(table), figure(table)
        changes_at = table.referee.changes_at(table.state, table.now)
        assert changes_at is not None
        table.wait((changes_at - 1) / 1e6)
        assert (shown(table), figure(table)) == before
        table.wait(changes_at / 1e6)
        assert (shown(table), figure(table)) != before
        changes += 1
    assert changes == 60
    assert table.referee.changes_at(table.state, table.now) is None


def test_ok_is_named_in_every_phase_and_the_knob_is_the_sands() -> None:
    table = sit("seats=1 time=5")
    named = []
    for ms in (1000, 2000, 3000):
        named.append(str(table.referee.plain_ok(table.state)))
        table.ok(ms)
        assert table.referee.choices(table.state) == ()
    table.wait(60_000)
    named.append(str(table.referee.plain_ok(table.state)))
    assert named == ["Start!", "Pause", "Go on", "Fill it again"]


def test_without_a_knob_the_menu_adds_sand_and_takes_some() -> None:
    evening = Evening()
    evening.enter("game hourglass seats=1,2 time=15", 0)
    evening.tap(1, 1000)
    evening.key("hold-ok", 5000)
    at = [choice.text for choice in evening.session.choices(evening.state)].index("correct")
    evening.knob(at, 6000)
    evening.ok(7000)
    offered = [choice.text for choice in evening.session.choices(evening.state)]
    evening.knob(offered.index("+15"), 8000)
    evening.ok(9000)
    assert (evening.see["phase"], evening.see["left_ms"]) == ("running", 26_000)


def test_an_ok_that_was_on_its_way_when_somebody_started_it_or_it_ran_out_does_nothing() -> None:
    evening = Evening()
    evening.enter("game hourglass seats=1,2 time=15", 0)
    evening.press(1, 1000)
    evening.ok(1100)
    assert (evening.see["phase"], evening.refused) == ("running", "Someone has already pressed")
    evening.wait(16_000)
    evening.ok(16_050)
    assert (evening.see["phase"], evening.refused) == ("up", "It has just changed: look, then ok")


@pytest.mark.parametrize(("began", "left"), [(False, 30_000), (True, 12_000)])
def test_who_plays_and_how_long_change_without_a_grain_lost(began: bool, left: int) -> None:
    table = running() if began else sit()
    table.wait(4000)
    referee = referee_for("hourglass seats=2,3 time=30 flip=restart")
    table.state = referee.takes_over(table.state, table.referee.setup)
    table.referee = referee
    assert table.see["left_ms"] == left
    table.press(3, 5000)
    assert told(table) == ("running", 30_000)


def test_another_time_is_that_of_a_glass_that_is_up() -> None:
    table = running("seats=1,2 time=15 flip=sand")
    table.wait(17_000)
    referee = referee_for("hourglass seats=1,2 time=30 flip=sand")
    table.state = referee.takes_over(table.state, table.referee.setup)
    assert told(table) == ("idle", 30_000)


def test_a_press_just_after_the_last_sand_was_taken_is_refused() -> None:
    table = running()
    table.ok(5000)
    knob(table, -3, 6000)
    assert table.press(1, 6199) == "Time is up"
    table.press(1, 6200)
    assert told(table) == ("running", 15_000)


TICK = Cue(Sound.TICK)


def test_sand_taken_in_the_last_seconds_is_ticked_by_what_is_left_then() -> None:
    evening = Evening()
    evening.enter("game hourglass seats=1 time=15", 0)
    evening.press(1, 1000)
    evening.wait(8600)
    evening.knob(-1, 8600)
    assert evening.see["left_ms"] == 2400
    for ms, cues in ((8999, []), (9000, [TICK]), (9999, []), (10_000, [TICK]), (11_000, [UP])):
        evening.wait(ms)
        assert evening.cues == cues


def test_the_knob_s_time_is_kept_when_somebody_joins() -> None:
    table = sit()
    knob(table, 1, 100)
    referee = referee_for("hourglass seats=1,2,3 time=15 flip=sand")
    assert referee.takes_over(table.state, table.referee.setup) == table.state


def test_undo_takes_a_flip_back_with_the_time_that_ran_since() -> None:
    evening = Evening()
    evening.enter("game hourglass seats=1,2 time=15", 0)
    evening.tap(1, 1000)
    evening.tap(2, 9000)
    evening.wait(12_000)
    assert evening.see["left_ms"] == 12_000
    evening.key("undo", 12_000)
    assert (evening.see["phase"], evening.see["left_ms"]) == ("running", 7000)
    evening.wait(13_000)
    assert evening.see["left_ms"] == 6000


def test_a_pause_of_the_session_stops_the_sand_and_the_knob() -> None:
    evening = Evening()
    evening.enter("game hourglass seats=1,2 time=15", 0)
    evening.tap(1, 1000)
    evening.key("pause", 5000)
    evening.knob(-3, 6000)
    assert evening.refused == "Paused"
    evening.wait(50_000)
    assert (evening.see["phase"], evening.see["left_ms"]) == ("running", 11_000)
    evening.key("pause", 60_000)
    evening.knob(-2, 61_000)
    assert evening.see["left_ms"] == 0
    assert Cue(Sound.TIME_UP) in evening.cues


def test_a_turn_of_the_knob_is_one_decision_and_opens_no_choice() -> None:
    evening = Evening()
    evening.enter("game hourglass seats=1,2 time=15", 0)
    evening.knob(2, 1000)
    assert (evening.see["cursor"], evening.see["left_ms"]) == (None, 25_000)
    evening.key("undo", 2000)
    assert evening.see["left_ms"] == 15_000
