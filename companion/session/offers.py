"""What there is to choose on the box now, where the knob stands, and what a plain ok would do. Pure."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.games.base import Referee
from companion.games.choice import Choice
from companion.games.clocks import next_tick
from companion.games.options import Surroundings
from companion.session import choices, naming
from companion.session.setting_up import SettingUp
from companion.session.state import Stage, State
from companion.words import T, Text, Who
from firmware.times import earliest


class Offers:
    """What a state offers to the host.

    Args:
        here: the box; its language is that of the first screen.
    """

    def __init__(self, here: Surroundings) -> None:
        self.here = here
        self.seats = here.seats
        self.setting_up = SettingUp(here)
        self._offered: tuple[State, tuple[Choice, ...]] | None = None

    def choices(self, state: State) -> tuple[Choice, ...]:
        """What the knob can choose now."""
        if state.stage is Stage.RESUME:
            return choices.GO_ON_OR_NEW
        if state.naming is not None:
            return naming.choices(state.naming, naming.everyone(state, self.seats))
        return choices.within(self.first_offered(state), state.path)

    def first_offered(self, state: State) -> tuple[Choice, ...]:
        """What there is to choose first, before the knob has gone into any of it."""
        kept = self._offered
        if kept is None or kept[0] is not state:  # a view asks for it again and again
            kept = self._offered = state, self._first_offered(state)
        return kept[1]

    def _first_offered(self, state: State) -> tuple[Choice, ...]:
        game = state.game
        if game is None:
            return self.setting_up.choices(state)
        if state.menu_open:
            return choices.hold_menu(state.volume, partial(self._corrections, state, game))
        if state.winners is not None:
            return (*choices.AFTER_THE_END, *game.choices(state.play))
        offered = game.choices(state.play)
        at_once = state.chosen is not None and state.chosen.at_once
        return (*offered, choices.OPTIONS) if at_once and offered else offered

    def _corrections(self, state: State, game: Referee[Any, Any]) -> tuple[Choice, ...]:
        """What the game can put right, and whose last press can be taken back at no price."""
        pressed = [
            seat
            for seat in game.setup.seats
            if seat == state.decided_by or game.without(state.play, seat) is not None
        ]
        none = (Choice(f"none {seat}", T("{who}: no press", who=Who(seat))) for seat in pressed)
        return (*none, *game.corrections(state.play))

    def standing(self, state: State) -> Choice | None:
        """The choice the knob stands on: the first, until it is turned."""
        offered = self.choices(state)
        return offered[min(self.stands_at(state), len(offered) - 1)] if offered else None

    def stands_at(self, state: State) -> int:
        """The place of that choice: where it was turned to, else where a game wants it to be."""
        if state.cursor is not None:
            return state.cursor
        in_game = state.game is not None and not state.menu_open and state.winners is None
        return state.game.first_choice(state.play) if state.game is not None and in_game else 0

    def gone_into(self, state: State) -> Choice | None:
        """The choice whose next step the knob is in, if it has gone into one."""
        if not state.path:
            return None
        outer = choices.within(self.first_offered(state), state.path[:-1])
        return next((choice for choice in outer if choice.text == state.path[-1]), None)

    def ok_does(self, state: State) -> Text | None:
        """What a plain ok does now, in words; None: nothing."""
        if state.paused_at is not None and not state.menu_open and state.naming is None:
            return choices.GO_ON.label
        choice = self.standing(state)
        if choice is not None:
            return choice.label
        if state.stage is Stage.SEATS and state.chosen is not None:
            return choices.ALL_IN if len(state.seats) >= state.chosen.players[0] else None
        return None if state.game is None else state.game.plain_ok(state.play)

    def wake_at(self, state: State) -> int | None:
        """When a `Tick` is wanted (ns of CLOCK_MONOTONIC), or None."""
        if state.zero is not None:
            return state.zero.wake_at()
        if state.game is None or state.paused_at is not None:
            return None
        wake = earliest(state.game.wake_at(state.play), self.ticks_at(state))
        return None if wake is None else wake + state.offset

    def ticks_at(self, state: State) -> int | None:
        """The game time at which a clock that runs out is next ticked, or None."""
        return None if state.game is None else next_tick(state.game.runs_out_at(state.play), state.heard)

    def may_doze(self, state: State) -> bool:
        """Whether screens may dim now, so that a press only wakes them: no first press may be lost by it."""
        if state.game is None or state.paused_at is not None or state.winners is not None:
            return True
        return self.wake_at(state) is None and state.game.may_doze(state.play)
