from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from companion.errors import OptionError
from companion.games.options import Surroundings
from companion.games.rachmistrz import GAME
from companion.games.rachmistrz.reckoning import sums
from companion.i18n import speaker
from firmware.events import HostKey, Key, Rolled
from firmware.rolling import Roll
from firmware.times import Times
from firmware.views import Cue, Lamp, Screen, Sound
from tests.companion.games.sitting import AT_TABLE, Sitting, ns, referee_for
from tests.companion.session.evening import Evening

GLASS = 15_000
START = 1000
"""When the digits of `thinking` are known, ms."""


def sit(options: str = "seats=1,2,3,4") -> Sitting:
    return Sitting(referee_for(f"rachmistrz {options}"))


def thinking(options: str = "seats=1,2,3,4", digits: str = "2 3 7") -> Sitting:
    """A round whose digits are known since 1000 ms."""
    table = sit(options)
    assert table.enter(digits, START) is None
    assert table.see["phase"] == "think"
    return table


def claimed(*seats: int, options: str = "seats=1,2,3,4", first: float = 2000) -> Sitting:
    """These seats have pressed, a second after each other, the first at 2000 ms."""
    table = thinking(options)
    for index, seat in enumerate(seats):
        assert table.press(seat, first + 1000 * index) is None
    table.wait(first + 1000 * len(seats) - 500)
    return table


def verifying(*seats: int, options: str = "seats=1,2,3,4") -> Sitting:
    """These seats have claimed, and the glass that ran from 2000 ms has run out."""
    table = claimed(*seats, options=options)
    table.wait(2000 + GLASS)
    assert table.see["phase"] == "verify"
    return table


def back(table: Sitting, ms: float) -> str | None:
    return table.happen(Key(HostKey.BACK, ns(ms)))


def claims(table: Sitting) -> list[tuple[int, Any, str | None]]:
    return [(claim["seat"], claim["result"], claim["verdict"]) for claim in table.see["claims"]]


def tokens(table: Sitting) -> list[Any]:
    return [player["tokens"] for player in table.see["players"].values()]


# -- setting up ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "each"),
    [("1,2", [10, 10]), ("1,2,3", 13), ("1,2,3,4", 10), ("2,3,5,6,7", 8), ("1,2,3,4,5,6", 7)],
)
def test_everyone_starts_with_the_tokens_of_the_rulebook(seats: str, each: object) -> None:
    table = sit(f"seats={seats}")
    assert tokens(table) == [each] * len(seats.split(","))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("seats=1", "rachmistrz: expected 2 to 6 seats, got 1"),
        ("seats=1,2,3,4,5,6,7", "rachmistrz: expected 2 to 6 seats, got 7"),
        ("dice=plastic", "rachmistrz: expected dice to be real or virtual; got 'plastic'"),
        ("side=back", "rachmistrz: expected side to be easy or hard; got 'back'"),
        ("glass=0", "rachmistrz: expected glass to be seconds from 1 to 3600; got '0'"),
        ("board=mine", "rachmistrz: expected board to be one of none, example; got 'mine'"),
        (
            "board=example side=hard",
            "rachmistrz: expected side=easy with a board, which has no fractions; got 'hard'",
        ),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(words: str, expected: str) -> None:
    with pytest.raises(OptionError) as caught:
        sit(words)
    assert str(caught.value) == expected


def test_every_throw_is_solved_before_the_first_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    solved: list[sums.Digits] = []

    @cache
    def cold(digits: sums.Digits) -> dict[str, str]:
        solved.append(digits)
        return {}

    monkeypatch.setattr(sums, "_solve", cold)
    sit("seats=1,2")
    assert len(solved) == 220
    sit("seats=1,2")
    assert len(solved) == 220


def test_the_first_seat_rolls_and_then_the_others_clockwise() -> None:
    table = sit("seats=1,2,4 first=4")
    rollers = [table.see["turn"]]
    for index in range(3):
        ms = 1000 + 40_000 * index
        table.enter("2 3 7", ms)
        table.press(1, ms + 1000)
        table.wait(ms + 1000 + GLASS)
        table.enter("wrong", ms + 20_000)
        rollers.append(table.see["turn"])
    assert rollers == [4, 1, 2, 4]
    assert table.see["round"] == 4


# -- digits --------------------------------------------------------------------------------------------------


def test_results_are_those_of_the_rulebooks_example() -> None:
    expected = [1, 2, 3, 5, 6, 7, 8, 11, 12, 13, 15, 17, 19, 20, 23, 27, 35, 42]
    assert thinking().see["results"] == expected
    assert thinking(digits="7 2 3").see["results"] == expected


@pytest.mark.parametrize(
    ("digits", "results"), [("1 1 1", [1, 2, 3]), ("222", [1, 2, 3, 6, 8]), ("9 9 9", [2, 8, 9, 10, 27])]
)
def test_equal_digits_make_few_results(digits: str, results: list[int]) -> None:
    assert thinking(digits=digits).see["results"] == results


def test_fractions_come_after_whole_numbers_and_only_on_the_hard_side() -> None:
    assert "13/2" not in thinking().see["results"]
    results = thinking("seats=1,2,3 side=hard").see["results"]
    assert "13/2" in results
    kinds = [isinstance(result, str) for result in results]
    assert kinds == sorted(kinds)
    assert thinking("seats=1,2,3 side=hard", "4 8 0").see["results"] == [2, 4, 8, 12, 32, "1/2"]


@pytest.mark.parametrize(
    "typed", ["2 3", "2 3 77", "23", "2 3 7 5", "2 3 x", "2,3,7", "2 -3 7", "²37", "skip"]
)
def test_what_is_not_three_digits_is_refused_with_what_was_expected(typed: str) -> None:
    table = sit()
    assert table.enter(typed, START) == f"Expected three digits, such as 2 3 7; got {typed}"
    assert (table.see["phase"], table.see["digits"], table.see["results"]) == ("roll", None, [])


def test_with_real_dice_ok_asks_for_the_digits() -> None:
    assert sit().ok(800) == "Enter the digits"


def test_with_real_dice_a_press_before_the_digits_is_a_claim() -> None:
    table = sit()
    assert table.press(2, 2000) is None
    assert (table.see["phase"], table.see["glass_left_ms"], table.see["digits"]) == ("glass", GLASS, None)
    table.wait(2500)
    assert (table.ruling["winner"], claims(table)) == (2, [(2, None, None)])
    table.press(3, 3000)
    table.enter("2 8", 4000)
    assert table.enter("2 3 7", 5000) is None
    assert claims(table) == [(2, 8, None), (3, None, None)]
    assert table.see["glass_left_ms"] == GLASS - 3000


def test_a_press_from_before_the_digits_that_is_delivered_after_them_counts() -> None:
    table = thinking()
    assert table.press(1, START - 5) is None
    table.wait(START + 5)
    assert (table.ruling["winner"], table.see["glass_left_ms"]) == (1, GLASS - 10)


def test_digits_are_read_in_the_middle_of_a_round_and_no_seats_number_is_taken_for_them() -> None:
    table = sit()
    table.press(1, 2000)
    table.wait(2100)
    assert table.enter("1 42", 3000) is None
    assert (claims(table), table.see["digits"]) == ([(1, 42, None)], None)
    assert table.enter("237", 4000) is None
    assert table.see["digits"] == [2, 3, 7]


def test_without_its_digits_a_round_is_judged_by_people() -> None:
    table = sit()
    table.press(1, 2000)
    table.press(2, 3000)
    table.enter("1 50", 4000)
    table.wait(2000 + GLASS)
    assert table.enter("7+3-2", 18_000) == "Enter the digits"
    assert table.enter("hint", 18_000) == "First its number"
    assert table.enter("right", 18_100) is None
    assert back(table, 18_500) is None
    assert (claims(table), tokens(table)) == ([(1, 50, "right"), (2, None, "wrong")], [9, 10, 10, 10])


def test_a_press_for_the_round_that_has_just_ended_begins_no_new_one() -> None:
    table = verifying(1)
    table.ok(18_000)
    assert table.press(2, 17_999) == "Too late: time is up"
    assert table.press(2, 18_299) == "Too late: time is up"
    assert table.see["phase"] == "roll"
    assert table.press(2, 18_300) is None
    assert table.see["phase"] == "glass"


def test_digits_that_make_nothing_are_said_so_at_once_and_rolled_again() -> None:
    table = sit()
    assert table.enter("0 0 0", START) == "0 0 0 make no number: roll again"
    assert (table.see["phase"], table.see["turn"], table.see["round"]) == ("roll", 1, 1)


def test_nobody_finds_one_and_the_same_seat_rolls_again() -> None:
    table = thinking()
    assert table.ok(1500) == "Whoever has a number presses"
    assert table.enter("skip", 2000) is None
    assert (table.see["phase"], table.see["turn"], table.see["digits"]) == ("roll", 1, None)
    table = claimed(2)
    assert table.enter("skip", 2600) == "Expected SEAT NUMBER or SEAT full; got skip"


# -- the box's own dice --------------------------------------------------------------------------------------


def rolled(table: Sitting, faces: str, ms: float) -> None:
    assert table.press(1, ms) is None
    assert Cue(Sound.ROLL) in table.cues
    assert [type(effect) for effect in table.cues] == [Cue, Roll]
    assert table.happen(Rolled(tuple(faces), ns(ms + 30))) is None


def test_a_press_rolls_the_boxs_own_dice_with_digits_from_1_to_9() -> None:
    table = sit("seats=1,2,3 dice=virtual")
    assert table.press(3, 400) == "Seat 1 rolls"
    table.press(1, 500)
    (roll,) = (effect for effect in table.cues if isinstance(effect, Roll))
    assert [die.faces for die in roll.dice] == [tuple("123456789")] * 3
    table.happen(Rolled(("2", "3", "7"), ns(530)))
    assert (table.see["phase"], table.see["digits"]) == ("think", [2, 3, 7])


def test_ok_rolls_too_and_only_once() -> None:
    table = sit("seats=1,2,3 dice=virtual")
    table.ok(500)
    assert any(isinstance(effect, Roll) for effect in table.cues)
    table.press(1, 510)
    assert table.cues == []
    table.happen(Rolled(("2", "3", "7"), ns(530)))
    assert table.see["phase"] == "think"


def test_a_second_hand_that_meant_to_roll_claims_nothing() -> None:
    table = sit("seats=1,2,3 dice=virtual")
    rolled(table, "237", 500)
    assert table.press(2, 799) is None
    assert claims(table) == []
    table.press(2, 800)
    assert claims(table) == [(2, None, None)]


def test_a_press_from_before_the_boxs_dice_lay_is_too_early() -> None:
    table = sit("seats=1,2,3 dice=virtual")
    rolled(table, "237", 500)
    table.wait(900)
    table.state = replace(table.state, thrown_at=None)  # as after an undo: nothing tells when it was thrown
    assert table.press(2, 529) == "Too early: no digits yet"
    assert table.press(2, 530) is None


def test_dice_of_a_roll_that_was_undone_are_nobodys() -> None:
    table = sit("seats=1,2,3 dice=virtual")
    before = table.state
    table.press(1, 500)
    table.state = before
    table.happen(Rolled(("2", "3", "7"), ns(530)))
    assert table.state == before


def test_the_printed_faces_may_come_from_the_settings() -> None:
    def with_dice(*faces: str) -> Sitting:
        words = ("seats=1,2,3", "dice=virtual")
        dice = {"rachmistrz": faces}
        return Sitting(GAME.begin(words, Surroundings(AT_TABLE, Times(), "en", dice)))

    table = with_dice("0", "1", "1", "5", "6", "9")
    table.press(1, 500)
    (roll,) = (effect for effect in table.cues if isinstance(effect, Roll))
    assert roll.dice[2].faces == ("0", "1", "1", "5", "6", "9")
    with pytest.raises(OptionError, match="expected the dice 'rachmistrz' to show digits, got 1 10"):
        with_dice("1", "10")


# -- claims --------------------------------------------------------------------------------------------------


def test_the_first_press_claims_and_starts_the_glass_at_its_stamp() -> None:
    table = thinking()
    table.press(3, 2000)
    assert (table.see["phase"], table.see["glass_left_ms"]) == ("glass", GLASS)
    table.wait(2100)
    assert table.cues == [Cue(Sound.RULING, 3)]
    assert (table.ruling["winner"], table.see["glass_left_ms"]) == (3, 14_900)
    assert claims(table) == [(3, None, None)]


def test_the_order_and_the_margins_of_all_claims_are_the_ruling() -> None:
    table = claimed(3, 1, 4)
    assert table.ruling["order"] == [3, 1, 4]
    assert table.ruling["margins_us"] == [0, 1_000_000, 2_000_000]


def test_tied_first_claims_both_stand_and_the_tie_is_shown() -> None:
    table = thinking()
    table.press(2, 2000)
    table.press(1, 2000.3)
    table.wait(2100)
    assert table.cues == [Cue(Sound.TIE)]
    assert (table.ruling["tie"], table.ruling["tied"], table.ruling["winner"]) == (True, [1, 2], None)
    assert claims(table) == [(2, None, None), (1, None, None)]
    assert table.see["phase"] == "glass"


def test_a_press_just_before_the_end_of_the_glass_counts_and_one_at_it_does_not() -> None:
    table = claimed(1)
    assert table.press(2, 2000 + 14_999) is None
    assert table.press(3, 2000 + GLASS) == "Too late: time is up"
    assert [claim["seat"] for claim in table.see["claims"]] == [1, 2]
    table.wait(2000 + GLASS)
    assert table.see["phase"] == "verify"


def test_a_press_in_time_counts_even_if_it_is_delivered_after_the_glass() -> None:
    table = verifying(1)
    assert table.press(2, 2000 + 14_999) is None
    assert claims(table) == [(1, None, None), (2, None, None)]
    assert table.see["phase"] == "verify"
    assert table.press(3, 2000 + GLASS) == "Too late: time is up"


def test_a_first_press_delivered_before_the_ruling_starts_the_glass() -> None:
    table = thinking("seats=1,2,3 tie_us=30000")
    table.press(2, 2010)
    table.press(1, 2000)
    assert table.see["glass_left_ms"] == 14_990
    table.wait(2100)
    assert table.see["glass_left_ms"] == GLASS - 100
    assert table.ruling["tied"] == [1, 2]


def test_a_press_that_should_have_been_ruled_first_is_late_and_moves_no_glass() -> None:
    table = claimed(2)
    assert table.press(1, 1999) is None
    assert (table.ruling["winner"], table.ruling["late"]) == (2, [1])
    table.wait(2600)
    assert table.see["glass_left_ms"] == GLASS - 600
    assert [claim["seat"] for claim in table.see["claims"]] == [2, 1]


def test_a_late_press_does_not_become_the_first_when_another_claim_is_withdrawn() -> None:
    table = claimed(2, 3)
    table.press(1, 1999)
    table.enter("3 full", 3600)
    assert [claim["seat"] for claim in table.see["claims"]] == [2, 1]
    table.wait(3700)
    assert (table.ruling["winner"], table.ruling["order"]) == (2, [2, 1])


def test_each_seat_lays_one_token_a_round() -> None:
    table = claimed(1)
    assert table.press(1, 5000) == "You are in already"
    assert claims(table) == [(1, None, None)]


def test_a_button_hit_twice_is_one_wish() -> None:
    table = thinking("seats=1,2")
    table.tap(1, 2000)
    assert table.press(1, 2299) is None
    assert claims(table) == [(1, None, None)]
    table.press(1, 2300)
    assert claims(table) == [(1, None, None), (1, None, None)]


def test_all_in_ends_the_glass() -> None:
    table = claimed(2, 1, 3, options="seats=1,2,3")
    assert (table.see["phase"], table.see["turn"], table.see["glass_left_ms"]) == ("verify", 2, 0)
    assert Cue(Sound.TIME_UP) not in table.cues


def test_the_end_of_the_glass_is_heard_once() -> None:
    table = claimed(1)
    heard = {}
    for ms in range(3000, 2000 + GLASS + 2000, 100):
        table.wait(ms)
        if table.cues:
            heard[ms] = table.cues
    assert heard == {2000 + GLASS: [Cue(Sound.TIME_UP)]}


def test_a_box_that_was_stopped_is_right_the_moment_it_goes_on() -> None:
    table = claimed(1)
    table.wait(60_000)
    assert table.see["phase"] == "verify"
    assert table.cues[-1] == Cue(Sound.TIME_UP)


@pytest.mark.parametrize("glass", [1, 3, 20])
def test_another_glass_runs_as_long_as_it_says(glass: int) -> None:
    table = claimed(1, options=f"seats=1,2,3 glass={glass}", first=2000)
    table.wait(2000 + glass * 1000 - 1)
    assert table.see["phase"] == "glass"
    table.wait(2000 + glass * 1000)
    assert table.see["phase"] == "verify"


def test_a_round_with_sand_or_digits_is_no_time_to_doze() -> None:
    table = thinking()
    assert not table.referee.may_doze(table.state)
    table.press(1, 2000)
    assert table.referee.wake_at(table.state) is not None


# -- numbers -------------------------------------------------------------------------------------------------


def test_a_seat_gets_its_number_and_may_change_it_before_its_verdict() -> None:
    table = claimed(1, 2)
    table.enter("1 8", 4000)
    table.enter("2 11", 4100)
    assert claims(table) == [(1, 8, None), (2, 11, None)]
    assert table.enter("1 12", 4200) is None
    assert table.enter("2 12", 4300) == "12 is taken"
    assert claims(table) == [(1, 12, None), (2, 11, None)]


def test_a_number_announced_already_is_refused_and_the_press_withdrawn() -> None:
    table = claimed(1, 2)
    table.enter("1 8", 4000)
    assert table.enter("2 8", 5000) == "8 is taken"
    assert (claims(table), table.see["phase"]) == ([(1, 8, None)], "glass")
    assert table.ruling["order"] == [1]
    assert table.press(2, 2000 + 14_999) is None
    assert table.enter("2 11", 2000 + 14_999.5) is None
    assert claims(table) == [(1, 8, None), (2, 11, None)]


def test_a_number_stays_taken_even_if_it_proves_wrong() -> None:
    table = verifying(1, 2)
    table.enter("1 8", 18_000)
    table.enter("wrong", 18_100)
    assert table.enter("2 8", 18_200) == "8 is taken"
    assert (claims(table), table.see["phase"]) == ([(1, 8, "wrong")], "roll")


def test_the_earlier_stamp_keeps_a_number_in_whatever_order_they_are_typed() -> None:
    table = claimed(1, 2)
    table.enter("2 8", 4000)
    assert table.enter("1 8", 5000) is None
    assert (claims(table), table.cues) == ([(1, 8, None)], [Cue(Sound.REFUSED, 2)])
    table.wait(5100)
    assert (table.see["phase"], table.see["glass_left_ms"]) == ("glass", GLASS - 3100)
    assert table.press(2, 6000) is None
    assert table.ruling["order"] == [1, 2]


def test_of_simultaneous_claims_the_number_is_whose_it_was_said_to_be_and_the_glass_runs_on() -> None:
    table = thinking()
    table.press(1, 2000)
    table.press(2, 2000.3)
    table.wait(3000)
    table.enter("2 8", 4000)
    assert table.enter("1 8", 5000) == "8 is taken"
    assert (claims(table), table.see["glass_left_ms"]) == ([(2, 8, None)], GLASS - 3000)
    table.press(1, 6000)
    assert table.ruling["order"] == [2, 1]


def test_withdrawn_in_time_after_all_were_in_the_sand_left_is_used() -> None:
    table = claimed(1, 2, 3, options="seats=1,2,3")
    assert table.see["phase"] == "verify"
    table.enter("1 8", 5000)
    assert table.enter("2 8", 6000) == "8 is taken"
    assert (table.see["phase"], table.see["glass_left_ms"]) == ("glass", GLASS - 4000)
    assert table.press(2, 9000) is None
    assert (table.see["phase"], table.see["turn"]) == ("verify", 1)
    assert [claim["seat"] for claim in table.see["claims"]] == [1, 3, 2]


def test_verdicts_given_stay_when_there_is_sand_again() -> None:
    table = claimed(1, 2, 3, options="seats=1,2,3")
    table.enter("1 8", 5000)
    table.enter("right", 5500)
    table.enter("2 8", 13_900)
    assert (table.see["phase"], table.see["glass_left_ms"]) == ("glass", 3100)
    assert table.enter("right", 14_000) == "Expected SEAT NUMBER or SEAT full; got right"
    table.wait(2000 + GLASS)
    assert table.cues == [Cue(Sound.TIME_UP)]
    assert (table.see["phase"], table.see["turn"]) == ("verify", 3)
    assert claims(table) == [(1, 8, "right"), (3, None, None)]


def test_full_withdraws_a_claim_and_alone_its_glass_stops() -> None:
    table = claimed(1)
    assert table.enter("1 full", 6000) is None
    assert (table.see["phase"], table.see["glass_left_ms"], claims(table)) == ("think", None, [])
    table.press(2, 8000)
    table.wait(8100)
    assert (table.see["phase"], table.see["glass_left_ms"]) == ("glass", GLASS - 100)
    assert table.ruling["winner"] == 2
    table.press(1, 9000)
    assert table.ruling["order"] == [2, 1]


def test_full_of_the_first_gives_everyone_their_time_from_the_next_claim() -> None:
    table = claimed(1, 2)
    table.enter("1 full", 6000)
    assert (table.see["phase"], table.see["glass_left_ms"]) == ("glass", GLASS - 3000)
    assert (table.ruling["winner"], table.ruling["order"]) == (2, [2])
    assert table.press(1, 3000 + 14_999) is None
    table.wait(3000 + GLASS)
    assert table.see["phase"] == "verify"


def test_full_of_a_later_claim_leaves_the_glass_alone() -> None:
    table = claimed(1, 2)
    table.enter("2 full", 6000)
    assert (table.see["glass_left_ms"], claims(table)) == (GLASS - 4000, [(1, None, None)])


def test_full_in_the_verdicts_of_the_only_claim_ends_the_round() -> None:
    table = verifying(1)
    assert table.enter("1 full", 18_000) is None
    assert (table.see["phase"], table.see["turn"], tokens(table)) == ("roll", 2, [10] * 4)


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("1 0", "Expected 1 to 54; got 0"),
        ("1 55", "Expected 1 to 54; got 55"),
        ("1 13/2", "Expected 1 to 54; got 13/2"),
        ("1 1/0", "Expected 1 to 54; got 1/0"),
        ("1 8 c4", "No board in use: expected no field; got c4"),
        ("3 8", "Seat 3 hasn't pressed"),
        ("9 8", "Seat 9 hasn't pressed"),
        ("3 full", "Seat 3 hasn't pressed"),
        ("1 swap", "Only two players have two colours"),
        ("1 -8", "Expected SEAT NUMBER or SEAT full; got 1 -8"),
        ("1 8 c4 d", "Expected SEAT NUMBER or SEAT full; got 1 8 c4 d"),
        ("1 many", "Expected SEAT NUMBER or SEAT full; got 1 many"),
        ("7+3-2", "Expected SEAT NUMBER or SEAT full; got 7+3-2"),
        ("right", "Expected SEAT NUMBER or SEAT full; got right"),
        ("hint", "Expected SEAT NUMBER or SEAT full; got hint"),
    ],
)
def test_what_is_no_number_of_a_seat_is_refused_and_nothing_lost(typed: str, why: str) -> None:
    table = claimed(1)
    before = table.state
    assert table.enter(typed, 4000) == why
    assert table.state == before


def test_fractions_are_numbers_on_the_hard_side_and_equal_ones_are_one() -> None:
    table = claimed(1, 2, options="seats=1,2,3 side=hard")
    assert table.enter("1 26/4", 4000) is None
    assert table.enter("2 13/2", 4100) == "13/2 is taken"
    assert claims(table) == [(1, "13/2", None)]
    assert table.enter("1 55", 4200) == "Expected 1 to 54 or a fraction; got 55"
    assert table.enter("1 16/2", 4300) is None
    assert claims(table) == [(1, 8, None)]


def test_a_number_that_cannot_be_made_may_be_announced_and_is_not_given_away() -> None:
    table = claimed(1)
    assert table.enter("1 9", 4000) is None
    assert claims(table) == [(1, 9, None)]
    assert table.cues == []


# -- verdicts ------------------------------------------------------------------------------------------------


def test_verdicts_go_in_the_order_of_the_claims_and_right_ones_cost_a_token() -> None:
    table = verifying(3, 1, 2)
    turns = [table.see["turn"]]
    for ms, seat, result in ((18_000, 3, 8), (18_100, 1, 9), (18_200, 2, 7)):
        table.enter(f"{seat} {result}", ms)
    table.enter("right", 19_000)
    assert table.cues == [Cue(Sound.RIGHT, 3)]
    turns.append(table.see["turn"])
    table.enter("wrong", 19_100)
    assert table.cues == [Cue(Sound.WRONG, 1)]
    turns.append(table.see["turn"])
    table.enter("right", 19_200)
    assert turns == [3, 1, 2]
    assert claims(table) == [(3, 8, "right"), (1, 9, "wrong"), (2, 7, "right")]
    assert tokens(table) == [10, 9, 9, 10]
    assert (table.see["phase"], table.see["turn"]) == ("roll", 2)


def test_ok_is_right_and_back_is_wrong() -> None:
    table = verifying(1, 2)
    table.ok(18_000)
    assert back(table, 18_500) is None
    assert claims(table) == [(1, None, "right"), (2, None, "wrong")]


@pytest.mark.parametrize(
    ("typed", "verdict"),
    [("7+3-2", "right"), ("7 + (3 - 2)", "right"), ("(7-2)x3", "wrong"), ("7-3-2", "wrong")],
)
def test_a_sum_is_judged_by_its_value(typed: str, verdict: str) -> None:
    table = verifying(1)
    table.enter("1 8", 18_000)
    assert table.enter(typed, 18_100) is None
    assert claims(table) == [(1, 8, verdict)]
    assert tokens(table)[0] == (9 if verdict == "right" else 10)


@pytest.mark.parametrize(("typed"), ["7-3-2", "7-(3+2)", "7 − 3 − 2"])
def test_two_ways_to_write_a_result_are_one_result(typed: str) -> None:
    table = verifying(1)
    table.enter("1 2", 18_000)
    table.enter(typed, 18_100)
    assert claims(table) == [(1, 2, "right")]


@pytest.mark.parametrize("typed", ["73-2", "7^2-3", "3!+7-2", "7+3", "7+7-3", "7/(3-3)", "7/(3-3)x2", "7"])
def test_a_sum_that_breaks_the_rules_is_no_verdict_but_asked_for_again(typed: str) -> None:
    table = verifying(1)
    table.enter("1 8", 18_000)
    before = table.state
    why = table.enter(typed, 18_100)
    assert why is not None
    assert len(why) <= 42
    assert table.state == before
    assert table.enter("7+3-2", 18_200) is None


@pytest.mark.parametrize("typed", ["nonsense", "right now", "hint 8"])
def test_words_that_are_no_verdict_are_refused(typed: str) -> None:
    table = verifying(1)
    before = table.state
    assert table.enter(typed, 18_000) is not None
    assert table.state == before


def test_a_sum_without_a_number_announces_what_it_makes() -> None:
    table = verifying(1, 2)
    assert table.enter("7+3-2", 18_000) is None
    assert table.enter("2-3-7", 18_100) == "Expected 1 to 54; got -8"
    assert table.enter("7-(3+2)", 18_200) is None
    assert claims(table) == [(1, 8, "right"), (2, 2, "right")]


def test_a_sum_without_a_number_whose_value_is_taken_costs_the_claim() -> None:
    table = verifying(1, 2)
    table.enter("7+3-2", 18_000)
    assert table.enter("(7-3)x2", 18_100) == "8 is taken"
    assert (claims(table), table.see["phase"]) == ([(1, 8, "right")], "roll")


def test_fractions_are_proved_on_the_hard_side() -> None:
    table = verifying(1, options="seats=1,2,3 side=hard")
    table.enter("1 13/2", 18_000)
    table.enter("7/2+3", 18_100)
    assert claims(table) == [(1, "13/2", "right")]
    easy = verifying(1, options="seats=1,2,3")
    assert easy.enter("7/2+3", 18_000) == "Expected 1 to 54; got 13/2"


def test_a_hint_changes_nothing_but_what_is_shown() -> None:
    table = verifying(1)
    table.enter("1 8", 18_000)
    before = table.see
    assert table.enter("hint", 18_100) is None
    assert table.see == before
    evening = Evening()
    for typed, ms in (("game rachmistrz seats=1,2,3", 100), ("2 3 7", 1000)):
        evening.enter(typed, ms)
    evening.press(1, 2000)
    evening.enter("1 8", 18_000)
    evening.enter("hint", 18_100)
    assert evening.shown.main.title == "Hint: 8 = 7+3−2"
    evening.enter("1 9", 18_200)
    evening.enter("hint", 18_300)
    assert evening.shown.main.title == "9 can't be made"


def test_a_judged_claim_cannot_be_changed() -> None:
    table = verifying(1, 2)
    table.enter("1 8", 18_000)
    table.enter("right", 18_100)
    assert table.enter("1 9", 18_200) == "Seat 1 was judged already"
    assert table.enter("1 full", 18_300) == "Seat 1 was judged already"


# -- two players ---------------------------------------------------------------------------------------------


def test_two_players_lay_up_to_two_tokens_in_different_colours() -> None:
    table = claimed(1, 2, 1, options="seats=1,2")
    assert table.see["phase"] == "glass"
    assert table.press(1, 6000) == "You are in already"
    table.enter("1 8", 6100)
    table.enter("1 11", 6200)
    assert claims(table) == [(1, 8, None), (2, None, None), (1, 11, None)]
    assert table.see["colours"] == [0, 0, 1]
    assert table.enter("1 15", 6300) == "Which one? Add: colour 1 or 2"
    assert table.enter("1 full", 6300) == "Which one? Add: colour 1 or 2"
    assert table.enter("1 15 colour 2", 6300) is None
    assert claims(table) == [(1, 8, None), (2, None, None), (1, 15, None)]
    table.press(2, 7000)
    assert (table.see["phase"], table.see["turn"]) == ("verify", 1)
    table.enter("2 12", 7100)
    table.enter("2 13", 7200)
    for ms in (8000, 8500, 9000, 9500):
        table.ok(ms)
    assert tokens(table) == [[9, 9], [9, 9]]


def test_of_two_claims_the_one_that_is_judged_is_changed_and_another_by_its_colour() -> None:
    table = claimed(1, 1, options="seats=1,4")
    table.enter("1 8", 5000)
    table.enter("1 11", 5100)
    table.wait(2000 + GLASS)
    assert table.enter("1 7", 18_000) is None
    assert claims(table) == [(1, 7, None), (1, 11, None)]
    assert table.enter("1 11", 18_100) == "11 is taken", "it is the seat's own"
    assert table.enter("1 12 colour 2", 18_200) is None
    assert table.enter("1 full colour 2", 18_300) is None
    assert claims(table) == [(1, 7, None)]


def test_both_results_of_a_player_are_different() -> None:
    table = claimed(1, 1, options="seats=1,2")
    table.enter("1 8", 5000)
    assert table.enter("1 8", 5100) == "8 is taken"
    assert claims(table) == [(1, 8, None)]
    assert table.press(1, 6000) is None
    assert table.see["colours"] == [0, 1]


def test_a_token_of_the_other_colour_may_be_taken() -> None:
    table = claimed(1, 1, 2, options="seats=1,2")
    assert table.enter("2 swap", 5500) is None
    assert table.see["colours"] == [0, 1, 1]
    table.enter("1 swap", 5600)
    assert table.see["colours"] == [1, 0, 1]
    table.wait(2000 + GLASS)
    table.enter("right", 18_000)
    assert tokens(table) == [[10, 9], [10, 10]]
    assert table.enter("1 swap", 18_100) == "Seat 1 was judged already"
    table.enter("wrong", 18_200)
    table.enter("right", 18_300)
    assert tokens(table) == [[10, 9], [10, 9]]


def test_a_withdrawn_colour_is_free_again() -> None:
    table = claimed(1, 1, options="seats=1,2")
    table.enter("1 full", 5000)
    assert table.see["colours"] == [1]
    table.press(1, 6000)
    assert table.see["colours"] == [1, 0]


# -- the end -------------------------------------------------------------------------------------------------


def played(table: Sitting, seats: tuple[int, ...], ms: float) -> float:
    """One round in which these seats lay a token each; returns when the next may begin, ms."""
    assert table.enter("2 3 7", ms) is None
    for index, seat in enumerate(seats):
        assert table.press(seat, ms + 500 + 400 * index) is None
    table.wait(ms + 500 + GLASS)
    for index in range(len(seats)):
        assert table.ok(ms + 16_000 + 400 * index) is None
    return ms + 20_000


def finished(options: str, rounds: list[tuple[int, ...]]) -> tuple[Sitting, float]:
    table, ms = sit(options), 1000.0
    for seats in rounds:
        assert table.see["phase"] == "roll"
        ms = played(table, seats, ms)
    assert table.see["phase"] == "score"
    return table, ms


def test_the_game_ends_after_the_round_in_which_someone_lays_the_last_token() -> None:
    table, _ = finished("seats=1,2,3,4,5,6", [(1, 2)] * 2 + [(1,)] * 5)
    assert tokens(table) == [0, 5, 7, 7, 7, 7]
    assert table.press(2, 999_000) == "The last token is laid"


def test_two_players_end_when_one_colour_of_someone_is_out() -> None:
    table, _ = finished("seats=1,2", [(1,)] * 10)
    assert tokens(table) == [[0, 10], [10, 10]]


def test_the_score_is_the_largest_group_less_the_unused_tokens() -> None:
    rounds: list[tuple[int, ...]] = [(1, 2, 3)] * 2 + [(1, 2)] * 9 + [(1,)] * 2
    table, ms = finished("seats=1,2,3", rounds)
    assert tokens(table) == [0, 2, 11]
    assert table.referee.outcome(table.state).winners is None
    table.enter("2 8", ms)
    assert table.see["players"]["2"] == {"tokens": 2, "group": 8, "score": 6}
    table.enter("1 6", ms + 100)
    assert table.see["phase"] == "score"
    unsaid = table.see["players"]["3"]
    assert unsaid["score"] is None
    table.enter("3 1", ms + 200)
    assert table.see["players"]["3"]["score"] == -10
    assert (table.see["phase"], table.referee.outcome(table.state).winners) == ("over", (1, 2))
    assert table.cues == [Cue(Sound.OVER)]


def test_group_1_and_5_unused_make_minus_4() -> None:
    table, ms = finished("seats=1,2,3,4,5,6", [(1, 2)] * 2 + [(1,)] * 5)
    table.enter("2 1", ms)
    assert table.see["players"]["2"]["score"] == -4


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("1 8", "Expected 1 to 7; got 8"),
        ("1 0", "Expected 1 to 7; got 0"),
        ("3 1", "Expected 0 to 0; got 1"),
        ("8 1", "Seat 8 is not in this game"),
        ("1 x", "Expected SEAT GROUP; got 1 x"),
        ("right", "Expected SEAT GROUP; got right"),
    ],
)
def test_a_group_that_cannot_be_is_refused(typed: str, why: str) -> None:
    table, ms = finished("seats=1,2,3,4,5,6", [(1, 2)] * 2 + [(1,)] * 5)
    assert table.enter(typed, ms) == why
    assert table.ok(ms + 500) == "Turn to the largest group"


def test_over_the_game_takes_nothing_more() -> None:
    table, ms = finished("seats=1,2,3,4,5,6", [(1, 2)] * 2 + [(1,)] * 5)
    for index, group in enumerate((4, 2, 0, 0, 0, 0)):
        table.enter(f"{index + 1} {group}", ms + index)
    assert table.referee.outcome(table.state).winners == (1,)
    for why in (table.press(1, ms + 100), table.ok(ms + 500), table.enter("1 4", ms + 600)):
        assert why == "The game is over"


# -- screens and lamps -------------------------------------------------------------------------------------


def main_screen(table: Sitting) -> Screen:
    return table.referee.main_screen(table.state, table.now, speaker("en"))


def test_whose_dice_or_group_it_is_stands_large_with_what_to_do_below() -> None:
    table = sit("seats=1,2,3,4,5,6")
    screen = main_screen(table)
    assert (screen.title, screen.big, screen.sign, screen.text) == ("Seat 1 rolls", "1", 1, ())
    table, _ = finished("seats=1,2,3,4,5,6", [(1, 2)] * 2 + [(1,)] * 5)
    screen = main_screen(table)
    assert (screen.title, screen.big, screen.sign, screen.text) == ("Seat 1: group?", "1", 1, ())


def test_with_many_claims_the_digits_stand_above_the_sand_with_the_numbers_taken() -> None:
    table = sit("seats=1,2,3,4,5,6")
    table.enter("2 3 7", START)
    for seat, number in enumerate((8, 42, 35), start=1):
        table.press(seat, START + seat * 1000)
        table.enter(f"{seat} {number}", START + seat * 1000 + 500)
    assert (main_screen(table).title, len(main_screen(table).scores)) == ("2 3 7", 3)
    table.press(4, 5000)
    assert (main_screen(table).title, main_screen(table).scores) == ("2 3 7 · 8 42 35 ?", ())


def lamps(table: Sitting) -> list[Lamp]:
    return [table.referee.lamp(table.state, seat, table.now) for seat in table.referee.setup.seats]


def test_a_lamp_is_lit_where_a_press_counts_and_blinks_where_it_is_about_the_seat() -> None:
    assert lamps(sit("seats=1,2,3 dice=virtual")) == [Lamp.ON, Lamp.OFF, Lamp.OFF]
    table = sit("seats=1,2,3")
    assert lamps(table) == [Lamp.BLINK, Lamp.ON, Lamp.ON]  # real dice are rolled by hand, and seen by all
    table.enter("2 3 7", START)
    assert lamps(table) == [Lamp.ON] * 3
    table.press(3, 2000)
    assert lamps(table) == [Lamp.ON, Lamp.ON, Lamp.BLINK]
    table.press(1, 3000)
    assert lamps(table) == [Lamp.OFF, Lamp.ON, Lamp.BLINK]
    table.wait(2000 + GLASS)
    assert lamps(table) == [Lamp.OFF, Lamp.OFF, Lamp.BLINK]
    table.ok(18_000)
    assert lamps(table) == [Lamp.BLINK, Lamp.OFF, Lamp.OFF]


# -- with the session --------------------------------------------------------------------------------------


def evening(typed: str = "game rachmistrz seats=1,2,3") -> Evening:
    """A round whose digits are 2, 3, 7 since 1000 ms."""
    evening = Evening()
    evening.enter(typed, 100)
    evening.enter("2 3 7", START)
    assert evening.refused is None
    return evening


def test_undo_brings_back_a_claim_that_was_withdrawn_and_redo_takes_it_again() -> None:
    box = evening()
    for seat, ms in ((1, 2000), (2, 3000)):
        box.press(seat, ms)
    box.enter("1 8", 4000)
    before = box.see
    box.enter("2 8", 5000)
    assert (box.refused, len(box.see["claims"])) == ("8 is taken", 1)
    box.key("undo", 6000)
    assert box.see["claims"] == before["claims"]
    assert (box.see["glass_left_ms"], box.see["ruling"]) == (12_000, before["ruling"])
    box.key("redo", 7000)
    assert len(box.see["claims"]) == 1


def test_a_rematch_begins_with_all_tokens() -> None:
    box = evening("game rachmistrz seats=1,2,3,4,5,6")
    ms = 1000.0
    for _ in range(7):
        box.press(1, ms + 1000)
        box.ok(ms + 17_000)
        ms += 20_000
        if box.see["phase"] == "roll":
            box.enter("2 3 7", ms)
    for seat in range(1, 7):
        box.enter(f"{seat} {7 if seat == 1 else 0}", ms + seat)
    assert box.see["winners"] == [1]
    box.ok(ms + 1000)
    assert (box.see["phase"], box.see["players"]["1"]["tokens"], box.see["claims"]) == ("roll", 7, [])
