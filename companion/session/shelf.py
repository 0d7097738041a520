"""Games left unfinished: they wait on the shelf until the table goes on with one. Pure.

Whatever leaves a game, be it *quit*, another game or options that can't change while it is played, puts it
here as it stands, undo and all. Of an earlier run of the box only what was told of a game is known; the game
itself is fetched from the journal (`companion.store.recorder`) once the table goes on with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.games.catalogue import AnyGame, all_games
from companion.games.choice import Choice
from companion.session.state import Shelved, Stage, State
from companion.words import T, Text
from firmware.events import Enter, Event, HostKey, Key

MOST = 8
"""So many are kept: the one left longest ago goes."""

_SCORES = ("points", "tokens", "composure", "cards")
"""What players have that tells how a game stands, by its snapshot, the most telling first."""


_MOST_SCORES = 4
"""Of more players a score isn't read at a glance."""


@dataclass(frozen=True, slots=True)
class Fetch:
    """What is wanted done: go on with a game of an earlier run.

    Attributes:
        key: of the game, `Shelved.key`.
    """

    key: str


def put_away(state: State, at: int) -> State:
    """The state with the game at hand on the shelf, if it has begun and isn't over; it still is at hand."""
    left = state.at_hand
    if left.game is None or left.chosen is None or left.before is None or left.winners is not None:
        return state
    shelved = shelved_as(left, at, str(left.began))
    tool = left.chosen.at_once  # of those the last is enough: an evening of dice must not push games off
    others = (other for other in state.shelf if not (tool and other.game == shelved.game))
    return replace(state, shelf=(shelved, *others)[:MOST])


def shelved_as(state: State, at: int, key: str) -> Shelved:
    """A game at hand as it stands on the shelf."""
    assert state.game is not None
    score = standing(state.game.snapshot(state.play, state.game_time(at)))
    kept = replace(state, shelf=(), menu_open=False, cursor=None)
    return Shelved(state.game.name, len(state.seats), score, at, kept, key)


def standing(snapshot: Mapping[str, Any]) -> str:
    """How a game stands, in numbers, a player each: ``2:1:0:0``; empty while it can't be told so."""
    return ":".join(map(str, scores(snapshot.get("players"))))


def scores(players: object) -> tuple[int, ...]:
    """What each player has, by a snapshot's players, in their order; none while that can't be told."""
    each = list(players.values()) if isinstance(players, Mapping) else []
    for score in _SCORES:
        told = [one.get(score) if isinstance(one, Mapping) else None for one in each]
        numbers = [number for number in told if type(number) is int]
        if any(numbers) and len(numbers) == len(told):
            return tuple(numbers)
    return ()


def taken_up(state: State, shelved: Shelved) -> State:
    """A game of this run, off the shelf, as it was left; what the table keeps is as it is now."""
    assert shelved.state is not None
    rest = tuple(other for other in state.shelf if other is not shelved)
    return replace(shelved.state, shelf=rest, kept=state.kept, language=state.language)


def wanted(state: State, event: Event, standing: Choice | None) -> str:
    """The key of the game to be gone on with; undo in the menu means the one left last. Empty: none."""
    if state.stage is not Stage.MENU:
        return ""
    match event:
        case Key(key=HostKey.UNDO) if state.shelf:
            return state.shelf[0].key
        case Key(key=HostKey.OK) if standing is not None:
            said = standing.text.split()
        case Enter():
            said = event.text.split()
        case _:
            return ""
    return said[1] if len(said) == 2 and said[0] == "take" else ""


def find(state: State, key: str) -> Shelved | None:
    """The game with that key, if it is on the shelf."""
    return next((shelved for shelved in state.shelf if shelved.key == key), None)


def told(shelved: Shelved) -> Text:
    """A game on the shelf: ``17, 2:1:0:0, yesterday``."""
    game, score = known(shelved.game), shelved.score
    title = T("{name}", name=shelved.game) if game is None else game.title
    players = T("{game}, players: {n}", game=title, n=shelved.seats)
    what = T("{game} {score}", game=title, score=score) if score else players
    if not shelved.days:
        return what
    if shelved.days == 1:
        return T("{game}, yesterday", game=what)
    return T("{game}, {days} days ago", game=what, days=shelved.days)


def score_of(shelved: Shelved) -> Text:
    """How it stands, or, where numbers don't tell, how many play it."""
    if shelved.score and shelved.seats <= _MOST_SCORES:
        return T("{score}", score=shelved.score.replace(":", " : "))
    return T("players: {n}", n=shelved.seats)


def when_left(shelved: Shelved) -> Text:
    """When it was left."""
    if not shelved.days:
        return T("today")
    return T("yesterday") if shelved.days == 1 else T("{days} days ago", days=shelved.days)


def known(game: str) -> AnyGame | None:
    """A game by its name; None if this box hasn't got it (any more)."""
    return next((one for one in all_games() if one.name == game), None)
