"""What The Game says of itself: its rules page, its demo, and what is typed most."""

from companion.games.the_game.cards import Colour, Pile
from companion.games.words import GameWords
from companion.words import T

_STEMS = {
    "niebiesk": Colour.BLUE,
    "czerwon": Colour.RED,
    "szar": Colour.GRAY,
    "żółt": Colour.YELLOW,
    "zielon": Colour.GREEN,
    "rosnąc": Pile.RISING,
    "malejąc": Pile.FALLING,
    "doln": Pile.RISING,
    "górn": Pile.FALLING,
}
"""Polish adjectives less their endings: a card is feminine, a colour and a pile are masculine."""

_TYPED = {
    "rosnący": Pile.RISING,
    "malejący": Pile.FALLING,
    **{stem + ending: word for stem, word in _STEMS.items() for ending in ("a", "y", "i", "e", "ie", "ą")},
    **dict.fromkeys(("koniec", "gotowe"), "done"),
    **dict.fromkeys(("utknąłem", "utknęłam", "utknęliśmy"), "stuck"),
    "karty": "cards",
    "popraw": "correct",
    "grey": "gray",
    "lower": "rising",
    "upper": "falling",
}

WORDS = GameWords(
    goal=T("All together: lay all fifty cards on two piles."),
    lines=(
        T("One pile climbs, the other falls; gaps don't matter."),
        T("Your turn: lay one or two cards, then draw up to two again."),
        T("The trick: a card in the top card's colour always fits."),
        T("Talk, but never tell the exact number."),
        T("Can't lay a card on your turn? Then everyone has lost."),
        T("For experts: exactly one card a turn."),
    ),
    buttons=(
        T("Press or ok: my turn is over."),
        T("Knob: the card you laid: colour, number, pile."),
        T("Knob, before your first card: I'm stuck."),
    ),
    said=(
        (0, T("The Game: all together against two piles.")),
        (2, T("A blue 2 begins the pile that climbs.")),
        (4.1, T("One card is enough: a press ends the turn.")),
        (6, T("A red 9 begins the pile that falls, then a yellow 8.")),
        (10, T("A gray 6: the climbing pile takes a big leap.")),
        (12.6, T("A green 4? Too low: the box says what would fit.")),
        (15.6, T("The trick! Gray on gray may go back, to 1.")),
        (18.5, T("A green 3 on the falling pile ... what a pity.")),
        (21.1, T("Undo takes it back: a 7 is kinder.")),
        (25.1, T("Six cards are down, forty-four to go.")),
    ),
    quick=(*(f"{colour} " for colour in Colour), *Pile, "done", "stuck", "correct "),
    typed=_TYPED,
)
