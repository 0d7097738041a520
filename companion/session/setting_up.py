"""From the menu to the first move: which game, who plays, with what options."""

from __future__ import annotations

from dataclasses import replace

from companion.games.base import Choice, NotNow
from companion.games.catalogue import AnyGame, all_games, find_game, kinds, lent_dice
from companion.games.options import Option, Surroundings, common_options, of_those_who_play
from companion.games.things import ThingsByKind
from companion.session import choices, history_screens
from companion.session.naming import open_names
from companion.session.state import Stage, State
from companion.words import T
from firmware.events import Enter, Event, HostKey, Key, Press, Release, Rolled, Seat, Tick


class SettingUp:
    """The stages before play: menu, seats, options.

    Args:
        here: the box.
    """

    def __init__(self, here: Surroundings) -> None:
        self.here = here

    def known_things(self, state: State) -> ThingsByKind:
        """What is kept for games: the box's own things, and those made since it was started."""
        return {
            kind: things.in_order({**things.of(self.here.things), **things.of(state.kept.things)})
            for kind, things in kinds().items()
        }

    def begin(self, state: State, name: str, words: tuple[str, ...], at: int) -> State:
        """Begin a game as typed, ``game NAME option=value ...``, whatever was going on.

        Raises:
            OptionError: the game, an option or a seat can't be; one line says what was expected.
        """
        chosen = find_game(name)
        known = self.known_things(state)
        here = replace(self.here, language=state.language, things=known, sets=lent_dice())
        game = chosen.begin(words, here)
        said = dict(word.split("=", 1) for word in words)
        return State(
            stage=Stage.PLAY,
            language=game.setup.language,
            kept=state.kept.played(chosen.name, said),
            chosen=chosen,
            seats=game.setup.seats,
            said=said,
            game=game,
            play=game.start(),
            began=at,
        )

    def choices(self, state: State) -> tuple[Choice, ...]:
        """What the knob can choose at this stage; none while people join."""
        if state.stage is Stage.MENU:
            games = tuple(Choice(f"choose {game.name}", game.title) for game in all_games())
            return (
                *games,
                choices.HISTORY,
                choices.NAMES,
                choices.sound(state.volume),
                choices.OTHER_LANGUAGE,
            )
        if state.stage is Stage.HISTORY:
            return history_screens.GAME_CHOICES
        if state.stage is Stage.OPTIONS:
            return (choices.START, *(Choice(f"change {o.name}", o.label) for o in self._options(state)))
        return ()

    def option_value(self, state: State, name: str) -> tuple[Option, str]:
        """An option, and what it stands at, as typed."""
        option = next(option for option in self._options(state) if option.name == name)
        return option, state.said.get(name, option.default)

    def _options(self, state: State) -> tuple[Option, ...]:
        assert state.chosen is not None
        seats = tuple(map(str, state.seats))
        first = Option("first", T("Who begins"), seats[0], seats, int, of_seats=True)
        own = (self._at_this_table(option, state.chosen, state) for option in state.chosen.own_options)
        return (first, *own, *common_options(self.here.times, state.language))

    def _at_this_table(self, option: Option, game: AnyGame, state: State) -> Option:
        """With what this box knows by name, and without seats that don't play."""
        dice = (*lent_dice(), *self.here.dice) if option.of_dice else ()
        things = game.things.of(self.known_things(state)) if option.of_things and game.things else ()
        offers = tuple(dict.fromkeys((*option.offers, *dice, *things)))  # each once
        if option.of_seats:
            offers = tuple(value for value in offers if of_those_who_play(value, state.seats) == value)
        return replace(option, offers=offers)

    def step(self, state: State, event: Event) -> State:
        """The state after one event.

        Raises:
            NotNow: it isn't allowed at this stage.
            OptionError: what was chosen can't be played.
        """
        match event:
            case Press() if state.stage is Stage.SEATS:
                return self._join(state, event.seat)
            case Press() if state.stage is Stage.MENU:
                raise NotNow(T("First choose a game: knob, then ok"))
            case Key(key=HostKey.OK):
                return self._accept(state, event.at)
            case Key(key=HostKey.BACK | HostKey.HOLD_OK):
                return self._back(state)
            case Enter():
                return self._choose(state, event.text.split(), event.at)
            case Release() | Tick() | Rolled():
                return state
        raise NotNow(T("Nothing is being played"))

    def _join(self, state: State, seat: Seat) -> State:
        assert state.chosen is not None
        if seat in state.seats:
            return replace(state, seats=tuple(other for other in state.seats if other != seat))
        if len(state.seats) == state.chosen.players[-1]:
            raise NotNow(T("At most {n} can play", n=len(state.seats)))
        return replace(state, seats=tuple(sorted((*state.seats, seat))))

    def _accept(self, state: State, at: int) -> State:
        if state.stage is Stage.SEATS:
            assert state.chosen is not None
            if len(state.seats) < state.chosen.players[0]:
                raise NotNow(T("At least {n} must join: press!", n=state.chosen.players[0]))
            return replace(state, stage=Stage.OPTIONS, said=self._still_true(state), cursor=None)
        return self._choose(state, self.choices(state)[state.cursor or 0].text.split(), at)

    def _still_true(self, state: State) -> dict[str, str]:
        """The options said so far, but for whoever doesn't play any more."""
        of_seats = {option.name for option in self._options(state) if option.of_seats}
        kept = {name: of_those_who_play(state.said[name], state.seats) for name in of_seats & set(state.said)}
        return {name: kept.get(name, value) for name, value in state.said.items() if kept.get(name) != ""}

    def _back(self, state: State) -> State:
        match state.stage:
            case Stage.OPTIONS:
                return replace(state, stage=Stage.SEATS, cursor=None)
            case _:
                return state.afresh()

    def _choose(self, state: State, words: list[str], at: int) -> State:
        match state.stage, words:
            case Stage.MENU, ["language"]:
                return replace(state, language="en" if state.language == "pl" else "pl")
            case Stage.MENU, ["history"]:
                return replace(state, stage=Stage.HISTORY, cursor=None)
            case Stage.HISTORY, ["game", _]:
                return state.afresh()
            case Stage.MENU, ["names"]:
                return open_names(state)
            case Stage.MENU, ["volume"]:
                return replace(state, kept=state.kept.next_volume())
            case Stage.MENU, ["choose", name]:
                return self._choose_game(state, name)
            case Stage.OPTIONS, ["change", name]:
                return self._change(state, name)
            case Stage.OPTIONS, ["start"]:
                return self._start(state, at)
        raise NotNow(T("Expected one of the choices, got {got}", got=" ".join(words)))

    def _choose_game(self, state: State, name: str) -> State:
        chosen = find_game(name)
        seats = state.seats[: chosen.players[-1]]
        said = state.kept.options.get(name, {})
        return replace(state, stage=Stage.SEATS, chosen=chosen, seats=seats, said=said, cursor=None)

    def _change(self, state: State, name: str) -> State:
        for option in self._options(state):
            if option.name == name:
                value = state.said.get(name, option.default)
                index = option.offers.index(value) if value in option.offers else -1
                said = {**state.said, name: option.offers[(index + 1) % len(option.offers)]}
                return replace(state, said=said, language=said.get("lang", state.language))
        raise NotNow(T("Expected one of the choices, got {got}", got=name))

    def _start(self, state: State, at: int) -> State:
        assert state.chosen is not None
        said = {**state.said, "seats": ",".join(map(str, state.seats))}
        begun = self.begin(state, state.chosen.name, tuple(f"{name}={said[name]}" for name in said), at)
        return replace(begun, last_ok=state.last_ok)
