"""What people see of 7 Ate 9: who has the place, and on every seat's panel how many cards it still has."""

from __future__ import annotations

from collections.abc import Iterator

from companion.referees import judging
from companion.referees.base import Choice
from companion.referees.clocks import clock, precise
from companion.referees.ruling_words import listed, margin, others
from companion.referees.seven_ate_nine_cards import STEPS, VALUES
from companion.referees.seven_ate_nine_rules import Rules
from companion.referees.seven_ate_nine_state import Back, Phase, State
from companion.words import Say, T, Who
from firmware.events import NS_PER_MS, NS_PER_S, Seat
from firmware.race import Race, Ruling
from firmware.views import Lamp, Mood, Score, Screen

TOLD_NS = 3 * NS_PER_S
"""So long a seat reads that its card goes back: an eight-year-old has looked up by then."""

LIT_NS = 600 * NS_PER_MS
"""So long the lamp of whoever has the place is lit."""

STUCK = Choice("stuck", T("Nobody can play"))
CARDS = tuple(
    Choice(f"card {value} {step}", T("Middle: {value} ±{step}", value=value, step=step))
    for value in VALUES
    for step in STEPS
)


def choices(state: State, side_piles: tuple[Seat, ...]) -> tuple[Choice, ...]:
    """What the knob can choose, by phase: what ok does first, the thirty cards last."""
    beside = tuple(Choice(f"side {seat}", T("Beside: {who}", who=Who(seat))) for seat in side_piles)
    match state.phase:
        case Phase.READY:
            return (Choice("", T("Start!")), *CARDS)
        case Phase.STUCK:
            return (Choice("", T("Go on")), *beside, *CARDS)
        case _:
            ok = T("Go on") if state.judging is not None else T("Stop: wrong card")
            return (Choice("", ok), STUCK, *beside, *CARDS)


# -- the main panel --------------------------------------------------------------------------------


def main(rules: Rules, state: State, now: int, say: Say) -> Screen:
    """The main panel, by phase."""
    left = state.counts_down(now)
    if left:
        return Screen(say("7 Ate 9"), str(-(-left // NS_PER_S)), scores=_cards(state))
    match state.phase:
        case Phase.READY if left is None:
            return _ready(rules, state, say)
        case Phase.STUCK:
            text = (say("your hand: new stack"), say("the oldest shuffles"))
            return Screen(
                say("Nobody can play"), say("STOP"), None, text, hint=say("ok: go on"), mood=Mood.WAIT
            )
        case Phase.OVER:
            return _over(rules, state, say)
        case _:
            return _race(rules, state, now, say)


def _ready(rules: Rules, state: State, say: Say) -> Screen:
    hint = say("press or ok: start")
    if state.last_winner is not None:
        return Screen(
            title=say("Tokens"),
            big=say.name(state.last_winner),
            sign=state.last_winner,
            text=(say("wins the round"),),
            scores=_tokens(state),
            hint=hint,
        )
    aside = say.plural("{n} card aside", "{n} cards aside", rules.aside) if rules.aside else ""
    text = tuple(filter(None, (aside, *_fits(rules, state, say))))
    return Screen(say("7 Ate 9"), say("Start!"), None, text, _cards(state), hint)


def _race(rules: Rules, state: State, now: int, say: Say) -> Screen:
    time = _clock(state, now) if rules.solo else ""
    if state.judging is not None:
        return judging.main_screen(state.judging, time or say("7 Ate 9"), _cards(state), say)
    if rules.solo:
        left = _left(say, sum(state.cards.values()))
        return Screen(say("7 Ate 9"), time, None, tuple(_fits(rules, state, say)) or (left,))
    fits = rules.fits(state.centre)
    if state.centre is not None and fits is not None:
        title = say("{value} ±{step}: fits", value=state.centre.value, step=state.centre.step)
        return Screen(title, " ".join(map(str, fits)), scores=_cards(state))
    if state.race is None or state.race.ruling is None:
        return Screen(say("7 Ate 9"), say("PLAY!"), scores=_cards(state))
    return _ruled(state, state.race, state.race.ruling, say)


def _ruled(state: State, race: Race, ruling: Ruling, say: Say) -> Screen:
    if ruling.winner is None:
        tied = (say("seats {seats}", seats=listed(ruling.tied)),)
        return Screen(say("cards back"), say("TIE"), None, tied, _cards(state))
    title = _left(say, state.cards[ruling.winner])
    late = tuple(others(say, ruling, race.tie))
    return Screen(title, say.name(ruling.winner), ruling.winner, late, _cards(state, ruling.winner))


def _over(rules: Rules, state: State, say: Say) -> Screen:
    winner = state.last_winner
    assert winner is not None
    hint = say("ok: play again")
    if rules.solo and state.watch is not None:
        return Screen(say.name(winner), precise(say, state.watch.elapsed(state.won_at)), winner, hint=hint)
    late: tuple[str, ...] = ()
    if state.race is not None and state.race.ruling is not None:
        late = tuple(others(say, state.race.ruling, state.race.tie))
    scores = _tokens(state) if rules.wins > 1 else _cards(state)
    return Screen(say("all cards are laid"), say.name(winner), winner, late, scores, hint)


def _left(say: Say, cards: int) -> str:
    return say.plural("{n} card left", "{n} cards left", cards)


def _clock(state: State, now: int) -> str:
    return clock(0 if state.watch is None else state.watch.elapsed(now) // NS_PER_S, minutes_always=True)


def _cards(state: State, strong: Seat | None = None) -> tuple[Score, ...]:
    return tuple(Score(seat, str(cards), strong=seat == strong) for seat, cards in state.cards.items())


def _tokens(state: State) -> tuple[Score, ...]:
    return tuple(Score(s, str(tokens), strong=s == state.last_winner) for s, tokens in state.tokens.items())


def _fits(rules: Rules, state: State, say: Say) -> Iterator[str]:
    fits = rules.fits(state.centre)
    if fits is not None:
        yield say("fits: {values}", values=", ".join(map(str, fits)))


# -- a seat's own panel ----------------------------------------------------------------------------


def seat(rules: Rules, state: State, seat: Seat, now: int, say: Say) -> Screen:
    """A seat's own panel: one number, and few words; a child's has fewer."""
    child = seat in rules.kids
    left = state.counts_down(now)
    if left:
        return Screen(big=str(-(-left // NS_PER_S)))
    title = _title(rules, state, seat, say)
    match state.phase:
        case Phase.READY if left is None:
            return Screen("" if child else title, say("Start!"), None if child else seat, mood=Mood.TURN)
        case Phase.STUCK:
            text = () if child else (say("your hand: new stack"), say("the oldest shuffles"))
            return Screen("", say("STOP"), None, text, mood=Mood.WAIT)
        case Phase.OVER:
            return _end(state, seat, say)
        case _ if state.judging is not None:
            return judging.seat_screen(state.judging, seat, title, state.acted, say)
        case _:
            shown = _count(rules, state, seat, now, say)
            return shown if child else Screen(title, shown.big, seat, shown.text, mood=shown.mood)


def _title(rules: Rules, state: State, seat: Seat, say: Say) -> str:
    if rules.wins > 1:
        return say("tokens {n}", n=state.tokens[seat])
    return say.plural("{n} card", "{n} cards", state.cards[seat]) if state.phase is Phase.READY else ""


def _count(rules: Rules, state: State, seat: Seat, now: int, say: Say) -> Screen:
    """The cards a seat still has; whether the last one went back; what the next one must be."""
    child, cards = seat in rules.kids, state.cards[seat]
    back = state.backs.get(seat)
    if back is not None and now < back.at + TOLD_NS:
        why = () if child else (_why(rules, back, say),)
        return Screen(big=str(cards), text=(*why, say("card back")), mood=Mood.WAIT)
    if cards == 1:
        last = (say("face down"),) if child else (say("last card:"), say("face down"))
        return Screen(big=str(cards), text=last, mood=Mood.TURN)
    return Screen(big=str(cards), text=tuple(_fits(rules, state, say)))


def _why(rules: Rules, back: Back, say: Say) -> str:
    if not back.place:
        return say("tie")
    if back.margin <= rules.grain:  # closer than the box can tell, but the place was the other's anyway
        return say("place {place}", place=back.place)
    return say("place {place}, {margin}", place=back.place, margin=margin(say, back.margin, rules.grain))


def _end(state: State, seat: Seat, say: Say) -> Screen:
    if seat == state.last_winner:
        return Screen("", say("YOU WIN!"), seat, mood=Mood.TURN)
    return Screen("", say("the end"), seat)


# -- lamps, and when anything changes --------------------------------------------------------------


def lamp(state: State, seat: Seat, now: int) -> Lamp:
    """Lit: your card has the place, or your press says Start! Blinking: you won, or laid the last card."""
    if state.judging is not None:
        top = state.pile[-1].seat
        return judging.lamp(state.judging, seat, () if top is None else (top,))
    if state.phase in {Phase.READY, Phase.OVER} and seat == state.last_winner and state.starts_at is None:
        return Lamp.BLINK
    if state.phase is Phase.READY:
        return Lamp.ON if state.starts_at is None else Lamp.OFF
    race = state.race if state.phase is Phase.RACE else None
    if race is None or race.first is None or race.ruling is None or race.ruling.winner != seat:
        return Lamp.OFF
    return Lamp.ON if now < race.first.at + LIT_NS else Lamp.OFF


def changes_at(rules: Rules, state: State, now: int) -> int | None:
    """When something of this changes by itself (ns), or None."""
    return min((at for at in _changes(rules, state, now) if at > now), default=None)


def _changes(rules: Rules, state: State, now: int) -> Iterator[int]:
    left = state.counts_down(now)
    if left:
        yield now + (left - 1) % NS_PER_S + 1
    if state.phase is not Phase.RACE:
        return
    yield from (back.at + TOLD_NS for back in state.backs.values())
    if state.race is not None and state.race.first is not None:
        yield state.race.first.at + LIT_NS
    if rules.solo and state.watch is not None and state.watch.stopped is None:
        yield now + NS_PER_S - state.watch.elapsed(now) % NS_PER_S
