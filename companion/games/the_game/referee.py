"""The Game: Quick & Easy: all together lay fifty cards on a rising and a falling pile.

::

    turn ── a card entered ──> turn, 1 laid ── a second one, ok or the seat's press ──> the next seat's turn
      │                            └── the fiftieth ──> won
      └── stuck, or no card there is fits either pile ──> lost

The box sees a card when it is entered: typed, ``red 7 falling``, or with the knob. Hands are only counted, so
that a seat can't lay is for the table to say, unless nobody could. A card entered wrong is put right where it
lies, ``correct red 7 red 8``, and so is a lost game that was lost by it.

In the professional game (``pro``) a turn ends by ok or the seat's press alone, after its one card: a second
card entered at once is refused rather than taken for the next seat's. Otherwise a turn also ends by itself
after its second card, or when its seat holds no more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import Any

from companion.games.base import End, NotNow, Outcome, Referee, Step
from companion.games.choice import Choice
from companion.games.counts import counted
from companion.games.the_game.cards import DECK, VALUES, Card, Colour, Laid, Pile, fits, turns_back
from companion.games.the_game.screens import CALLED, PILES, fitting, of_colour, told, what_fits
from companion.games.the_game.state import HAND, Options, Phase, State
from companion.words import T, Text, Who
from firmware.digits import is_number
from firmware.events import Enter, Key, Press, Seat
from firmware.views import Cue, Sound

DONE = Choice("done", T("Turn done"))


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
            raise NotNow(T("Not now: it is {who}'s turn", who=Who(state.turn)))
        return self._done(state, pressed=True)

    def on_ok(self, state: State, key: Key) -> Step[State]:
        """There is always something to choose, until the game is over."""
        raise NotNow(T("The game is over"))

    def _done(self, state: State, *, pressed: bool = False) -> Step[State]:
        _check_going(state)
        laid = state.laid_this_turn > 0
        if not laid and state.may_lay(self.setup.options.most):
            raise NotNow(T("First enter the card"))
        return _passed(state.turn_over(self.setup.seats, pressed=pressed and laid))

    def without(self, state: State, seat: Seat) -> State | None:
        """The turn that its press has ended goes on; the next card laid since was its second."""
        back = state.turn_back(seat, self.setup.seats)
        return None if self.setup.options.pro and state.laid_this_turn else back

    # -- the host ----------------------------------------------------------------------------------

    def on_enter(self, state: State, enter: Enter, words: tuple[str, ...]) -> Step[State]:
        """``COLOUR VALUE PILE``, ``done``, ``stuck``; ``correct CARD CARD-or-PILE``, ``cards SEAT N``."""
        match words:
            case ("correct", colour, value, *by) if 1 <= len(by) <= 2:
                lies = _card(colour, value)
                return self._correct(state, lies, _pile(*by) if len(by) == 1 else _card(*by)), ()
        _check_going(state)
        match words:
            case ("done",):
                return self._done(state)
            case ("stuck",):
                return self._give_up(state)
            case ("cards", seat, cards) if is_number(seat) and int(seat) in self.setup.seats:
                return self._count(state, int(seat), cards), ()
            case (colour, value, pile):
                return self._lay(state, _card(colour, value), _pile(pile))
        raise NotNow(T("Expected a card and a pile (red 7 falling) or stuck; got {got}", got=enter.text))

    def _lay(self, state: State, card: Card, pile: Pile) -> Step[State]:
        options = self.setup.options
        if not state.may_lay(options.most):
            raise NotNow(T("Only 1 card a turn: press") if options.pro else T("No more cards: press"))
        _check_unseen(state, card)
        top = state.top(pile)
        if top is not None and not fits(card, pile, top):
            raise NotNow(what_fits(pile, top))
        after = state.with_card(card, pile)
        trick = (Cue(Sound.RIGHT, state.turn),) if turns_back(card, pile, top) else ()
        if after.phase is Phase.WON:
            return after, (Cue(Sound.OVER),)
        if options.pro or after.may_lay(options.most):
            return after, trick or (Cue(Sound.TICK, state.turn),)
        passed, cues = _passed(after.turn_over(self.setup.seats))
        return passed, (*trick, *cues)

    def _give_up(self, state: State) -> Step[State]:
        """The seat on turn can't lay any card: the game is lost at once (Zakończenie gry)."""
        if state.laid_this_turn:
            raise NotNow(T("A card was laid: end the turn"))
        if not state.hands[state.turn]:
            raise NotNow(T("No more cards: press"))
        return replace(state, gave_up=True), (Cue(Sound.WRONG),)

    def _count(self, state: State, seat: Seat, cards: str) -> State:
        most = state.most_in_hand(seat)
        if not is_number(cards) or int(cards) > most:
            raise NotNow(T("Expected a number of cards up to {n}; got {got}", n=most, got=cards))
        return state.with_hand(seat, int(cards))

    def _correct(self, state: State, card: Card, by: Card | Pile) -> State:
        """Another card in its place, or the other pile; all that was laid since has to fit."""
        pile = next((one.pile for one in state.laid if one.card == card), None)
        if pile is None:
            raise NotNow(T("Not laid: {card}", card=told(card)))
        if isinstance(by, Card):
            _check_unseen(state, by)
        after = state.corrected(card, Laid(by, pile) if isinstance(by, Card) else Laid(card, by))
        wrong = after.wrong()
        if wrong is not None:
            raise NotNow(T("Then it won't fit: {card}", card=told(wrong.card)))
        return after

    def choices(self, state: State) -> tuple[Choice, ...]:
        """Cards by their colours, what is left, the turn done or that it can't be; none after the end."""
        if state.phase is not Phase.TURN:
            return ()
        # Whose turn it is is part of it, so that a card half chosen doesn't become the next seat's.
        lay = _by_colour(f"{state.turn}", state.unseen(), partial(_piles, state))
        left = Choice(f"{state.turn} left", T("What is left?"), partial(_left, state))
        if not state.may_lay(self.setup.options.most):
            return (DONE, left)
        if state.laid_this_turn:
            return (DONE, *lay, left)
        # Losing is farthest from where the knob rests, and asks again.
        sure = (Choice("no", T("No, a card fits"), lambda: lay), Choice("stuck", T("Yes, we lost")))
        return (*lay, left, Choice("stuck?", T("I can't lay!"), lambda: sure))

    def corrections(self, state: State) -> tuple[Choice, ...]:
        """A card that was entered wrong, and how many cards each seat holds; none once all have won."""
        if state.phase is Phase.WON:
            return ()
        cards = Choice("correct", T("Wrong card"), partial(_lying, state))
        hands = counted(
            "cards", T("Cards ..."), state.hands, lambda seat: range(state.most_in_hand(seat) + 1)
        )
        return (cards, hands) if state.laid else (hands,)

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
            **{str(pile): _top(state.top(pile)) for pile in Pile},
            "laid": len(state.laid),
            "draw": state.draw,
            "laid_this_turn": state.laid_this_turn,
            "players": {str(seat): {"cards": cards} for seat, cards in state.hands.items()},
        }


def _top(card: Card | None) -> dict[str, Any] | None:
    return None if card is None else {"colour": str(card.colour), "value": card.value}


def _passed(after: State) -> Step[State]:
    """The next seat is on turn; it may be that nothing there is fits any more."""
    return after, (Cue(Sound.TICK, after.turn) if after.phase is Phase.TURN else Cue(Sound.WRONG),)


# -- reading what was typed ----------------------------------------------------------------------------------


def _check_going(state: State) -> None:
    if state.phase is not Phase.TURN:
        raise NotNow(T("The game is over"))


def _check_unseen(state: State, card: Card) -> None:
    if any(one.card == card for one in state.laid):
        raise NotNow(T("Already laid: {card}", card=told(card)))


def _card(colour: str, value: str) -> Card:
    if colour not in set(Colour):
        raise NotNow(T("Expected blue, red, gray, yellow or green; got {got}", got=colour))
    if not is_number(value) or int(value) not in VALUES:
        raise NotNow(T("Expected a value from 1 to 10; got {got}", got=value))
    return Card(Colour(colour), int(value))


def _pile(word: str) -> Pile:
    if word not in set(Pile):
        raise NotNow(T("Expected rising or falling; got {got}", got=word))
    return Pile(word)


# -- what the knob can choose --------------------------------------------------------------------------------


def _by_colour(
    name: str,
    cards: Iterable[Card],
    choice: Callable[[Card], Choice],
    label: Callable[[tuple[Card, ...]], Text] = lambda its: CALLED[its[0].colour].one,
) -> tuple[Choice, ...]:
    """Cards to be chosen from by colour, then by value.

    Args:
        name: tells these choices apart from others.
        cards: all there are to choose from, a colour's together.
        choice: what choosing one means.
        label: what is said of a colour's.
    """
    colours = [(colour, tuple(its)) for colour, its in groupby(cards, lambda card: card.colour)]

    def each(its: tuple[Card, ...]) -> tuple[Choice, ...]:
        return tuple(map(choice, its))

    return tuple(Choice(f"{name} {colour}", label(its), partial(each, its)) for colour, its in colours)


def _piles(state: State, picked: Card) -> Choice:
    """A card, then a pile, beginning with one that takes it; why another one doesn't."""

    def on(pile: Pile) -> Choice:
        top = state.top(pile)
        if top is None or fits(picked, pile, top):
            return Choice(f"{picked} {pile}", PILES[pile])
        return Choice(f"{picked} {pile}", T("NO: {why}", why=what_fits(pile, top)))

    takes = [fits(picked, pile, state.top(pile)) for pile in Pile]
    start = takes.index(True) if any(takes) else 0
    return Choice(f"{picked}", told(picked), lambda: tuple(map(on, Pile)), start)


def _left(state: State) -> tuple[Choice, ...]:
    """How many cards, then a row a colour, from which one of them can be laid, too."""
    rows = _by_colour("left", state.unseen(), partial(_piles, state), _row)
    return (Choice("all", fitting(state), lambda: rows), *rows)


def _row(its: tuple[Card, ...]) -> Text:
    """The values of one colour's cards, a dot for each that is missing."""
    colour = its[0].colour
    *ones, ten = (str(value) if Card(colour, value) in its else "·" for value in VALUES)
    return of_colour(colour, f"{''.join(ones)} {ten}")


def _lying(state: State) -> tuple[Choice, ...]:
    """The cards that lie, the last one first."""
    return tuple(
        Choice(f"correct {one.card}", told(one.card), partial(_instead, state, one))
        for one in reversed(state.laid)
    )


def _instead(state: State, one: Laid) -> tuple[Choice, ...]:
    """What it was: another card, or the same on the other pile."""
    name = f"correct {one.card}"

    def other(by: Laid, typed: object, label: Text) -> Choice:
        fine = state.corrected(one.card, by).wrong() is None
        return Choice(f"{name} {typed}", label if fine else T("NO: {why}", why=label))

    cards = _by_colour(name, state.unseen(), lambda it: other(Laid(it, one.pile), it, told(it)))
    piles = (other(Laid(one.card, it), it, PILES[it]) for it in Pile if it is not one.pile)
    return (*cards, *piles)
