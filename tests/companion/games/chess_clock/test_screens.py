"""What is seen of the chess clock, and from how far."""

from __future__ import annotations

import pytest

from companion.i18n import LANGUAGES, speaker
from firmware.drawing.frames import lay_out
from firmware.events import HostKey, Key, Knob, Press
from firmware.views import Lamp, Mood, Screen
from tests.companion.games.chess_clock.clocks import evening_of, running, sit
from tests.companion.games.legible import SIZE
from tests.companion.games.sitting import Sitting, ns
from tests.firmware.drawing.arcs import MAIN, arc_minutes

FROM_3_M, CHILDS_ARC = 3000.0, 8.0
"""How far off a clock must be read (mm), and what children tell apart (minutes of arc): a normal eye, 5."""


def main(table: Sitting, ms: float, language: str = "en") -> Screen:
    return table.referee.main_screen(table.state, ns(ms), speaker(language))


def own(table: Sitting, seat: int, ms: float) -> Screen:
    return table.referee.seat_screen(table.state, seat, ns(ms), speaker("en"))


def lamps(table: Sitting) -> list[Lamp]:
    return [table.referee.lamp(table.state, seat, table.now) for seat in table.referee.setup.seats]


def test_it_is_drawn_anew_each_second_of_the_seat_on_turn() -> None:
    table = running("seats=1,2 time=60")
    table.press(1, 1300)
    assert table.referee.changes_at(table.state, table.now) == ns(2300)
    assert table.referee.changes_at(table.state, ns(2300)) == ns(3300)
    assert [main(table, ms).big for ms in (1300, 2299.999, 2300)] == ["1:00", "1:00", "0:59"]


def test_in_its_last_ten_seconds_the_main_panel_counts_tenths_and_nobody_elses_is_drawn_for_them() -> None:
    table = running("seats=1,2 time=60")
    assert [main(table, ms).big for ms in (50_999, 51_000, 51_150)] == ["0:11", "10.0", "9.8"]
    assert table.referee.changes_at(table.state, ns(51_150)) == ns(51_200) + 1
    assert main(table, 51_200.000001).big == "9.7"
    assert own(table, 1, 51_150) == own(table, 1, 51_900)


def test_while_the_delay_runs_it_is_counted_beside_the_time_that_stands() -> None:
    table = running("seats=1,2 time=60 delay=5")
    table.press(1, 2000)
    assert main(table, 3500).title == "delay 4 s"
    assert [score.text for score in main(table, 3500).scores] == ["1:00", "+4 s"]
    assert own(table, 2, 3500).title == "delay 4 s"
    assert table.referee.changes_at(table.state, ns(3500)) == ns(4000)
    assert (main(table, 7000).title, own(table, 2, 7000).title) == ("move 1", "your move 1")


def test_moves_are_counted_on_every_panel() -> None:
    table = running("seats=1,2 time=60")
    for ms in (2000, 3000):
        table.press(table.see["turn"], ms)
    assert (main(table, 3000).title, own(table, 1, 3000).title) == ("move 2", "your move 2")


@pytest.mark.parametrize(("time", "from_s"), [(900, 20), (100, 10), (60, 6), (30, 5)])
def test_low_time_is_seen_by_title_mood_and_lamp(time: int, from_s: int) -> None:
    table = running(f"seats=1,2 time={time}")
    low = 1000 * (1 + time - from_s)
    table.wait(low - 1)
    before = main(table, low - 1)
    assert (before.title, before.mood, lamps(table)) == ("move 1", Mood.CALM, [Lamp.ON, Lamp.OFF])
    table.wait(low)
    now = main(table, low)
    assert (now.title, now.mood, lamps(table)) == ("low time", Mood.TURN, [Lamp.BLINK, Lamp.OFF])
    assert own(table, 1, low).title == "low time"


def test_the_last_five_seconds_are_heard() -> None:
    table = running("seats=1,2 time=60 delay=5")
    assert table.referee.runs_out_at(table.state) == ns(66_000)
    table.ok(3000)
    assert table.referee.runs_out_at(table.state) is None


def test_the_lamp_of_the_seat_on_turn_alone_is_lit_and_blinks_when_its_time_is_up() -> None:
    """FIDE's standard for clocks: which side runs is seen from 10 m. A lit button needs no reading."""
    table = sit()
    assert lamps(table) == [Lamp.ON] * 3
    table.ok(1000)
    assert lamps(table) == [Lamp.ON, Lamp.OFF, Lamp.OFF]
    table.ok(2000)
    assert lamps(table) == [Lamp.OFF] * 3
    table.ok(3000)
    table.wait(62_000)
    assert lamps(table) == [Lamp.BLINK, Lamp.OFF, Lamp.OFF]


def test_in_what_order_flags_fell_is_shown_on_the_main_panel_and_at_each_seat() -> None:
    table = running("seats=1,2,3 time=60 first=2")
    table.wait(61_000)
    assert [score.text for score in main(table, 61_000).scores] == ["1:00", "✗1", "1:00"]
    assert own(table, 2, 61_000).text == ("flag no. 1",)
    table.ok(62_000)
    table.wait(122_000)
    assert [score.text for score in main(table, 122_000).scores] == ["1:00", "✗1", "✗2"]
    assert own(table, 3, 122_000).text == ("flag no. 2",)


@pytest.mark.parametrize("seats", ["1,2", "1,2,3,4"])
@pytest.mark.parametrize("time", [36_000, 5400, 600, 61, 8])
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_left_is_read_from_three_metres(seats: str, time: int, language: str) -> None:
    """FIDE's standard for clocks: legible from 3 m; the time that runs is, on the main panel, by children."""
    table = running(f"seats={seats} time={time} delay=5")
    for ms in (1000, 7500):
        seen = arc_minutes(lay_out(main(table, ms, language), SIZE).middle.digit, MAIN, FROM_3_M)
        assert seen >= CHILDS_ARC


def test_no_turn_of_the_knob_and_no_other_button_changes_a_clock_that_runs() -> None:
    """FIDE's standard for clocks: data can't be erased or changed by a simple manipulation."""
    evening = evening_of("seats=1,2,3 time=60")
    for happening in (Knob(3, ns(2000)), Key(HostKey.BACK, ns(2100)), Press(2, ns(2200)), Press(3, ns(2300))):
        evening.happen(happening)
        assert evening.refused is not None
    left = {seat: player["left_ms"] for seat, player in evening.see["players"].items()}
    assert (evening.see["turn"], left) == (1, {"1": 58_700, "2": 60_000, "3": 60_000})


def test_a_clock_that_begins_later_than_now_is_drawn_anew_after_it_has_begun() -> None:
    table = running("seats=1,2 time=3")
    table.press(1, 1300)
    assert table.referee.changes_at(table.state, ns(1200)) == ns(1300) + 1
