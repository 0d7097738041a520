"""The hourglass on the table window: one huge glass."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.clocks import clock
from companion.table.parts import Glass
from companion.table.view import TableView
from companion.words import Say
from firmware.hourglass import seconds_shown

if TYPE_CHECKING:
    from companion.games.hourglass.referee import State


def table(state: State, left: int, say: Say) -> TableView:
    """The glass and its seconds; ``left`` is in ns."""
    glass = Glass(left, state.full, state.phase == "running", clock(seconds_shown(left)))
    match state.phase:
        case "idle":
            headline = say("press: start")
        case "running":
            headline = say("it runs")
        case "paused":
            headline = say("it stands still")
        case _:
            headline = say("TIME!")
    return TableView(title=say("Hourglass"), headline=headline, middle=(glass,))
