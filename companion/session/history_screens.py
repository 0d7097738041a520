"""The last finished games on the box: one a screen, the knob goes back in time."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from companion.games.base import Choice
from companion.games.catalogue import all_games
from companion.session.result import Result, length
from companion.words import Say, T
from firmware.events import Seat
from firmware.views import Lamp, Screen, View

MOST_GAMES = 10
"""So many games can be looked at."""

GAME_CHOICES = tuple(Choice(f"game {number}", T("History")) for number in range(1, MOST_GAMES + 1))
"""Where the knob can stand, however many games there are: what it does must not depend on the disk."""


def view(history: Sequence[Result], number: int, seats: Collection[Seat], say: Say) -> View:
    """What everyone sees.

    Args:
        history: finished games, newest first, as `companion.session.result.result` told them.
        number: which one, from 0.
        seats: the seats of this box.
        say: the language.
    """
    blank = {seat: Screen(big=say("Pierwszy")) for seat in seats}
    return View(main(history, number, say), blank, dict.fromkeys(seats, Lamp.OFF))


def main(history: Sequence[Result], number: int, say: Say) -> Screen:
    """One game: what, who won, how long it took, who was quickest."""
    if number >= len(history):
        none = say("No game finished yet") if not history else say("No older game")
        return Screen(say("History"), "–", text=(none,), hint=say("ok: back"))
    told = history[number]
    say = say.named({int(seat): name for seat, name in told.get("names", {}).items()})
    title = next(
        (say.text(game.title) for game in all_games() if game.name == told.get("game")), str(told.get("game"))
    )
    winners = told.get("winners", [])
    alone = winners[0] if len(winners) == 1 else None
    won = " ".join(map(str, winners)) if alone is None else say.name(alone)
    return Screen(
        title=f"{number + 1}/{len(history)} {title}",
        big=won or say("Lost"),
        sign=alone,
        text=(say("Score: {score}", score=told["score"]),) if "score" in told else (),
        hint=_figures(told, say),
    )


def _figures(told: Result, say: Say) -> str:
    """How long it took, and the best reaction."""
    time = length(told.get("length_s", 0))
    best = [float(one["best_ms"]) for one in told.get("reactions", {}).values()]
    if not best:
        return say("Length {time}", time=time)
    return say("{time}, best {seconds} s", time=time, seconds=say.number(min(best) / 1000, 2))
