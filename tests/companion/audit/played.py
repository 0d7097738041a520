"""A table script played on a box with a journal, and that journal's audit."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from companion.audit.command import Report, audit
from companion.scripts.mock import MockTable, reaching
from companion.scripts.script import read
from companion.scripts.virtual import SCRIPT_START_NS, play_on
from companion.store.archive import Archive
from companion.store.journal import Journal
from firmware.boxfile.settings import Settings, eight_seats
from firmware.fakes.hand_clock import HandClock
from firmware.fakes.picture_files import NoPanels


def recorded(text: str, folder: Path, settings: Settings | None = None) -> None:
    """Play a script, and write it down."""
    script, clock = read(text, "script.table"), HandClock(SCRIPT_START_NS)
    settings = reaching(settings or eight_seats(), script)
    journal = Journal(folder, sync=lambda _: None)
    table = MockTable(settings, clock, NoPanels(), closed=script.closed, origin=clock.now(), journal=journal)
    with closing(journal), closing(table.box):
        play_on(script, table, table.loop, clock)


def audited(folder: Path, game: int | None = None) -> Report:
    """What an audit says of a journal."""
    with closing(Archive(folder)) as archive:
        return audit(archive, game)
