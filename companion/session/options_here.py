"""The options of the game being set up, as this box and whoever plays can choose them. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.base import NotNow
from companion.games.catalogue import AnyGame, kinds, lent_dice
from companion.games.choice import Choice
from companion.games.options import Option, Surroundings, common_options, of_those_who_play, seats_called
from companion.games.reading import one_of
from companion.games.things import ThingsByKind
from companion.session import by_knob
from companion.session.state import State
from companion.words import T

UNSET = {"", "0", "no"}
"""Values that say that something isn't wanted."""


class OptionsHere:
    """What can be chosen of a game before it begins."""

    def __init__(self, here: Surroundings) -> None:
        self.here = here

    def known_things(self, state: State) -> ThingsByKind:
        """What is kept for games: the box's own things, and those made since it was started."""
        return {
            kind: things.in_order({**things.of(self.here.things), **things.of(state.kept.things)})
            for kind, things in kinds().items()
        }

    def changes(self, state: State) -> Iterator[Choice]:
        """What leads to each option's other values that does anything; few tables want those under *more*."""
        more = []
        for option in self.options(state):
            if option.needs and self.option_value(state, option.needs)[1] in UNSET:
                continue
            value = state.said.get(option.name, option.default)
            change = by_knob.change(option, value, state.seats, self.here.dice)
            if option.more:
                more.append(change)
            else:
                yield change
        if more:
            yield Choice("more", T("More ..."), lambda: tuple(more))

    def option_value(self, state: State, name: str) -> tuple[Option, str]:
        """An option, and what it stands at, as typed."""
        for option in self.options(state):
            if option.name == name:
                return option, state.said.get(name, option.default)
        raise NotNow(T("Expected one of the choices, got {got}", got=name))

    def options(self, state: State) -> tuple[Option, ...]:
        """Who begins, the game's own, and those every game takes."""
        assert state.chosen is not None
        seats = tuple(map(str, state.seats))
        begins = Option(
            "first", T("Who begins"), seats[0], seats, one_of(*seats), of_seats=True, calls=seats_called
        )
        first = (begins,) if state.chosen.has_first else ()
        own = (self._at_this_table(option, state.chosen, state) for option in state.chosen.own_options)
        common = common_options(self.here.times, state.language)
        boxs = (option for option in common if state.chosen.races or option.name == "lang")
        return (*first, *own, *boxs)

    def _at_this_table(self, option: Option, game: AnyGame, state: State) -> Option:
        """With what this box knows by name, and without seats that don't play."""
        dice = (*lent_dice(), *self.here.dice) if option.of_dice else ()
        things = game.things.of(self.known_things(state)) if option.of_things and game.things else ()
        offers = tuple(dict.fromkeys((*option.offers, *dice, *things)))  # each once
        if option.of_seats:
            offers = tuple(value for value in offers if of_those_who_play(value, state.seats) == value)
        return replace(option, offers=offers)
