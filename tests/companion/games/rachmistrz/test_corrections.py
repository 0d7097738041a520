"""What goes wrong at a table of Rachmistrz, and is put right while the rest of the round stays."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.options import Surroundings
from companion.games.rachmistrz import GAME
from firmware.events import Enter
from firmware.times import Times
from tests.companion.games.sitting import AT_TABLE, Sitting, ns, referee_for
from tests.companion.session.evening import Evening

GLASS = 15_000


def claimed(*seats: int, options: str = "seats=1,2,3,4", digits: str = "2 3 7") -> Sitting:
    """These seats have pressed, a second after each other, the first at 2000 ms."""
    table = Sitting(referee_for(f"rachmistrz {options}"))
    table.enter(digits, 1000)
    for index, seat in enumerate(seats):
        assert table.press(seat, 2000 + 1000 * index) is None
    table.wait(2000 + 1000 * len(seats) - 500)
    return table


def verifying(*seats: int, options: str = "seats=1,2,3,4") -> Sitting:
    """The same, and their glass has run out."""
    table = claimed(*seats, options=options)
    table.wait(2000 + GLASS)
    return table


def claims(table: Sitting) -> list[tuple[int, Any, str | None]]:
    return [(claim["seat"], claim["result"], claim["verdict"]) for claim in table.see["claims"]]


def evening(typed: str = "game rachmistrz seats=1,2,3") -> Evening:
    box = Evening()
    box.enter(typed, 100)
    return box


# -- digits and numbers --------------------------------------------------------------------------------------


def test_digits_typed_wrong_are_put_right_and_the_claims_stand() -> None:
    table = claimed(1, 3, digits="2 3 6")
    table.enter("1 8", 4000)
    assert table.enter("digits 2 3 7", 5000) is None
    assert (table.see["digits"], claims(table)) == ([2, 3, 7], [(1, 8, None), (3, None, None)])
    assert table.see["glass_left_ms"] == GLASS - 3000
    assert table.enter("digits 0 0 0", 5500) == "0 0 0 make no number: roll again"
    table.wait(2000 + GLASS)
    assert table.enter("digits 4 4 6", 18_000) is None
    assert table.enter("digits 4 4", 18_100) == "Expected three digits, such as 2 3 7; got digits 4 4"
    assert (table.see["digits"], table.see["phase"]) == ([4, 4, 6], "verify")


def test_a_number_that_cannot_be_made_is_wrong_by_a_plain_ok_and_right_only_in_words() -> None:
    table = verifying(1, 2)
    table.enter("1 14", 17_500)
    assert table.referee.choices(table.state)[0].text == "wrong"
    table.ok(18_000)
    assert claims(table)[0] == (1, 14, "wrong")
    table.enter("2 9", 18_200)
    assert table.enter("right", 18_300) is None
    assert claims(table)[1] == (2, 9, "right")


def test_a_verdict_given_too_fast_is_given_again() -> None:
    table = verifying(1, 2)
    table.enter("1 8", 17_500)
    table.enter("7x3-2", 18_000)
    assert (claims(table)[0], table.see["players"]["1"]["tokens"]) == ((1, 8, "wrong"), 10)
    assert table.enter("1 7+3-2", 18_100) is None
    assert (claims(table)[0], table.see["players"]["1"]["tokens"]) == ((1, 8, "right"), 9)
    assert table.enter("2 right", 18_200) is None, "it is the one at hand"
    assert table.see["phase"] == "roll"
    assert table.enter("2 wrong", 18_300) is None, "and the next round hasn't begun"
    assert claims(table) == [(1, 8, "right"), (2, None, "wrong")]
    assert [player["tokens"] for player in table.see["players"].values()] == [9, 10, 10, 10]


def test_verdicts_stay_one_after_the_other() -> None:
    table = verifying(1, 2)
    assert table.enter("2 right", 18_000) == "One after the other"
    assert table.enter("3 right", 18_000) == "Seat 3 hasn't pressed"


# -- buttons -------------------------------------------------------------------------------------------------


def test_a_token_laid_in_time_with_a_forgotten_button_is_judged_last() -> None:
    table = verifying(1, 3)
    table.enter("1 8", 17_500)
    assert table.enter("add 2 8", 18_000) == "8 is taken"
    assert table.enter("add 1", 18_000) == "Seat 1 is in already"
    assert table.enter("add 9", 18_000) == "Seat 9 is not in this game"
    assert table.enter("add 2 11", 18_000) is None
    assert table.enter("add 4", 18_100) is None
    assert claims(table) == [(1, 8, None), (3, None, None), (2, 11, None), (4, None, None)]
    assert (table.ruling["order"], table.ruling["late"]) == ([1, 3], [])  # no press of theirs was measured
    assert claimed(1).enter("add 2", 4000) == "Expected SEAT NUMBER or SEAT full; got add 2"


def test_an_elbow_is_taken_back_and_the_others_stay() -> None:
    box = evening()
    box.enter("2 3 7", 1000)
    for seat, ms in ((3, 2000), (1, 3000)):
        box.press(seat, ms)
    box.enter("1 8", 4000)
    box.enter("none 3", 5000)
    assert [claim["seat"] for claim in box.see["claims"]] == [1]
    assert (box.see["glass_left_ms"], box.see["ruling"]["winner"]) == (GLASS - 2000, 3)
    box.wait(5100)
    assert box.see["ruling"]["winner"] == 1, "and the race is ruled as if it never was"
    box.enter("none 1", 6000)
    assert (box.see["phase"], box.see["claims"]) == ("think", [])
    box.press(2, 7000)
    assert box.see["glass_left_ms"] == GLASS


def test_an_elbow_before_the_throw_leaves_the_roller_to_roll() -> None:
    box = evening()
    box.press(3, 2000)
    box.enter("none 3", 3000)
    assert (box.see["phase"], box.see["turn"], box.see["claims"]) == ("roll", 1, [])
    assert evening("game rachmistrz seats=1,2").see["phase"] == "roll"


def test_an_elbow_found_when_all_were_in_gives_the_sand_back() -> None:
    table = claimed(1, 2, 3, options="seats=1,2,3")
    assert table.see["phase"] == "verify"
    table.state = table.referee.without(table.state, 2)
    table.wait(5000)
    assert (table.see["phase"], table.see["glass_left_ms"]) == ("glass", GLASS - 3000)
    late = verifying(1, 2)
    late.state = late.referee.without(late.state, 2)
    assert late.see["phase"] == "verify", "time was up"


# -- counts --------------------------------------------------------------------------------------------------


def test_tokens_are_counted_by_hand_and_the_last_one_ends_the_game_as_a_verdict_would() -> None:
    table = claimed(1, 2)
    assert table.enter("tokens 3 14", 4000) == "Expected 1 to 10; got 14"
    assert table.enter("tokens 3 4", 4000) is None
    table.wait(2000 + GLASS)
    table.ok(18_000)
    assert table.enter("tokens 2 0", 18_200) == "Expected 1 to 10; got 0"
    table.ok(18_500)
    assert table.enter("tokens 2 0", 19_000) is None
    assert table.see["phase"] == "score"
    assert table.enter("tokens 2 1", 19_500) is None, "it had one left: the game goes on"
    assert (table.see["phase"], table.see["turn"]) == ("roll", 2)


def test_of_two_colours_it_is_said_which() -> None:
    table = Sitting(referee_for("rachmistrz seats=1,4"))
    assert table.enter("tokens 4 7", 1000) == "Which one? Add: colour 1 or 2"
    assert table.enter("tokens 4 7 colour 2", 1000) is None
    assert table.see["players"]["4"]["tokens"] == [10, 7]


def test_a_group_counted_wrong_is_counted_again() -> None:
    table = Sitting(referee_for("rachmistrz seats=1,2,3"))
    table.enter("tokens 1 0", 1000)
    table.enter("1 8", 2000)
    table.enter("1 7", 2100)
    table.enter("2 0", 2200)
    assert [table.see["players"][seat]["score"] for seat in "123"] == [7, -13, None]
    table.enter("3 0", 2300)
    assert table.see["phase"] == "over"


# -- undo ----------------------------------------------------------------------------------------------------


def test_each_claim_is_a_decision_of_its_own() -> None:
    box = evening()
    box.enter("2 3 7", 1000)
    for seat, ms in ((3, 2000), (1, 3000)):
        box.press(seat, ms)
    box.key("undo", 4000)
    assert [claim["seat"] for claim in box.see["claims"]] == [3]
    box.key("undo", 5000)
    assert box.see["phase"] == "think"


def test_simultaneous_first_claims_are_one_decision() -> None:
    box = evening("game rachmistrz seats=1,2,3 tie_us=30000")
    box.press(3, 2000)
    box.enter("3 8", 2010)
    assert box.refused == "Someone has already pressed", "between the two nothing else is decided"
    box.press(1, 2020)
    box.wait(2100)
    assert box.see["ruling"]["tied"] == [1, 3]
    box.key("undo", 3000)
    assert (box.see["phase"], box.see["claims"]) == ("roll", [])


# -- the host ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("polish", "english"),
    [
        ("dobrze", "right"),
        ("źle", "wrong"),
        ("podpowiedz", "hint"),
        ("1 pełno", "1 full"),
        ("dodaj 3", "add 3"),
    ],
)
def test_words_are_read_in_polish_too(polish: str, english: str) -> None:
    one, other = verifying(1, 2), verifying(1, 2)
    for table, typed in ((one, polish), (other, english)):
        table.enter("1 8", 17_500)
        assert table.enter(typed, 18_000) is None
    assert one.state == other.state


def test_an_ok_on_its_way_when_a_first_claim_comes_is_refused() -> None:
    box = evening()
    box.enter("2 3 7", 1000)
    box.press(2, 2000)
    box.ok(2150)
    assert box.refused == "Someone has already pressed"


def test_the_glass_and_the_side_can_be_others_from_now_on_but_not_the_board() -> None:
    def begun(*words: str) -> Any:
        return GAME.begin(words, Surroundings(AT_TABLE, Times(), "en", things={"board": {}}))

    was = begun("seats=1,2")
    state, _ = was.step(was.start(), Enter("2 3 7", ns(1000)))
    now = begun("seats=1,2", "glass=30", "side=hard")
    assert now.takes_over(state, was.setup) == state
    assert begun("seats=1,2,3").takes_over(state, was.setup) is None
