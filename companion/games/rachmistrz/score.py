"""What Rachmistrz counts in: tokens at the start and points at the end (rulebook, *punktacja końcowa*)."""

from __future__ import annotations

from collections.abc import Mapping

from firmware.events import Seat

TOKENS: Mapping[int, tuple[int, ...]] = {2: (10, 10), 3: (13,), 4: (10,), 5: (8,), 6: (7,)}
"""Each player's tokens by colour, by how many play (*przygotowanie gry*, *wariant dla dwóch osób*)."""


def is_out(tokens: tuple[int, ...]) -> bool:
    """Whether a player has laid the last token of a colour: the game ends with this round."""
    return 0 in tokens


def placed(tokens: tuple[int, ...], players: int) -> int:
    """How many of a player's tokens lie on the board, of all colours."""
    return sum(TOKENS[players]) - sum(tokens)


def score(group: int, tokens: tuple[int, ...]) -> int:
    """A player's points: the largest group, less a point for each unused token; may be negative."""
    return group - sum(tokens)


def winners(scores: Mapping[Seat, int]) -> tuple[Seat, ...]:
    """Whoever has most; the rulebook breaks no ties, so they share."""
    most = max(scores.values())
    return tuple(seat for seat, points in scores.items() if points == most)
