from __future__ import annotations

import pytest

from companion.i18n import speaker
from companion.loop.photo_finish import photo_finish
from companion.table.card_parts import CardFace, Hue, Pile, Row
from companion.table.parts import Countdown
from companion.table.view import Plate, Stack, TableView, TokenKind, Tokens
from firmware.events import NS_PER_MS, NS_PER_S, Seat
from firmware.views import Mood
from tests.companion.games.sitting import Sitting, referee_for

ENGLISH = speaker("en")


def sitting(options: str = "seats=1,2,3,4") -> Sitting:
    return Sitting(referee_for(f"seven_ate_nine {options}"))


def racing(options: str = "seats=1,2,3,4") -> Sitting:
    """Counted down from 1 s on; presses count since 4 s."""
    game = sitting(options)
    game.ok(1000)
    game.wait(4100)
    return game


def table(game: Sitting) -> TableView:
    return game.referee.table(game.state, game.now, ENGLISH)


def plate(game: Sitting, seat: Seat) -> Plate:
    return next(plate for plate in table(game).plates if plate.seat == seat)


def test_a_card_nobody_has_said_lies_there_as_a_question() -> None:
    assert table(sitting()).middle == (Pile(CardFace("?"), caption="1 card", does="card|"),)


@pytest.mark.parametrize(
    ("card", "face", "fits"),
    [
        ("8 1", CardFace("8", "±1", Hue.GREEN), ("7", "9")),
        ("6 2", CardFace("6", "±2", Hue.BLUE), ("4", "8")),
        ("5 3", CardFace("5", "±3", Hue.RED), ("2", "8")),
    ],
)
def test_a_card_that_was_said_shows_what_fits(card: str, face: CardFace, fits: tuple[str, str]) -> None:
    game = racing()
    game.enter(f"card {card}", 5000)
    pile, row = table(game).middle
    assert pile == Pile(face, caption="1 card", does="card|")
    assert row == Row(tuple(map(CardFace, fits)), between="or", caption="fits")


def test_one_card_fits_where_numbers_do_not_wrap() -> None:
    game = racing("seats=1,2 wrap=no")
    game.enter("card 10 3", 5000)
    assert table(game).middle[1] == Row((CardFace("7"),), between="or", caption="fits")


def test_the_heading_leaves_what_fits_to_the_middle() -> None:
    game = racing()
    game.enter("card 8 3", 5000)
    assert (table(game).headline, table(game).title) == ("PLAY!", "7 Ate 9")


def test_the_countdown_is_a_ring() -> None:
    game = sitting()
    game.enter("card 8 3", 500)
    game.ok(1000)
    shown = table(game)
    assert shown.middle[1:] == (Countdown(3 * NS_PER_S, 3 * NS_PER_S),)
    assert (shown.headline, shown.moving) == ("Start!", True)
    later = game.referee.table(game.state, 2_500 * NS_PER_MS, ENGLISH)
    assert later.middle[1:] == (Countdown(1_500 * NS_PER_MS, 3 * NS_PER_S),)


def test_stacks_shrink_and_the_pile_grows() -> None:
    game = racing()
    game.press(2, 5000)
    game.wait(5100)
    assert (plate(game, 2).stack, plate(game, 2).value) == (Stack(17, 18), "17")
    assert plate(game, 1).stack == Stack(18, 18)
    assert table(game).middle == (Pile(CardFace(seat=2), 1, caption="2 cards", does="card|"),)


def test_who_has_the_place_stands_out_and_who_was_late_reads_so_for_a_while() -> None:
    game = racing()
    game.press(2, 5000)
    game.wait(5100)
    game.press(1, 5200)
    assert (plate(game, 2).strong, plate(game, 1).strong) == (True, False)
    assert (plate(game, 1).note, plate(game, 1).mood) == ("card back", Mood.WAIT)
    assert table(game).text == ("17 cards left",)
    game.wait(8300)
    assert (plate(game, 1).note, plate(game, 1).mood) == ("", Mood.CALM)


def test_whoever_has_one_card_left_lays_it_face_down() -> None:
    game = racing("seats=1,2,3,4,5,6,7,8 kids=1 times=3")
    assert plate(game, 1).stack == Stack(3, 3)
    for ms in (5000, 5400):
        game.press(1, ms)
    game.wait(5500)
    assert (plate(game, 1).note, plate(game, 1).mood) == ("face down", Mood.TURN)


def test_while_the_host_judges_only_those_who_may_press_are_asked() -> None:
    game = racing()
    game.press(2, 5000)
    game.wait(5100)
    game.ok(6000)
    assert [plate.note for plate in table(game).plates] == ["", "Wrong?", "", ""]
    game.press(2, 7000)
    assert (plate(game, 2).note, plate(game, 2).mood) == ("TAKE BACK", Mood.WAIT)
    assert plate(game, 2).stack == Stack(18, 18)


def test_when_nobody_can_play_the_middle_is_under_one_new_card() -> None:
    game = racing()
    game.press(2, 5000)
    game.wait(5100)
    game.enter("stuck", 6000)
    assert (table(game).headline, len(table(game).text)) == ("Nobody can play", 2)
    assert table(game).middle == (Pile(CardFace("?"), 1, caption="2 cards", does="card|"),)


def test_rounds_won_are_crowns() -> None:
    game = racing("seats=1,2,3,4,5,6,7,8 kids=1 times=3 wins=3")
    for ms in (5000, 5400, 5800):
        game.press(1, ms)
    game.wait(6000)
    assert plate(game, 1).tokens == (Tokens(TokenKind.CROWN, 1),)
    assert (plate(game, 1).strong, plate(game, 2).tokens) == (True, (Tokens(TokenKind.CROWN, 0),))


def test_cards_beside_a_stack_are_seen_only_where_they_may_lie() -> None:
    game = racing("seats=1,2,3 kids=3 side_piles=3")
    game.enter("side 3", 5000)
    assert plate(game, 3).tokens == (Tokens(TokenKind.CARD, 1),)
    assert plate(game, 1).tokens == ()


def test_the_photo_finish_of_a_tie_asks_nobody_to_decide() -> None:
    game = racing()
    game.press(2, 5000)
    game.press(4, 5000)
    game.wait(5100)
    ruling = game.referee.ruling(game.state)
    assert ruling is not None
    finish = photo_finish(ruling, None, game.referee.setup.tie, ENGLISH, game.referee.of_a_tie)
    assert finish.verdict == "Tie: 2, 4. Cards go back"


def test_nothing_that_counts_stands_in_the_small_title_alone() -> None:
    game = racing()
    game.press(2, 5000)
    game.wait(5100)
    assert (table(game).title, table(game).headline, table(game).text) == (
        "7 Ate 9",
        "Seat 2",
        ("17 cards left",),
    )
    game.press(1, 7000)
    game.press(4, 7000)
    game.wait(7100)
    assert (table(game).headline, table(game).text) == ("TIE", ("seats 1, 4", "cards back"))


def test_between_rounds_it_says_how_many_cards_everyone_gets() -> None:
    game = racing("seats=1,2,3,4,5,6,7,8 kids=1 times=3 wins=3")
    for ms in (5000, 5400, 5800):
        game.press(1, ms)
    game.wait(6000)
    assert (table(game).headline, table(game).text) == ("Seat 1", ("wins the round",))
    game.wait(9000)
    assert (table(game).headline, table(game).text) == ("Shuffle!", ("cards each: 9", "children: 3"))
