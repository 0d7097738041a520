"""Finished games: who, what, the result, how long, how quick."""

from __future__ import annotations

from statistics import median
from typing import Any

from companion.state import State
from firmware.events import NS_PER_MS, NS_PER_S


def reactions(state: State) -> dict[str, dict[str, float]]:
    """Each seat's best and median time from a race's opening to its press (ms), by seat number."""
    times: dict[int, list[int]] = {}
    for ruling in state.rulings:
        for seat, margin in zip(ruling.order, ruling.margins, strict=True):
            times.setdefault(seat, []).append(ruling.reaction + margin)
    return {
        str(seat): {"best_ms": min(ns) / NS_PER_MS, "median_ms": median(ns) / NS_PER_MS, "presses": len(ns)}
        for seat, ns in sorted(times.items())
    }


def result(state: State, at: int) -> dict[str, Any] | None:
    """What is written of a game that has ended at ``at``, as JSON; None if there is nothing to tell.

    A game without an end of its own, such as a quiz, has ended when it is left, if somebody leads.
    """
    if state.game is None:
        return None
    winners = state.game.winners(state.play) or state.game.leaders(state.play)
    if winners is None:
        return None
    return {
        "game": state.game.name,
        "seats": list(state.game.setup.seats),
        "winners": list(winners),
        "players": state.game.snapshot(state.play, state.game_time(at))["players"],
        "length_s": round((state.game_time(at) - state.began) / NS_PER_S, 3),
        "reactions": reactions(state),
    }
