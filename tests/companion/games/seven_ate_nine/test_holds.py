"""A button held 0.8 s: a child's card beside its stack; alone, all cards are laid."""

from __future__ import annotations

import pytest

from firmware.events import Press
from firmware.views import Cue, Sound
from tests.companion.games.seven_ate_nine.test_referee import OPEN, cards_of, down_to, judging, racing
from tests.companion.games.sitting import Sitting, ns
from tests.companion.session.evening import Evening


def children() -> Sitting:
    """Two children, 3 and 4, who may lay beside their stacks."""
    return racing("seats=1,2,3,4 side_piles=3,4")


def beside(table: Sitting) -> list[int]:
    return [player["beside"] for player in table.see["players"].values()]


# -- a child's own pace ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("let_go", "lies_beside"), [(5799.9, False), (5800, False), (5800.1, True)])
def test_a_childs_hold_of_eight_tenths_lays_beside_and_anything_shorter_is_a_card_in_the_middle(
    let_go: float, lies_beside: bool
) -> None:
    table = children()
    assert table.press(3, 5000) is None
    table.release(3, let_go)
    table.wait(6000)
    assert (cards_of(table)[3], beside(table)) == (17, [0, 0, int(lies_beside), 0])
    assert (table.referee.ruling(table.state) is None) is lies_beside


def test_nobody_else_loses_a_place_to_a_card_laid_beside() -> None:
    table = children()
    table.press(3, 5000)
    assert table.press(1, 5100) is None
    assert table.press(2, 5150) is None
    assert cards_of(table) == {1: 18, 2: 18, 3: 18, 4: 18}  # nobody knows yet what the child means
    table.wait(5900)
    assert cards_of(table) == {1: 17, 2: 18, 3: 17, 4: 18}
    assert (table.ruling["order"], table.ruling["margins_us"]) == ([1, 2], [0, 50_000])


def test_a_childs_card_has_its_place_by_its_first_edge_once_it_is_let_go() -> None:
    table = children()
    table.press(3, 5000)
    table.press(1, 5090)
    table.release(3, 5120)
    assert cards_of(table) == {1: 18, 2: 18, 3: 17, 4: 18}
    assert (table.ruling["order"], table.ruling["margins_us"]) == ([3, 1], [0, 90_000])
    assert table.cues == [Cue(Sound.RULING, 3), Cue(Sound.REFUSED, 1)]


def test_while_a_child_holds_others_may_lay_several_cards_and_have_them_all_in_the_end() -> None:
    table = children()
    table.press(3, 5000)
    for ms in (5100, 5250, 5400):
        assert table.tap(1, ms) is None
    table.press(2, 5750)
    table.wait(5900)
    assert cards_of(table) == {1: 15, 2: 17, 3: 17, 4: 18}


def test_a_child_that_is_late_may_still_hold() -> None:
    table = children()
    table.press(1, 5000)
    table.press(3, 5050)
    table.wait(6000)
    assert (cards_of(table)[3], beside(table)[2]) == (17, 1)
    table.press(1, 7000)
    table.tap(3, 7050)
    assert (cards_of(table)[3], table.ruling["order"]) == (17, [1, 3])


def test_two_children_in_a_tie_take_both_cards_back_and_holding_both_lay_beside() -> None:
    table = children()
    table.press(3, 5000)
    table.press(4, 5000.2)
    table.release(3, 5080)
    assert table.referee.ruling(table.state) is None  # the other may still be a hold
    table.release(4, 5090)
    assert (table.ruling["tied"], cards_of(table)[3], cards_of(table)[4]) == ([3, 4], 18, 18)
    table.press(3, 6000)
    table.press(4, 6000.2)
    table.wait(6900)
    assert beside(table) == [0, 0, 1, 1]


def test_the_last_card_is_never_laid_beside_however_long_it_is_held() -> None:
    table = children()
    for number in range(17):
        table.enter("side 3", 4100 + number)
    table.press(3, 5000)
    table.wait(5050)
    assert table.referee.outcome(table.state).winners == (3,)


def test_a_stop_makes_a_card_of_a_press_that_might_have_become_a_hold() -> None:
    table = children()
    table.press(3, 5000)
    judging(table, 5300)
    table.wait(6000)
    assert (cards_of(table)[3], beside(table)[2]) == (17, 0)


def test_a_wrong_card_beside_comes_back_like_any_other() -> None:
    table = children()
    table.press(3, 5000)
    table.wait(6000)
    table.press(1, 6500)
    table.wait(6600)
    judging(table, 7000)
    assert table.press(3, 8000) is None
    assert (cards_of(table), beside(table)) == ({1: 17, 2: 18, 3: 18, 4: 18}, [0, 0, 0, 0])
    assert table.see["marked"] == [3]


def test_cards_beside_are_known_after_the_middle_was_shuffled() -> None:
    table = children()
    table.enter("side 3", 5000)
    table.tap(1, 5500)
    table.enter("stuck", 6000)
    table.enter("resume", 7000)
    judging(table, 8000)
    assert table.press(1, 9000) == "You laid no card"
    assert table.press(3, 9500) is None
    assert (cards_of(table)[3], beside(table)[2]) == (18, 0)


def test_undo_comes_back_to_a_button_that_is_up() -> None:
    evening = Evening()
    evening.enter("game seven_ate_nine seats=1,3 side_piles=3", 100)
    evening.ok(1000)
    evening.press(3, 5000)
    evening.enter("card 8 3", 5400)
    evening.key("undo", 5500)
    evening.wait(7000)
    assert evening.see["players"]["3"] == {"cards": 35, "tokens": 0, "last": False, "beside": 0}


# -- alone -------------------------------------------------------------------------------------------------


def test_alone_one_hold_says_all_laid_and_the_clock_stops_at_its_first_edge() -> None:
    table = racing("seats=2")
    table.press(2, OPEN + 86_000)
    table.wait(OPEN + 86_799)
    assert table.see["phase"] == "race"
    table.wait(OPEN + 90_000)
    assert (table.see["phase"], table.see["clock_ms"], cards_of(table)) == ("over", 86_000, {2: 0})
    assert table.referee.outcome(table.state).solo_ns == ns(86_000)
    assert table.cues == [Cue(Sound.OVER, 2)]


def test_alone_cards_may_be_pressed_one_by_one_and_the_rest_said_with_a_hold_or_the_knob() -> None:
    table = racing("seats=2")
    ms = down_to(table, {2: 60})
    assert table.enter("cards 2 0", ms) is None
    assert (table.see["phase"], table.see["clock_ms"]) == ("over", ms - OPEN)


def test_alone_a_hold_is_undone_whole_and_the_clock_runs_on_from_its_first_edge() -> None:
    evening = Evening()
    evening.enter("game seven_ate_nine seats=3", 100)
    evening.ok(1000)
    evening.press(3, 34_000)
    evening.wait(36_000)
    assert evening.see["winners"] == [3]
    evening.key("undo", 40_000)
    assert (evening.see["phase"], evening.see["clock_ms"]) == ("race", 30_000)
    assert evening.see["players"]["3"]["cards"] == 72
    evening.wait(45_000)
    assert (evening.see["phase"], evening.see["clock_ms"]) == ("race", 35_000)


# -- one stamp ---------------------------------------------------------------------------------------------


def test_an_undo_and_presses_at_one_nanosecond_leave_a_race_that_goes_on() -> None:
    evening = Evening()
    evening.enter("game seven_ate_nine seats=1,2", 100)
    evening.ok(1000)
    evening.press(1, 5000)
    evening.press(2, 5000)
    evening.key("undo", 5000)
    for seat in (1, 1, 2):
        evening.happen(Press(seat, ns(5000)))
    evening.key("undo", 5000)
    evening.press(1, 5000)
    evening.press(1, 5000)
    evening.wait(5100)
    assert (evening.see["ruling"]["winner"], evening.see["players"]["1"]["cards"]) == (1, 35)
    evening.press(2, 6000)
    evening.wait(6100)
    assert evening.see["ruling"]["winner"] == 2
