"""What a table set up one evening is still so the next: two boxes, one after the other, on one journal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from companion.scripts.mock import MockTable
from companion.store.journal import Journal
from firmware.boxfile import settings as boxes
from firmware.boxfile.settings import Settings
from firmware.events import NS_PER_S, Enter
from firmware.fakes.hand_clock import HandClock
from firmware.fakes.picture_files import NoPanels

pytestmark = pytest.mark.plays("buzzer")

EIGHT = replace(boxes.eight_seats(), language="en")
SIX = replace(boxes.default(), language="en")

EVENING = (
    "name 3 Ola",
    "name 8 Łukasz",
    "sound 8 trumpet",
    "volume 1",
    "game buzzer seats=2,3 points=5 lang=pl",
    "game seventeen seats=3,5 window_s=10",
)


@contextmanager
def switched_on(
    folder: Path, settings: Settings = EIGHT, *typed: str, script: bool = False
) -> Iterator[MockTable]:
    """A box on mock pins until it is switched off, at which lines were typed a second apart."""
    clock = HandClock(1000 * NS_PER_S)
    with closing(Journal(folder)) as journal:
        table = MockTable(settings, clock, NoPanels(), journal=journal, offer=not script)
        for line in typed:
            clock.set(clock.now() + NS_PER_S)
            table.mailbox.put(Enter(line, clock.now()))
            table.loop.step()
        yield table
        table.box.close()


@pytest.mark.plays("seventeen")
def test_names_volume_language_seats_and_options_are_there_the_next_evening(tmp_path: Path) -> None:
    with switched_on(tmp_path, EIGHT, *EVENING):
        pass
    with switched_on(tmp_path, EIGHT, "new") as table:  # not the game that was going on
        see = table.snapshot()
        assert (see["names"], see["volume"]) == ({"3": "Ola", "8": "Łukasz"}, 1)
        assert see["voices"] == {"8": "trumpet"}
        assert (see["phase"], see["seats"], see["language"]) == ("menu", [3, 5], "pl")
        options = table.loop.state.kept.options
        assert (options["buzzer"], options["seventeen"]) == ({"points": "5"}, {"window_s": "10"})


def test_a_box_with_fewer_seats_remembers_only_those_it_has(tmp_path: Path) -> None:
    with switched_on(
        tmp_path, EIGHT, "name 3 Ola", "name 8 Łukasz", "sound 8 flute", "game buzzer seats=2,8"
    ):
        pass
    with switched_on(tmp_path, SIX) as table:
        see = table.snapshot()
        assert (see["names"], see["voices"], see["seats"]) == ({"3": "Ola"}, {}, [2])


@pytest.mark.plays("seventeen")
@pytest.mark.parametrize("first", [True, False])
def test_a_script_neither_finds_nor_leaves_what_the_table_keeps(tmp_path: Path, first: bool) -> None:
    with switched_on(tmp_path, EIGHT, *EVENING, script=first):
        pass
    with switched_on(tmp_path, script=not first) as table:
        see = table.snapshot()
        assert (see["names"], see["volume"], see["seats"], see["language"]) == ({}, 3, [], "en")
