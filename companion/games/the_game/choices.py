"""What the knob can choose in The Game: a card by colour, value and pile; what is left; what to put right."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from companion.games.base import Choice
from companion.games.counts import counted
from companion.games.the_game.cards import VALUES, Card, Colour, Laid, Pile, fits
from companion.games.the_game.screens import A_CARD, PILES, card, fitting, of_colour, what_fits
from companion.games.the_game.state import Phase, State
from companion.words import T, Text

DONE = Choice("done", T("Turn done"))


def choices(state: State, most: int) -> tuple[Choice, ...]:
    """Cards by their colours, what is left, the turn done or that it can't be; none after the end.

    Args:
        state: where the game stands.
        most: cards that may be laid in a turn.
    """
    if state.phase is not Phase.TURN:
        return ()
    # Whose turn it is is part of it, so that a card half chosen doesn't become the next seat's.
    lay = tuple(_by_colour(f"{state.turn}", state.unseen(), partial(_piles, state)))
    left = Choice(f"{state.turn} left", T("What is left?"), partial(_left, state))
    if not state.may_lay(most):
        return (DONE, left)
    if state.laid_this_turn:
        return (DONE, *lay, left)
    # Losing is farthest from where the knob rests, and asks again.
    sure = (Choice("no", T("No, a card fits"), lambda: lay), Choice("stuck", T("Yes, we lost")))
    return (*lay, left, Choice("stuck?", T("I can't lay!"), lambda: sure))


def _by_colour(
    name: str,
    cards: Iterable[Card],
    choice: Callable[[Card], Choice],
    told: Callable[[tuple[Card, ...]], Text] = lambda its: A_CARD[its[0].colour],
) -> Iterator[Choice]:
    """Cards to be chosen from by colour, then by value.

    Args:
        name: tells these choices apart from others.
        cards: all there are to choose from, a colour's together.
        choice: what choosing one means.
        told: what is said of a colour's.
    """
    every = tuple(cards)
    for colour in Colour:
        its = tuple(card for card in every if card.colour is colour)
        if its:
            yield Choice(f"{name} {colour}", told(its), partial(_each, choice, its))


def _each(choice: Callable[[Card], Choice], cards: tuple[Card, ...]) -> tuple[Choice, ...]:
    return tuple(map(choice, cards))


def _piles(state: State, picked: Card) -> Choice:
    """A card, then a pile, beginning with one that takes it; why another one doesn't."""

    def on(pile: Pile) -> Choice:
        top = state.top(pile)
        if top is None or fits(picked, pile, top):
            return Choice(f"{picked} {pile}", PILES[pile])
        return Choice(f"{picked} {pile}", T("NO: {why}", why=what_fits(pile, top)))

    takes = [fits(picked, pile, state.top(pile)) for pile in Pile]
    start = takes.index(True) if any(takes) else 0
    return Choice(f"{picked}", card(picked), lambda: tuple(map(on, Pile)), start)


def _left(state: State) -> tuple[Choice, ...]:
    """How many cards, then a row a colour, from which one of them can be laid, too."""
    rows = tuple(_by_colour("left", state.unseen(), partial(_piles, state), _row))
    return (Choice("all", fitting(state), lambda: rows), *rows)


def _row(its: tuple[Card, ...]) -> Text:
    """The values of one colour's cards, a dot for each that is missing."""
    colour = its[0].colour
    *ones, ten = (str(value) if Card(colour, value) in its else "·" for value in VALUES)
    return of_colour(colour, f"{''.join(ones)} {ten}")


# -- putting right -------------------------------------------------------------------------------------------


def corrections(state: State) -> tuple[Choice, ...]:
    """A card that was entered wrong, and how many cards each seat holds; none once all have won."""
    if state.phase is Phase.WON:
        return ()
    cards = Choice("correct", T("Wrong card"), partial(_lying, state))
    hands = counted("cards", T("Cards ..."), state.hands, lambda seat: range(state.most_in_hand(seat) + 1))
    return (cards, hands) if state.laid else (hands,)


def _lying(state: State) -> tuple[Choice, ...]:
    """The cards that lie, the last one first."""
    return tuple(
        Choice(f"correct {one.card}", card(one.card), partial(_instead, state, one))
        for one in reversed(state.laid)
    )


def _instead(state: State, one: Laid) -> tuple[Choice, ...]:
    """What it was: another card, or the same on the other pile."""
    name = f"correct {one.card}"

    def other(by: Laid, typed: object, label: Text) -> Choice:
        fine = state.corrected(one.card, by).wrong() is None
        return Choice(f"{name} {typed}", label if fine else T("NO: {why}", why=label))

    cards = _by_colour(name, state.unseen(), lambda it: other(Laid(it, one.pile), it, card(it)))
    piles = (other(Laid(one.card, it), it, PILES[it]) for it in Pile if it is not one.pile)
    return (*cards, *piles)
