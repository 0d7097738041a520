"""What people see of The Game: the two piles, whose turn it is, what still fits, and what nobody may say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.games.options import Setup
from companion.games.the_game.cards import DECK, VALUES, Card, Colour, Pile
from companion.games.the_game.state import HAND, Options, Phase, State
from companion.words import Say, T, Text
from firmware.events import Seat
from firmware.views import SIGNS, Lamp, Mood, Screen

ARROWS: Mapping[Pile, str] = {Pile.FALLING: "↓", Pile.RISING: "↑"}
"""Not the triangles of Terminus: those are a seat's sign."""


class Called(NamedTuple):
    """What a colour is called, a card of it by its value, and any card of it."""

    colour: Text
    card: Text
    one: Text


CALLED: Mapping[Colour, Called] = {
    Colour.BLUE: Called(T("blue"), T("blue {value}"), T("a blue card")),
    Colour.RED: Called(T("red"), T("red {value}"), T("a red card")),
    Colour.GRAY: Called(T("gray"), T("gray {value}"), T("a gray card")),
    Colour.YELLOW: Called(T("yellow"), T("yellow {value}"), T("a yellow card")),
    Colour.GREEN: Called(T("green"), T("green {value}"), T("a green card")),
}

PILES: Mapping[Pile, Text] = {Pile.FALLING: T("↓ falling"), Pile.RISING: T("↑ rising")}


def of_colour(colour: Colour, value: object) -> Text:
    """What is said of a colour's cards: their values, or a dot for one that isn't there."""
    return Text(CALLED[colour].card.sentence, (("value", value),))


def told(card: Card) -> Text:
    """A card by its name."""
    return of_colour(card.colour, card.value)


def what_fits(pile: Pile, top: Card) -> Text:
    """What a pile takes, which is why another card was refused."""
    colour = CALLED[top.colour].colour
    if top.value == (VALUES[0] if pile is Pile.FALLING else VALUES[-1]):
        return T("{pile} only {colour}", pile=ARROWS[pile], colour=colour)
    if pile is Pile.FALLING:
        return T("↓ below {value} or {colour}", value=top.value, colour=colour)
    return T("↑ above {value} or {colour}", value=top.value, colour=colour)


# -- the main panel ------------------------------------------------------------------------------------------


LONGEST_TOP = 10
"""Letters of a pile's top that are read from 2 m on the main panel; a longer colour is cut: ``nieb. 10``."""


def main(setup: Setup[Options], state: State, now: int, say: Say) -> Screen:
    """The two piles and whose turn it is; or how it ended, and why."""
    match state.phase:
        case Phase.TURN:
            return Screen(
                say("now: {sign} {who}", sign=SIGNS[state.turn].shape, who=say.name(state.turn)),
                text=tuple(_top(state, pile, say) for pile in Pile),
            )
        case Phase.WON:
            return Screen(say("All 50 cards laid"), say("WE WON!"))
        case Phase.LOST:
            title, text = say("No card fits"), say.text(fitting(state))
            if state.gave_up:
                title, text = say("{who} can't lay", who=say.name(state.turn)), say("cards laid")
            return Screen(title, f"{len(state.laid)}/{len(DECK)}", text=(text,))


def _top(state: State, pile: Pile, say: Say) -> str:
    top = state.top(pile)
    if top is None:
        return f"{ARROWS[pile]} {say('any card')}"
    colour, value = say.text(told(top)).rsplit(" ", 1)
    if len(colour) + len(value) > LONGEST_TOP:
        colour = f"{colour[:4]}."
    return f"{ARROWS[pile]} {colour} {value}"


def fitting(state: State) -> Text:
    """Cards to go, and how many of them each pile takes now."""
    return T(
        "of {n} fit ↓{falling} ↑{rising}",
        n=len(DECK) - len(state.laid),
        falling=state.fitting(Pile.FALLING),
        rising=state.fitting(Pile.RISING),
    )


# -- a seat's own panel --------------------------------------------------------------------------------------


def seat(setup: Setup[Options], state: State, seat: Seat, now: int, say: Say) -> Screen:
    """A seat's own panel: what it may do, what it may not say."""
    match state.phase:
        case Phase.TURN:
            return _playing(state, seat, setup.options, say)
        case Phase.WON | Phase.LOST:
            return Screen(big=say("the end"), sign=seat)


def _playing(state: State, seat: Seat, options: Options, say: Say) -> Screen:
    reminder = talk(options, say)
    pro = options.pro
    if seat == state.turn:
        title = "" if pro else say.text(fitting(state))  # what may be said takes two rows
        do = may_lay(state, options, say)  # on the smallest panels this stays
        return Screen(title, say("YOU"), seat, (reminder,), hint=do, mood=Mood.TURN)
    if seat == state.last and state.drew and not state.laid_this_turn:
        return Screen(big=say("DRAW {n}", n=state.drew), sign=seat, hint=reminder)
    text = [say("no cards left")] if not state.hands[seat] else _tricks(state, pro, say)
    title = "" if pro or len(text) > 1 else say("is on turn")  # else there is no room for it
    return Screen(title, str(state.turn), state.turn, tuple(text), hint=reminder, mood=Mood.WAIT)


def talk(options: Options, say: Say) -> str:
    """What may be said of one's cards."""
    return say("say only colours, piles and tricks") if options.pro else say("no exact numbers!")


def may_lay(state: State, options: Options, say: Say) -> str:
    """What the seat on turn may do."""
    may = state.may_lay(options.most)
    if state.laid_this_turn or not may:
        more = may and any(state.fitting(pile) for pile in Pile)
        return say("one more, or press") if more else say("press: turn done")
    two = state.hands[state.turn] == options.most == HAND
    return say("lay 1 or 2 cards") if two else say("lay 1 card")


def _tricks(state: State, pro: bool, say: Say) -> list[str]:
    """The colours that can still turn a pile back; for experts in one row, since their talk takes two."""
    piles: dict[Colour, str] = {}
    for pile in Pile:
        colour = state.trick(pile)
        if colour is not None:
            piles[colour] = piles.get(colour, "") + ARROWS[pile]
    if pro and len(piles) > 1:
        return [" ".join(f"{arrow}{say.text(CALLED[colour].colour)}" for colour, arrow in piles.items())]
    return [say("trick {pile} {colour}", pile=on, colour=CALLED[it].colour) for it, on in piles.items()]


def lamp(setup: Setup[Options], state: State, seat: Seat, now: int) -> Lamp:
    """Lit: it is your turn. All blink when all have won."""
    match state.phase:
        case Phase.TURN:
            return Lamp.ON if seat == state.turn else Lamp.OFF
        case Phase.WON:
            return Lamp.BLINK
        case Phase.LOST:
            return Lamp.OFF
