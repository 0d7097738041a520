"""Cards laid at one moment, the places for them, and what the table decides where there are too few."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.games.base import NotNow, Step
from companion.games.kezao.state import State
from companion.words import T, Text
from firmware.events import Seat
from firmware.views import Cue, Sound


def fill(state: State, seats: Sequence[Seat], at: int) -> Step[State]:
    """A card of each of these seats lies; or the table says which do.

    Args:
        state: in laying, each seat with a card in hand.
        seats: whoever has laid one, by stamp.
        at: the first stamp (ns).
    """
    if len(seats) > state.free:
        return _ask(state, seats)
    last_cards = [seat for seat in seats if state.players[seat].cards == 1]
    if len(last_cards) > 1:  # places for both, but one point
        others = [seat for seat in seats if seat not in last_cards]
        return _ask(state.lay(*others), last_cards)
    return _laid(state.lay(*seats), seats[0], at)


def decide(state: State, seat: Seat, at: int) -> Step[State]:
    """The table says who of the tied was first; whoever finds no place takes the card back.

    Raises:
        NotNow: that is no question, or the seat isn't one of them.
    """
    if not state.tied:
        raise NotNow(T("There is no tie to decide"))
    if seat not in state.tied:
        raise NotNow(T("Expected one of the tied seats, got {seat}", seat=seat))
    others = [other for other in state.tied if other != seat]
    laid = replace(state, race=state.race.decide(seat), tied=()).lay(seat)
    if laid.emptied is not None or not laid.free:
        return _laid(laid, seat, at)
    return fill(laid, others, at)


def tie(state: State) -> Text:
    """What the table is asked to decide."""
    if all(state.players[seat].cards == 1 for seat in state.tied):
        return T("A tie: whose point is it?")
    return T("A tie: whose place is it?")


def _ask(state: State, tied: Sequence[Seat]) -> Step[State]:
    return replace(state, tied=tuple(sorted(tied)), judging=None), (Cue(Sound.TIE),)


def _laid(state: State, seat: Seat, at: int) -> Step[State]:
    """After a card was laid: full places or a last card end the laying at that stamp."""
    if state.emptied is not None:
        return state.check(at), (Cue(Sound.RULING, state.emptied),)
    if not state.free:
        return state.check(at), (Cue(Sound.TIME_UP),)
    return state, (Cue(Sound.RULING, seat),)
