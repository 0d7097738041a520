from __future__ import annotations

import pytest

from companion.i18n import speaker
from companion.table.card_parts import Places
from companion.table.parts import AT_REST, Dice
from companion.table.view import Plate, Stack, TableView
from firmware.events import Rolled
from firmware.views import Mood
from tests.companion.games.sitting import Sitting, ns, referee_for

ENGLISH = speaker("en")


def sitting(options: str = "") -> Sitting:
    return Sitting(referee_for(f"kezao seats=1,2,3,4 first=1 {options}"))


def rolled(*rolls: tuple[str, str]) -> Sitting:
    """Seat 1 has rolled a *with* and a *without* at 1 s."""
    game = sitting()
    game.enter("+-", 500)
    game.press(1, 1000)
    for faces in rolls:
        game.happen(Rolled(faces, ns(1001)))
    return game


def laying() -> Sitting:
    game = rolled(("red", "blue"))
    game.wait(1500)
    return game


def table(game: Sitting, ms: float | None = None) -> TableView:
    return game.referee.table(game.state, game.now if ms is None else ns(ms), ENGLISH)


def dice(game: Sitting, ms: float | None = None) -> Dice:
    part = table(game, ms).middle[0]
    assert isinstance(part, Dice)
    return part


def places(game: Sitting, ms: float | None = None) -> Places:
    part = table(game, ms).middle[1]
    assert isinstance(part, Places)
    return part


def plate(game: Sitting, seat: int) -> Plate:
    return next(plate for plate in table(game).plates if plate.seat == seat)


def test_the_dice_to_be_taken_lie_there_while_the_roller_chooses() -> None:
    game = sitting()
    assert [die.face.crossed for die in dice(game).dice] == [False, False]
    game.enter("--", 100)
    assert [die.face.crossed for die in dice(game).dice] == [True, True]
    assert (table(game).headline, table(game).sign) == ("Seat 1 rolls", 1)
    assert plate(game, 1).mood is Mood.TURN


@pytest.mark.parametrize(
    ("picked", "does"), [("++", ["+-", "+-"]), ("+-", ["--", "++"]), ("--", ["+-", "+-"])]
)
def test_a_touch_on_a_die_takes_one_of_the_other_kind(picked: str, does: list[str]) -> None:
    game = sitting()
    game.enter(picked, 100)
    assert [die.does for die in dice(game).dice] == does
    assert game.enter(does[0], 200) is None


def test_a_touch_on_real_dice_asks_what_they_show() -> None:
    game = sitting("dice=real")
    assert {die.does for die in dice(game).dice} == {"dice|"}
    game.press(1, 1000)
    assert {die.does for die in dice(game).dice} == {"dice|"}
    assert not any(die.does for die in dice(laying()).dice)


def test_dice_tumble_then_lie_in_colour_beside_the_places() -> None:
    game = rolled(("red", "blue"))
    assert (dice(game, 1250).moving, dice(game, 1250).rolled) == (True, 500)
    assert len(table(game, 1250).middle) == 1
    assert not any(die.face.colour for die in dice(game, 1250).dice)
    assert dice(game, 1500).rolled == AT_REST
    assert [die.face.word for die in dice(game, 1500).dice] == ["red", "blue"]
    assert places(game, 1500).count == 4


def test_dice_that_clash_are_seen_and_tumble_another_way() -> None:
    game = rolled(("red", "red"), ("red", "blue"))
    assert not dice(game, 1700).moving
    assert table(game, 1700).headline == "Same colour: again!"
    again = dice(game, 2250)
    assert (again.moving, again.rolled) == (True, 500)
    assert again.throw != dice(game, 1250).throw
    assert dice(game, 2500).rolled == AT_REST


def test_cards_fall_into_their_places_once_they_are_ruled() -> None:
    game = laying()
    assert places(game) == Places((), 4, open=True)
    assert (table(game).headline, table(game).text) == ("Lay and press!", ("4 places are free",))
    game.press(3, 3000)
    game.wait(3100)
    falling = places(game)
    assert (falling.laid, falling.fresh, falling.moving) == ((3,), 1, True)
    assert places(game, 3600) == Places((3,), 4, open=True, does=("wrong 3|wrong",))


def test_nothing_moves_while_everyone_looks() -> None:
    game = laying()
    game.press(3, 3000)
    game.wait(5000)
    assert not table(game).moving
    assert not table(sitting()).moving


def test_no_place_is_open_while_the_host_judges() -> None:
    game = laying()
    game.press(3, 3000)
    game.ok(4000)
    assert not places(game).open
    assert (table(game).headline, table(game).text) == ("STOP", ("Wrong card? Press!",))
    game.ok(5000)
    assert places(game).open


def test_a_wrong_card_frees_its_place_and_bars_its_seat() -> None:
    game = laying()
    game.press(3, 3000)
    game.ok(4000)
    game.press(3, 5000)
    assert places(game).laid == ()
    barred = plate(game, 3)
    assert (barred.value, barred.stack, barred.mood) == ("10", Stack(10, 10), Mood.WAIT)
    assert barred.note == "no more this roll"
    assert barred.bar == 0  # it isn't a time that runs: an idle table isn't drawn anew


def test_plates_tell_how_many_cards_everyone_has() -> None:
    game = laying()
    game.press(3, 3000)
    game.wait(4000)
    assert [each.value for each in table(game).plates] == ["7", "7", "6", "7"]
    assert plate(game, 3).stack == Stack(6, 7)
