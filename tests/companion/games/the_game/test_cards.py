from __future__ import annotations

import pytest

from companion.games.the_game.cards import DECK, Card, Colour, Pile, fits, turns_back

RISING, FALLING = Pile.RISING, Pile.FALLING


def cards(*named: str) -> list[Card]:
    """Cards such as ``green 8``."""
    return [Card(Colour(colour), int(value)) for colour, value in map(str.split, named)]


def test_there_are_fifty_cards_ten_in_each_of_five_colours() -> None:
    assert len(set(DECK)) == 50
    assert {sum(card.colour is colour for card in DECK) for colour in Colour} == {10}


@pytest.mark.parametrize(
    ("pile", "top", "card", "legal"),
    [
        (FALLING, "red 7", "blue 4", True),
        (FALLING, "blue 4", "green 2", True),
        (FALLING, "green 2", "green 8", True),  # the trick
        (FALLING, "green 2", "red 8", False),
        (FALLING, "green 2", "yellow 2", False),
        (FALLING, "green 2", "yellow 1", True),
        (FALLING, "green 8", "red 7", True),
        (FALLING, "green 8", "red 9", False),
        (FALLING, "green 8", "green 10", True),
        (RISING, "blue 5", "red 5", False),
        (RISING, "blue 5", "red 6", True),
        (RISING, "blue 5", "red 4", False),
        (RISING, "blue 5", "blue 1", True),
    ],
)
def test_what_the_games_page_says_of_single_cards(pile: Pile, top: str, card: str, legal: bool) -> None:
    on_top, laid = cards(top, card)
    assert fits(laid, pile, on_top) is legal


def test_an_empty_pile_takes_every_card_and_none_of_them_is_a_trick() -> None:
    for pile in Pile:
        assert all(fits(card, pile, None) for card in DECK)
        assert not any(turns_back(card, pile, None) for card in DECK)


def test_at_the_end_of_a_pile_only_the_tops_colour_goes_on() -> None:
    for pile, end in ((RISING, 10), (FALLING, 1)):
        for colour in Colour:
            fitting = {card.colour for card in DECK if fits(card, pile, Card(colour, end))}
            assert fitting == {colour}


def test_a_pile_takes_higher_or_lower_numbers_and_its_colour_and_nothing_else() -> None:
    """By counting: below 4 there are 3 numbers of 5 colours, and 7 more of the top's own."""
    (top,) = cards("blue 4")
    assert sum(fits(card, FALLING, top) for card in DECK) == 3 * 5 + 7
    assert sum(fits(card, RISING, top) for card in DECK) == 6 * 5 + 4


def test_a_trick_is_the_tops_colour_against_the_order() -> None:
    (top,) = cards("green 4")
    tricks = {pile: {card for card in DECK if turns_back(card, pile, top)} for pile in Pile}
    assert tricks[FALLING] == {card for card in DECK if card.colour is Colour.GREEN and card.value >= 4}
    assert tricks[RISING] == {card for card in DECK if card.colour is Colour.GREEN and card.value <= 4}
