"""What is put right: elbows on buttons, counts, dice typed wrong, words in Polish, options in the middle."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.companion.games.kezao.kezao_sitting import Kezao, full, nearly_out, rolled, sit
from tests.companion.games.kezao.test_anything import by_knob
from tests.companion.games.sitting import referee_for


def none(table: Kezao, seat: int) -> bool:
    """A seat's last press meant nothing; whether there was one."""
    without = table.referee.without(table.state, seat)
    table.state = without or table.state
    assert table.cards_in_all() == 60
    return without is not None


# -- an elbow on a button ------------------------------------------------------------------------------------


def test_a_card_nobody_laid_is_taken_back_free_while_others_have_laid_since() -> None:
    table = rolled()
    table.lay(1, 1, 2)
    assert table.see["phase"] == "check"
    assert none(table, 1)
    assert (table.see["laid"], table.cards, table.of("barred")) == ([1, 2], [6, 6, 7], [False] * 3)
    table.ok(table.ms + 500)
    assert table.see["phase"] == "lay"
    assert none(table, 1)
    assert (table.see["laid"], table.cards) == ([2], [7, 6, 7])
    assert not none(table, 1)


def test_one_that_still_waits_for_its_ruling_is_taken_out_of_the_race() -> None:
    table = rolled("seats=1,2,3 tie_us=30000")
    table.press(1, 3000)
    table.press(2, 3010)
    assert none(table, 1)
    table.wait(3100)
    assert (table.see["laid"], table.see["tied"]) == ([2], [])


def test_without_one_of_two_who_tied_there_is_no_tie() -> None:
    table = rolled()
    table.lay(1, 1)
    table.press(2, 3000)
    table.press(3, 3000)
    table.wait(3100)
    assert table.see["tied"] == [2, 3]
    assert none(table, 2)
    assert (table.see["phase"], table.see["laid"], table.see["tied"]) == ("check", [1, 1, 3], [])
    assert (table.ruling["winner"], table.ruling["order"]) == (3, [3])


def test_a_mark_nobody_meant_is_taken_back_with_its_price_and_the_card_lies_again() -> None:
    table = rolled()
    table.lay(1, 2)
    table.ok(table.ms + 100)
    table.press(1, table.ms + 500)
    table.press(2, table.ms + 100)
    assert (table.see["laid"], table.cards, table.see["pile"]) == ([], [10, 10, 7], 33)
    assert none(table, 1)
    assert (table.see["laid"], table.cards, table.see["pile"]) == ([1], [6, 10, 7], 36)
    assert (table.of("barred"), table.see["marked"]) == ([False, True, False], [2])
    assert table.press(1, table.ms + 500) is None
    assert table.of("barred") == [True, True, False]


def test_a_last_card_marked_by_mistake_is_a_point_after_all() -> None:
    table = nearly_out(2)
    table.lay(2)
    table.hold(2)
    table.ok(table.ms + 500)
    assert none(table, 2)
    assert (table.see["phase"], table.see["laid"], table.cards[1]) == ("check", [2], 0)
    table.ok(table.ms + 500)
    assert table.of("points") == [0, 1, 0]


def test_a_marked_card_whose_place_was_filled_since_does_not_lie_again() -> None:
    table = full(1, 2, 3)
    table.hold(2)
    table.ok(table.ms + 500)
    table.wait(table.ms + 200)
    table.lay(1)
    assert not none(table, 2)


def test_a_button_held_by_nobody_marks_nothing() -> None:
    table = full(1, 2, 3)
    table.press(2, table.ms + 1000)
    assert none(table, 2)
    table.wait(table.ms + 2000)
    assert table.cards == [6, 6, 6]


# -- counts --------------------------------------------------------------------------------------------------


def test_cards_said_come_from_the_pile_and_from_those_laid_aside_once_it_is_short() -> None:
    table = sit("seats=1,2,3,4,5,6,7")
    table.pass_roll(1, 2, 3, 4, 5)
    assert (table.see["pile"], table.see["aside"]) == (11, 5)
    assert table.enter("cards 1 23", table.ms + 100) == "Expected a number from 0 to 22, got 23"
    assert table.enter("cards 1 19", table.ms + 100) is None
    assert (table.see["pile"], table.see["aside"]) == (3, 0)
    table.enter("cards 1 6", table.ms + 100)
    assert (table.see["pile"], table.see["aside"], table.cards_in_all()) == (16, 0, 60)


def test_a_tie_for_the_point_ends_once_one_of_them_has_more_cards() -> None:
    table = nearly_out(1, 3)
    at = table.ms + 100
    table.press(1, at)
    table.press(3, at)
    table.wait(at + 50)
    assert table.see["tied"] == [1, 3]
    assert table.enter("cards 1 2", at + 500) is None
    assert (table.see["phase"], table.see["laid"], table.cards) == ("check", [1, 3], [1, 7, 0])


@pytest.mark.parametrize("phase", ["choose", "lay", "check"])
def test_counts_are_taken_in_any_phase_and_offered_by_the_knob(phase: str) -> None:
    table = {"choose": sit, "lay": rolled, "check": lambda: full(1, 2, 3)}[phase]()
    assert {"cards 2 0", "cards 2 12", "points 3 0", "points 3 3"} <= by_knob(table)
    assert table.enter("cards 2 12", table.ms + 500) is None
    assert table.enter("points 3 2", table.ms + 500) is None
    assert (table.see["phase"], table.cards[1], table.of("points")) == (phase, 12, [0, 0, 2])
    assert table.enter("cards 2 0", table.ms + 500) is None
    assert table.see["phase"] == "check"
    assert table.enter("points 2 3", table.ms + 500) is None
    assert (table.see["phase"], table.referee.outcome(table.state).winners) == ("over", (2,))


# -- words, dice, options ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "typed",
    [
        "with red without blue",
        "without blue with red",
        "z czerwonym bez niebieskiego",
        "Bez niebieski Z CZERWONY",
        "without green with yellow",
        "bez zielonego z zoltym",
        "z pomaranczowym z fioletowym",
    ],
)
def test_dice_of_the_tables_own_are_said_in_either_language(typed: str) -> None:
    table = sit("seats=1,2 dice=real")
    assert table.enter(typed, 1000) is None
    assert table.see["phase"] == "lay"
    said = " ".join(f"{kind} {colour}" for kind, colour in table.see["dice"])
    assert said in by_knob(table)
    assert table.press(1, 1000) is None
    assert table.rolled == []


def test_the_knob_says_what_two_dice_show_in_three_turns() -> None:
    (_, dice) = sit("seats=1,2 dice=real").referee.choices(sit("seats=1,2 dice=real").state)
    assert dice.then is not None
    one_each = dice.then()[1]
    assert (one_each.text, len(dice.then())) == ("+-", 3)
    assert one_each.then is not None
    red = one_each.then()[0]
    assert red.then is not None
    assert red.then()[red.start].text != "with red without red"
    assert "with red without red" in {choice.text for choice in red.then()}  # it is said that it can't be


@pytest.mark.parametrize(("typed", "laid"), [("nikt", [1, 2]), ("źle 2", [1]), ("zle 1", [2])])
def test_the_host_may_type_polish(typed: str, laid: list[int]) -> None:
    table = rolled()
    table.lay(1, 2)
    assert table.enter(typed, table.ms + 500) is None
    assert table.see["laid"] == laid


def test_with_young_children_at_the_table_from_now_on_it_is_one_die_and_everything_stays() -> None:
    table = rolled()
    table.lay(1)
    for options, picked in (("young=yes", "+"), ("young=yes dice=real", "+"), ("", "++")):
        other = referee_for(f"kezao seats=1,2,3 {options}")
        state = other.takes_over(table.state, table.referee.setup)
        assert state == replace(table.state, picked=picked)
        table.referee, table.state = other, state
    assert referee_for("kezao seats=1,2").takes_over(table.state, table.referee.setup) is None
