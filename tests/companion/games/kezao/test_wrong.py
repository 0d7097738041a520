"""Wrong cards: marked while the host judges, or in the check; what they cost, and who may lay after that."""

from __future__ import annotations

import pytest

from companion.i18n import speaker
from firmware.views import Cue, Lamp, Sound
from tests.companion.games.kezao.kezao_sitting import Kezao, full, nearly_out, rolled, sit


def judged(*seats: int, options: str = "seats=1,2,3") -> Kezao:
    """These seats have laid, then the host has said stop."""
    table = rolled(options)
    table.lay(*seats)
    assert table.ok(table.ms + 100) is None
    assert (table.see["phase"], table.see["judging"]) == ("lay", True)
    return table


# -- while the host judges -----------------------------------------------------------------------------------


def test_a_wrong_card_goes_back_frees_its_place_bars_its_seat_and_costs_three() -> None:
    table = judged(1, 2)
    assert table.press(2, table.ms + 500) is None
    assert table.cues == [Cue(Sound.WRONG, 2)]
    assert (table.see["laid"], table.cards, table.see["pile"]) == ([1], [6, 10, 7], 36)
    assert (table.of("barred"), table.see["marked"]) == ([False, True, False], [2])


def test_of_several_cards_the_seats_last_one_was_wrong() -> None:
    table = judged(1, 2, options="seats=1,2,3,4")
    table.ok(table.ms + 500)
    table.lay(1)
    table.ok(table.ms + 500)
    table.press(1, table.ms + 500)
    assert (table.see["laid"], table.cards) == ([1, 2], [9, 6, 7, 7])


def test_after_going_on_the_barred_seat_lays_no_more_and_others_do() -> None:
    table = judged(1, 2)
    table.press(2, table.ms + 500)
    assert table.enter("resume", table.ms + 500) is None
    assert (table.see["judging"], table.see["marked"]) == (False, [])
    assert table.press(2, table.ms + 100) == "Barred until the next roll"
    table.lay(3, 1)
    assert (table.see["phase"], table.see["laid"], table.cards) == ("check", [1, 3, 1], [5, 10, 6])


def test_the_bar_ends_with_the_next_roll() -> None:
    table = judged(1, 2)
    table.press(2, table.ms + 500)
    table.enter("resume", table.ms + 500)
    table.lay(1, 3)
    table.ok(table.ms + 1000)
    assert table.of("barred") == [False] * 3
    table.roll()
    table.lay(2)
    assert table.see["laid"] == [2]


def test_presses_just_after_the_ok_are_hands_in_flight() -> None:
    table = judged(1)
    stopped = table.ms
    assert table.press(1, stopped + 150) == "STOP"
    assert table.press(2, stopped + 199.999) == "STOP"
    assert (table.see["laid"], table.cards, table.see["marked"]) == ([1], [6, 7, 7], [])
    assert table.press(1, stopped + 200) is None


def test_a_press_before_the_ok_is_a_card_however_late_the_ruling() -> None:
    table = rolled("seats=1,2 tie_us=30000")
    table.press(1, 3000)
    assert table.ok(3010) is None
    assert table.press(2, 3020) is None
    table.wait(3100)
    assert table.see["laid"] == [1, 2]
    assert (table.see["phase"], table.see["judging"]) == ("check", False)


def test_a_card_laid_before_the_stop_but_delivered_long_after_it_lies() -> None:
    table = judged(1)
    assert table.press(2, table.ms - 50) is None
    table.wait(table.ms + 200)
    assert (table.see["laid"], table.cards, table.see["judging"]) == ([1, 2], [6, 6, 7], True)
    assert table.press(3, table.ms + 100) == "You laid no card"


def test_a_tie_that_the_ok_found_undecided_is_not_hidden_by_it() -> None:
    table = rolled("seats=1,2 tie_us=30000")
    table.lay(1)
    at = table.ms + 200
    table.press(1, at)
    assert table.ok(at + 10) is None
    assert table.press(2, at + 30) is None
    table.wait(at + 100)
    assert (table.see["tied"], table.see["judging"], table.see["phase"]) == ([1, 2], False, "lay")


def test_nobody_is_marked_twice_in_one_judging_nor_without_a_card() -> None:
    table = judged(1, 2, options="seats=1,2,3,4")
    table.press(1, table.ms + 500)
    assert table.press(1, table.ms + 900) == "Already taken back"
    assert table.press(3, table.ms + 100) == "You laid no card"
    assert table.cards == [10, 6, 7, 7]


def test_what_was_pressed_while_it_was_stopped_never_counts_as_a_card() -> None:
    table = judged(1)
    stopped = table.ms
    table.ok(stopped + 1000)
    assert table.press(2, stopped + 999) == "Wait: laying goes on"
    assert table.press(2, stopped + 1000) is None
    table.wait(stopped + 1100)
    assert table.see["laid"] == [1, 2]


def test_ok_goes_on_as_well_as_resume_and_the_knob_offers_both_ways() -> None:
    table = judged(1)
    assert [choice.text for choice in table.referee.choices(table.state)] == ["resume", "nobody", "wrong"]
    assert table.ok(table.ms + 500) is None
    assert not table.see["judging"]
    assert table.ok(table.ms + 500) is None
    assert table.enter("nobody", table.ms + 500) is None
    assert (table.see["phase"], table.see["judging"]) == ("check", False)


def test_with_everyone_barred_it_is_the_check() -> None:
    table = judged(1, 2, options="seats=1,2,3")
    table.press(1, table.ms + 500)
    table.press(2, table.ms + 100)
    table.ok(table.ms + 500)
    table.lay(3)
    table.ok(table.ms + 500)
    assert table.see["phase"] == "lay"
    table.press(3, table.ms + 500)
    assert (table.see["phase"], table.see["judging"], table.see["laid"]) == ("check", False, [])
    assert (table.of("barred"), table.cards) == ([True] * 3, [10, 10, 10])
    assert table.ok(table.ms + 500) is None
    assert (table.see["phase"], table.of("barred")) == ("choose", [False] * 3)


def test_lamps_blink_on_seats_with_a_card_while_the_host_judges() -> None:
    table = judged(1, 3)
    lamps = [table.referee.lamp(table.state, seat, table.now) for seat in (1, 2, 3)]
    assert lamps == [Lamp.BLINK, Lamp.OFF, Lamp.BLINK]
    table.press(3, table.ms + 500)
    assert table.referee.lamp(table.state, 3, table.now) is Lamp.ON
    table.ok(table.ms + 500)
    assert table.referee.lamp(table.state, 3, table.now) is Lamp.OFF


# -- in the check --------------------------------------------------------------------------------------------


def test_the_third_card_was_wrong_so_its_place_is_free_and_after_ok_laying_goes_on() -> None:
    table = full(1, 1, 2)
    table.hold(2)
    assert table.cues == [Cue(Sound.WRONG, 2)]
    assert (table.see["phase"], table.see["laid"]) == ("check", [1, 1])
    assert (table.cards, table.of("barred")) == ([5, 10, 7], [False, True, False])
    assert table.ok(table.ms + 500) is None
    assert table.see["phase"] == "lay"
    assert table.press(2, table.ms + 300) == "Barred until the next roll"
    table.lay(3)
    assert (table.see["phase"], table.see["laid"], table.cards) == ("check", [1, 1, 3], [5, 10, 6])


def test_a_hold_counts_from_eight_tenths_of_a_second_and_anything_shorter_is_free() -> None:
    table = full(1, 2, 3)
    at = table.ms + 5000
    assert table.press(2, at) is None
    table.wait(at + 799)
    assert (table.see["laid"], table.cards) == ([1, 2, 3], [6, 6, 6])
    assert table.release(2, at + 799) == "All places are full"
    table.wait(at + 5000)
    assert (table.see["laid"], table.cards) == ([1, 2, 3], [6, 6, 6])
    assert table.press(2, at + 6000) is None
    table.wait(at + 6800)
    assert (table.see["laid"], table.cards) == ([1, 3], [6, 10, 6])
    assert table.release(2, at + 9000) is None


def test_the_next_rollers_early_press_rolls_nothing_and_costs_nothing() -> None:
    table = full(1, 2, 3)
    table.press(2, table.ms + 3000)
    assert table.release(2, table.ms + 80) == "All places are full"
    assert (table.see["phase"], table.cards, table.of("barred")) == ("check", [6, 6, 6], [False] * 3)


def test_any_number_of_seats_own_up_one_after_the_other() -> None:
    table = full(1, 2, 3)
    table.hold(3, 1)
    assert (table.see["phase"], table.see["laid"], table.cards) == ("check", [2], [10, 6, 10])


def test_two_buttons_held_together_are_the_hosts_and_cost_nothing() -> None:
    table = full(1, 2, 3)
    at = table.ms + 1000
    table.press(3, at)
    assert table.press(1, at + 100) == "One after the other"
    assert table.release(3, at + 950) is None
    assert table.release(1, at + 950) is None
    assert (table.see["laid"], table.cards) == ([1, 2, 3], [6, 6, 6])
    assert table.ok(at + 1000) is None


def test_with_everybodys_card_wrong_the_next_seat_rolls() -> None:
    table = full(1, 2, 3)
    table.hold(3, 1)
    table.ok(table.ms + 500)
    assert table.enter("nobody", table.ms + 500) is None
    table.hold(2)
    assert table.of("barred") == [True] * 3
    table.ok(table.ms + 500)
    assert (table.see["phase"], table.see["roller"]) == ("choose", 2)


def test_ok_waits_for_a_button_that_is_down_and_offers_nothing() -> None:
    table = full(1, 2, 3)
    table.press(2, table.ms + 1000)
    assert table.ok(table.ms + 400) == "Someone has already pressed"
    assert table.referee.choices(table.state) == ()
    table.wait(table.ms + 500)
    assert table.cards == [6, 10, 6]
    assert table.ok(table.ms + 1) is None
    assert table.see["phase"] == "lay"


def test_a_button_held_before_an_undo_marks_nothing() -> None:
    table = full(1, 2, 3)
    table.press(2, table.ms + 1000)
    table.state = table.referee.buttons_up(table.state)
    table.wait(table.ms + 5000)
    assert table.cards == [6, 6, 6]


def test_a_card_is_found_wrong_after_others_have_gone_on() -> None:
    table = full(1, 2, 3)
    table.hold(1)
    table.ok(table.ms + 500)
    assert (table.see["laid"], table.see["phase"]) == ([2, 3], "lay")
    table.wait(table.ms + 200)
    table.lay(2)
    assert table.see["laid"] == [2, 3, 2]
    table.hold(3)
    assert (table.see["laid"], table.cards) == ([2, 2], [10, 5, 10])


def test_a_wrong_last_card_is_no_point_and_leaves_four() -> None:
    table = nearly_out(2)
    table.lay(2)
    assert (table.see["phase"], table.cards[1]) == ("check", 0)
    table.hold(2)
    assert (table.see["phase"], table.cards[1], table.of("points")) == ("check", 4, [0, 0, 0])
    table.ok(table.ms + 500)
    assert (table.see["phase"], table.of("barred")) == ("lay", [False, True, False])


def test_somebody_elses_wrong_card_does_not_go_on_while_a_last_card_lies() -> None:
    table = nearly_out(2)
    table.lay(1, 2)
    table.hold(1)
    assert (table.see["phase"], table.see["laid"], table.cards) == ("check", [2], [10, 0, 7])
    table.ok(table.ms + 1000)
    assert (table.see["phase"], table.of("points")) == ("choose", [0, 1, 0])


def test_each_wrong_card_of_a_seat_has_a_hold_of_its_own() -> None:
    table = nearly_out(2, options="seats=1,2,3,4")
    table.lay(1, 1, 2)
    table.hold(1)
    assert (table.see["phase"], table.see["laid"], table.cards[0]) == ("check", [1, 2], 9)
    table.hold(1)
    assert (table.see["laid"], table.cards[0]) == ([2], 13)
    assert table.press(1, table.ms + 3000) == "Now check the cards"


def test_a_wrong_card_found_after_nobody_could_lay_goes_on() -> None:
    table = rolled()
    table.lay(1)
    table.enter("nobody", table.ms + 100)
    table.hold(1)
    assert (table.see["phase"], table.see["laid"], table.cards) == ("check", [], [10, 7, 7])
    table.ok(table.ms + 500)
    assert table.see["phase"] == "lay"


def test_a_card_laid_before_nobody_was_said_but_delivered_after_it_lies() -> None:
    table = rolled()
    table.lay(1)
    table.enter("nobody", 5000)
    assert table.press(3, 4900) is None
    table.wait(5200)
    assert (table.see["phase"], table.see["laid"], table.cards) == ("lay", [1, 3], [6, 7, 6])
    table.enter("nobody", 6000)
    assert table.press(3, 6001) == "Now check the cards"
    assert table.ok(7000) is None
    assert (table.see["phase"], table.cards) == ("choose", [6, 7, 6])


def test_where_nobody_was_said_too_soon_the_host_lets_laying_go_on() -> None:
    table = rolled()
    table.lay(1)
    table.enter("nobody", 5000)
    assert [choice.text for choice in table.referee.choices(table.state)] == ["", "resume", "wrong"]
    assert table.enter("resume", 6000) is None
    assert table.press(2, 6199) == "Wait: laying goes on"
    assert table.press(2, 6200) is None
    table.wait(6300)
    assert (table.see["phase"], table.see["laid"]) == ("lay", [1, 2])


def test_the_host_says_whose_card_was_wrong() -> None:
    table = full(1, 2, 3)
    assert table.enter("wrong 2", table.ms + 100) is None
    assert (table.see["phase"], table.see["laid"], table.cards) == ("check", [1, 3], [6, 10, 6])
    assert table.enter("wrong 2", table.ms + 100) == "Seat 2 laid no card"
    table.ok(table.ms + 500)
    assert table.enter("wrong 3", table.ms + 100) is None
    assert (table.see["phase"], table.see["laid"], table.cards) == ("lay", [1], [6, 10, 10])
    assert sit().enter("wrong 1", 100) == "Roll first"


# -- the pile ------------------------------------------------------------------------------------------------


def test_of_seven_the_fourth_mistake_finds_two_cards_in_the_pile() -> None:
    table = rolled("seats=1,2,3,4,5,6,7")
    assert table.see["pile"] == 11
    for seat in (1, 2, 3, 4, 5):
        table.lay(seat)
    table.ok(table.ms + 500)
    piles = []
    for seat in (1, 2, 3, 4, 5):
        table.press(seat, table.ms + 300)
        piles.append(table.see["pile"])
    assert piles == [8, 5, 2, 0, 0]
    assert table.cards == [10, 10, 10, 9, 7, 7, 7]
    assert table.see["aside"] == 0


def test_a_pile_that_runs_out_is_made_anew_of_what_was_laid_aside() -> None:
    table = sit("seats=1,2,3,4,5,6,7")
    table.pass_roll(1, 2, 3, 4, 5)
    table.roll()
    table.lay(1, 2, 3, 4)
    table.ok(table.ms + 500)
    for seat in (1, 2, 3):
        table.press(seat, table.ms + 300)
    assert (table.see["pile"], table.see["aside"], table.state.reshuffled) == (2, 5, False)
    table.press(4, table.ms + 300)
    assert (table.see["pile"], table.see["aside"], table.state.reshuffled) == (5, 0, True)
    assert table.cards == [9, 9, 9, 8, 6, 7, 7]
    table.ok(table.ms + 500)
    table.enter("nobody", table.ms + 500)
    table.ok(table.ms + 1000)
    assert not table.state.reshuffled


def test_with_nothing_aside_the_pile_is_made_anew_once_this_rolls_cards_are_put_there() -> None:
    table = rolled("seats=1,2,3,4,5,6,7")
    table.lay(1, 2, 3, 4, 5)
    table.ok(table.ms + 500)
    for seat in (1, 2, 3, 4):
        table.press(seat, table.ms + 300)
    table.enter("nobody", table.ms + 500)
    table.ok(table.ms + 1000)
    assert (table.see["pile"], table.see["aside"], table.state.reshuffled) == (1, 0, True)


@pytest.mark.parametrize("seat", [1, 3])
def test_who_has_been_marked_reads_what_to_take(seat: int) -> None:
    table = judged(1, 3)
    table.press(seat, table.ms + 500)
    screen = table.referee.seat_screen(table.state, seat, table.now, speaker("en"))
    assert screen.big == "TAKE 3"
