"""What people see of 7 Ate 9: who has the place, and on every seat's panel how many cards it still has."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games import judging
from companion.games.clocks import clock, precise
from companion.games.options import Setup
from companion.games.ruling_words import listed, margin, others
from companion.games.seven_ate_nine.state import Back, Options, Phase, State
from companion.words import Say
from firmware.events import NS_PER_MS, NS_PER_S, Seat
from firmware.falling_sand import next_number_in, seconds_shown
from firmware.presses.race import Ruling
from firmware.views import Lamp, Mood, Score, Screen

TOLD_NS = 3 * NS_PER_S
"""So long a seat reads that its card goes back: an eight-year-old has looked up by then."""

LIT_NS = 600 * NS_PER_MS
"""So long the lamp of whoever has the place is lit."""


# -- the main panel --------------------------------------------------------------------------------


def main(setup: Setup[Options], state: State, now: int, say: Say) -> Screen:
    """The main panel, by phase."""
    left = state.counts_down(now)
    if left:
        return Screen(say("7 Ate 9"), str(seconds_shown(left)), scores=_cards(state))
    match state.phase_at(now):
        case Phase.READY:
            return _ready(setup.options, state, now, say)
        case Phase.STUCK:
            return Screen(say("Nobody can play"), say("STOP"), text=_new_stacks(state, say), mood=Mood.WAIT)
        case Phase.OVER:
            return _over(setup.options, state, now, say)
        case Phase.RACE:
            return _race(setup.options, state, now, say)


def _ready(options: Options, state: State, now: int, say: Say) -> Screen:
    if state.last_winner is not None and now < state.won_at + TOLD_NS:
        winner = state.last_winner
        return Screen(say("wins the round"), say.name(winner), winner, scores=_tokens(state))
    if state.last_winner is not None:
        few, many = min(state.dealt.values()), max(state.dealt.values())
        children = () if few == many else (say("children: {n}", n=few),)
        return Screen(say("Shuffle! Cards each:"), str(many), None, children, _tokens(state))
    aside = (say("put aside: {n}", n=state.aside),) if state.aside else ()
    known = _middle(options, state, say)
    return known or Screen(say("7 Ate 9"), say("Start!"), text=aside, scores=_cards(state))


def _new_stacks(state: State, say: Say) -> tuple[str, ...]:
    """Nobody can play: what everyone does, and then the oldest."""
    stack = say("hand down: new stack")
    if state.solo:
        return stack, say("shuffle the middle"), say("and turn up a card")
    return stack, say("the oldest shuffles"), say("and turns up a card")


def _race(options: Options, state: State, now: int, say: Say) -> Screen:
    time = clock(state.watch.elapsed(now) // NS_PER_S, minutes_always=True) if state.solo else ""
    if state.judging is not None:
        wrong, ask = state.judging.marked, say("Wrong card? Press!")
        text = say("wrong: {seats}", seats=listed(wrong)) if wrong else ask
        return Screen(time or say("7 Ate 9"), say("STOP"), text=(text,), mood=Mood.WAIT)
    if state.solo:
        # How it ends; or how many cards are left, if they are pressed one by one.
        alone = _left(say, sum(state.cards.values())) if state.acted else say("all laid: hold")
        return Screen(say("7 Ate 9"), time, text=_fits(options, state, say) or (alone,))
    known = _middle(options, state, say)
    if known is not None:
        return known
    if state.race.ruling is None:
        return Screen(say("7 Ate 9"), say("PLAY!"), scores=_cards(state))
    return _ruled(state, state.race.ruling, now, say)


def _middle(options: Options, state: State, say: Say) -> Screen | None:
    """What fits, if somebody has said which card lies in the middle."""
    card = state.centre
    if card is None:
        return None
    title = say("{value} ±{step}: fits", value=card.value, step=card.step)
    return Screen(title, _either(card.fits(wrap=options.wrap), say))


def _ruled(state: State, ruling: Ruling, now: int, say: Say) -> Screen:
    if ruling.winner is None:
        tied = (say("seats {seats}", seats=listed(ruling.tied)),)
        return Screen(say("cards back"), say("TIE"), None, tied, _cards(state))
    title = _left(say, state.cards[ruling.winner])
    late = _late(state, now, say)
    scores = () if late else _cards(state, ruling.winner)
    return Screen(title, say.name(ruling.winner), ruling.winner, late, scores)


def _late(state: State, now: int, say: Say) -> tuple[str, ...]:
    """For a while, who was late and by how much; then there is room for everybody's cards again."""
    if state.race.ruling is None or now >= state.race.presses[0].at + TOLD_NS:
        return ()
    return tuple(others(say, state.race))


def _over(options: Options, state: State, now: int, say: Say) -> Screen:
    winner = state.last_winner
    assert winner is not None
    if state.solo:
        return Screen(say.name(winner), precise(say, state.watch.elapsed(state.won_at)), winner)
    late = _late(state, now, say)
    scores = () if late else _tokens(state) if state.wins(options) > 1 else _cards(state)
    return Screen(say("all cards are laid"), say.name(winner), winner, late, scores)


def _left(say: Say, cards: int) -> str:
    return say.plural("{n} card left", "{n} cards left", cards)


def _cards(state: State, strong: Seat | None = None) -> tuple[Score, ...]:
    if state.solo:
        return ()
    return tuple(Score(seat, str(cards), strong=seat == strong) for seat, cards in state.cards.items())


def _tokens(state: State) -> tuple[Score, ...]:
    return tuple(Score(s, str(tokens), strong=s == state.last_winner) for s, tokens in state.tokens.items())


def _fits(options: Options, state: State, say: Say) -> tuple[str, ...]:
    fits = state.fits(options)
    return () if fits is None else (say("fits: {values}", values=_either(fits, say)),)


def _either(fits: tuple[int, ...], say: Say) -> str:
    """With a word between: figures beside each other would be read as one number."""
    return say("{one} or {other}", one=fits[0], other=fits[1]) if len(fits) == 2 else str(fits[0])


# -- a seat's own panel ----------------------------------------------------------------------------


def seat(setup: Setup[Options], state: State, seat: Seat, now: int, say: Say) -> Screen:
    """A seat's own panel: one number, and few words; a child's has fewer."""
    child = seat in setup.options.kids
    left = state.counts_down(now)
    if left:
        return Screen(big=str(seconds_shown(left)))
    match state.phase_at(now):
        case Phase.READY:
            return _before(setup, state, seat, say)
        case Phase.STUCK:
            stack = _new_stacks(state, say)
            return Screen("", say("STOP"), None, stack[:1] if child else stack, mood=Mood.WAIT)
        case Phase.OVER:
            return Screen(big=say("the end"), sign=seat)
        case Phase.RACE if state.judging is not None:
            return judging.seat_screen(state.judging, seat, state.acted, say)
        case Phase.RACE:
            shown = _count(setup, state, seat, now, say)
            return shown if child else replace(shown, sign=seat)


def _before(setup: Setup[Options], state: State, seat: Seat, say: Say) -> Screen:
    """How many cards it gets, and how many rounds it has won."""
    cards = say.plural("{n} card", "{n} cards", state.cards[seat])
    text = () if state.last_winner is None else (cards,)
    if seat in setup.options.kids:
        return Screen("", say("Start!"), None, text, mood=Mood.TURN)
    title = say("tokens {n}", n=state.tokens[seat]) if state.wins(setup.options) > 1 else cards
    return Screen(title, say("Start!"), seat, text, mood=Mood.TURN)


def _count(setup: Setup[Options], state: State, seat: Seat, now: int, say: Say) -> Screen:
    """The cards a seat still has; whether the last one went back; what the next one must be."""
    child, cards = seat in setup.options.kids, state.cards[seat]
    back = told_back(state, seat, now)
    if back is not None:
        title, margins = ("", ()) if child else _why(back, say)
        return Screen(title, str(cards), None, (*margins, say("card back")), mood=Mood.WAIT)
    if cards == 1:
        last = (say("face down"),) if child else (say("last card:"), say("face down"))
        return Screen(big=str(cards), text=last, mood=Mood.TURN)
    held: tuple[str, ...] = ()  # what its button means, held
    if state.solo:
        held = (say("all laid: hold"),)
    elif seat in setup.options.side_piles:
        held = (say("hold: lay beside"),)
    return Screen(big=str(cards), text=_fits(setup.options, state, say) or held)


def told_back(state: State, seat: Seat, now: int) -> Back | None:
    """Why a seat's last card goes back to it, while it is told so."""
    back = state.backs.get(seat)
    return back if back is not None and state.opened <= back.at and now < back.at + TOLD_NS else None


def _why(back: Back, say: Say) -> tuple[str, tuple[str, ...]]:
    """Its place, and by how much it came later."""
    if not back.place:
        return say("tie"), ()
    place = say("place {place}", place=back.place)
    if back.margin <= back.tie:  # closer than the box can tell, but the place was the other's anyway
        return place, ()
    return place, (margin(say, back.margin, back.tie),)


# -- lamps, and when anything changes --------------------------------------------------------------


def lamp(setup: Setup[Options], state: State, seat: Seat, now: int) -> Lamp:
    """Lit: your card has the place, or your press says Start! Blinking: you won, or laid the last card."""
    if state.judging is not None:
        last = [laid.seat for laid in (state.top, state.pile[-1]) if laid.seat is not None]
        return judging.lamp(state.judging, seat, last)
    match state.phase:
        case Phase.READY | Phase.OVER if seat == state.last_winner and state.started is None:
            return Lamp.BLINK
        case Phase.READY:
            return Lamp.ON if state.started is None else Lamp.OFF
        case Phase.RACE:
            first = seat == state.race.winner and now < state.race.presses[0].at + LIT_NS
            return Lamp.ON if first else Lamp.OFF
        case Phase.STUCK | Phase.OVER:
            return Lamp.OFF


def changes_at(setup: Setup[Options], state: State, now: int) -> int | None:
    """When something of this changes by itself (ns), or None."""
    return min((at for at in _changes(state, now) if at > now), default=None)


def _changes(state: State, now: int) -> Iterator[int]:
    left = state.counts_down(now)
    if left:
        yield now + next_number_in(left)
    yield state.won_at + TOLD_NS
    if state.race.first is not None:
        yield from (state.race.first.at + LIT_NS, state.race.first.at + TOLD_NS)
    if state.phase is not Phase.RACE:
        return
    yield from (back.at + TOLD_NS for back in state.backs.values())
    if state.solo and state.watch.stopped is None:
        yield now + NS_PER_S - state.watch.elapsed(now) % NS_PER_S
