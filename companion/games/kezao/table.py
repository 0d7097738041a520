"""Kezao on the table window: the dice in colour, the places filling beside them, everyone's cards."""

from __future__ import annotations

from dataclasses import replace

from companion.games.kezao import screens
from companion.games.kezao.dice import ROLL_NS, TUMBLE_NS
from companion.games.kezao.state import HAND, Options, Phase, Player, State
from companion.games.options import Setup
from companion.games.ruling_words import listed
from companion.table.card_parts import DOWN, Places
from companion.table.parts import AT_REST, Dice, Die, share
from companion.table.view import Part, Plate, Stack, TableView, TokenKind, Tokens
from companion.words import Say
from firmware.events import NS_PER_MS, Seat
from firmware.views import Mood

FALL_NS = 300 * NS_PER_MS
"""How long a card falls into its place."""

_SHOWN = "dice|"
"""A touch on dice of the table's own: what they show."""


def table(setup: Setup[Options], state: State, now: int, say: Say) -> TableView:
    """The table, by phase."""
    plates = tuple(_plate(state, seat, player, say) for seat, player in state.players.items())
    view = TableView(plates=plates, middle=_middle(setup.options, state, now, say))
    screen = screens.main(setup, state, now, say)
    if state.phase is Phase.CHOOSE and state.last_winner is not None:
        points = f"{screen.big} · {' '.join(screen.text)}"
        return replace(view, title=say("Kezao"), headline=screen.title, sign=screen.sign, text=(points,))
    if screen.figure is None:
        return view
    sign = state.roller if state.phase is Phase.CHOOSE or state.rolling(now) else None  # it is about it
    headline, text = _asked(state, now, say) or (screen.title, screen.text)
    return replace(view, title=say("Kezao"), headline=headline, sign=sign, text=text)


def _asked(state: State, now: int, say: Say) -> tuple[str, tuple[str, ...]] | None:
    """What everyone may do while cards are laid, stopped or checked."""
    if state.phase is Phase.CHOOSE or state.rolling(now):
        return None
    if state.laying:
        return say("Lay and press!"), (say.plural("{n} place is free", "{n} places are free", state.free),)
    if state.judging is not None:
        marked = state.judging.marked
        return say("STOP"), (
            say("wrong: {seats}", seats=listed(marked)) if marked else say("Wrong card? Press!"),
        )
    if state.laid and not state.reshuffled:
        return say("Wrong card? Hold!"), (say("whoever laid it holds their button"),)
    return None


# -- the middle ------------------------------------------------------------------------------------


def _middle(options: Options, state: State, now: int, say: Say) -> tuple[Part, ...]:
    if state.last_winner is not None:
        return ()
    if state.phase is Phase.CHOOSE:
        faces = screens.taken(options, state, say)
        return (Dice(tuple(Die(face, does=_taken(options, state, n)) for n, face in enumerate(faces))),)
    dice = _dice(options, state, now, say)
    return (dice,) if state.rolling(now) else (dice, _places(state, now))


def _taken(options: Options, state: State, number: int) -> str:
    """A touch on a die takes one of the other kind; of the table's own it is said what they show."""
    if options.real:
        return _SHOWN
    other = {"+": "-", "-": "+"}
    return "".join(sorted(other[sign] if n == number else sign for n, sign in enumerate(state.picked)))


def _dice(options: Options, state: State, now: int, say: Say) -> Dice:
    throw = state.throw
    roll, tumbling = throw.seen(now)
    gone = share(now - throw.at - roll * ROLL_NS, TUMBLE_NS)
    does = _SHOWN if options.real else ""
    return Dice(
        tuple(Die(face, does=does) for face in screens.seen(state, now, say)),
        min(AT_REST - 1, gone) if tumbling else AT_REST,
        throw.at // NS_PER_MS + roll,
    )


def _places(state: State, now: int) -> Places:
    """A touch on a card asks whose was wrong, and then says so: that takes two."""
    does = tuple(f"wrong {seat}|wrong" for seat in state.laid)
    places = Places(state.laid, state.places, open=state.laying and state.free > 0, does=does)
    race = state.race
    if race.ruling is None:
        return places
    fresh = len(race.presses)
    fallen = share(now - race.over, FALL_NS)
    if fallen == DOWN or set(state.laid[-fresh:]) != {press.seat for press in race.presses}:
        return places
    return replace(places, fresh=fresh, fallen=fallen)


# -- the seats -------------------------------------------------------------------------------------


def _plate(state: State, seat: Seat, player: Player, say: Say) -> Plate:
    return Plate(
        seat,
        say.name(seat),
        str(player.cards),
        _note(state, seat, player, say),
        (Tokens(TokenKind.STAR, player.points),) if player.points else (),
        Stack(player.cards, max(HAND, player.cards)),
        _mood(state, seat, player),
        strong=seat in {*state.won, *state.tied, state.emptied, state.last_winner},
    )


def _note(state: State, seat: Seat, player: Player, say: Say) -> str:
    if state.phase is Phase.CHOOSE:
        return say("rolls") if seat == state.roller else ""
    return say("no more this roll") if player.barred else ""


def _mood(state: State, seat: Seat, player: Player) -> Mood:
    """Who may act: the roller, then everyone who isn't barred."""
    if state.phase is Phase.CHOOSE and seat == state.roller:
        return Mood.TURN
    return Mood.WAIT if player.barred else Mood.CALM
