"""What the table window shows of dice."""

from __future__ import annotations

import pytest

from companion.table.parts import AT_REST, Dice, Figure
from firmware.events import Rolled
from tests.companion.games.dice.dice_sitting import sit
from tests.companion.games.sitting import Sitting, ns
from tests.companion.games.tabletop import table


def thrown(options: str, *faces: str) -> Sitting:
    game = sit(f"seats=1,2 {options}")
    game.press(1, 1000)
    game.happen(Rolled(faces, ns(1001)))
    return game


def part(game: Sitting, ms: float | None = None) -> Dice:
    lying = table(game, ms).middle[0]
    assert isinstance(lying, Dice)
    return lying


def total(game: Sitting, ms: float | None = None) -> str:
    """The sum beside the dice."""
    beside = table(game, ms).middle[1]
    assert isinstance(beside, Figure)
    return beside.text


def test_dice_nobody_has_rolled_lie_untold_with_no_sum_beside_them() -> None:
    game = sit("seats=1,2")
    dice, rest = part(game), table(game).middle[1:]
    assert not rest
    assert [die.face.text for die in dice.dice] == ["?", "?", "?"]
    assert not dice.moving


def test_dice_tumble_unread_until_their_time_is_over() -> None:
    game = thrown("", "2", "3", "6")
    dice = part(game, 1300)
    assert (dice.moving, dice.rolled) == (True, 500)
    assert {die.face.text for die in dice.dice} == {"?"}
    assert (table(game, 1300).headline, total(game, 1300)) == ("roll 1", "")
    dice = part(game, 1600)
    assert (dice.moving, dice.rolled) == (False, AT_REST)
    assert [die.face.text for die in dice.dice] == ["2", "3", "6"]
    assert (table(game, 1600).headline, total(game, 1600)) == ("roll 1", "11")


def test_locked_dice_stay_readable_while_others_roll() -> None:
    game = thrown("", "2", "3", "6")
    game.enter("lock 1", 2000)
    game.press(2, 3000)
    dice = part(game, 3100)
    assert [(die.face.text, die.face.still) for die in dice.dice] == [("2", True), ("?", False), ("?", False)]


def test_nothing_is_offered_that_isn_t_seen_yet() -> None:
    game = thrown("", "2", "3", "6")
    assert game.referee.choices(game.state) == ()
    game.wait(1600)
    assert game.referee.choices(game.state)[1].label.filled() == "Lock 1: 2"


def test_beside_words_the_sum_is_that_of_the_numbers() -> None:
    game = thrown("set=1d6+1weather+1doubling", "6", "sun", "64")
    assert total(game, 1700) == "70"
    assert [die.sides for die in part(game, 1700).dice] == [6, 0, 0]


def test_what_does_not_count_is_marked_once_it_lies() -> None:
    game = thrown("set=4d6k3+2", "3", "1", "5", "6")
    assert not any(die.dropped for die in part(game, 1300).dice)
    assert [die.dropped for die in part(game, 1700).dice] == [False, True, False, False]
    assert total(game, 1700) == "16"
    assert table(game, 1700).text == ("3+5+6+2, not 1", "")


def test_the_sums_before_are_told_the_newest_first() -> None:
    game = thrown("set=2d6", "1", "2")
    for second in range(2, 9):
        game.press(1, second * 1000)
        game.happen(Rolled((str(second % 6 + 1),) * 2, ns(second * 1000 + 20)))
        before = table(game, second * 1000 + 30).text[-1]
        game.wait(second * 1000 + 700)
    assert before == "before: 4, 2, 12, 10"
    assert table(game).text[-1] == before  # the roll that lies there isn't among them


def test_of_words_before_nothing_is_told() -> None:
    game = thrown("set=2weather", "sun", "rain")
    game.press(1, 3000)
    assert table(game, 3100).text == ("", "")
    assert len(table(game, 3100).middle) == 1


def test_dice_whose_faces_never_came_lie_still() -> None:
    game = sit("seats=1")
    game.press(1, 1000)
    assert not part(game, 9000).moving


@pytest.mark.parametrize(
    ("options", "sides"),
    [
        ("set=2d6", 6),
        ("set=1d20", 20),
        ("set=kezao", 0),
        ("set=2averaging", 6),  # pips show them
        ("set=2fudge", 0),
        ("set=2doubling", 0),
    ],
)
def test_numbered_dice_know_their_sides(options: str, sides: int) -> None:
    dice = part(sit(f"seats=1 {options}"))
    assert {die.sides for die in dice.dice} == {sides}


def test_a_lone_die_says_its_sum_itself() -> None:
    assert len(table(thrown("set=1d100", "100"), 1700).middle) == 1
    assert total(thrown("set=1d6+2", "3"), 1700) == "5"


def test_a_touch_on_a_die_that_lies_keeps_it_or_lets_it_go() -> None:
    game = thrown("", "2", "3", "6")
    assert {die.does for die in part(game, 1300).dice} == {""}
    game.wait(1600)
    game.enter(part(game).dice[1].does, 2000)
    assert [die.does for die in part(game).dice] == ["lock 1", "unlock 2", "lock 3"]
    game.enter(part(game).dice[1].does, 2100)
    assert [die.does for die in part(game).dice] == ["lock 1", "lock 2", "lock 3"]
    assert {die.does for die in part(sit("seats=1")).dice} == {""}


def test_kezao_s_dice_keep_their_kinds_and_colours() -> None:
    game = thrown("set=kezao", "red", "violet", "orange", "blue")
    faces = [die.face for die in part(game, 1700).dice]
    assert [face.crossed for face in faces] == [False, False, True, True]
    assert all(face.colour for face in faces)
    assert all(not die.face.colour for die in part(game, 1100).dice)
