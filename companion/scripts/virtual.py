"""Table scripts in virtual time: as JSON lines, or told in a terminal."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TextIO

from companion.loop.loop import Loop, Watcher
from companion.scripts.mock import MockTable, check_games
from companion.scripts.report import Report
from companion.scripts.script import AFTER_SCRIPT_NS, Expect, Script, Wire, perform
from companion.scripts.terminal import TerminalPanels
from firmware.boxfile.settings import Settings
from firmware.drawing.frames import draw
from firmware.events import NS_PER_S
from firmware.fakes.clock import HandClock
from firmware.fakes.panels import NoPanels, PictureFiles
from firmware.ports import Panels

SCRIPT_START_NS = 1000 * NS_PER_S
"""Where a replay's clock starts: a stamp may lie before the script's zero."""


NO_LOOKS: Mapping[int, Callable[[MockTable], None]] = {}


def replay(script: Script, settings: Settings, out: TextIO, frames: Path | None = None) -> None:
    """Play a script in virtual time and print what happens, one JSON object a line.

    Args:
        script: what to play.
        settings: the box to play it on.
        out: where the lines go.
        frames: a folder for each changed screen as PNG, or None.

    Raises:
        ScriptError: a game of the script can't be set up.
        ExpectationError: an expectation failed; the lines so far are printed.
    """
    clock = HandClock(SCRIPT_START_NS)
    panels: Panels = NoPanels()
    if frames is not None:
        panels = PictureFiles(frames, clock, SCRIPT_START_NS, draw)
    report = Report(out, SCRIPT_START_NS)
    snapshot = play(script, settings, clock, panels, report.changed)
    report.end(clock.now(), snapshot)


def tell(script: Script, settings: Settings, out: TextIO) -> None:
    """Play a script in a terminal: the main screen in dots; in its own time if somebody watches.

    Raises:
        ScriptError: a game of the script can't be set up.
        ExpectationError: an expectation failed.
    """
    clock = HandClock(SCRIPT_START_NS)
    sleep = time.sleep if out.isatty() else None
    play(script, settings, clock, TerminalPanels(out, clock, SCRIPT_START_NS, draw, sleep))


def play(
    script: Script,
    settings: Settings,
    clock: HandClock,
    panels: Panels,
    watch: Watcher | None = None,
    *,
    looks: Mapping[int, Callable[[MockTable], None]] = NO_LOOKS,
) -> dict[str, Any]:
    """Play a script in virtual time, and a second beyond it; returns the last snapshot.

    Args:
        script: what to play.
        settings: the box to play it on.
        clock: its time.
        panels: where its screens go.
        watch: told of each change of state.
        looks: whom to show the table, at which times of the script (ns), after all of that instant.

    Raises:
        ScriptError: a game of the script can't be set up.
        ExpectationError: an expectation failed.
    """
    check_games(script, settings)
    table = MockTable(settings, clock, panels, closed=script.closed, origin=clock.now(), watch=watch)
    try:
        waiting = sorted(looks)
        for command in script.commands:
            while waiting and waiting[0] < command.at:
                _reach(table.loop, clock, table.origin + waiting[0])
                looks[waiting.pop(0)](table)
            _reach(table.loop, clock, table.origin + command.at)
            if not isinstance(command.action, Wire):
                table.loop.step()  # edges of this instant come first, as they stand in the file
            perform(command, table, script.source)
            if not isinstance(command.action, Wire | Expect):
                table.loop.step()
        for look in waiting:
            _reach(table.loop, clock, table.origin + look)
            looks[look](table)
        _reach(table.loop, clock, table.origin + script.length + AFTER_SCRIPT_NS)
        return table.snapshot()
    finally:
        table.box.close()


def _reach(loop: Loop, clock: HandClock, at: int) -> None:
    """Let virtual time run up to ``at``; edges of one instant are left to be taken in together."""
    if at > clock.now():
        loop.run_until(at, clock.set)
