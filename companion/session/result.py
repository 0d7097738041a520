"""Finished games: who, what, the result, how long, how quick; the table that `pierwszy history` prints."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import median
from typing import Any

from companion.games.base import End
from companion.session.state import State
from firmware.events import NS_PER_MS, NS_PER_S

Result = Mapping[str, Any]
"""What `result` gave, perhaps of an earlier version: a key may be missing."""

NO_BESTS: Mapping[str, float] = {}


def reactions(state: State) -> dict[str, dict[str, float]]:
    """Each seat's best and median time from a race's opening to its press (ms), by seat number.

    A race that its first press opened tells nothing of that.
    """
    times: dict[int, list[int]] = {}
    for ruling in (one for one in state.rulings if one.reaction):
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
    outcome = state.game.outcome(state.play)
    if outcome.end is End.NOT_YET:
        return None
    seats, time = state.game.setup.seats, outcome.solo_ns
    together = {} if outcome.score is None else {"score": outcome.score}
    record = outcome.record or state.game.name
    solo = {} if time is None else {"record": record, "time_s": round(time / NS_PER_S, 3)}
    return {
        "game": state.game.name,
        "seats": list(seats),
        "names": {str(seat): name for seat, name in state.names.items() if seat in seats},
        "winners": list(outcome.who),
        "players": state.game.snapshot(state.play, state.game_time(at)).get("players", {}),
        "length_s": round((state.game_time(at) - state.began) / NS_PER_S, 3),
        "reactions": reactions(state),
        **together,
        **solo,
    }


def called(told: Result, seat: int) -> str:
    """A seat's player's name in that game, else its number."""
    names: Mapping[str, str] = told.get("names", {})
    return names.get(str(seat), str(seat))


def winners_named(told: Result) -> str:
    """Who won, by name, and what all have reached where they play together: ``nobody (38)``."""
    names = ", ".join(called(told, seat) for seat in told.get("winners", ())) or "nobody"
    return f"{names} ({told['score']})" if "score" in told else names


def length(seconds: float) -> str:
    """A duration as ``m:ss``, or ``h:mm:ss``."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
