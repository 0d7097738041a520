"""What a game is to the rest of the house: a short description, and everything it brings.

Each package of `companion.games` holds one, called ``GAME``, in its ``__init__``; `companion.games` finds it
there. Whatever goes over all games (menu, rules page, demo, quick words, options, history) takes what stands
here, and does without what a game doesn't bring.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic

from companion.games.base import Referee, S, Views
from companion.games.options import Option, Opts, Surroundings, options_of, read_setup
from companion.games.things import Things
from companion.games.typed import TYPED, by_folded
from companion.games.words import GameWords
from companion.table.picture import Picture
from companion.words import Text
from firmware.rolling import Die


@dataclass(frozen=True, slots=True)
class Game(Generic[S, Opts]):
    """One game or tool.

    Attributes:
        name: as typed, and in journals: never to be changed.
        title: as shown in the menu.
        players: how many seats can play.
        order: its place in the menu, among all games'.
        referee: its rules.
        views: what people see of it.
        options: its own options: a frozen dataclass, see `companion.games.options.option`; or `NoOptions`.
        words: its rules page, what is said in its demo, what is typed most; None: it has none of these.
        picture: what its tile shows; None: its initial.
        dice: whole sets of dice it lends to the dice tool, by name.
        things: what people make for it and the box keeps; None: nothing.
        has_first: it matters who begins.
        races: presses compete in it, so that it matters how close a tie is.
        at_once: it begins as soon as it is chosen in the menu, with whoever sits there and its last options.
        tool: it serves other games, and stands apart from them.
        package: where its files are; `companion.games.catalogue` fills it in.
        demo: its ``demo.table``, a round that plays itself; empty: it has none. Found with the package.
    """

    name: str
    title: Text
    players: range
    order: int
    referee: type[Referee[S, Opts]]
    views: Views[S, Opts]
    options: type[Opts]
    words: GameWords | None = None
    picture: Picture | None = None
    dice: Mapping[str, tuple[Die, ...]] = field(default_factory=dict)
    things: Things[Any] | None = None
    has_first: bool = True
    races: bool = True
    at_once: bool = False
    tool: bool = False
    package: str = ""
    demo: str = ""

    @property
    def own_options(self) -> tuple[Option, ...]:
        """Its own options, in the menu's order."""
        return options_of(self.options)

    def begin(self, words: tuple[str, ...], here: Surroundings) -> Referee[S, Opts]:
        """A referee of this game; see `companion.games.options.read_setup`.

        Raises:
            OptionError: an option or a seat can't be; one line says what was expected.
        """
        setup = read_setup(self.name, self.options, self.players, words, here)
        referee = self.referee(setup, self.views)
        if self.words is not None:
            referee.english = by_folded({**TYPED, **self.words.typed})
        return referee
