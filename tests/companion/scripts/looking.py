"""A table script played in virtual time, its table looked at in between."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.scripts.mock import MockTable
from companion.scripts.script import Script
from companion.scripts.virtual import play_command, reach
from firmware.boxfile.settings import Settings
from firmware.fakes.hand_clock import HandClock
from firmware.fakes.picture_files import NoPanels


def play_and_look(
    script: Script, settings: Settings, clock: HandClock, looks: Mapping[int, Callable[[MockTable], None]]
) -> None:
    """Play a script.

    Args:
        script: what to play.
        settings: the box to play it on.
        clock: its time.
        looks: whom to show the table, at which times of the script (ns), after all of that instant.
    """
    table = MockTable(settings, clock, NoPanels(), closed=script.closed, origin=clock.now())
    waiting = sorted(looks)

    def look() -> None:
        reach(table.loop, clock, table.origin + waiting[0])
        looks[waiting.pop(0)](table)

    for command in script.commands:
        while waiting and waiting[0] < command.at:
            look()
        play_command(command, script.source, table, table.loop, clock)
    while waiting:
        look()
    table.box.close()
