"""What the host says in a game of 17: the last card's effect, traps, the sum, settled, tokens.

Functions of the state alone; each raises `NotNow` where what is said can't be.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.games.base import NotNow, Step
from companion.games.seventeen import knob
from companion.games.seventeen.score import LIMIT, Player, changes, score_round, winners
from companion.games.seventeen.state import Mark, Phase, Settled, State
from companion.words import T
from firmware.events import Seat
from firmware.presses.race import Race
from firmware.views import Cue, Sound

MOST_TRAPS = 2
"""The game has two trap cards."""


def mark(state: State, said: Mark) -> State:
    """The last card does something: where nothing is left of the row, nobody can call, nor can have called.

    Said otherwise again, the call stands again.
    """
    if state.mark is None:
        raise NotNow(T("No card to mark now"))
    marked = replace(state, mark=said)
    if marked.row_now:
        return marked if state.voided is None else replace(state.voided, mark=said, players=state.players)
    nobody = Race(state.race.opened, state.race.tie)
    if state.phase is Phase.WINDOW:
        return replace(marked, race=nobody)
    return replace(marked, phase=Phase.WINDOW, race=nobody, traps=(), sum=None, voided=state)


def toggle_trap(state: State, seat: Seat) -> State:
    """A seat hid a trap, or didn't after all."""
    if state.phase is not Phase.REVEAL:
        raise NotNow(T("Traps are counted after a call"))
    _check_plays(state, seat)
    if seat in state.traps:
        return replace(state, traps=tuple(other for other in state.traps if other != seat))
    if len(state.traps) == MOST_TRAPS:
        raise NotNow(T("There are only two traps in the game"))
    return replace(state, traps=tuple(sorted((*state.traps, seat))))


def _check_plays(state: State, seat: Seat) -> None:
    if seat not in state.players:
        raise NotNow(T("Seat {seat} is not in this game", seat=seat))


def take_sum(state: State, total: int) -> State:
    """The row has been counted."""
    if state.phase is not Phase.REVEAL:
        raise NotNow(T("The row is counted after a call"))
    if total > knob.MOST_SUM:
        raise NotNow(T("Expected a sum from 0 to {most}, got {got}", most=knob.MOST_SUM, got=total))
    return replace(state, sum=total)


def settle(state: State) -> Step[State]:
    """The round is over: everyone's tokens, and why."""
    if state.sum is None:
        raise NotNow(T("Count the row and turn the knob to its sum"))
    caller, layer = state.race.winner, state.last_layer
    assert caller is not None
    assert layer is not None
    players, starter = score_round(state.players, caller, layer, state.traps, state.sum)
    made = changes(state.players, caller, layer, state.traps, state.sum)
    told = Settled(caller, layer, state.sum, made)
    settled = replace(_afresh(state, players), turn=starter, settled=told)
    sound = Sound.RIGHT if state.sum >= LIMIT else Sound.WRONG
    return settled, (Cue(Sound.OVER) if settled.won else Cue(sound, caller),)


def _afresh(state: State, players: Mapping[Seat, Player]) -> State:
    """The next round with these tokens, or the end."""
    won = winners(players)
    return State(
        turn=state.turn,
        players=players,
        phase=Phase.OVER if won else Phase.TURN,
        round=state.round + (not won),
        direction=state.direction_now,
        won=won,
    )


def count(state: State, what: str, seat: Seat, n: int) -> Step[State]:
    """How many tokens a seat has: that may end the game, or take its end back.

    Args:
        state: at any time.
        what: ``composure`` or ``nerves``.
        seat: whose.
        n: how many.
    """
    _check_plays(state, seat)
    _, most = knob.COUNTS[what]
    if n > most:
        raise NotNow(T("Expected a number from 0 to {most}, got {got}", most=most, got=n))
    players = {**state.players, seat: replace(state.players[seat], **{what: n})}
    if winners(players):
        return _afresh(state, players), (Cue(Sound.OVER),)
    return (_afresh(state, players) if state.phase is Phase.OVER else replace(state, players=players)), ()
