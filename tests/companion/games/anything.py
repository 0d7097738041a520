"""Games to play at random: how each may begin, what its host may type; for properties that hold in all.

A game says so in ``plays.py`` of its folder of tests: ``BEGINNINGS``, ``option=value ...`` with times so
short that they run out, ``TYPED``, and where needed ``FOLLOWED``. Of one that says nothing, the first options
and the choices are played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from hypothesis import strategies as st

from companion.games.catalogue import all_games, find_game

ANYWHERE = ("name 2 Ola", "volume 1", "what?", "none 1", "none 2")

KEYS = ("ok", "ok", "ok", "ok", "undo", "redo", "pause", "hold-ok", "back")


@dataclass(frozen=True)
class Plays:
    """How one game may begin, and what may be typed in it.

    Attributes:
        beginnings: options.
        typed: what may be typed at any time.
        followed: of words that want more (`companion.games.words.GameWords.quick`), a line they may become;
            nothing of those taken only later in a game.
    """

    beginnings: tuple[str, ...]
    typed: tuple[str, ...]
    followed: Mapping[str, str] = field(default_factory=dict)


@cache
def plays_of(name: str) -> Plays:
    """How a game is played at random."""
    game = find_game(name)
    module = f"tests.companion.games.{game.package.rpartition('.')[2]}.plays"
    try:
        found = find_spec(module)
    except ModuleNotFoundError:  # it has no folder of tests
        found = None
    if found is None:
        seats = ",".join(str(seat) for seat in range(1, min(3, game.players[-1]) + 1))
        return Plays((f"seats={seats}",), ())
    plays = import_module(module)
    return Plays(plays.BEGINNINGS, plays.TYPED, getattr(plays, "FOLLOWED", {}))


def games() -> st.SearchStrategy[str]:
    """``NAME option=value ...``, of every game there is."""
    return st.sampled_from(
        [f"{game.name} {words}" for game in all_games() for words in plays_of(game.name).beginnings]
    )


def typed(game: str) -> st.SearchStrategy[str]:
    """Something typed in that game."""
    return st.sampled_from((*plays_of(game).typed, *ANYWHERE))
