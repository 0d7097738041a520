"""The Game on the table window: two piles and what may be laid on them, the cards nobody has seen yet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.games.options import Setup
from companion.games.the_game import screens
from companion.games.the_game.cards import VALUES, Card, Colour, Pile
from companion.games.the_game.state import Options, Phase, State
from companion.table import card_parts
from companion.table.card_parts import CardFace, Hue, HueRow, Unseen
from companion.table.view import Plate, TableView, TokenKind, Tokens
from companion.words import Say
from firmware.events import Seat
from firmware.views import Mood

_WAYS: Mapping[Pile, int] = {Pile.FALLING: -1, Pile.RISING: 1}


def table(setup: Setup[Options], state: State, now: int, say: Say) -> TableView:
    """The two piles, the cards nobody has seen, and a heading where the main panel's says the same again."""
    shown = TableView(
        plates=tuple(_plate(state, seat, say) for seat in state.hands),
        middle=tuple(_piles(state, say)),
        below=(_unseen(state, say),),
    )
    if state.phase is not Phase.TURN:
        return shown
    return replace(
        shown,
        title=say("The Game"),
        headline=say.name(state.turn),
        sign=state.turn,
        text=(screens.may_lay(state, setup.options, say), screens.talk(setup.options, say)),
    )


# -- the seats -------------------------------------------------------------------------------------


def _plate(state: State, seat: Seat, say: Say) -> Plate:
    on_turn = state.phase is Phase.TURN and seat == state.turn
    return Plate(
        seat,
        say.name(seat),
        note=_note(state, seat, say),
        tokens=(Tokens(TokenKind.CARD, state.hands[seat]),),
        mood=Mood.TURN if on_turn else Mood.CALM,
    )


def _note(state: State, seat: Seat, say: Say) -> str:
    if state.phase is not Phase.TURN:
        return ""
    if seat == state.turn:
        return say("is on turn")
    if seat == state.last and state.drew and not state.laid_this_turn:
        return say("DRAW {n}", n=state.drew)
    return "" if state.hands[seat] else say("no cards left")


# -- the middle ------------------------------------------------------------------------------------


def _piles(state: State, say: Say) -> Iterator[card_parts.Pile]:
    """The box isn't told how many cards each pile has, only what lies on top.

    A touch on a pile lays the card there that was picked, or puts its top card right.
    """
    for pile, way in _WAYS.items():
        top = state.top(pile)
        lies = _may_lie(pile, top, say) if state.phase is Phase.TURN else ""
        face, does = None, f"… {pile}|"
        if top is not None:
            does += f"correct {top}"
            face = CardFace(str(top.value), say.text(screens.CALLED[top.colour].colour), Hue(top.colour))
        yield card_parts.Pile(face, way=way, caption=lies, does=does)


def _unseen(state: State, say: Say) -> Unseen:
    """The cards nobody has seen; a touch on a colour picks one of them, as the knob does."""
    unseen = set(state.unseen())
    rows = tuple(
        HueRow(
            say.text(screens.CALLED[colour].colour),
            Hue(colour),
            tuple(Card(colour, value) in unseen for value in VALUES),
            f"… {colour}|",
        )
        for colour in Colour
    )
    return Unseen(rows, state.draw, say("draw pile"))


def _may_lie(pile: Pile, top: Card | None, say: Say) -> str:
    """What may be laid on a pile now."""
    if top is None:
        return say("any card")
    colour = screens.CALLED[top.colour].colour
    if top.value == (VALUES[0] if pile is Pile.FALLING else VALUES[-1]):
        return say("only {colour}", colour=colour)
    order = say("below {value}", value=top.value)
    if pile is Pile.RISING:
        order = say("above {value}", value=top.value)
    return f"{order} {say('or {colour}', colour=colour)}"
