from __future__ import annotations

import pytest

from companion.i18n import speaker
from firmware.views import Lamp, Mood, Screen
from tests.companion.games.seven_ate_nine.test_referee import OPEN, down_to, judging, racing, sit, won
from tests.companion.games.sitting import Sitting, ns

SAY = speaker("en")
ROOM = 20
"""Cells in a line of a panel of 128 px, less its margin."""


def main(table: Sitting) -> Screen:
    return table.referee.main_screen(table.state, table.now, SAY)


def panel(table: Sitting, seat: int) -> Screen:
    return table.referee.seat_screen(table.state, seat, table.now, SAY)


def lamps(table: Sitting) -> list[Lamp]:
    return [table.referee.lamp(table.state, seat, table.now) for seat in table.referee.setup.seats]


def test_the_countdown_is_one_big_digit_everywhere_and_says_when_it_changes() -> None:
    table = sit("seats=1,2")
    table.press(1, 1000)
    digits = []
    for ms in (1000, 1999.9, 2000, 3000, 3999.9):
        table.wait(ms)
        digits.append((main(table).big, panel(table, 2).big))
    assert digits == [("3", "3"), ("3", "3"), ("2", "2"), ("1", "1"), ("1", "1")]
    assert table.referee.changes_at(table.state, ns(1000)) == ns(2000)
    assert table.referee.changes_at(table.state, ns(3999.9)) == ns(4000)


def test_when_the_countdown_ends_the_screens_say_so_before_the_gate_has_waited() -> None:
    referee, state = sit().referee, sit().state
    counting = Sitting(referee, state)
    counting.ok(1000)
    shown = referee.main_screen(counting.state, ns(4000), SAY)
    assert (shown.big, referee.snapshot(counting.state, ns(4000))["phase"]) == ("PLAY!", "race")


def test_the_main_panel_names_whoever_has_the_place_then_the_late_ones_then_all_cards() -> None:
    table = racing()
    assert main(table).big == "PLAY!"
    table.press(3, 5000)
    table.wait(5010)
    shown = main(table)
    assert (shown.title, shown.big, shown.sign, len(shown.scores)) == ("17 cards left", "Seat 3", 3, 4)
    table.press(1, 5012.4)
    table.press(4, 5100)
    shown = main(table)
    assert (shown.text, shown.scores) == (("1 +12.4 ms", "4 +100.0 ms"), ())
    assert table.referee.changes_at(table.state, ns(6000)) == ns(8000)
    table.wait(8000)
    assert (main(table).text, len(main(table).scores)) == ((), 4)


def test_whoever_is_late_reads_for_three_seconds_that_the_card_goes_back() -> None:
    table = racing()
    table.press(3, 5000)
    table.press(1, 5012.4)
    shown = panel(table, 1)
    assert (shown.title, shown.big, shown.text) == ("place 2", "18", ("+12.4 ms", "card back"))
    assert shown.mood is Mood.WAIT
    table.press(3, 5200)  # the next ruling doesn't take the message away
    assert panel(table, 1).text == ("+12.4 ms", "card back")
    assert table.referee.changes_at(table.state, ns(8000)) == ns(8012.4)
    table.wait(8012.4)
    assert panel(table, 1) == Screen(big="18", sign=1)


def test_a_card_laid_since_takes_the_message_away() -> None:
    table = racing()
    table.press(3, 5000)
    table.press(1, 5012.4)
    table.press(1, 5400)
    table.wait(5450)
    assert panel(table, 1) == Screen(big="17", sign=1)


def test_a_margin_below_what_the_box_can_tell_is_not_shown() -> None:
    table = racing("seats=1,2,3 tie_us=30000")
    table.press(3, 5000)
    table.press(3, 5100)
    table.press(1, 5110)
    assert (panel(table, 1).title, panel(table, 1).text) == ("place 2", ("card back",))


def test_a_tie_is_told_to_all_who_were_in_it() -> None:
    table = racing()
    table.press(2, 5000)
    table.press(4, 5000.3)
    table.wait(5050)
    assert (main(table).big, main(table).text) == ("TIE", ("seats 2, 4",))
    assert {(panel(table, seat).title, panel(table, seat).text) for seat in (2, 4)} == {
        ("tie", ("card back",))
    }
    assert panel(table, 1) == Screen(big="18", sign=1)


def test_the_last_card_is_announced_to_its_owner() -> None:
    table = racing()
    down_to(table, {2: 1})
    shown = panel(table, 2)
    assert (shown.big, shown.text, shown.mood) == ("1", ("last card:", "face down"), Mood.TURN)


def test_the_lamp_of_whoever_has_the_place_is_lit_for_a_moment() -> None:
    table = racing("seats=1,2,3")
    table.press(3, 5000)
    table.wait(5010)
    assert lamps(table) == [Lamp.OFF, Lamp.OFF, Lamp.ON]
    assert table.referee.changes_at(table.state, ns(5010)) == ns(5600)
    table.wait(5600)
    assert lamps(table) == [Lamp.OFF] * 3


def test_every_lamp_is_lit_while_a_press_says_start() -> None:
    table = sit("seats=1,2,3")
    assert lamps(table) == [Lamp.ON] * 3
    table.press(2, 1000)
    assert lamps(table) == [Lamp.OFF] * 3


def test_a_child_reads_one_number_and_at_most_one_line() -> None:
    table = racing("seats=1,2,3 kids=3 wins=3")
    seen = [panel(table, 3)]
    table.press(1, 5000)
    table.press(3, 5050)
    seen.append(panel(table, 3))
    table.enter("card 8 3", 5500)
    table.wait(9000)
    seen.append(panel(table, 3))
    down_to(table, {3: 1}, 9000)
    seen.append(panel(table, 3))
    table.enter("stuck", 19_000)
    seen.append(panel(table, 3))
    assert all(screen.title == "" and screen.sign is None for screen in seen)
    assert [screen.text for screen in seen] == [
        (),
        ("card back",),
        ("fits: 1 or 5",),
        ("face down",),
        ("hand down: new stack",),
    ]


def test_what_fits_is_the_big_thing_on_the_main_panel() -> None:
    table = racing()
    table.enter("card 8 3", 5000)
    assert (main(table).title, main(table).big) == ("8 ±3: fits", "1 or 5")
    table = racing("seats=1,2 wrap=no")
    table.enter("card 10 3", 5000)
    assert main(table).big == "7"


def test_cards_put_aside_are_told_before_the_start() -> None:
    assert main(sit("seats=1,2,3,4,5")).text == ("put aside: 2",)
    assert main(sit()).text == ()


def test_who_has_won_the_round_stands_there_until_the_next() -> None:
    table = sit("seats=1,2,3 wins=3")
    end = won(table, 2, 1000)
    shown = main(table)
    assert (shown.title, shown.big, shown.sign) == ("wins the round", "Seat 2", 2)
    assert [(score.text, score.strong) for score in shown.scores] == [("0", False), ("1", True), ("0", False)]
    assert panel(table, 2).title == "tokens 1"
    assert lamps(table) == [Lamp.ON, Lamp.BLINK, Lamp.ON]
    table.ok(end)
    assert main(table).big == "3"


def test_whoever_missed_the_win_is_shown_with_by_how_much() -> None:
    table = racing()
    ms = down_to(table, {2: 1, 4: 1})
    table.press(3, ms)
    table.press(1, ms + 10)  # late, but long before the end
    ms += 1000
    table.press(4, ms)
    table.press(2, ms + 3.2)
    table.wait(ms + 50)
    assert main(table).text == ("2 +3.2 ms",)


def test_alone_the_clock_is_the_big_thing_and_changes_every_second_while_it_runs() -> None:
    table = racing("seats=2")
    assert (main(table).big, main(table).text) == ("0:00", ("all laid: hold",))
    assert panel(table, 2).text == ("all laid: hold",)
    table.wait(OPEN + 61_234)
    assert main(table).big == "1:01"
    assert table.referee.changes_at(table.state, table.now) == ns(OPEN + 62_000)
    judging(table, OPEN + 62_500)
    assert (main(table).title, main(table).big) == ("1:02", "STOP")
    assert table.referee.changes_at(table.state, table.now) is None


@pytest.mark.parametrize("kids", ["", "kids=1"])
def test_every_line_of_a_seats_panel_has_room(kids: str) -> None:
    table = racing(f"seats=1,2,3,4,5,6,7,8 {kids} wins=3")
    ms = 5000.0
    table.enter("card 8 2", ms)
    for late, after in enumerate((0, 0.6, 1.5, 33.3, 123.4, 234.5, 299.9), start=2):
        table.press(late, ms + after)
    seen = [panel(table, seat) for seat in range(1, 9)]
    down_to(table, {8: 1}, ms + 1000)
    seen.append(panel(table, 8))
    judging(table, ms + 5000)
    table.press(8, ms + 6000)
    seen += [panel(table, seat) for seat in range(1, 9)]
    table.enter("stuck", ms + 7000)
    seen += [panel(table, seat) for seat in range(1, 9)]
    lines = {line for screen in seen for line in (screen.title, *screen.text, screen.hint)}
    assert {line for line in lines if len(line) > ROOM} == set()
    assert "+299.9 ms" in lines
