"""Low time is heard: the last five seconds of any clock that runs out are ticked, once each."""

from __future__ import annotations

import pytest

from firmware.views import Cue, Sound
from tests.companion.session.evening import Evening

TICK = Cue(Sound.TICK)


def glass(options: str = "seats=1 time=15") -> Evening:
    """An hourglass that was started at 1 s."""
    evening = Evening()
    evening.enter(f"game hourglass {options}", 100)
    evening.press(1, 1000)
    return evening


def ticks(evening: Evening, since: int, until: int) -> list[int]:
    """When it ticked (ms), looked at every 50 ms after ``since``."""
    heard = []
    for ms in range(since + 50, until + 50, 50):
        evening.wait(ms)
        heard += [ms] * evening.cues.count(TICK)
    return heard


@pytest.mark.plays("hourglass")
def test_the_last_five_seconds_are_ticked_each_when_its_number_appears() -> None:
    evening = glass()
    evening.wait(10_999.999)
    assert (evening.shown.main.big, evening.cues) == ("6", [])
    evening.wait(11_000)
    assert (evening.shown.main.big, evening.cues) == ("5", [TICK])
    assert ticks(evening, 11_000, 20_000) == [12_000, 13_000, 14_000, 15_000]
    assert evening.see["phase"] == "up"


@pytest.mark.plays("hourglass")
def test_a_clock_with_five_seconds_or_fewer_begins_with_no_tick() -> None:
    assert ticks(glass("seats=1 time=5"), 1000, 7000) == [2000, 3000, 4000, 5000]


@pytest.mark.plays("hourglass")
def test_numbers_are_ticked_anew_after_more_time_was_given() -> None:
    evening = glass()
    evening.wait(13_500)
    evening.knob(1, 13_600)
    assert ticks(evening, 13_600, 22_000) == [16_000, 17_000, 18_000, 19_000, 20_000]


@pytest.mark.plays("hourglass")
def test_a_pause_of_the_box_moves_the_ticks_with_the_clock() -> None:
    evening = glass()
    evening.key("pause", 12_500)
    assert ticks(evening, 12_500, 20_000) == []
    evening.key("pause", 20_500)
    assert ticks(evening, 20_500, 25_000) == [21_000, 22_000, 23_000]


@pytest.mark.plays("hourglass")
def test_a_process_that_was_stopped_ticks_nothing_that_is_over() -> None:
    evening = glass()
    evening.wait(12_200)
    evening.now = 17_000_000_000
    evening.key("ok", 17_000)
    assert evening.see["phase"] == "idle"


@pytest.mark.plays("rachmistrz")
def test_rachmistrz_glass_is_ticked_like_any_other() -> None:
    evening = Evening()
    evening.enter("game rachmistrz seats=1,2,3 glass=15", 100)
    evening.press(1, 1000)
    assert ticks(evening, 1000, 20_000) == [11_000, 12_000, 13_000, 14_000, 15_000]


@pytest.mark.plays("seventeen")
def test_a_turn_that_closes_by_itself_is_ticked_while_nobody_has_called() -> None:
    evening = Evening()
    evening.enter("game seventeen seats=1,2 window_s=8 lang=en", 100)
    evening.tap(1, 1000)
    assert ticks(evening, 1100, 5000) == [4000, 5000]
    evening.press(2, 5100)
    assert ticks(evening, 5100, 9000) == []


@pytest.mark.plays("turns")
def test_a_chess_clock_is_ticked_when_its_delay_is_over_and_a_move_begins_it_anew() -> None:
    evening = Evening()
    evening.enter("game turns seats=1,2 time=6 delay=3", 100)
    evening.ok(1000)
    assert ticks(evening, 1000, 6000) == [5000, 6000]
    evening.press(1, 6100)
    assert ticks(evening, 6100, 16_000) == [10_100, 11_100, 12_100, 13_100, 14_100]


@pytest.mark.plays("buzzer")
def test_both_clocks_of_the_quiz_are_ticked_the_questions_until_somebody_presses() -> None:
    evening = Evening()
    evening.enter("game buzzer seats=1,2 open_s=8 answer=7", 100)
    for ms in (500, 1000):
        evening.ok(ms)
    assert ticks(evening, 1000, 5000) == [4000, 5000]
    evening.press(2, 5100)
    assert ticks(evening, 5100, 7000) == []
    assert ticks(evening, 7000, 13_000) == [7100, 8100, 9100, 10_100, 11_100]


@pytest.mark.plays("buzzer")
def test_a_clock_set_in_mid_game_ticks_no_second_that_was_over_by_then() -> None:
    evening = Evening()
    evening.enter("game buzzer seats=1,2", 100)
    for ms in (500, 1000):
        evening.ok(ms)
    evening.key("hold-ok", 8500)
    evening.knob(2, 8600)
    evening.ok(9000)
    evening.enter("set open_s 10", 9500)
    evening.ok(10_000)  # its pause took 1.5 s
    assert ticks(evening, 10_000, 14_000) == [10_500, 11_500]
