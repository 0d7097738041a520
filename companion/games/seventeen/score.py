"""The end of a round of 17: who gets which token (rulebook, "Koniec rundy" and "Karty specjalne").

The rulebook's printed table is scrambled in some copies; its own example settles it: at 17 or more the
caller was right.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import Enum

from firmware.events import Seat

LIMIT = 17
WINNING = 3
TOO_NERVOUS = 2


@dataclass(frozen=True, slots=True)
class Player:
    """One player's tokens."""

    composure: int = 0
    nerves: int = 0


class Why(Enum):
    """What a change is for."""

    TRAP = "trap"
    SUM = "sum"
    NERVES = "nerves"
    """Two nerves go back, and one composure with them."""


@dataclass(frozen=True, slots=True)
class Change:
    """Tokens one seat gets or returns."""

    seat: Seat
    composure: int
    nerves: int
    why: Why


def changes(
    players: Mapping[Seat, Player], caller: Seat, layer: Seat, traps: Collection[Seat], total: int
) -> tuple[Change, ...]:
    """What a round changes, in the rulebook's order: traps, the sum, then nerves.

    Args:
        players: everyone's tokens before.
        caller: who called SPRAWDZAM!
        layer: who laid the last card.
        traps: seats that hid a trap.
        total: the sum of the row.
    """
    right, wrong = (caller, layer) if total >= LIMIT else (layer, caller)
    made = [Change(seat, 1, 0, Why.TRAP) for seat in traps]
    if traps:
        made.append(Change(caller, 0, 1, Why.TRAP))
    if right not in traps:  # at most one composure a player and round
        made.append(Change(right, 1, 0, Why.SUM))
    made.append(Change(wrong, 0, 1, Why.SUM))
    for seat, player in _made(players, made).items():
        if player.nerves >= TOO_NERVOUS:
            made.append(Change(seat, -min(1, player.composure), -TOO_NERVOUS, Why.NERVES))
    return tuple(made)


def score_round(
    players: Mapping[Seat, Player], caller: Seat, layer: Seat, traps: Collection[Seat], total: int
) -> tuple[dict[Seat, Player], Seat]:
    """Everyone's tokens after a round, and the seat that starts the next: who was right about the sum.

    Args: those of `changes`.
    """
    after = _made(players, changes(players, caller, layer, traps, total))
    return after, caller if total >= LIMIT else layer


def _made(players: Mapping[Seat, Player], made: Collection[Change]) -> dict[Seat, Player]:
    after = dict(players)
    for change in made:
        had = after[change.seat]
        after[change.seat] = Player(had.composure + change.composure, had.nerves + change.nerves)
    return after


def winners(players: Mapping[Seat, Player]) -> tuple[Seat, ...]:
    """Who has won: three composure tokens, then fewer nerves, else shared; empty while nobody has."""
    ready = {seat: player for seat, player in players.items() if player.composure >= WINNING}
    if not ready:
        return ()
    best = min((-player.composure, player.nerves) for player in ready.values())
    return tuple(seat for seat, p in ready.items() if (-p.composure, p.nerves) == best)
