"""7 Ate 9 on the table window: everyone's stack shrinking, the middle, and what fits on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games import judging
from companion.games.options import Setup
from companion.games.seven_ate_nine import screens
from companion.games.seven_ate_nine.state import COUNT_NS, Options, Phase, State
from companion.table.card_parts import CardFace, Hue, Pile, Row
from companion.table.parts import until
from companion.table.view import Part, Plate, Stack, TableView, TokenKind, Tokens
from companion.words import Say
from firmware.events import Seat
from firmware.views import Mood, Screen

_HUES: Mapping[int, Hue] = {1: Hue.GREEN, 2: Hue.BLUE, 3: Hue.RED}
"""The cards' colours go by their step (rulebook, *przebieg*)."""


def table(setup: Setup[Options], state: State, now: int, say: Say) -> TableView:
    """Stacks, the middle, what fits on it; the heading is the main panel's.

    It is made as if nobody had said which card lies in the middle: that is seen there, and need not be said.
    """
    screen = screens.main(setup, state.say_card(None), now, say)
    headline, text = _heading(state, screen, now, say)
    return TableView(
        title=screen.title if state.solo else say("7 Ate 9"),
        headline=headline,
        sign=screen.sign,
        text=text,
        leads=state.phase is Phase.STUCK,
        plates=tuple(_plate(setup.options, state, seat, now, say) for seat in setup.seats),
        middle=tuple(_middle(setup.options, state, now, say)),
    )


def _heading(state: State, screen: Screen, now: int, say: Say) -> tuple[str, tuple[str, ...]]:
    """The main panel's, but that nothing which counts stands in its small title, nor what the strip shows."""
    if state.counts_down(now):
        return say("Start!"), ()
    if state.phase is Phase.STUCK:
        return screen.title, (
            say("Put your cards down as your new stack."),
            say("Shuffle the middle and turn up a card.")
            if state.solo
            else say("The oldest shuffles the middle and turns up a card."),
        )
    if state.phase is Phase.READY and state.last_winner is not None and screen.sign is None:
        return say("Shuffle!"), (say("cards each: {n}", n=screen.big), *screen.text)
    if screen.title == say("7 Ate 9") or state.solo:
        return screen.big, screen.text
    tied = state.race.ruling is not None and state.race.winner is None
    return screen.big, (*screen.text, screen.title) if tied else (screen.title,)


# -- the seats -------------------------------------------------------------------------------------


def _plate(options: Options, state: State, seat: Seat, now: int, say: Say) -> Plate:
    cards, wrong = state.cards[seat], _wrong(state, seat, now)
    return Plate(
        seat,
        say.name(seat),
        str(cards),
        _note(state, seat, now, say),
        tokens=tuple(_tokens(options, state, seat)),
        stack=Stack(cards, max(cards, state.dealt[seat])),
        mood=Mood.WAIT if wrong else Mood.TURN if _last(state, seat) else Mood.CALM,
        strong=seat == _about(state),
    )


def _tokens(options: Options, state: State, seat: Seat) -> Iterator[Tokens]:
    if state.wins(options) > 1:
        yield Tokens(TokenKind.CROWN, state.tokens[seat])
    if seat in options.side_piles:
        yield Tokens(TokenKind.CARD, state.beside(seat))


def _last(state: State, seat: Seat) -> bool:
    """Whether its next card may win the round."""
    return state.phase is Phase.RACE and state.cards[seat] == 1 and state.judging is None


def _wrong(state: State, seat: Seat, now: int) -> bool:
    """Whether its last card goes back to it."""
    if state.judging is not None:
        return seat in state.judging.marked
    return screens.told_back(state, seat, now) is not None


def _note(state: State, seat: Seat, now: int, say: Say) -> str:
    if state.judging is not None:
        asked = seat in state.acted or seat in state.judging.marked
        return judging.seat_screen(state.judging, seat, state.acted, say).big if asked else ""
    if _wrong(state, seat, now):
        return say("card back")
    return say("face down") if _last(state, seat) else ""


def _about(state: State) -> Seat | None:
    """Whose moment it is: who has the place, the round, the game."""
    if state.phase is not Phase.RACE:
        return state.last_winner if state.started is None else None
    return state.race.winner


# -- the middle ------------------------------------------------------------------------------------


def _middle(options: Options, state: State, now: int, say: Say) -> Iterator[Part]:
    many = state.middle
    yield Pile(_top(state), many - 1, caption=say.plural("{n} card", "{n} cards", many), does="card|")
    left = state.counts_down(now)
    if left:
        yield until(now + left, COUNT_NS, now)
        return
    fits = state.fits(options)
    if fits is not None:
        yield Row(tuple(CardFace(str(value)) for value in fits), between=say("or"), caption=say("fits"))


def _top(state: State) -> CardFace:
    """The card if it was said, else whose it is, else only that a card lies there."""
    laid = state.top
    if laid.card is not None:
        return CardFace(str(laid.card.value), f"±{laid.card.step}", _HUES[laid.card.step])
    return CardFace("?") if laid.seat is None else CardFace(seat=laid.seat)
