"""What the table window shows of dice, hourglass, stopwatch and chess clock."""

from __future__ import annotations

from typing import Any

import pytest

from companion.i18n import speaker
from companion.table.parts import AT_REST, Clock, Dice, Glass
from companion.table.view import Plate, TableView
from firmware.events import NS_PER_S, Knob, Rolled
from firmware.views import Mood
from tests.companion.games.sitting import Sitting, ns, referee_for

ENGLISH = speaker("en")


def table(game: Sitting, ms: float | None = None) -> TableView:
    return game.referee.table(game.state, game.now if ms is None else ns(ms), ENGLISH)


def part(game: Sitting, ms: float | None = None) -> Any:
    (only,) = table(game, ms).middle
    return only


def plates(game: Sitting) -> dict[int, Plate]:
    return {plate.seat: plate for plate in table(game).plates}


# -- dice ------------------------------------------------------------------------------------------


def thrown(options: str, *faces: str) -> Sitting:
    game = Sitting(referee_for(f"dice seats=1,2 {options}"))
    game.press(1, 1000)
    game.happen(Rolled(faces, ns(1001)))
    return game


def test_dice_nobody_has_rolled_lie_untold() -> None:
    dice = part(Sitting(referee_for("dice seats=1,2")))
    assert isinstance(dice, Dice)
    assert [die.face.text for die in dice.dice] == ["?", "?", "?"]
    assert not dice.moving


def test_dice_tumble_unread_until_their_time_is_over() -> None:
    game = thrown("", "2", "3", "6")
    dice = part(game, 1300)
    assert (dice.moving, dice.rolled) == (True, 500)
    assert {die.face.text for die in dice.dice} == {"?"}
    assert table(game, 1300).headline == "roll 1"
    dice = part(game, 1600)
    assert (dice.moving, dice.rolled) == (False, AT_REST)
    assert [die.face.text for die in dice.dice] == ["2", "3", "6"]
    assert table(game, 1600).headline == "Sum: 11"


def test_locked_dice_stay_readable_while_others_roll() -> None:
    game = thrown("", "2", "3", "6")
    game.enter("lock 1", 2000)
    game.press(2, 3000)
    dice = part(game, 3100)
    assert [(die.face.text, die.face.still) for die in dice.dice] == [("2", True), ("?", False), ("?", False)]


def test_choices_don_t_tell_what_isn_t_seen_yet() -> None:
    game = thrown("", "2", "3", "6")
    assert [choice.label.filled() for choice in game.referee.choices(game.state)][1:] == [
        "Lock 1: ?",
        "Lock 2: ?",
        "Lock 3: ?",
    ]
    game.wait(1600)
    assert game.referee.choices(game.state)[1].label.filled() == "Lock 1: 2"


def test_dice_whose_faces_never_came_lie_still() -> None:
    game = Sitting(referee_for("dice seats=1"))
    game.press(1, 1000)
    assert not part(game, 9000).moving


@pytest.mark.parametrize(("options", "sides"), [("set=2d6", 6), ("set=1d20", 20), ("set=kezao", 0)])
def test_numbered_dice_know_their_sides(options: str, sides: int) -> None:
    dice = part(Sitting(referee_for(f"dice seats=1 {options}")))
    assert {die.sides for die in dice.dice} == {sides}


def test_a_lone_die_s_number_is_its_sum() -> None:
    game = thrown("set=1d100", "100")
    assert table(game, 1700).headline == "100"


def test_kezao_s_dice_keep_their_kinds_and_colours() -> None:
    game = thrown("set=kezao", "red", "violet", "orange", "blue")
    faces = [die.face for die in part(game, 1700).dice]
    assert [face.crossed for face in faces] == [False, False, True, True]
    assert all(face.colour for face in faces)
    assert all(not die.face.colour for die in part(game, 1100).dice)


# -- hourglass -------------------------------------------------------------------------------------


def test_a_glass_shows_exactly_what_is_left() -> None:
    game = Sitting(referee_for("hourglass seats=1,2 time=60"))
    assert part(game) == Glass(60 * NS_PER_S, 60 * NS_PER_S, False, "1:00")
    game.press(1, 1000)
    assert part(game, 16_250) == Glass(44_750_000_000, 60 * NS_PER_S, True, "45")
    assert part(game, 16_250).moving
    game.ok(20_000)
    assert not part(game, 99_000).moving
    assert table(game).headline == "it stands still"


def test_time_that_is_up_stands_still() -> None:
    game = Sitting(referee_for("hourglass seats=1 time=5"))
    game.press(1, 0)
    game.wait(5000)
    assert table(game).headline == "TIME!"
    assert (part(game).left, part(game).moving) == (0, False)


def test_the_knob_fills_the_glass() -> None:
    game = Sitting(referee_for("hourglass seats=1 time=60"))
    game.happen(Knob(1, ns(10)))
    assert part(game).text == "1:05"


# -- stopwatch -------------------------------------------------------------------------------------


def test_a_watch_shows_tenths_and_where_seats_came_in() -> None:
    game = Sitting(referee_for("stopwatch seats=1,2,3"))
    assert part(game) == Clock("0.0")
    game.press(3, 1000)
    assert part(game, 1500) == Clock("0.5")
    game.press(3, 3000)
    game.press(1, 5000)
    assert part(game) == Clock("4.0", bar=1000, marks=((3, 500), (1, 1000)))
    game.ok(9000)
    assert part(game, 60_000) == Clock("8.0", bar=1000, marks=((3, 250), (1, 500)), asleep=True)


def test_laps_stand_on_plates() -> None:
    game = Sitting(referee_for("stopwatch seats=1,2"))
    game.press(1, 0)
    game.press(2, 2000)
    game.press(2, 5000)
    assert plates(game)[1] == Plate(1, "Seat 1")
    assert plates(game)[2] == Plate(2, "Seat 2", "5.0", "lap 2 · 3.0", strong=True)


def test_a_plate_s_time_has_at_most_six_letters() -> None:
    game = Sitting(referee_for("stopwatch seats=1"))
    game.press(1, 0)
    for ms in (599_900, 600_000, 3_599_000):
        game.press(1, ms)
        assert len(plates(game)[1].value) <= 6


# -- chess clock -----------------------------------------------------------------------------------


def clock() -> Sitting:
    return Sitting(referee_for("turns seats=1,2,3 first=2 time=60"))


def test_the_time_that_runs_is_the_big_one() -> None:
    game = clock()
    game.press(1, 0)
    assert part(game, 15_000) == Clock("0:45", bar=750)
    assert (table(game).headline, table(game).sign) == ("Seat 2", 2)
    assert plates(game)[2].mood is Mood.TURN
    assert plates(game)[1].value == "1:00"


def test_tenths_run_in_the_last_ten_seconds_only() -> None:
    game = clock()
    game.press(1, 0)
    assert not part(game, 49_900).moving
    last = part(game, 51_600)
    assert (last.text, last.moving, last.last) == ("8.4", True, True)
    game.ok(51_600)
    assert not part(game, 99_000).moving


def test_a_seat_without_time_has_a_fallen_flag_and_waits() -> None:
    game = clock()
    game.press(1, 0)
    game.wait(60_000)
    assert part(game).fallen
    game.ok(61_000)
    assert not part(game).fallen
    assert (plates(game)[2].mood, plates(game)[2].note) == (Mood.WAIT, "time is up")


def test_who_alone_has_time_left_is_what_it_is_about() -> None:
    game = Sitting(referee_for("turns seats=1,2 time=5"))
    game.ok(0)
    game.wait(5000)
    assert table(game).middle == ()
    assert [seat for seat, plate in plates(game).items() if plate.strong] == [2]
