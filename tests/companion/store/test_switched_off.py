"""A box switched off in its menu loses nothing, and isn't switched off again by what was recorded."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.loop.loop import FAREWELL_NS
from companion.session.state import Stage
from firmware.boxfile import settings as boxes
from firmware.boxfile.settings import Settings
from firmware.events import NS_PER_MS
from firmware.views import Screen
from tests.companion.store.recorded import ENGLISH, RecordedBox, games_of, handed_on, sitting_of, state_of
from tests.companion.store.test_shelf import LATER, leave, points, quiz, told

SERVICE = replace(ENGLISH, switches_off=True)
TWO_BUTTONS = replace(boxes.minimal(), language="en", switches_off=True)
FAREWELL_MS = FAREWELL_NS / NS_PER_MS


def _standing(box: RecordedBox) -> str | None:
    choice = box.loop.session.standing(box.state)
    return None if choice is None else choice.text


def _main(box: RecordedBox) -> Screen:
    assert box.loop.view is not None
    return box.loop.view.main


def _switch_off(box: RecordedBox) -> None:
    """By the knob, from the menu."""
    for turn in (99, 1):
        box.knob(turn)
        box.wait(400)
        box.key("ok")
        box.wait(400)
    assert box.state.stage is Stage.OFF


def _again(folder: Path, settings: Settings = SERVICE) -> RecordedBox:
    return RecordedBox(folder, start=LATER, settings=settings)


@pytest.mark.plays("buzzer")
def test_a_game_left_for_it_can_be_gone_on_with_after_the_next_start(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path, settings=SERVICE)
    quiz(box)
    leave(box)
    _switch_off(box)
    box.off()
    box = _again(tmp_path)
    assert (box.state.stage, told(box)) == (Stage.MENU, ["Who's first? 1:0"])
    assert not box.loop.stopped
    box.enter(f"take {box.state.shelf[0].key}")
    assert (points(box), box.snapshot()["paused"]) == ([1, 0], True)
    box.off()


@pytest.mark.plays("buzzer")
def test_off_by_a_button_in_mid_game_is_like_any_restart(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path, settings=SERVICE)
    quiz(box)
    box.off()
    box = _again(tmp_path)
    assert box.state.stage is Stage.RESUME
    box.key("ok")
    assert points(box) == [1, 0]
    assert len(games_of(tmp_path)) == sitting_of(tmp_path).id == 1
    box.off()


def test_it_ends_once_people_have_seen_it_and_nothing_comes_between(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path, settings=SERVICE)
    _switch_off(box)
    recorded = len(handed_on(tmp_path))
    box.key("back")
    box.tap(1)
    box.wait(FAREWELL_MS - 600)
    assert (box.state.stage, box.loop.stopped) == (Stage.OFF, False)
    box.wait(60)
    assert box.loop.stopped
    assert len(handed_on(tmp_path)) == recorded
    box.off()


def test_where_the_knob_stood_is_the_same_once_more(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path, settings=SERVICE)
    box.knob(99)
    assert _standing(box) == "off"
    box.knob(-2)
    assert _standing(box) == "volume"
    box.key("ok")
    assert state_of(sitting_of(tmp_path)).kept == box.state.kept
    assert box.state.volume == 0
    box.off()


@pytest.mark.plays("buzzer")
@pytest.mark.parametrize("then", [True, False])
def test_a_box_started_otherwise_goes_on_in_a_run_of_its_own(tmp_path: Path, then: bool) -> None:
    box = RecordedBox(tmp_path, settings=replace(SERVICE, switches_off=then))
    quiz(box)
    box.off()
    box = _again(tmp_path, replace(SERVICE, switches_off=not then))
    assert box.state.stage is Stage.RESUME
    box.key("ok")
    assert points(box) == [1, 0]
    leave(box)
    box.knob(99)
    assert (_standing(box) == "off") is not then
    box.knob(-2)
    box.wait(400)
    box.key("ok")
    told_again = sitting_of(tmp_path)
    assert told_again.header["from"].startswith("1.")
    assert told_again.header["switches off"] is not then
    box.off()


def test_two_buttons_reach_it_in_four_touches(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path, settings=TWO_BUTTONS)
    box.tap(2, 900)  # one back, from the first
    box.wait(400)
    for seat, big in ((2, "No, stay on"), (1, "Yes, switch off"), (2, "Don't unplug yet")):
        box.tap(seat)
        box.wait(400)
        assert _main(box).big == big
    assert (box.state.stage, _main(box).hint) == (Stage.OFF, "")
    box.off()
