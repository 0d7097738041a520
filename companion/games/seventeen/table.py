"""17 on the table window: the row, everyone's tokens, and at SPRAWDZAM! the sum against seventeen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games.options import Setup
from companion.games.ruling_words import listed
from companion.games.seventeen.score import LIMIT
from companion.games.seventeen.screens import duty_of, gains_of
from companion.games.seventeen.state import Mark, Options, Phase, State
from companion.table.card_parts import BACK, Badge, CardFace, Pile, Row
from companion.table.parts import Against, Side, until
from companion.table.view import Part, Plate, TableView, TokenKind, Tokens
from companion.words import Say
from firmware.events import Seat
from firmware.views import Mood

_BADGES: Mapping[Mark, Badge] = {
    Mark.REVERSE: Badge.REVERSE,
    Mark.PLAY2: Badge.TWICE,
    Mark.REMOVE: Badge.REMOVE,
}


def table(setup: Setup[Options], state: State, now: int, say: Say) -> TableView:
    """The table, by phase: the row; once somebody has called, the sum against seventeen."""
    headline, sign, text = _heading(setup, state, say)
    return TableView(
        title=say("round {round}", round=state.round),
        headline=headline,
        sign=sign,
        text=text,
        plates=tuple(_plate(state, seat, say) for seat in setup.seats),
        direction=state.direction_now,
        middle=tuple(_middle(setup, state, now, say)),
    )


def _heading(setup: Setup[Options], state: State, say: Say) -> tuple[str, Seat | None, tuple[str, ...]]:
    """What is told otherwise than on the main panel: headline, whose it is, what stands below."""
    traps = say("traps: {seats}", seats=listed(state.traps)) if state.traps else ""
    match state.phase:
        case Phase.TURN if state.settled is not None:
            right = _right(state.settled.caller, state.settled.layer, state.settled.sum)
            return "", None, (say("{sum}: {who} is right", sum=state.settled.sum, who=say.name(right)),)
        case Phase.WINDOW if state.row_now and state.window_end(setup.options) is not None:
            return say("CHECK?"), None, ()
        case Phase.REVEAL:
            if state.sum is None:
                return "", None, (say("turn: what sum?"), traps)
            assert state.race.winner is not None
            assert state.last_layer is not None
            right = _right(state.race.winner, state.last_layer, state.sum)
            return say("{who} is right", who=say.name(right)), right, (traps,)
    return "", None, ()


def _right(caller: Seat, layer: Seat, total: int) -> Seat:
    return caller if total >= LIMIT else layer


# -- the seats -------------------------------------------------------------------------------------


def _plate(state: State, seat: Seat, say: Say) -> Plate:
    player = state.players[seat]
    about = seat == state.race.winner
    return Plate(
        seat,
        say.name(seat),
        note=_note(state, seat, say),
        tokens=(Tokens(TokenKind.HEART, player.composure), Tokens(TokenKind.BOLT, player.nerves)),
        mood=Mood.TURN if about or (state.phase is Phase.TURN and seat == state.turn) else Mood.CALM,
        strong=about,
    )


def _note(state: State, seat: Seat, say: Say) -> str:
    gains = gains_of(state, seat, say)
    match state.phase:
        case Phase.TURN if seat == state.turn:
            return duty_of(state, say) or gains or say("is on turn")
        case Phase.TURN:
            return gains
        case Phase.WINDOW if seat == state.last_layer:
            return duty_of(state, say) or say("DRAW")
        case Phase.REVEAL if seat == state.called_off:
            return say("TAKE BACK")
        case Phase.REVEAL if seat in state.traps:
            return say("TRAP!")
        case Phase.REVEAL if seat == state.race.winner:
            return say("CHECK!")
    return ""


# -- the middle ------------------------------------------------------------------------------------


def _middle(setup: Setup[Options], state: State, now: int, say: Say) -> Iterator[Part]:
    settled = state.settled if state.phase is Phase.TURN else None
    if state.phase is Phase.REVEAL:
        assert state.race.winner is not None
        assert state.last_layer is not None
        yield _against(state.race.winner, state.last_layer, state.sum, say)
    elif settled is not None:
        yield _against(settled.caller, settled.layer, settled.sum, say)
    else:
        yield _row(state, say) if state.row else Pile(None)
    window_end = state.window_end(setup.options)
    if window_end is not None:
        yield until(window_end, setup.options.window_s, now)


def _row(state: State, say: Say) -> Row:
    """The box never sees a card: all lie face down but the one it was told does something.

    A touch on the last one says that it does the next of what a card can do.
    """
    badge = None if state.mark is None else _BADGES.get(state.mark)
    last = BACK if badge is None else CardFace(badge=badge)
    marks, now = tuple(Mark), state.row_now
    mark = state.mark if state.phase is Phase.WINDOW else None
    return Row(
        (BACK,) * (state.row - 1) + (last,),
        gone=state.row - now,
        caption=say.plural("{n} card in the row", "{n} cards in the row", now) if now else "",
        does="" if mark is None else marks[(marks.index(mark) + 1) % len(marks)].value,
    )


def _against(caller: Seat, layer: Seat, total: int | None, say: Say) -> Against:
    reached = None if total is None else total >= LIMIT
    return Against(
        LIMIT,
        (
            Side(caller, say("CHECK!"), reached),
            Side(layer, say("last card"), None if reached is None else not reached),
        ),
        total,
    )
