"""What the main panel of Kezao says beside the dice: how many places, who is nearly out, what comes next."""

from __future__ import annotations

from companion.i18n import speaker
from firmware.views import Score, Screen
from tests.companion.games.kezao.kezao_sitting import Kezao, full, nearly_out, rolled, sit


def main_screen(table: Kezao) -> Screen:
    return table.referee.main_screen(table.state, table.now, speaker("en"))


def ok_label(table: Kezao) -> str:
    """What a plain ok would do."""
    return table.referee.choices(table.state)[0].label.filled()


def seat_hint(table: Kezao, seat: int) -> str:
    return table.referee.seat_screen(table.state, seat, table.now, speaker("en")).hint


def test_before_the_first_roll_the_host_reads_what_the_knob_does() -> None:
    table = sit()
    assert (main_screen(table).title, main_screen(table).text) == ("Seat 1 rolls", ("turn: other dice",))
    table.pass_roll()
    assert (main_screen(table).title, main_screen(table).text) == ("Seat 2 rolls", ())
    assert main_screen(sit("seats=1,2 dice=real")).text == ()


def test_in_laying_the_places_stand_above_the_dice_and_only_last_cards_beside_them() -> None:
    table = rolled("seats=1,2,3,4,5,6,7")
    table.lay(2, 5)
    assert (main_screen(table).title, main_screen(table).scores) == ("places 2/7", ())
    table = nearly_out(1, 3, options="seats=1,2,3,4")
    assert main_screen(table).scores == (Score(1, "1", strong=True), Score(3, "1", strong=True))


def test_last_cards_of_nearly_all_leave_the_room_to_the_places() -> None:
    table = nearly_out(1, 2, 3, 4, 5, options="seats=1,2,3,4,5")
    assert (main_screen(table).title, main_screen(table).scores) == ("places 0/5", ())


def test_whoever_has_laid_the_last_card_stands_beside_the_dice_while_it_is_checked() -> None:
    table = nearly_out(1, 2)
    table.lay(2)
    screen = main_screen(table)
    assert (screen.title, screen.big, screen.sign) == ("Wrong card? Hold!", "0", 2)
    assert ok_label(table) == "A point!"


def test_in_the_check_everyone_reads_how_to_own_up_and_the_host_what_follows() -> None:
    table = full(1, 1, 2)
    assert (main_screen(table).title, ok_label(table)) == ("Wrong card? Hold!", "Next roll")
    assert [seat_hint(table, seat) for seat in (1, 2, 3)] == ["wrong card: hold", "wrong card: hold", ""]
    table.press(1, table.ms + 1000)
    assert seat_hint(table, 1) == "keep holding!"
    table.release(1, table.ms + 100)
    assert seat_hint(table, 1) == "wrong card: hold"
    table.hold(2)
    assert ok_label(table) == "Go on"


def test_once_a_card_is_marked_the_host_reads_how_to_go_on() -> None:
    table = rolled()
    table.lay(2)
    table.ok(table.ms + 500)
    assert main_screen(table).title == "STOP. Wrong? Press!"
    table.press(2, table.ms + 500)
    assert main_screen(table).title == "STOP. Wrong: 2"


def test_a_pile_that_was_made_anew_is_told_for_a_whole_roll() -> None:
    table = rolled("seats=1,2,3,4,5,6,7")
    table.lay(1, 2, 3, 4)
    for seat in (1, 2, 3, 4):
        table.enter(f"wrong {seat}", table.ms + 300)
    table.lay(5)
    table.enter("nobody", table.ms + 300)
    assert (main_screen(table).title, main_screen(table).text) == ("Wrong card? Hold!", ())
    table.ok(table.ms + 1000)
    assert main_screen(table).text == ("shuffle the old cards",)
    table.roll()
    assert main_screen(table).text == ("0/7",)
    table.enter("nobody", table.ms + 300)
    screen = main_screen(table)
    assert (screen.title, screen.big) == ("Check the cards!", "0/7")
    assert screen.text == ("shuffle the old cards",)
    table.ok(table.ms + 1000)
    assert main_screen(table).text == ()


def test_after_a_point_all_read_that_new_cards_are_dealt() -> None:
    table = nearly_out(2)
    table.lay(2)
    table.ok(table.ms + 1000)
    screen = main_screen(table)
    assert (screen.title, screen.big, screen.sign) == ("Point: Seat 2", "1/3", 2)
    assert screen.text == ("deal 7 cards each",)
