"""What is written of a game that has ended: who, what, the result, how long, how quick, how close."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import Any

from companion.games.base import End, Referee
from companion.games.facts import nearest, soonest
from companion.games.options import options_of
from companion.session.state import State
from companion.words import team_name
from firmware.events import NS_PER_MS, NS_PER_S, NS_PER_US, Seat


def changes_game(before: State, after: State) -> bool:
    """Whether a game has begun, ended or been left, or the result of one that has ended is another now."""
    left, taken = before.at_hand, after.at_hand
    if not same_game(left, taken):
        return True
    return taken.winners != left.winners or (taken.winners is not None and taken.play != left.play)


def same_game(one: State, other: State) -> bool:
    """Whether two states are of one game, be it with other players or options."""
    return (one.game is None) == (other.game is None) and one.began == other.began


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
    teams = _teams(state)
    named = [{"seats": list(team), "name": team_name(state.names, team)} for team in teams]
    return {
        "game": state.game.name,
        "seats": list(seats),
        "names": {str(seat): name for seat, name in state.names.items() if seat in seats},
        **({"teams": named} if named else {}),
        "winners": list(outcome.who),
        "players": state.game.snapshot(state.play, state.game_time(at)).get("players", {}),
        "length_s": round((state.game_time(at) - state.began) / NS_PER_S, 3),
        "reactions": reactions(state),
        **_best_races(state, teams),
        **together,
        **solo,
    }


def _teams(state: State) -> tuple[tuple[Seat, ...], ...]:
    """Who plays together, where an option says so."""
    assert state.game is not None
    options = state.game.setup.options
    return tuple(
        team
        for option in options_of(type(options))
        if option.of_teams
        for team in getattr(options, option.name)
        if len(team) > 1
    )


def _best_races(state: State, teams: Sequence[tuple[Seat, ...]]) -> dict[str, Any]:
    """Which race was decided by least, and which was won soonest after it opened.

    Both only where the stamps alone decided: no tie, and no press that came too late to be ruled on.
    """
    assert state.game is not None
    setup, best = state.game.setup, dict[str, Any]()

    def mates(seat: Seat) -> tuple[Seat, ...]:
        return next((team for team in teams if seat in team), (seat,))

    if (near := nearest(state.rulings, setup.tie, mates)) is not None:
        us, tie_us = near.ns // NS_PER_US, near.tie // NS_PER_US
        best["closest_us"] = {"seat": near.seat, "over": near.over, "us": us, "tie_us": tie_us}
    if len(setup.seats) > 1 and (quick := soonest(state.rulings)) is not None:
        best["fastest_ms"] = {"seat": quick[1], "ms": quick[0] / NS_PER_MS}
    return best


def line(game: Referee[Any, Any]) -> str:
    """How a game is typed to begin just like this one: ``NAME option=value ...``."""
    setup = game.setup
    said = dict(word.split("=", 1) for word in setup.words)
    whole = {
        "seats": ",".join(map(str, setup.seats)),
        "tie_us": str(setup.tie // NS_PER_US),
        "settle_ms": str(setup.settle // NS_PER_MS),
        **({"reach_us": str(setup.reach // NS_PER_US)} if setup.reach else {}),
        "lang": setup.language,
    }
    return " ".join((game.name, *(f"{name}={value}" for name, value in (whole | said).items())))


def length(seconds: float) -> str:
    """A duration as ``m:ss``, or ``h:mm:ss``."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
