"""From the menu to the first move: which game, who plays, with what options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.errors import OptionError
from companion.games.base import NotNow, Referee, check_plays
from companion.games.catalogue import AnyGame, all_games, find_game, lent_dice
from companion.games.choice import Choice
from companion.games.clocks import TOGETHER_NS
from companion.games.options import Option, of_those_who_play
from companion.games.reading import what_was_expected
from companion.session import by_knob, choices, history_screens, invitation, plugging, zeroing
from companion.session.naming import open_names
from companion.session.options_here import OptionsHere
from companion.session.shelf import put_away
from companion.session.state import Stage, State
from companion.words import T
from firmware.digits import is_number
from firmware.events import Enter, Event, HostKey, Key, Press, Release, Rolled, Seat, Tick
from firmware.presses.race import Race


class SettingUp(OptionsHere):
    """The stages before play: menu, seats, options."""

    def begin(self, state: State, name: str, words: tuple[str, ...], at: int) -> State:
        """Begin a game as typed, ``game NAME option=value ...``; one that was going on waits on the shelf.

        Raises:
            OptionError: the game, an option or a seat can't be; one line says what was expected.
        """
        chosen = find_game(name)
        game = self._referee(state, chosen, words)
        said = dict(word.split("=", 1) for word in words)
        return State(
            stage=Stage.PLAY,
            language=game.setup.language,
            kept=state.kept.played(chosen.name, said),
            chosen=chosen,
            seats=game.setup.seats,
            said=said,
            shelf=put_away(state, at).shelf,
            game=game,
            play=game.start(),
            began=at,
        )

    def _referee(self, state: State, chosen: AnyGame, words: tuple[str, ...]) -> Referee[Any, Any]:
        known = self.known_things(state)
        late = plugging.late(state.kept.buttons, self.here.seats)
        here = replace(self.here, language=state.language, things=known, sets=lent_dice(), late=late)
        return chosen.begin(words, here)

    def anew(self, state: State) -> State:
        """The game at hand before its first move: a rematch, on its terms."""
        assert state.chosen is not None
        assert state.game is not None
        said = {**state.said, **state.game.terms(state.play)}
        game = state.game if said == state.said else self._referee(state, state.chosen, _typed(said))
        kept = state.kept.played(state.chosen.name, said)
        return replace(state, kept=kept, game=game, said=said, play=game.start())

    # -- a game changed while it is played ---------------------------------------------------------

    def changed(
        self, state: State, seats: tuple[Seat, ...], said: Mapping[str, str], at: int
    ) -> State | None:
        """The game at hand as it goes on with other players or options; None: it can't while it is played.

        Raises:
            OptionError: it couldn't be begun like that either.
        """
        assert state.chosen is not None
        said = _with_who_plays(state, seats, said)
        changed = self._taken_over(state, said)
        if changed is None:
            return None
        return replace(
            changed,
            kept=state.kept.played(state.chosen.name, said),
            heard=state.game_time(at),
            before=replace(state, menu_open=False, cursor=None),
            decided_at=state.game_time(at),
            decided_by=None,
            undone=None,
        )

    def on_this_box(self, state: State) -> State | None:
        """A game that was begun on a box built otherwise; None: it can't go on here.

        Raises:
            OptionError: it couldn't be begun here; one line says why.
        """
        return self._taken_over(state, dict(state.said))

    def waiting(self, state: State) -> State:
        """The game at hand, if need be waiting longer: for buttons that have come since it began."""
        game, chosen = state.game, state.chosen
        if game is None or chosen is None:
            return state
        late = max(plugging.late(state.kept.buttons, game.setup.seats).values())
        if late <= game.setup.reach:
            return state
        try:
            game = self._referee(state, chosen, _typed(state.said))
        except OptionError:  # of a box built otherwise
            return state
        race = getattr(state.play, "race", None)
        if isinstance(race, Race) and race.ruling is None:
            return replace(state, game=game, play=replace(state.play, race=replace(race, reach=late)))
        return replace(state, game=game)

    def _taken_over(self, state: State, said: Mapping[str, str]) -> State | None:
        assert state.game is not None
        assert state.chosen is not None
        game = self._referee(state, state.chosen, _typed(said))
        play = game.takes_over(state.play, state.game.setup)
        if play is None:
            return None
        setup = game.setup
        return replace(state, language=setup.language, seats=setup.seats, said=said, game=game, play=play)

    def joined(self, state: State, words: tuple[str, ...], at: int) -> State:
        """``join SEAT`` and ``leave SEAT`` in the middle of a game.

        Raises:
            NotNow: that seat can't, or nobody can in this game.
        """
        match words:
            case ("join", seat) if is_number(seat) and int(seat) in self.here.seats:
                seats = tuple(sorted({*state.seats, int(seat)}))
            case ("leave", seat) if is_number(seat) and int(seat) in state.seats:
                seats = tuple(other for other in state.seats if other != int(seat))
            case _:
                raise NotNow(T("Expected join SEAT or leave SEAT, got {got}", got=" ".join(words)))
        assert state.chosen is not None
        players = state.chosen.players
        if not seats:
            raise NotNow(T("For {least} to {most} players", least=players[0], most=players[-1]))
        changed = self.changed(state, seats, self._of(seats, state), at)
        if changed is None:
            raise NotNow(T("Players can't change in mid-game"))
        return changed

    def _go_on(self, state: State, at: int) -> State:
        """Back to the game at hand, as it has been changed."""
        assert state.under is not None
        under = replace(state.under, kept=state.kept)
        if self._same(state, under):
            return under.going_on(at)
        changed = self.changed(under, state.seats, state.said, at)
        if changed is None:
            raise NotNow(T("That can't change in mid-game"))
        return changed.going_on(at)

    def _same(self, state: State, under: State) -> bool:
        return state.seats == under.seats and self._values(state) == self._values(under)

    def _values(self, state: State) -> dict[str, str]:
        """What each option stands at, as typed."""
        return {option.name: state.said.get(option.name, option.default) for option in self.options(state)}

    def _leads_on(self, state: State) -> Choice:
        """What there is to do with the options as they are: start; go on; or ask whether to begin anew."""
        if state.under is None or state.under.before is None:  # nothing would be lost
            return choices.START
        if self._same(state, state.under):
            return choices.GO_ON_AS_IT_WAS
        try:
            can = self.changed(state.under, state.seats, state.said, 0) is not None
        except OptionError:
            can = True  # what is wrong with it is told once it is chosen
        return choices.GO_ON_SO if can else choices.BEGIN_ANEW

    # -- what can be chosen ------------------------------------------------------------------------

    def choices(self, state: State) -> tuple[Choice, ...]:
        """What the knob can choose at this stage; none while people join."""
        if state.stage is Stage.MENU:
            games = tuple(Choice(f"choose {game.name}", game.title) for game in all_games())
            waiting = (choices.shelf(state.shelf),) if state.shelf else ()
            return (
                *games,
                *waiting,
                choices.HISTORY,
                choices.NAMES,
                *(() if self.here.phones is None else (invitation.chosen(state.kept.phones),)),
                choices.sound(state.volume),
                choices.OTHER_LANGUAGE,
                *((choices.OFF,) if self.here.switches_off else ()),
            )
        if state.stage is Stage.HISTORY:
            return history_screens.PLACES
        if state.zero is not None:
            return zeroing.choices(state.zero)
        if state.stage is Stage.OPTIONS:
            return (self._leads_on(state), *self.changes(state))
        return ()

    def step(self, state: State, event: Event) -> State:
        """The state after one event.

        Raises:
            NotNow: it isn't allowed at this stage.
            OptionError: what was chosen can't be played.
        """
        if state.zero is not None:
            return zeroing.step(state, state.zero, event, self._standing(state), self._begun)
        match event:
            case Press() if state.stage is Stage.SEATS:
                return self._join(state, event.seat)
            case Press() if state.stage is Stage.OPTIONS:
                return self._press_in_options(state, event)
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

    def _press_in_options(self, state: State, press: Press) -> State:
        """Whoever an option is about presses while the knob stands on it; a team may press together."""
        check_plays(press.seat, state.seats)
        since = state.pressed[-1].at if state.pressed else press.at - TOGETHER_NS
        again = any(other.seat == press.seat for other in state.pressed)
        goes_on = press.at - since < TOGETHER_NS and not again
        pressed = (*state.pressed, press) if goes_on else (press,)
        for option in self.options(state):
            if by_knob.of_some(option) and option.name == by_knob.stands_on(self._standing(state), state):
                was, seats = self.option_value(state, option.name)[1], [one.seat for one in pressed]
                if option.of_teams and len(seats) > 1:
                    value = by_knob.together(was, seats)
                else:
                    value = by_knob.toggled(option, was, press.seat)
                return replace(self._set(state, option, value), pressed=pressed)
        raise NotNow(T("First choose: knob, then ok"))

    def _standing(self, state: State) -> Choice:
        offered = choices.within(self.choices(state), state.path)
        return offered[min(state.cursor or 0, len(offered) - 1)]

    def _accept(self, state: State, at: int) -> State:
        if state.stage is Stage.SEATS:
            assert state.chosen is not None
            if len(state.seats) < state.chosen.players[0]:
                raise NotNow(T("At least {n} must join: press!", n=state.chosen.players[0]))
            options = replace(state, stage=Stage.OPTIONS, said=self._of(state.seats, state), cursor=None)
            can = self._leads_on(options) in {choices.GO_ON_AS_IT_WAS, choices.GO_ON_SO}
            return self._go_on(options, at) if can else options
        choice = self._standing(state)
        if state.path == invitation.PATH:
            return invitation.taken(state, choice)
        return choices.looked(state, choice) or self._choose(state, choice.text.split(), at)

    def _of(self, seats: tuple[Seat, ...], state: State) -> dict[str, str]:
        """The options said so far, but for whoever doesn't play any more."""
        names = {option.name for option in self.options(replace(state, seats=seats)) if option.of_seats}
        kept = {name: of_those_who_play(state.said[name], seats) for name in names & set(state.said)}
        return {name: kept.get(name, value) for name, value in state.said.items() if kept.get(name) != ""}

    def _back(self, state: State) -> State:
        if state.under is not None:
            return replace(state.under, kept=state.kept)
        if state.stage is Stage.OPTIONS:
            return replace(state, stage=Stage.SEATS, cursor=None)
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
            case Stage.MENU, ["switch", "off"] if self.here.switches_off:
                return replace(state, stage=Stage.OFF, cursor=None)
            case Stage.MENU, ["choose", name]:
                return self._choose_game(state, name, at)
            case Stage.OPTIONS, ["change", name]:
                return self._change(state, name)
            case Stage.OPTIONS, ["set", name, *value]:
                return self._set(state, self.option_value(state, name)[0], " ".join(value))
            case Stage.OPTIONS, ["go", "on"] if state.under is not None:
                return self._go_on(state, at)
            case Stage.OPTIONS, ["as", "before"] if state.under is not None:
                return replace(state.under, kept=state.kept).going_on(at)
            case Stage.OPTIONS, ["start" | "zero"]:
                return self._start(state, at, asked=words == ["zero"])
        raise NotNow(T("Expected one of the choices, got {got}", got=" ".join(words)))

    def _choose_game(self, state: State, name: str, at: int) -> State:
        chosen = find_game(name)
        seats = state.seats[: chosen.players[-1]]
        said = state.kept.options.get(name, {})
        if chosen.at_once:
            of_them = {"seats": ",".join(map(str, seats))} if seats else {}
            return replace(self.begin(state, name, _typed({**said, **of_them}), at), last_ok=state.last_ok)
        return replace(state, stage=Stage.SEATS, chosen=chosen, seats=seats, said=said, cursor=None)

    def _change(self, state: State, name: str) -> State:
        """An option's next value, of those the knob offers."""
        option, value = self.option_value(state, name)
        index = option.offers.index(value) if value in option.offers else -1
        return self._set(state, option, option.offers[(index + 1) % len(option.offers)])

    def _set(self, state: State, option: Option, value: str) -> State:
        """An option with another value, as typed.

        Raises:
            NotNow: it can't be that.
        """
        try:
            if not option.of_dice:  # which dice there are the game itself knows
                option.read(value)
        except ValueError as error:
            what = what_was_expected(error)
            raise NotNow(T("Expected {what}; got {got}", what=what, got=value)) from None
        said = {**state.said, option.name: value}
        state = replace(state, said=said, language=said.get("lang", state.language))
        return replace(state, inside=(), cursor=None) if option.of_dice else state  # they are put together

    def _start(self, state: State, at: int, *, asked: bool = False) -> State:
        """The game; before one in which presses compete, the test of buttons that haven't answered yet.

        With ``asked``, of everyone's button, whatever is played.
        """
        if asked:
            state = replace(state, kept=replace(state.kept, answered=()))
        game = self._begun(state, at)
        races = self.here.zero and game.chosen is not None and game.chosen.races and len(game.seats) > 1
        return zeroing.begun(state, at) if asked or (races and zeroing.asked(state)) else game

    def _begun(self, state: State, at: int) -> State:
        """The game that was set up.

        Raises:
            OptionError: it can't be played so.
        """
        assert state.chosen is not None
        said = _with_who_plays(state, state.seats, state.said)
        return replace(self.begin(state, state.chosen.name, _typed(said), at), last_ok=state.last_ok)


def _with_who_plays(state: State, seats: tuple[Seat, ...], said: Mapping[str, str]) -> dict[str, str]:
    """Options with who plays; not if that is everyone because nobody was ever asked."""
    assert state.chosen is not None
    asked = not state.chosen.at_once or "seats" in said or seats != state.at_hand.seats
    return {**said, "seats": ",".join(map(str, seats))} if asked else dict(said)


def _typed(said: Mapping[str, str]) -> tuple[str, ...]:
    """Options as they are typed: ``name=value``."""
    return tuple(f"{name}={value}" for name, value in said.items())
