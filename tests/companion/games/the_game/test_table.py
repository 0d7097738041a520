from __future__ import annotations

import pytest

from companion.i18n import speaker
from companion.table.card_parts import CardFace, Hue, Pile, Unseen
from companion.table.view import TableView
from firmware.events import Seat
from firmware.views import Mood
from tests.companion.games.sitting import Sitting, referee_for

ENGLISH = speaker("en")


def after(*cards: str, options: str = "seats=1,2,3") -> Sitting:
    """A game in which these cards were entered, a second apart."""
    game = Sitting(referee_for(f"the_game {options}"))
    for second, card in enumerate(cards, start=1):
        assert game.enter(card, second * 1000) is None
    return game


def table(game: Sitting) -> TableView:
    return game.referee.table(game.state, game.now, ENGLISH)


def piles(game: Sitting) -> tuple[Pile, Pile]:
    falling, rising = table(game).middle
    assert isinstance(falling, Pile)
    assert isinstance(rising, Pile)
    return falling, rising


def unseen(game: Sitting) -> Unseen:
    [part] = table(game).below
    assert isinstance(part, Unseen)
    return part


def notes(game: Sitting) -> dict[Seat, str]:
    return {plate.seat: plate.note for plate in table(game).plates}


def test_empty_piles_take_any_card() -> None:
    assert piles(after()) == (
        Pile(None, way=-1, caption="any card", does="… falling|"),
        Pile(None, way=1, caption="any card", does="… rising|"),
    )


def test_a_pile_shows_its_top_card_and_what_may_lie_on_it() -> None:
    falling, rising = piles(after("red 7 falling", "blue 4 rising"))
    assert (falling.top, falling.caption) == (CardFace("7", "red", Hue.RED), "below 7 or red")
    assert (rising.top, rising.caption) == (CardFace("4", "blue", Hue.BLUE), "above 4 or blue")


def test_a_touch_on_a_pile_lays_the_card_that_was_picked_there_or_puts_its_top_right() -> None:
    falling, rising = piles(after("red 7 falling"))
    assert falling.does == "… falling|correct red 7"
    assert rising.does == "… rising|"
    assert [row.does for row in unseen(after()).rows][:2] == ["… blue|", "… red|"]


@pytest.mark.parametrize(("card", "place"), [("gray 10 rising", 1), ("gray 1 falling", 0)])
def test_on_the_last_number_of_a_pile_only_its_colour_fits(card: str, place: int) -> None:
    assert piles(after(card))[place].caption == "only gray"


def test_cards_fade_once_they_are_laid() -> None:
    rows = unseen(after("red 7 falling", "green 1 rising")).rows
    assert [row.name for row in rows] == ["blue", "red", "gray", "yellow", "green"]
    laid = {(row.name, number) for row in rows for number, there in enumerate(row.unseen, 1) if not there}
    assert laid == {("red", 7), ("green", 1)}


def test_the_draw_pile_is_counted() -> None:
    assert (unseen(after()).draw, unseen(after()).caption) == (44, "draw pile")
    assert unseen(after("red 7 falling", "green 1 rising")).draw == 42


def test_whose_turn_it_is_what_it_may_do_and_what_nobody_may_say() -> None:
    shown = table(after())
    assert (shown.headline, shown.sign) == ("Seat 1", 1)
    assert shown.text == ("lay 1 or 2 cards", "no exact numbers!")
    assert [plate.mood for plate in shown.plates] == [Mood.TURN, Mood.CALM, Mood.CALM]


def test_experts_lay_one_card_and_say_less() -> None:
    game = after("red 7 falling", options="seats=1,2 pro=yes")
    assert table(game).text == ("press: turn done", "say only colours, piles and tricks")


def test_whoever_has_laid_draws() -> None:
    assert notes(after("red 7 falling", "green 1 rising")) == {1: "DRAW 2", 2: "is on turn", 3: ""}


def test_hands_are_counted_at_the_seats() -> None:
    game = after("red 7 falling")
    assert [plate.tokens[0].count for plate in table(game).plates] == [1, 2, 2]


def test_a_lost_game_says_nothing_more_may_be_laid() -> None:
    game = after("red 7 falling", "green 1 rising", "stuck")
    assert [pile.caption for pile in piles(game)] == ["", ""]
    assert not any(plate.strong for plate in table(game).plates)
    assert set(notes(game).values()) == {""}
