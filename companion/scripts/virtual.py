"""Table scripts in virtual time: as JSON lines, or told in a terminal."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any, TextIO

from companion.loop.driver import Driven
from companion.loop.loop import Watcher
from companion.scripts.mock import MockTable, check_games, reaching
from companion.scripts.report import REPLAYED, Report
from companion.scripts.script import AFTER_SCRIPT_NS, Command, Expect, Script, Table, Wire, perform
from companion.scripts.terminal import TerminalPanels
from firmware.boxfile.settings import Settings
from firmware.drawing.frames import draw
from firmware.events import NS_PER_S
from firmware.fakes.hand_clock import HandClock
from firmware.fakes.picture_files import NoPanels, PictureFiles
from firmware.ports import Panels
from firmware.views import Cue

SCRIPT_START_NS = 1000 * NS_PER_S
"""Where a replay's clock starts: a stamp may lie before the script's zero."""


def replay(
    script: Script,
    settings: Settings,
    out: TextIO,
    frames: Path | None = None,
    *,
    only: Collection[str] = REPLAYED,
) -> None:
    """Play a script in virtual time and print what happens, one JSON object a line.

    Args:
        script: what to play.
        settings: the box to play it on.
        out: where the lines go.
        frames: a folder for each changed screen as PNG, or None.
        only: the events that are told.

    Raises:
        ScriptError: a game of the script can't be set up.
        ExpectationError: an expectation failed; the lines so far are printed.
    """
    clock = HandClock(SCRIPT_START_NS)
    panels: Panels = NoPanels()
    if frames is not None:
        panels = PictureFiles(frames, clock, SCRIPT_START_NS)
    report = Report(out, SCRIPT_START_NS, only)
    snapshot = play(script, settings, clock, panels, report.changed, on_sound=report.sounds)
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
    on_sound: Callable[[int, Cue], None] | None = None,
) -> dict[str, Any]:
    """Play a script in virtual time, and a second beyond it; returns the last snapshot.

    Args:
        script: what to play.
        settings: the box to play it on.
        clock: its time.
        panels: where its screens go.
        watch: told of each change of state.
        on_sound: told the time and what sounds.

    Raises:
        ScriptError: a game of the script can't be set up.
        ExpectationError: an expectation failed.
    """
    settings = reaching(settings, script)
    check_games(script, settings)
    table = MockTable(settings, clock, panels, closed=script.closed, origin=clock.now(), watch=watch)
    if on_sound is not None:
        table.loop.on_sound = on_sound
    try:
        play_on(script, table, table.loop, clock)
        return table.snapshot()
    finally:
        table.box.close()


def play_on(script: Script, hand: Table, box: Driven, clock: HandClock) -> None:
    """Let a hand play a script on a box, and let a second pass after it.

    Raises:
        ExpectationError: an expectation failed.
    """
    for command in script.commands:
        play_command(command, script.source, hand, box, clock)
    reach(box, clock, hand.origin + script.length + AFTER_SCRIPT_NS)


def play_command(command: Command, source: str, hand: Table, box: Driven, clock: HandClock) -> None:
    """Let virtual time run up to a command, and do it."""
    reach(box, clock, hand.origin + command.at)
    if not isinstance(command.action, Wire):
        box.step()  # edges of this instant come first, as they stand in the file
    perform(command, hand, source)
    if not isinstance(command.action, Wire | Expect):
        box.step()


def reach(box: Driven, clock: HandClock, at: int) -> None:
    """Let virtual time run up to ``at``; edges of one instant are left to be taken in together."""
    if at > clock.now():
        box.run_until(at, clock.set)
