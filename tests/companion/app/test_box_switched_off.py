"""A whole box that is switched off in its menu: its exit code, and what its panels are left with."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion import cli
from companion.app.running import SWITCHED_OFF
from companion.store.folder import state_folder
from companion.store.journal import Journal
from firmware.boxfile import settings as boxes
from firmware.drawing.frames import draw
from firmware.events import Enter, Knob
from firmware.views import Mood, Screen
from tests.companion.store.recorded import handed_on
from tests.firmware.fakes.faulty_oled import FaultyBench

OFF = "0.5 knob +99\n1 ok\n1.5 knob +1\n2 ok\n2.5 press 1\n"
ON = OFF.replace("2 ok", "2 back")
SAID = Screen("Switching off", "Don't unplug yet", mood=Mood.WAIT)

pytestmark = pytest.mark.usefixtures("_jumping_time")


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> FaultyBench:
    """The fake panels of the next box that is run."""
    bench = FaultyBench(boxes.default().panels)
    monkeypatch.setattr("companion.app.running.OledBench", lambda panels: bench)
    return bench


def _run(folder: Path, script: str, *words: str) -> int:
    path = folder / "evening.table"
    path.write_text(script, encoding="utf-8")
    return cli.main(["box", "--lang", "en", "--mock", "--script", str(path), *words])


def test_it_ends_with_3_and_every_panel_still_says_not_to_unplug_it_yet(
    tmp_path: Path, bench: FaultyBench
) -> None:
    assert _run(tmp_path, OFF, "--can-switch-off") == SWITCHED_OFF == 3
    shown = [memory.picture(upright=True) for memory in bench.values()]
    assert shown == [draw(SAID, picture.size) for picture in shown]
    assert all(memory.handles == 0 for memory in bench.values())


def test_the_journal_is_closed_whole(tmp_path: Path) -> None:
    assert _run(tmp_path, "0 enter name 1 Ola\n" + OFF, "--can-switch-off") == SWITCHED_OFF
    first, *_, last = handed_on(state_folder())
    assert (first, last) == (Enter("name 1 Ola", first.at), Knob(1, last.at))  # the last ok is no part of it
    journal = Journal(state_folder())
    assert (journal.trouble, journal.torn, journal.set_aside) == (None, False, None)
    journal.close()


@pytest.mark.parametrize(("script", "words"), [(ON, ["--can-switch-off"]), (OFF, [])])
def test_a_box_that_stays_on_ends_with_0_and_dark_panels(
    tmp_path: Path, bench: FaultyBench, script: str, words: list[str]
) -> None:
    assert _run(tmp_path, script, *words) == os.EX_OK
    assert all(memory.picture().getbbox() is None for memory in bench.values())
