"""Rachmistrz on the table window, as its scene plays it."""

from __future__ import annotations

from dataclasses import replace

from companion.games.rachmistrz.state import Phase
from companion.i18n import speaker
from companion.table.honeycomb import Honeycomb, Token
from companion.table.parts import Claims, Column, Digits, Glass, Standing
from companion.table.view import Part, TableView
from firmware.views import Mood
from tests.companion.games.sitting import Sitting, referee_for


def sit(options: str) -> Sitting:
    table = Sitting(referee_for(f"rachmistrz {options}"))
    table.enter("2 3 7", 1000)
    return table


def seen(table: Sitting) -> TableView:
    return table.referee.table(table.state, table.now, speaker("en"))


def part(table: Sitting, kind: type[Part]) -> Part | None:
    return next((part for part in seen(table).middle if type(part) is kind), None)


def lines(table: Sitting) -> list[tuple[int, str, str, Standing]]:
    [claims] = seen(table).below
    assert isinstance(claims, Claims)
    return [(claim.seat, claim.what, claim.note, claim.standing) for claim in claims.claims]


def test_digits_are_shown_once_they_are_known() -> None:
    table = Sitting(referee_for("rachmistrz seats=1,2,3"))
    assert part(table, Digits) == Digits((), does="digits|")
    table.enter("2 3 7", 1200)
    assert part(table, Digits) == Digits((2, 3, 7), does="digits|")
    assert [plate.mood for plate in seen(table).plates] == [Mood.TURN] * 3


def test_sand_runs_from_the_first_press_and_those_in_wait() -> None:
    table = sit("seats=1,2,3 glass=20")
    table.press(2, 2000)
    table.wait(7500)
    assert part(table, Glass) == Glass(14_500_000_000, 20_000_000_000, running=True, text="15")
    assert [plate.mood for plate in seen(table).plates] == [Mood.TURN, Mood.WAIT, Mood.TURN]
    assert (seen(table).headline, seen(table).sign) == ("Seat 2 was first", 2)


def test_claims_stand_in_their_order_with_what_became_of_them() -> None:
    table = sit("seats=1,2,3,4")
    table.press(1, 2000)
    table.press(3, 2620)
    table.press(2, 3000)
    table.enter("1 8", 3500)
    table.enter("3 9", 3600)
    table.enter("2 8", 3700)  # taken
    assert lines(table) == [
        (1, "8", "1.", Standing.OPEN),
        (3, "9", "+0.6 s", Standing.OPEN),
        (2, "?", "", Standing.WITHDRAWN),
    ]
    table.wait(18_000)
    table.enter("right", 18_000)
    assert [line[3] for line in lines(table)] == [Standing.RIGHT, Standing.ASKED, Standing.WITHDRAWN]
    assert [plate.value for plate in seen(table).plates] == ["9", "10", "10", "10"]
    assert (seen(table).headline, seen(table).sign) == ("Show your sum!", 3)
    judged = part(table, Claims)
    assert isinstance(judged, Claims)
    assert [(claim.seat, claim.what) for claim in judged.claims] == [(3, "9")], "as large as the digits"
    table.enter("hint", 18_500)
    assert seen(table).text == ("9 can't be made",)
    table.enter("wrong", 19_000)
    assert [line[3] for line in lines(table)][:2] == [Standing.RIGHT, Standing.WRONG], "until the next dice"
    table.enter("2 3 7", 20_000)
    assert lines(table) == []
    table.press(4, 21_000)
    table.wait(21_100)
    assert lines(table) == [(4, "?", "1.", Standing.OPEN)], "nothing of the round before"


def test_simultaneous_claims_stand_in_the_order_of_their_seats() -> None:
    table = sit("seats=1,2,3,4 tie_us=30000")
    table.press(3, 2000)
    table.press(1, 2010)
    table.press(2, 2500)
    table.wait(3000)
    assert [seat for seat, *_ in lines(table)] == [1, 3, 2]


def test_a_claim_that_was_made_is_never_told_to_be_impossible_before_it_is_judged() -> None:
    table, other = sit("seats=1,2,3"), sit("seats=1,2,3")
    for sitting, number in ((table, "8"), (other, "9")):
        sitting.press(1, 2000)
        sitting.enter(f"1 {number}", 3000)
    [mine], [theirs] = lines(table), lines(other)
    assert (mine[0], mine[2:]) == (theirs[0], theirs[2:])


def test_the_title_tells_the_side_and_a_board_that_is_not_printed() -> None:
    assert seen(sit("seats=1,2,3")).title == "Rachmistrz · round 1 · whole numbers count"
    assert seen(sit("seats=1,2,3 side=hard")).title == "Rachmistrz · round 1 · fractions count too"
    assert seen(sit("seats=1,2,3 board=example")).title.endswith(" · not a printed board")


def test_the_board_points_at_the_number_and_its_free_fields_then_at_the_token() -> None:
    table = sit("seats=1,2,3 board=example")
    table.press(1, 2000)
    table.enter("1 8", 3000)
    board = part(table, Honeycomb)
    assert isinstance(board, Honeycomb)
    assert (board.number, board.free, board.tokens) == (8, ("B3", "C3", "C4"), ())
    assert board.does == ("1 8 B3", "1 8 C3", "1 8 C4")
    assert (seen(table).below, seen(table).plates[0].note) == ((), "8"), "the board has their place"
    table.enter("1 8 c4", 3500)
    board = part(table, Honeycomb)
    assert isinstance(board, Honeycomb)
    assert (board.number, board.free, board.tokens) == (8, (), (Token("C4", 1, sure=False),))
    table.wait(18_000)
    table.enter("right", 18_000)
    board = part(table, Honeycomb)
    assert isinstance(board, Honeycomb)
    assert (board.number, board.tokens) == (8, (Token("C4", 1),))


def test_a_board_has_all_the_height_and_the_rest_stands_beside_it() -> None:
    table = sit("seats=1,2 board=example")
    column, board = seen(table).middle
    assert isinstance(column, Column)
    assert [type(part) for part in column.parts] == [Digits, Glass]
    assert isinstance(board, Honeycomb)
    assert (seen(table).tall, column.moving) == (True, False)
    table.press(1, 2000)
    table.wait(2100)
    assert seen(table).moving


def test_at_the_end_one_largest_group_of_each_seat_counts() -> None:
    table = sit("seats=1,2 board=example")
    placed = {"A1": 1, "A2": 1, "G3": 1, "G4": 1, "D4": 1, "C1": 2}
    table.enter("skip", 1500)
    state = table.state
    table.state = type(state)(
        **{name: getattr(state, name) for name in state.__slots__}
        | {"phase": Phase.SCORE, "placed": placed, "groups": {1: 2, 2: 1}}
    )
    board = part(table, Honeycomb)
    assert isinstance(board, Honeycomb)
    assert board.counted == {"A1", "A2", "C1"}
    assert [plate.note for plate in seen(table).plates] == ["largest group 2", "largest group 1"]


def test_the_first_press_moves_no_digit() -> None:
    table = sit("seats=1,2,3")
    before = seen(table)
    table.press(1, 2000)
    table.wait(2100)
    assert [type(part) for part in before.middle] == [type(part) for part in seen(table).middle]
    assert [type(part) for part in before.below] == [type(part) for part in seen(table).below]
    assert not before.moving


def test_a_touch_on_a_claim_asks_what_is_to_be_known_of_it() -> None:
    table = sit("seats=1,2,3")
    table.press(2, 2000)
    table.wait(2100)
    [claims] = seen(table).below
    assert isinstance(claims, Claims)
    offered = {choice.text for choice in table.referee.choices(table.state)}
    [asked] = offered & set(claims.claims[0].does.split("|"))
    assert asked == "number 2 1"


def test_the_group_that_is_asked_for_is_the_headline() -> None:
    table = sit("seats=1,2,3")
    table.enter("skip", 1500)
    state = table.state
    table.state = replace(state, phase=Phase.SCORE, groups={1: 4})
    assert (seen(table).headline, seen(table).sign) == ("Seat 2: group?", 2)
    assert [plate.note for plate in seen(table).plates] == ["largest group 4", "", ""]
