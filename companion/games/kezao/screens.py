"""What people see of Kezao: the dice, large and on every panel, and how many places are left."""

from __future__ import annotations

from companion.games import judging
from companion.games.faces import UNKNOWN, colour_face
from companion.games.kezao.dice import Throw, dice_of
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
    return tuple(Face(UNKNOWN, words[sign], crossed=sign == "-") for sign in pick)


def seen(throw: Throw, now: int, say: Say) -> tuple[Face, ...]:
    """What dice show; while they tumble only their kinds are seen."""
    roll, tumbling = throw.seen(now)
    if tumbling:
        return tuple(colour_face(die.name, None, say) for die in dice_of(throw.pick))
    return tuple(colour_face(kind, colour, say) for kind, colour in throw.dice_in(roll))


def _dice(state: State, now: int, say: Say) -> Dice:
    return Dice(seen(state.throw, now, say), rolling=state.throw.seen(now)[1])


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
        return _choose(state, say)
    if state.phase is Phase.OVER:
        return winners_screen(say("The end"), state.won, _points(state, say), say)
    if state.rolling(now):
        return _rolling(state, now, say)
    if state.tied:
        seats = (say("seats {seats}", seats=listed(state.tied)),)
        return Screen(_places(state, say), say("TIE"), None, seats, hint=say("who was first?"))
    mood = Mood.CALM if state.judging is None else Mood.WAIT
    hint = say("shuffle the old cards") if state.reshuffled and not state.laying else ""
    dice = _dice(state, now, say)
    return Screen(_asked(state, say), scores=_nearly_out(state), hint=hint, mood=mood, figure=dice)


def _asked(state: State, say: Say) -> str:
    """The one line above the dice: what there is to do now."""
    if state.emptied is not None:
        return say("Point? Check, ok")
    if state.phase is Phase.CHECK:
        return say("Check, then ok")
    if state.judging is None:
        return _places(state, say)
    marked = state.judging.marked
    return say("ok: go on. Wrong: {seats}", seats=listed(marked)) if marked else say("STOP. Wrong? Press!")


def _places(state: State, say: Say) -> str:
    return say("places {laid}/{places}", laid=len(state.laid), places=state.places)


def _choose(state: State, say: Say) -> Screen:
    if state.last_winner is not None:
        winner, title = state.last_winner, say("Point: {who}", who=say.name(state.last_winner))
        return Screen(title, f"{state.players[winner].points}/{GOAL}", winner, hint=say("deal 7 cards each"))
    hint = say("turn: other dice") if state.since is None else ""  # told once: whose roll it is says more
    if state.reshuffled:
        hint = say("shuffle the old cards")
    return Screen(
        say("{who} rolls", who=say.name(state.roller)), hint=hint, figure=Dice(kinds(state.picked, say))
    )


def _points(state: State, say: Say) -> tuple[Score, ...]:
    return tuple(
        Score(seat, say("{points}p", points=player.points), strong=seat in state.won)
        for seat, player in state.players.items()
    )


def _nearly_out(state: State) -> tuple[Score, ...]:
    """Who may win the round with one more card; whoever has laid the last, while it is checked.

    All other counts are on the seats' own panels: beside the dice they would take the room of the places.
    """
    few = 1 if state.emptied is None else 0
    seats = [seat for seat, player in state.players.items() if player.cards <= few]
    return tuple(Score(seat, str(few), strong=True) for seat in seats) if len(seats) <= MOST_BESIDE else ()


# -- a seat's own panel ----------------------------------------------------------------------------


def seat(setup: Setup[Options], state: State, seat: Seat, now: int, say: Say) -> Screen:
    """A seat's own panel: the dice, and what it may do now."""
    player = state.players[seat]
    if state.phase is Phase.CHOOSE:
        return _seat_chooses(state, seat, player, say)
    if state.phase is Phase.OVER:
        won = seat in state.won
        big = say("YOU WIN!") if won else say("the end")
        return Screen(_score(player, say), big, seat, mood=Mood.TURN if won else Mood.CALM)
    if state.rolling(now):
        return _rolling(state, now, say)
    title = say(
        "{cards} · {laid}/{places}", cards=_hand(player, say), laid=len(state.laid), places=state.places
    )
    if seat in state.tied:
        return Screen(title, say("TIE"), seat, (say("the table decides"),))
    if player.taken is not None and (state.judging is None or seat in state.judging.marked):
        return _punished(player.taken, seat, title, say)
    return _seat_looks(state, seat, title, _dice(state, now, say), say)


def _seat_chooses(state: State, seat: Seat, player: Player, say: Say) -> Screen:
    title = _score(player, say)
    if seat == state.roller:
        figure = Dice(kinds(state.picked, say))
        return Screen(title, hint=say("press: roll"), mood=Mood.TURN, figure=figure)
    return Screen(title, str(state.roller), state.roller, (say("rolls"),), mood=Mood.WAIT)


def _punished(taken: int, seat: Seat, title: str, say: Say) -> Screen:
    """A wrong card has its price, and it is paid at once."""
    text = (say("and your wrong card") if taken else say("your wrong card"), say("no more this roll"))
    big = say("TAKE {n}", n=taken) if taken else say("TAKE BACK")
    return Screen(title, big, seat, text, mood=Mood.WAIT)


def _seat_looks(state: State, seat: Seat, title: str, dice: Dice, say: Say) -> Screen:
    """The dice to look at, and what a press means now."""
    if state.laying:
        hint, mood = "", Mood.TURN
        if seat not in state.laid:  # once it has laid one, its own count says more
            title = say("Card? Press! {laid}/{places}", laid=len(state.laid), places=state.places)
    elif seat in state.laid and not state.tied:
        hint, mood = say("wrong card: press"), Mood.CALM
    else:
        hint, mood = "", Mood.WAIT
    if not state.laying:
        title = say("Check the cards!") if state.phase is Phase.CHECK else say("STOP")
    return Screen(title, hint=hint, mood=mood, figure=dice)


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
