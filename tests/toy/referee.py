from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games.base import End, NotNow, Outcome, Referee, Step
from companion.words import T
from firmware.digits import is_number
from firmware.events import Enter, Key, Press
from firmware.views import Cue, Sound

from .state import Options, Phase, State


class Toy(Referee[State, Options]):
    """Every press counts; whoever reaches the goal has won."""

    def start(self) -> State:
        return State(dict.fromkeys(self.setup.seats, 0))

    def on_press(self, state: State, press: Press) -> Step[State]:
        if state.phase is Phase.OVER:
            raise NotNow(T("The game is over"))
        return self._count(state, press.seat, 1), (Cue(Sound.TICK, press.seat),)

    def on_ok(self, state: State, key: Key) -> Step[State]:
        raise NotNow(T("Press your buttons"))

    def on_enter(self, state: State, enter: Enter, words: tuple[str, ...]) -> Step[State]:
        match words:
            case ("less", seat) if is_number(seat) and int(seat) in self.setup.seats:
                return self._count(state, int(seat), -1), ()
        raise NotNow(T("Expected less SEAT, got {got}", got=enter.text))

    def _count(self, state: State, seat: int, by: int) -> State:
        presses = {**state.presses, seat: max(0, state.presses[seat] + by)}
        over = max(presses.values()) >= self.setup.options.goal
        return replace(state, presses=presses, last=seat, phase=Phase.OVER if over else Phase.PLAY)

    def outcome(self, state: State) -> Outcome:
        if state.phase is Phase.PLAY or state.last is None:
            return Outcome()
        return Outcome((state.last,), End.OVER)

    def snapshot(self, state: State, now: int) -> dict[str, Any]:
        players = {str(seat): {"presses": presses} for seat, presses in state.presses.items()}
        return {"phase": state.phase.value, "players": players}
