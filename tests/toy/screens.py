from __future__ import annotations

from companion.games.options import Setup
from companion.table.view import Plate, TableView
from companion.words import Say
from firmware.events import Seat
from firmware.views import Lamp, Mood, Score, Screen

from .state import Options, Phase, State


def main(setup: Setup[Options], state: State, now: int, say: Say) -> Screen:
    scores = tuple(Score(seat, str(presses)) for seat, presses in state.presses.items())
    if state.phase is Phase.OVER and state.last is not None:
        return Screen(say("Won"), say.name(state.last), state.last, scores=scores, hint=say("ok: again"))
    return Screen(say("Press!"), str(max(state.presses.values())), scores=scores)


def seat(setup: Setup[Options], state: State, seat: Seat, now: int, say: Say) -> Screen:
    return Screen(say("of {goal}", goal=setup.options.goal), str(state.presses[seat]), seat, mood=Mood.TURN)


def lamp(setup: Setup[Options], state: State, seat: Seat, now: int) -> Lamp:
    return Lamp.ON if state.phase is Phase.PLAY else Lamp.OFF


def table(setup: Setup[Options], state: State, now: int, say: Say) -> TableView:
    return TableView(plates=tuple(Plate(seat, say.name(seat), str(n)) for seat, n in state.presses.items()))
