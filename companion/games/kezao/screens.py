"""What people see of Kezao: the dice, large and on every panel, and how many places are left."""

from __future__ import annotations

from dataclasses import replace

from companion.games import judging
from companion.games.faces import UNKNOWN, colour_face
from companion.games.kezao.dice import dice_of
from companion.games.kezao.state import GOAL, Options, Phase, Player, State
from companion.games.options import Setup
from companion.games.ruling_words import listed, winners_screen
from companion.words import Say
from firmware.events import Seat
from firmware.views import Dice, Face, Lamp, Mood, Score, Screen

MOST_BESIDE = 4
"""So many seats stand beside the dice, with the places still above them."""


# -- dice ------------------------------------------------------------------------------------------


def kinds(pick: str, say: Say) -> tuple[Face, ...]:
    """The dice that would be taken: what they are, not yet what they show."""
    words = {"+": say("with"), "-": say("without")}
    return tuple(Face(UNKNOWN, words.get(sign, ""), crossed=sign == "-") for sign in pick)


def taken(options: Options, state: State, say: Say) -> tuple[Face, ...]:
    """The dice that are taken; which of its own the table takes nobody says."""
    return kinds(options.unknown if options.real else state.picked, say)


def seen(state: State, now: int, say: Say) -> tuple[Face, ...]:
    """What dice show, as far as it is known; while they tumble only their kinds are seen."""
    roll, tumbling = state.throw.seen(now)
    if tumbling:
        return tuple(colour_face(die.name, None, say) for die in dice_of(state.throw.pick))
    if not state.throw.rolls:
        return kinds(state.throw.pick or state.picked, say)
    return tuple(colour_face(kind, colour, say) for kind, colour in state.throw.dice_in(roll))


def _dice(state: State, now: int, say: Say) -> Dice:
    return Dice(seen(state, now, say), rolling=state.rolling(now))


def _bare(dice: Dice) -> Dice:
    """Dice without the words below them: what else is said needs the room."""
    return replace(dice, faces=tuple(replace(face, word="") for face in dice.faces))


def _rolling(state: State, now: int, say: Say) -> Screen:
    """Dice under way, on any panel: nobody may lay yet, and everyone sees why they roll again."""
    roll, tumbling = state.throw.seen(now)
    if not tumbling:
        title = say("Same colour: again!")
    else:
        title = say("roll {n}", n=roll + 1) if roll else say("{who} rolls", who=say.name(state.roller))
    return Screen(title, figure=_dice(state, now, say), mood=Mood.WAIT)


# -- the main panel --------------------------------------------------------------------------------


def main(setup: Setup[Options], state: State, now: int, say: Say) -> Screen:
    """The main panel, by phase."""
    if state.phase is Phase.CHOOSE:
        return _choose(setup.options, state, say)
    if state.phase is Phase.OVER:
        return winners_screen(say("The end"), state.won, _points(state, say), say)
    if state.rolling(now):
        return _rolling(state, now, say)
    if state.tied:
        seats = (say("seats {seats}", seats=listed(state.tied)),)
        return Screen(_places(state, say), say("TIE"), None, seats)
    title, dice = _asked(state, say), _dice(state, now, say)
    laid = f"{len(state.laid)}/{state.places}"
    if state.laying:
        return Screen(title, text=(laid,), scores=_nearly_out(state), figure=dice)
    mood = Mood.CALM if state.judging is None else Mood.WAIT
    big = laid if state.emptied is None else "0"
    return Screen(title, big, state.emptied, _shuffle(state, say), mood=mood, figure=_bare(dice))


def _asked(state: State, say: Say) -> str:
    """The one line above the dice: what there is to do now."""
    if state.phase is Phase.CHECK:
        return say("Wrong card? Hold!") if state.laid else say("Check the cards!")
    if state.judging is None:
        return _places(state, say)
    marked = state.judging.marked
    return say("STOP. Wrong: {seats}", seats=listed(marked)) if marked else say("STOP. Wrong? Press!")


def _places(state: State, say: Say) -> str:
    return say("places {laid}/{places}", laid=len(state.laid), places=state.places)


def _choose(options: Options, state: State, say: Say) -> Screen:
    if state.last_winner is not None:
        winner, title = state.last_winner, say("Point: {who}", who=say.name(state.last_winner))
        big, deal = f"{state.players[winner].points}/{GOAL}", say("deal 7 cards each")
        return Screen(title, big, winner, (deal,))
    title, dice = say("{who} rolls", who=say.name(state.roller)), Dice(taken(options, state, say))
    told = state.since is not None or options.real  # once: whose roll it is says more
    text = _shuffle(state, say) if told else (say("turn: other dice"),)
    return Screen(title, sign=state.roller, text=text, figure=_bare(dice) if text else dice)


def _shuffle(state: State, say: Say) -> tuple[str, ...]:
    """The pile has run out in this roll."""
    return (say("shuffle the old cards"),) if state.reshuffled else ()


def _points(state: State, say: Say) -> tuple[Score, ...]:
    return tuple(
        Score(seat, say("{points}p", points=player.points), strong=seat in state.won)
        for seat, player in state.players.items()
    )


def _nearly_out(state: State) -> tuple[Score, ...]:
    """Who may win the round with one more card.

    All other counts are on the seats' own panels: beside the dice they would take the room of the places.
    """
    seats = [seat for seat, player in state.players.items() if player.cards == 1]
    return tuple(Score(seat, "1", strong=True) for seat in seats) if len(seats) <= MOST_BESIDE else ()


# -- a seat's own panel ----------------------------------------------------------------------------


def seat(setup: Setup[Options], state: State, seat: Seat, now: int, say: Say) -> Screen:
    """A seat's own panel: the dice, and what it may do now."""
    player = state.players[seat]
    if state.phase is Phase.CHOOSE:
        return _seat_chooses(setup.options, state, seat, player, say)
    if state.phase is Phase.OVER:
        return Screen(big=say("the end"), sign=seat)
    if state.rolling(now):
        return _rolling(state, now, say)
    title = say(
        "{cards} · {laid}/{places}", cards=_hand(player, say), laid=len(state.laid), places=state.places
    )
    if seat in state.tied:
        return Screen(title, say("TIE"), seat, (say("the table decides"),))
    if player.taken and (state.judging is None or seat in state.judging.marked):
        return _punished(player.taken[-1], seat, title, say)
    return _seat_looks(state, seat, title, _dice(state, now, say), say)


def _seat_chooses(options: Options, state: State, seat: Seat, player: Player, say: Say) -> Screen:
    title = _score(player, say)
    if seat == state.roller:
        hint = say("press as you roll") if options.real else say("press: roll")
        return Screen(title, hint=hint, mood=Mood.TURN, figure=Dice(taken(options, state, say)))
    return Screen(title, str(state.roller), state.roller, (say("rolls"),), mood=Mood.WAIT)


def _punished(taken: int, seat: Seat, title: str, say: Say) -> Screen:
    """A wrong card has its price, and it is paid at once."""
    text = (say("and your wrong card") if taken else say("your wrong card"), say("no more this roll"))
    big = say("TAKE {n}", n=taken) if taken else say("TAKE BACK")
    return Screen(title, big, seat, text, mood=Mood.WAIT)


def _seat_looks(state: State, seat: Seat, title: str, dice: Dice, say: Say) -> Screen:
    """The dice to look at, and what a press means now."""
    if state.laying:
        if seat not in state.laid:  # once it has laid one, its own count says more
            title = say("Card? Press! {laid}/{places}", laid=len(state.laid), places=state.places)
        return Screen(title, mood=Mood.TURN, figure=dice)
    title = say("Check the cards!") if state.phase is Phase.CHECK else say("STOP")
    if seat in state.laid and not state.tied:
        return Screen(title, hint=_confess(state, seat, say), figure=dice)
    return Screen(title, mood=Mood.WAIT, figure=dice)


def _confess(state: State, seat: Seat, say: Say) -> str:
    """How a seat says that its own last card was wrong."""
    if state.phase is Phase.LAY:
        return say("wrong card: press")
    held = state.hold is not None and state.hold.seat == seat
    return say("keep holding!") if held else say("wrong card: hold")


def _hand(player: Player, say: Say) -> str:
    return say.plural("{n} card", "{n} cards", player.cards)


def _score(player: Player, say: Say) -> str:
    points = say.plural("{n} point", "{n} points", player.points)
    return say("{cards} · {points}", cards=_hand(player, say), points=points)


# -- lamps -----------------------------------------------------------------------------------------


def lamp(setup: Setup[Options], state: State, seat: Seat, now: int) -> Lamp:
    """Lit: you may press now. Blinking: it is about you."""
    if state.phase is Phase.CHOOSE:
        return Lamp.ON if seat == state.roller else Lamp.OFF
    if state.phase is Phase.OVER:
        return Lamp.BLINK if seat in state.won else Lamp.OFF
    if state.phase is Phase.CHECK or state.tied:
        return Lamp.BLINK if seat in (state.tied or state.laid) else Lamp.OFF
    if state.judging is not None:
        return judging.lamp(state.judging, seat, state.laid)
    return Lamp.OFF if state.rolling(now) or state.players[seat].barred else Lamp.ON


def changes_at(setup: Setup[Options], state: State, now: int) -> int | None:
    """While the dice roll: faces seen, and under way again."""
    return state.throw.changes_at(now)
