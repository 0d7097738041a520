"""What people see of The Game: the two piles, whose turn it is, what still fits, and what nobody may say."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.base import Choice
from companion.games.options import Setup
from companion.games.the_game.cards import DECK, VALUES, Card, Colour, Pile, fits
from companion.games.the_game.state import HAND, Aside, Options, Phase, State
from companion.words import Say, T, Text
from firmware.events import Seat
from firmware.views import SIGNS, Lamp, Mood, Screen

ARROWS: Mapping[Pile, str] = {Pile.FALLING: "↓", Pile.RISING: "↑"}
"""Not the triangles of Terminus: those are a seat's sign."""

COLOURS: Mapping[Colour, Text] = {
    Colour.BLUE: T("blue"),
    Colour.RED: T("red"),
    Colour.GRAY: T("gray"),
    Colour.YELLOW: T("yellow"),
    Colour.GREEN: T("green"),
}

_CARDS: Mapping[Colour, Text] = {
    Colour.BLUE: T("blue {value}"),
    Colour.RED: T("red {value}"),
    Colour.GRAY: T("gray {value}"),
    Colour.YELLOW: T("yellow {value}"),
    Colour.GREEN: T("green {value}"),
}

_ROWS: Mapping[Colour, Text] = {
    Colour.BLUE: T("blu {values}"),
    Colour.RED: T("red {values}"),
    Colour.GRAY: T("gra {values}"),
    Colour.YELLOW: T("yel {values}"),
    Colour.GREEN: T("gre {values}"),
}
"""A row of the cards not yet seen: three letters tell the colours apart in both languages."""

_PILES: Mapping[Pile, Text] = {Pile.FALLING: T("↓ falling"), Pile.RISING: T("↑ rising")}

DONE = Choice("", T("Turn done"))
LEFT = Choice(Aside.LEFT, T("What is left?"))
BEFORE_LAYING = (Choice("", T("Lay a card")), LEFT, Choice(Aside.STUCK, T("I can't lay!")))
"""The first, then what comes after the colours: losing is farthest from where the knob rests."""

ASIDES: Mapping[Aside, tuple[Choice, ...]] = {
    Aside.LEFT: (Choice("go on", T("Go on")),),
    Aside.STUCK: (Choice("go on", T("No, go on")), Choice("stuck", T("Yes, we lost"))),
}


def card(card: Card) -> Text:
    """A card by its name."""
    named = _CARDS[card.colour]
    return Text(named.sentence, (("value", card.value),))


def what_fits(pile: Pile, top: Card) -> Text:
    """What a pile takes, which is why another card was refused."""
    colour = COLOURS[top.colour]
    if top.value == (VALUES[0] if pile is Pile.FALLING else VALUES[-1]):
        return T("{pile} only {colour}", pile=ARROWS[pile], colour=colour)
    if pile is Pile.FALLING:
        return T("↓ below {value} or {colour}", value=top.value, colour=colour)
    return T("↑ above {value} or {colour}", value=top.value, colour=colour)


# -- the knob ------------------------------------------------------------------------------------------------


def choices(state: State, pro: bool) -> tuple[Choice, ...]:
    """Colour, value and pile, one after the other; asides; the turn done."""
    match state.at_knob:
        case Aside() as aside:
            return ASIDES[aside]
        case Card() as picked:
            return tuple(_lay(picked, pile, state.tops.get(pile)) for pile in Pile)
        case Colour() as colour:
            cards = (card for card in state.unseen() if card.colour is colour)
            return tuple(Choice(f"pick {colour} {it.value}", card(it)) for it in cards)
        case None if state.laid_this_turn and pro:
            return (DONE, LEFT)
    colours = dict.fromkeys(card.colour for card in state.unseen())
    first, *more = (DONE, LEFT) if state.laid_this_turn else BEFORE_LAYING
    return (first, *(Choice(f"pick {colour}", COLOURS[colour]) for colour in colours), *more)


def _lay(card: Card, pile: Pile, top: Card | None) -> Choice:
    """A card on a pile, or why it can't go there."""
    label = _PILES[pile] if top is None or fits(card, pile, top) else T("NO: {why}", why=what_fits(pile, top))
    return Choice(f"{card.colour} {card.value} {pile}", label)


def first_choice(state: State) -> int:
    """Where the knob stands before it is turned: of the piles, one the card may be laid on."""
    card = state.at_knob
    if not isinstance(card, Card):
        return 0
    return next((n for n, pile in enumerate(Pile) if fits(card, pile, state.tops.get(pile))), 0)


# -- the main panel ------------------------------------------------------------------------------------------


def main(setup: Setup[Options], state: State, now: int, say: Say) -> Screen:
    """The two piles, whose turn it is, what still fits; or what the knob is asked."""
    match state.phase:
        case Phase.TURN:
            return _turn(state, setup.options.pro, say)
        case Phase.WON:
            return Screen(say("All 50 cards laid"), say("WE WON!"), hint=say("ok: play again"))
        case Phase.LOST:
            big = f"{len(state.laid)}/{len(DECK)}"
            return Screen(say("No card fits"), big, text=(say("cards laid"),), hint=say("ok: play again"))


def _turn(state: State, pro: bool, say: Say) -> Screen:
    standing = choices(state, pro)[first_choice(state)].label
    match state.at_knob:
        case None:
            next_step = say("ok: turn done") if pro else say("one more, or ok")
            return Screen(
                say("now: {sign} {who}", sign=SIGNS[state.turn].shape, who=say.name(state.turn)),
                text=tuple(_top(state, pile, say) for pile in Pile),
                hint=next_step if state.laid_this_turn else _fitting(state, say),
            )
        case Aside.LEFT:
            return Screen(text=tuple(_rows(state, say)))
        case Aside.STUCK:
            return Screen(_fitting(state, say), say("No card fits?"), hint=say("turn, then ok"))
        case Card() as picked:
            return Screen(say.text(card(picked)), say.text(standing), hint=say("turn, then ok"))
        case Colour():
            return Screen(say("which card?"), say.text(standing), hint=say("turn, then ok"))


def _rows(state: State, say: Say) -> list[str]:
    """A row a colour: its cards not yet seen, a dot for one that was laid."""
    unseen = set(state.unseen())
    return [
        say.text(Text(_ROWS[colour].sentence, (("values", _values(colour, unseen)),))) for colour in Colour
    ]


def _values(colour: Colour, unseen: set[Card]) -> str:
    *ones, ten = (str(value) if Card(colour, value) in unseen else "·" for value in VALUES)
    return f"{''.join(ones)} {ten}"


def _top(state: State, pile: Pile, say: Say) -> str:
    top = state.tops.get(pile)
    return f"{ARROWS[pile]} {say('any card') if top is None else say.text(card(top))}"


def _fitting(state: State, say: Say) -> str:
    """Cards to go, and how many of them each pile takes now."""
    return say(
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
            return _playing(state, seat, setup.options.pro, say)
        case Phase.WON:
            return Screen(big=say("WE WON!"), sign=seat, mood=Mood.TURN)
        case Phase.LOST:
            laid = say.plural("{n} card laid", "{n} cards laid", len(state.laid))
            return Screen(big=say("the end"), sign=seat, text=(laid,))


def _playing(state: State, seat: Seat, pro: bool, say: Say) -> Screen:
    reminder = talk(pro, say)
    if seat == state.turn:
        title = "" if pro else _fitting(state, say)  # what may be said takes two rows
        return Screen(title, say("YOU"), seat, (may_lay(state, pro, say),), hint=reminder, mood=Mood.TURN)
    if seat == state.last and state.drew and not state.laid_this_turn:
        return Screen(big=say("DRAW {n}", n=state.drew), sign=seat, hint=reminder)
    text = [say("no cards left")] if not state.hands[seat] else _tricks(state, pro, say)
    title = "" if pro or len(text) > 1 else say("is on turn")  # else there is no room for it
    return Screen(title, str(state.turn), state.turn, tuple(text), hint=reminder, mood=Mood.WAIT)


def talk(pro: bool, say: Say) -> str:
    """What may be said of one's cards."""
    return say("say only colours, piles and tricks") if pro else say("no exact numbers!")


def may_lay(state: State, pro: bool, say: Say) -> str:
    """What the seat on turn may do."""
    if state.laid_this_turn:
        return say("press: turn done") if pro else say("one more, or press")
    return say("lay 1 or 2 cards") if state.hands[state.turn] == HAND and not pro else say("lay 1 card")


def _tricks(state: State, pro: bool, say: Say) -> list[str]:
    """The colours that can still turn a pile back; for experts in one row, since their talk takes two."""
    piles: dict[Colour, str] = {}
    for pile in Pile:
        colour = state.trick(pile)
        if colour is not None:
            piles[colour] = piles.get(colour, "") + ARROWS[pile]
    if pro and len(piles) > 1:
        return [" ".join(f"{arrow}{say.text(COLOURS[colour])}" for colour, arrow in piles.items())]
    return [say("trick {pile} {colour}", pile=arrows, colour=COLOURS[it]) for it, arrows in piles.items()]


def lamp(setup: Setup[Options], state: State, seat: Seat, now: int) -> Lamp:
    """Lit: it is your turn. All blink when all have won."""
    match state.phase:
        case Phase.TURN:
            return Lamp.ON if seat == state.turn else Lamp.OFF
        case Phase.WON:
            return Lamp.BLINK
        case Phase.LOST:
            return Lamp.OFF
