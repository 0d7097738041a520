"""The Game: Quick & Easy: all together lay fifty cards on a rising and a falling pile.

::

    turn ── a card entered ──> turn, 1 laid ── a second one, ok or the seat's press ──> the next seat's turn
      │                            └── the fiftieth ──> won
      └── stuck ──> lost

The box sees a card when it is entered: typed, ``red 7 falling``, or with the knob, which asks for colour,
value and pile in turn; *back* takes one of these steps back. Hands are only counted, so that a seat can't lay
is for the table to say.

In the professional game (``pro``) a turn ends by ok or the seat's press alone, after its one card: a second
card entered at once is refused rather than taken for the next seat's. Otherwise a turn also ends by itself
when its seat holds no more cards, which is after the second one.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games.base import Choice, End, NotNow, Outcome, Referee, Step
from companion.games.the_game import screens
from companion.games.the_game.cards import (
    DECK,
    VALUES,
    Card,
    Colour,
    Pile,
    colour_of,
    fits,
    pile_of,
    turns_back,
)
from companion.games.the_game.state import HAND, Aside, Options, Phase, State
from companion.words import T
from firmware.digits import is_number
from firmware.events import Enter, Key, Press
from firmware.views import Cue, Sound


class TheGame(Referee[State, Options]):
    """The referee of The Game: Quick & Easy; all win or lose together."""

    def start(self) -> State:
        """Two cards in each hand, both piles empty."""
        seats = self.setup.seats
        return State(self.setup.first, dict.fromkeys(seats, HAND), len(DECK) - HAND * len(seats))

    # -- turns -------------------------------------------------------------------------------------

    def on_press(self, state: State, press: Press) -> Step[State]:
        """The seat on turn is done."""
        if state.phase is Phase.TURN and press.seat != state.turn:
            raise NotNow(T("Not now: it is seat {seat}'s turn", seat=state.turn))
        return self._done(state)

    def on_ok(self, state: State, key: Key) -> Step[State]:
        """What the knob stands on while a card is chosen with it; else the turn is done."""
        if state.at_knob is None:
            return self._done(state)
        text = self.choices(state)[self.first_choice(state)].text
        return self.on_enter(state, Enter(text, key.at), tuple(text.split()))

    def on_back(self, state: State, key: Key) -> Step[State]:
        """One step back in choosing a card."""
        if state.at_knob is None:
            return super().on_back(state, key)
        return replace(state, at_knob=state.at_knob.colour if isinstance(state.at_knob, Card) else None), ()

    def _done(self, state: State) -> Step[State]:
        _check_going(state)
        if not state.laid_this_turn:
            raise NotNow(T("First enter the card"))
        return self._next(state)

    def _next(self, state: State) -> Step[State]:
        after = state.turn_over(self.setup.seats)
        return after, (Cue(Sound.TICK, after.turn),)

    # -- the host ----------------------------------------------------------------------------------

    def on_enter(self, state: State, enter: Enter, words: tuple[str, ...]) -> Step[State]:
        """``COLOUR VALUE PILE`` or ``stuck``.

        Also what the knob chooses: ``pick COLOUR``, ``pick COLOUR VALUE``, ``left``, ``stuck?``, ``go on``.
        """
        _check_going(state)
        match words:
            case ("stuck",):
                return self._give_up(state)
            case ("stuck?",):
                _check_nothing_laid(state)
                return replace(state, at_knob=Aside.STUCK), ()
            case ("left",):
                return replace(state, at_knob=Aside.LEFT), ()
            case ("go", "on"):
                return state.closed(), ()
            case ("pick", colour):
                return self._pick(state, _colour(colour)), ()
            case ("pick", colour, value):
                return self._pick(state, _card(colour, value)), ()
            case (colour, value, pile):
                return self._lay(state, _card(colour, value), _pile(pile))
        raise NotNow(T("Expected a card and a pile (red 7 falling) or stuck; got {got}", got=enter.text))

    def _pick(self, state: State, picked: Colour | Card) -> State:
        self._check_may_lay(state)
        if isinstance(picked, Card):
            _check_unseen(state, picked)
        elif not any(card.colour is picked for card in state.unseen()):
            raise NotNow(T("No card left: {colour}", colour=screens.COLOURS[picked]))
        return replace(state, at_knob=picked)

    def _check_may_lay(self, state: State) -> None:
        if self.setup.options.pro and state.laid_this_turn:
            raise NotNow(T("Only 1 card a turn: press"))

    def _lay(self, state: State, card: Card, pile: Pile) -> Step[State]:
        self._check_may_lay(state)
        _check_unseen(state, card)
        top = state.tops.get(pile)
        if top is not None and not fits(card, pile, top):
            raise NotNow(screens.what_fits(pile, top))
        after = state.with_card(card, pile)
        if after.phase is Phase.WON:
            return after, (Cue(Sound.OVER),)
        trick = (Cue(Sound.RIGHT, state.turn),) if turns_back(card, pile, top) else ()
        if after.hands[after.turn] or self.setup.options.pro:
            return after, trick or (Cue(Sound.TICK, state.turn),)
        passed, cues = self._next(after)
        return passed, (*trick, *cues)

    def _give_up(self, state: State) -> Step[State]:
        """The seat on turn can't lay any card: the game is lost at once (Zakończenie gry)."""
        _check_nothing_laid(state)
        return replace(state.closed(), phase=Phase.LOST), (Cue(Sound.WRONG),)

    def choices(self, state: State) -> tuple[Choice, ...]:
        """Colour, value and pile, one after the other; asides; the turn done."""
        return screens.choices(state, self.setup.options.pro)

    def first_choice(self, state: State) -> int:
        """Of the piles, one the card may be laid on."""
        return screens.first_choice(state)

    # -- how it stands -----------------------------------------------------------------------------

    def outcome(self, state: State) -> Outcome:
        """Everyone has won, or nobody; how many cards were laid."""
        who = self.setup.seats if state.phase is Phase.WON else ()
        return Outcome(who, End.NOT_YET if state.phase is Phase.TURN else End.OVER, len(state.laid))

    def snapshot(self, state: State, now: int) -> dict[str, Any]:
        """The keys of the game's page."""
        return {
            "phase": state.phase.value,
            "turn": state.turn if state.phase is Phase.TURN else None,
            **{str(pile): _told(state.tops.get(pile)) for pile in Pile},
            "laid": len(state.laid),
            "draw": state.draw,
            "laid_this_turn": state.laid_this_turn,
            "players": {str(seat): {"cards": cards} for seat, cards in state.hands.items()},
        }


def _told(card: Card | None) -> dict[str, Any] | None:
    return None if card is None else {"colour": str(card.colour), "value": card.value}


# -- reading what was typed ----------------------------------------------------------------------------------


def _check_going(state: State) -> None:
    if state.phase is not Phase.TURN:
        raise NotNow(T("The game is over"))


def _check_nothing_laid(state: State) -> None:
    if state.laid_this_turn:
        raise NotNow(T("A card was laid: end the turn"))


def _check_unseen(state: State, card: Card) -> None:
    if card in state.laid:
        raise NotNow(T("Already laid: {card}", card=screens.card(card)))


def _colour(word: str) -> Colour:
    colour = colour_of(word)
    if colour is None:
        raise NotNow(T("Expected blue, red, gray, yellow or green; got {got}", got=word))
    return colour


def _card(colour: str, value: str) -> Card:
    found = _colour(colour)
    if not is_number(value) or int(value) not in VALUES:
        raise NotNow(T("Expected a value from 1 to 10; got {got}", got=value))
    return Card(found, int(value))


def _pile(word: str) -> Pile:
    pile = pile_of(word)
    if pile is None:
        raise NotNow(T("Expected rising or falling; got {got}", got=word))
    return pile
