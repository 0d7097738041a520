"""The hourglass on the table window: one huge glass, and its seconds."""

from __future__ import annotations

from companion.games.clocks import clock
from companion.games.hourglass.screens import does
from companion.games.hourglass.state import Options, Phase, State
from companion.games.options import Setup
from companion.table.parts import Glass
from companion.table.view import TableView
from companion.words import Say
from firmware.falling_sand import seconds_shown


def table(setup: Setup[Options], state: State, now: int, say: Say) -> TableView:
    """The table window: one huge glass, and its seconds."""
    left = state.glass.left(now)
    glass = Glass(left, state.whole, state.phase is Phase.RUNNING, clock(seconds_shown(left)))
    headline = say("press: start") if state.phase is Phase.IDLE else does(state, say)
    return TableView(title=say("Hourglass"), headline=headline, middle=(glass,))
