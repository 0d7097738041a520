"""What people put right: counts, tokens, an elbow on a button, a decision taken back."""

from __future__ import annotations

import pytest

from companion.games.seven_ate_nine.cards import DECK
from tests.companion.games.seven_ate_nine.test_referee import (
    cards_of,
    down_to,
    judging,
    lay,
    leaves,
    racing,
    sit,
    tokens,
    won,
)
from tests.companion.games.sitting import Sitting
from tests.companion.session.evening import Evening


def evening(options: str = "seats=1,2,3,4") -> Evening:
    """A race open since 4000 ms."""
    begun = Evening()
    begun.enter(f"game seven_ate_nine {options}", 100)
    begun.ok(1000)
    begun.wait(4000)
    return begun


def held(begun: Evening) -> list[int]:
    return [player["cards"] for player in begun.see["players"].values()]


def all_cards(table: Sitting) -> int:
    """In stacks and hands, beside them, in the middle but for the card first turned up, and aside."""
    held = sum(player["cards"] + player["beside"] for player in table.see["players"].values())
    return int(held + table.state.middle - 1 + table.see["aside"])


# -- counts ------------------------------------------------------------------------------------------------


def test_cards_are_said_at_any_time_and_the_middle_has_the_others() -> None:
    table = sit()
    assert table.enter("cards 3 16", 500) is None
    table.ok(1000)
    assert table.enter("cards 4 17", 2000) is None
    table.wait(4000)
    lay(table, 1, 3, 5000)
    assert table.enter("cards 1 17", 6000) is None  # one of the three was no card
    judging(table, 7000)
    assert table.enter("cards 2 17", 7500) is None
    table.enter("stuck", 8000)
    assert table.enter("cards 2 16", 8500) is None
    assert cards_of(table) == {1: 17, 2: 16, 3: 16, 4: 17}
    assert all_cards(table) == DECK


def test_the_last_card_said_away_ends_the_round_as_a_press_would() -> None:
    table = racing("seats=1,2,3 wins=3")
    assert table.enter("cards 2 0", 6000) is None
    assert (table.see["phase"], tokens(table), table.see["last_winner"]) == ("ready", [0, 1, 0], 2)
    table = racing("seats=1,2,3")
    table.enter("cards 2 0", 6000)
    assert table.referee.outcome(table.state).winners == (2,)


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("cards 3 19", "Seat 3: 0 to 18 cards"),
        ("cards 1 19", "Seat 1: 0 to 18 cards"),
        ("cards 7 3", "Seat 7 is not in this game"),
        ("tokens 1 4", "Seat 1: 0 to 3 tokens"),
        ("tokens 7 1", "Seat 7 is not in this game"),
    ],
)
def test_numbers_that_can_not_be_are_refused_with_those_that_can(typed: str, why: str) -> None:
    table = racing("seats=1,2,3,4 wins=3")
    lay(table, 1, 2, 4500)
    assert table.enter(typed, 6000) == why
    assert cards_of(table) == {1: 16, 2: 18, 3: 18, 4: 18}


def test_before_the_start_nobody_is_without_cards_and_after_the_end_nothing_is_corrected() -> None:
    assert sit().enter("cards 1 0", 500) == "Seat 1: 1 to 18 cards"
    table = racing()
    table.enter("cards 1 0", 5000)
    assert table.enter("cards 1 5", 6000) == "The game is over"
    assert table.referee.corrections(table.state) == ()


def test_tokens_are_said_and_the_third_ends_the_match() -> None:
    table = sit("seats=1,2,3 wins=3")
    ms = won(table, 2, 1000)
    assert table.enter("tokens 2 0", ms) is None
    assert table.enter("tokens 1 2", ms) is None
    assert tokens(table) == [2, 0, 0]
    assert table.enter("tokens 1 3", ms) is None
    assert table.referee.outcome(table.state).winners == (1,)
    assert racing().enter("tokens 1 1", 5000) == "There are no tokens in this game"


def test_the_menu_offers_every_count_beginning_at_the_present_one() -> None:
    table = sit("seats=1,2 wins=3")
    cards, said = table.referee.corrections(table.state)
    assert cards.then is not None
    seat = cards.then()[1]
    assert seat.then is not None
    assert (seat.then()[seat.start].text, len(seat.then())) == ("cards 2 36", 36)
    assert {"tokens 1 0", "tokens 2 3"} < set(leaves((said,)))
    (only,) = sit("seats=1,2").referee.corrections(sit("seats=1,2").state)
    assert only.text == "cards"


# -- an elbow ----------------------------------------------------------------------------------------------


def test_an_elbow_is_taken_back_free_and_what_others_laid_since_stays() -> None:
    begun = evening()
    begun.tap(2, 5000)
    begun.tap(3, 6000)
    begun.enter("none 2", 7000)
    assert (begun.refused, held(begun)) == (None, [18, 18, 17, 18])
    begun.tap(3, 7500)
    assert held(begun)[2] == 16


def test_an_elbow_that_was_late_or_in_a_tie_has_cost_nothing() -> None:
    begun = evening()
    begun.tap(2, 5000)
    begun.tap(3, 5100)
    begun.press(1, 6000)
    begun.press(4, 6000.2)
    for seat in (3, 1):
        begun.enter(f"none {seat}", 7000 + seat)
        assert (begun.refused, held(begun)) == (None, [18, 17, 18, 18])


def test_an_elbow_while_a_child_holds_never_was_in_the_race() -> None:
    begun = evening("seats=1,2,3 side_piles=3")
    begun.press(3, 5000)
    begun.tap(1, 5100)
    begun.enter("none 1", 5200)
    begun.wait(6000)
    assert (held(begun), begun.see["players"]["3"]["beside"]) == ([24, 24, 23], 1)


def test_an_elbow_that_won_a_round_is_taken_back_by_undo() -> None:
    begun = evening("seats=1,2 wins=3")
    begun.enter("cards 1 1", 5000)
    begun.tap(1, 5500)
    assert begun.see["players"]["1"]["tokens"] == 1
    begun.enter("none 1", 6000)
    assert (begun.see["phase"], held(begun)) == ("race", [1, 36])


def test_a_mark_by_mistake_is_undone_while_it_is_the_last_and_never_takes_another_card() -> None:
    begun = evening()
    begun.tap(2, 5000)
    begun.tap(2, 6000)
    begun.ok(7000)
    begun.tap(2, 8000)
    assert held(begun)[1] == 17
    begun.enter("none 2", 8500)
    assert (held(begun)[1], begun.see["marked"]) == (16, [])
    begun.tap(2, 9000)
    begun.ok(9500)
    begun.tap(1, 10_000)
    begun.enter("none 2", 11_000)
    assert (begun.refused, held(begun)[1]) == ("Seat 2: no press to take back", 17)


# -- one decision ------------------------------------------------------------------------------------------


def test_no_undo_makes_a_winner_out_of_a_tie() -> None:
    begun = evening()
    begun.tap(1, 5000)
    begun.press(2, 6000)
    begun.press(4, 6000.3)
    begun.wait(6100)
    assert begun.see["ruling"]["tied"] == [2, 4]
    begun.key("undo", 7000)
    begun.wait(9000)
    assert (held(begun), begun.see["ruling"]["order"]) == ([17, 18, 18, 18], [1])


def test_cards_of_one_seat_in_a_row_are_undone_one_by_one() -> None:
    begun = evening()
    for ms in (5000, 5100, 5200):
        begun.press(1, ms)
    begun.wait(5300)
    assert held(begun)[0] == 15
    begun.key("undo", 6000)
    assert held(begun)[0] == 16


# -- options in the middle, words --------------------------------------------------------------------------


def test_rounds_side_piles_and_wrapping_may_change_in_the_middle_but_not_alone_against_the_clock() -> None:
    for seats, goes_on in (("seats=1,2", True), ("seats=1", False)):
        table = racing(seats)
        changed = racing(f"{seats} side_piles=1 wrap=no").referee
        assert (changed.takes_over(table.state, table.referee.setup) is not None) is goes_on
    table = racing("seats=1,2")
    assert racing("seats=1,2 wins=3 contest=500").referee.takes_over(table.state, table.referee.setup)
    assert racing("seats=1,2 kids=1").referee.takes_over(table.state, table.referee.setup) is None


@pytest.mark.parametrize(
    ("polish", "english"),
    [("karta 8 3", "card 8 3"), ("karty 2 9", "cards 2 9"), ("żetony 1 2", "tokens 1 2"), ("pat", "stuck")],
)
def test_polish_words_mean_the_same(polish: str, english: str) -> None:
    one, other = racing("seats=1,2 wins=3"), racing("seats=1,2 wins=3")
    assert (one.enter(polish, 5000), one.state) == (other.enter(english, 5000), other.state)


def test_with_a_side_pile_or_stuck_polish_words_go_on() -> None:
    table = racing("seats=1,2,3 side_piles=3")
    assert [table.enter(typed, 5000) for typed in ("obok 3", "pat", "dalej")] == [None] * 3
    assert (table.see["phase"], cards_of(table)[3]) == ("race", 23)


def test_whatever_is_corrected_no_card_is_lost() -> None:
    table = racing("seats=1,2,3,4,5 side_piles=5")
    ms = down_to(table, {1: 3, 5: 6})
    said = ("side 5", "cards 1 9", "cards 1 14", "cards 5 1", "cards 5 14", "stuck", "cards 2 3", "cards 1 6")
    for typed in said:
        assert table.enter(typed, ms) is None
        assert all_cards(table) == DECK
