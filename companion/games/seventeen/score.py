"""The end of a round of 17: who gets which token (rulebook, "Koniec rundy" and "Karty specjalne").

The rulebook's printed table is scrambled in some copies; its own example settles it: at 17 or more the
caller was right.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from firmware.events import Seat

LIMIT = 17
WINNING = 3
TOO_NERVOUS = 2


@dataclass(frozen=True, slots=True)
class Player:
    """One player's tokens."""

    composure: int = 0
    nerves: int = 0


def score_round(
    players: Mapping[Seat, Player], caller: Seat, layer: Seat, traps: Collection[Seat], total: int
) -> tuple[dict[Seat, Player], Seat]:
    """Settle one round, in the rulebook's order: traps, the sum, then nerves.

    Args:
        players: everyone's tokens before.
        caller: who called SPRAWDZAM!
        layer: who laid the last card.
        traps: seats that hid a trap.
        total: the sum of the row.

    Returns:
        Everyone's tokens after, and the seat that starts the next round: the winner of the comparison.
    """
    right, wrong = (caller, layer) if total >= LIMIT else (layer, caller)
    calm = {*traps, right}  # a set: at most one composure a player and round
    nervous = {seat: (seat == wrong) + (seat == caller and bool(traps)) for seat in players}
    after = {}
    for seat, player in players.items():
        composure = player.composure + (seat in calm)
        nerves = player.nerves + nervous[seat]
        if nerves >= TOO_NERVOUS:
            composure, nerves = max(0, composure - 1), nerves - TOO_NERVOUS
        after[seat] = Player(composure, nerves)
    return after, right


def winners(players: Mapping[Seat, Player]) -> tuple[Seat, ...]:
    """Who has won: three composure tokens, then fewer nerves, else shared; empty while nobody has."""
    ready = {seat: player for seat, player in players.items() if player.composure >= WINNING}
    if not ready:
        return ()
    best = min((-player.composure, player.nerves) for player in ready.values())
    return tuple(seat for seat, p in ready.items() if (-p.composure, p.nerves) == best)
