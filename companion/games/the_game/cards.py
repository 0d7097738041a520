"""The cards of The Game: Quick & Easy, its two piles, what may be laid on them, and how cards are typed."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
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


def _inflected(stem: str) -> Iterator[str]:
    """A Polish adjective in every gender, its letters folded."""
    return (stem + ending for ending in ("a", "y", "e", "i", "ie"))


_COLOURS: Mapping[str, Colour] = {
    **{str(colour): colour for colour in Colour},
    "grey": Colour.GRAY,
    **dict.fromkeys(_inflected("niebiesk"), Colour.BLUE),
    **dict.fromkeys(_inflected("czerwon"), Colour.RED),
    **dict.fromkeys(_inflected("szar"), Colour.GRAY),
    **dict.fromkeys(_inflected("zolt"), Colour.YELLOW),
    **dict.fromkeys(_inflected("zielon"), Colour.GREEN),
}

_PILES: Mapping[str, Pile] = {
    **dict.fromkeys(("falling", "upper", *_inflected("malejac"), *_inflected("gorn")), Pile.FALLING),
    **dict.fromkeys(("rising", "lower", *_inflected("rosnac"), *_inflected("doln")), Pile.RISING),
}


def _folded(word: str) -> str:
    """Lower case without diacritics; ``ł``, which has none to take off, becomes ``l``."""
    plain = unicodedata.normalize("NFD", word.lower()).replace("ł", "l")
    return "".join(char for char in plain if not unicodedata.combining(char))


def colour_of(word: str) -> Colour | None:
    """The colour a word means, English or Polish, with or without diacritics; None if it means none."""
    return _COLOURS.get(_folded(word))


def pile_of(word: str) -> Pile | None:
    """The pile a word means, by its order or its place; None if it means none."""
    return _PILES.get(_folded(word))
