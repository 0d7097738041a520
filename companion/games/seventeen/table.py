"""17 on the table window: the row, everyone's tokens, and at SPRAWDZAM! the sum against seventeen."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.options import Setup
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
    """The table, by phase."""
    limited = state.window_end(setup.options) is not None
    return TableView(
        title=_title(state, say),
        headline=say("CHECK?") if limited and state.row_now else "",
        plates=tuple(_plate(state, seat, say) for seat in setup.seats),
        direction=0 if state.phase is Phase.OVER else state.direction_now,
        middle=tuple(_middle(setup, state, now, say)),
    )


def _title(state: State, say: Say) -> str:
    """The main panel's, but for the arrow, which is drawn; how the end came is said there as well."""
    if state.phase is Phase.OVER:
        return ""
    if not state.row_now:
        return say("round {round}", round=state.round)
    return say.plural("{n} card in the row", "{n} cards in the row", state.row_now)


# -- the seats -------------------------------------------------------------------------------------


def _plate(state: State, seat: Seat, say: Say) -> Plate:
    player = state.players[seat]
    about = seat == state.race.winner or seat in state.won
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
        case Phase.TURN | Phase.OVER:
            return gains
        case Phase.WINDOW if seat == state.last_layer:
            return duty_of(state, say) or say("draw, then press")
        case Phase.REVEAL if seat == state.called_off:
            return say("TAKE BACK")
        case Phase.REVEAL if seat in state.traps:
            return say("TRAP!")
        case Phase.REVEAL if seat == state.race.winner:
            return say("CHECK!")
    return ""


# -- the middle ------------------------------------------------------------------------------------


def _middle(setup: Setup[Options], state: State, now: int, say: Say) -> list[Part]:
    parts: list[Part] = [] if state.phase is Phase.OVER else [_row(state) if state.row else Pile(None)]
    window_end = state.window_end(setup.options)
    if window_end is not None:
        parts.append(until(window_end, setup.options.window_s, now))
    if state.phase is Phase.REVEAL:
        assert state.race.winner is not None
        assert state.last_layer is not None
        parts.append(_against(state.race.winner, state.last_layer, state.sum, say))
    if state.settled is not None and state.phase is Phase.TURN:
        parts.append(_against(state.settled.caller, state.settled.layer, state.settled.sum, say))
    return parts


def _row(state: State) -> Row:
    """The box never sees a card: all lie face down but the one it was told does something."""
    badge = None if state.mark is None else _BADGES.get(state.mark)
    last = BACK if badge is None else CardFace(badge=badge)
    return Row((BACK,) * (state.row - 1) + (last,), gone=state.row - state.row_now)


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
