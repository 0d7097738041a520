"""Which games there are: each package of `companion.games` with a ``GAME``. They are found, not listed.

What can't be had of a game is a line of `faults`, and the others play on: a package that can't be imported or
whose name is taken is left out; a demo that can't be read is, and its game has none.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module, resources
from pkgutil import iter_modules
from typing import Any, TypeAlias

from companion import games as room
from companion.errors import OptionError
from companion.games.game import Game
from companion.games.things import Things
from firmware.errors import PierwszyError
from firmware.rolling import Die

AnyGame: TypeAlias = Game[Any, Any]


class Catalogue:
    """Games in the menu's order, and what can't be had of them.

    Args:
        packages: names of packages; one without a ``GAME`` is a fault.

    Attributes:
        games: those that can be played.
        faults: a line for each package left out, and for each demo.
    """

    def __init__(self, packages: Iterable[str]) -> None:
        games: dict[str, AnyGame] = {}
        self.faults: list[str] = []
        for package in packages:
            try:
                game = self._game_of(package)
            except Exception as fault:  # noqa: BLE001 - whatever is wrong with one game, the others play on
                self._leave_out(package, fault)
                continue
            if game.name in games:
                self._leave_out(package, f"its name, {game.name}, is taken by {games[game.name].package}")
            else:
                games[game.name] = game
        self.games = tuple(sorted(games.values(), key=lambda game: (game.order, game.name)))

    def _leave_out(self, what: str, why: object) -> None:
        self.faults.append(f"{what} is left out: {' '.join(str(why).split()) or type(why).__name__}")

    def _game_of(self, package: str) -> AnyGame:
        game = import_module(package).GAME
        if not isinstance(game, Game):
            raise TypeError(f"expected GAME to be a Game, got {type(game).__name__}")
        return replace(game, package=package, demo=self._demo_of(package))

    def _demo_of(self, package: str) -> str:
        demo = resources.files(package) / "demo.table"
        try:
            return demo.read_text(encoding="utf-8") if demo.is_file() else ""
        except (OSError, ValueError) as fault:
            self._leave_out(f"the demo of {package}", fault)
            return ""

    def check_demos(self, read: Callable[[str, str], object]) -> None:
        """Leave out each demo that the reader of table scripts, which gets its text and name, refuses."""
        self.games = tuple(self._checked(game, read) for game in self.games)

    def _checked(self, game: AnyGame, read: Callable[[str, str], object]) -> AnyGame:
        try:
            read(game.demo, "demo.table")
        except PierwszyError as fault:
            self._leave_out(f"the demo of {game.package}", fault)
            return replace(game, demo="")
        return game


@cache
def catalogue() -> Catalogue:
    """The games of this installation."""
    packages = (f"{room.__name__}.{found.name}" for found in iter_modules(room.__path__) if found.ispkg)
    return Catalogue(sorted(packages))


def all_games() -> tuple[AnyGame, ...]:
    """Every game, in the menu's order."""
    return catalogue().games


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


def lent_dice() -> Mapping[str, tuple[Die, ...]]:
    """Whole sets of dice that games lend to whatever rolls any, by name."""
    return {name: dice for game in all_games() for name, dice in game.dice.items()}


def kinds() -> Mapping[str, Things[Any]]:
    """What the box keeps for games, by what one of it is called."""
    return {game.things.kind: game.things for game in all_games() if game.things is not None}


def reserved_names() -> Mapping[str, Collection[str]]:
    """Names a box file can't give: those of what games bring themselves, by the table they would be in."""
    return {"dice": tuple(lent_dice()), **{things.plural: things.reserved for things in kinds().values()}}
