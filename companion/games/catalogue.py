"""Which games there are: each package of `companion.games` with a ``GAME``. They are found, not listed.

One that can't be had (its import fails, its name is taken) is a line of `faults`, and the others play on.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib import import_module, resources
from pkgutil import iter_modules
from typing import Any, NamedTuple, TypeAlias

from companion import games as room
from companion.errors import OptionError
from companion.games.game import Game

AnyGame: TypeAlias = Game[Any, Any]


class Found(NamedTuple):
    """The games in the menu's order, and a line for each package that isn't one though it should be."""

    games: tuple[AnyGame, ...]
    faults: tuple[str, ...]


@cache
def _found() -> Found:
    games: dict[str, AnyGame] = {}
    faults: list[str] = []
    for package in sorted(f"{room.__name__}.{one.name}" for one in iter_modules(room.__path__) if one.ispkg):
        try:
            game = _game_of(package)
        except Exception as fault:  # noqa: BLE001 - whatever is wrong with one game, the others play on
            faults.append(f"{package} is left out: {' '.join(str(fault).split()) or type(fault).__name__}")
            continue
        if game.name in games:
            faults.append(f"{package} is left out: its name, {game.name}, is {games[game.name].package}'s")
        else:
            games[game.name] = game
    return Found(tuple(sorted(games.values(), key=lambda game: (game.order, game.name))), tuple(faults))


def _game_of(package: str) -> AnyGame:
    game = import_module(package).GAME
    if not isinstance(game, Game):
        raise TypeError(f"expected GAME to be a Game, got {type(game).__name__}")
    demo = resources.files(package) / "demo.table"
    return replace(game, package=package, demo=demo.read_text(encoding="utf-8") if demo.is_file() else "")


def all_games() -> tuple[AnyGame, ...]:
    """Every game, in the menu's order."""
    return _found().games


def faults() -> tuple[str, ...]:
    """A line for each package that should be a game and can't be had."""
    return _found().faults


def find_game(name: str) -> AnyGame:
    """The game called ``name``.

    Raises:
        OptionError: there is none; the text lists those there are.
    """
    for game in all_games():
        if game.name == name:
            return game
    known = ", ".join(game.name for game in all_games())
    raise OptionError(f"expected a game ({known}), got {name!r}")
