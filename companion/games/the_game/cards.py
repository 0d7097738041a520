"""The cards of The Game: Quick & Easy, its two piles, and what may be laid on them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Colour(StrEnum):
    """A colour of cards."""

    BLUE = "blue"
    RED = "red"
    GRAY = "gray"
    YELLOW = "yellow"
    GREEN = "green"


class Pile(StrEnum):
    """One of the two piles."""

    FALLING = "falling"
    """The upper one: lower and lower."""
    RISING = "rising"
    """The lower one: higher and higher."""


@dataclass(frozen=True, slots=True)
class Card:
    """One of the fifty cards; there is each only once. ``value`` is 1 to 10."""

    colour: Colour
    value: int

    def __str__(self) -> str:
        """As typed: ``red 7``."""
        return f"{self.colour} {self.value}"


@dataclass(frozen=True, slots=True)
class Laid:
    """A card that lies, and on which pile."""

    card: Card
    pile: Pile


VALUES = range(1, 11)

DECK = tuple(Card(colour, value) for colour in Colour for value in VALUES)


def in_order(card: Card, pile: Pile, top: Card) -> bool:
    """Whether a card goes on by its number alone: strictly higher, or strictly lower (Przebieg gry)."""
    return card.value > top.value if pile is Pile.RISING else card.value < top.value


def fits(card: Card, pile: Pile, top: Card | None) -> bool:
    """Whether a card may be laid on a pile; ``top`` is None on an empty one.

    Any card on an empty pile; else one in order, or any of the top's colour (Podstęp odwracania).
    """
    return top is None or card.colour is top.colour or in_order(card, pile, top)


def turns_back(card: Card, pile: Pile, top: Card | None) -> bool:
    """Whether laying a card is the reversal trick: the top's colour, against the pile's order."""
    return top is not None and card.colour is top.colour and not in_order(card, pile, top)
