"""Phones are switched on for an evening: its journal says so, what is kept for the next doesn't."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.scripts import script
from companion.session.state import Stage
from companion.store.archive import Archive
from companion.store.listing import exported
from firmware.boxfile.phone_settings import PhoneSettings
from firmware.boxfile.settings import Settings
from tests.companion.store.recorded import ENGLISH, RecordedBox, sitting_of, state_of
from tests.companion.store.test_shelf import LATER, leave, points, quiz

OFFERS = replace(ENGLISH, offers_phones=True)
ON = replace(OFFERS, phones=PhoneSettings(on=True))


def _phones(box: RecordedBox) -> object:
    return box.snapshot()["phones"]


@pytest.mark.parametrize(("settings", "on"), [(ENGLISH, False), (OFFERS, False), (ON, True)])
def test_a_box_begins_as_its_file_says(tmp_path: Path, settings: Settings, on: bool) -> None:
    box = RecordedBox(tmp_path, settings=settings)
    assert _phones(box) is on
    box.off()


def test_the_next_evening_begins_as_the_box_file_says_again(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path, settings=OFFERS)
    box.enter("phones on")
    assert _phones(box) is True
    box.off()
    box = RecordedBox(tmp_path, start=LATER, settings=OFFERS)
    assert _phones(box) is False
    box.off()


@pytest.mark.plays("buzzer")
@pytest.mark.parametrize("then", [OFFERS, ON])
@pytest.mark.parametrize("now", [OFFERS, ON])
def test_a_game_gone_on_with_leaves_them_as_this_evening_has_them(
    tmp_path: Path, then: Settings, now: Settings
) -> None:
    box = RecordedBox(tmp_path, settings=then)
    quiz(box)
    box.off()
    box = RecordedBox(tmp_path, start=LATER, settings=now)
    assert (box.state.stage, _phones(box)) == (Stage.RESUME, now.phones.on)
    box.key("ok")
    box.wait(10)
    assert (points(box), _phones(box)) == ([1, 0], now.phones.on)
    assert state_of(sitting_of(tmp_path)).kept == box.state.kept
    box.off()


@pytest.mark.plays("buzzer")
def test_a_box_that_offered_none_goes_on_in_a_run_of_its_own_where_it_does(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path, settings=ENGLISH)
    quiz(box)
    box.off()
    box = RecordedBox(tmp_path, start=LATER, settings=ON)
    box.key("ok")
    box.wait(10)
    assert (points(box), _phones(box)) == ([1, 0], True)
    leave(box)
    header = sitting_of(tmp_path).header
    assert (header["from"].partition(".")[0], header["phones"]) == ("1", True)
    box.off()


def test_where_the_knob_stood_is_the_same_once_more(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path, settings=OFFERS)
    box.knob(99)
    box.knob(-2)
    box.key("ok")
    box.wait(400)
    box.key("ok")
    assert _phones(box) is True
    assert state_of(sitting_of(tmp_path)).kept == box.state.kept
    box.off()


@pytest.mark.plays("buzzer")
def test_an_exported_game_tells_of_them_and_of_no_address(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path, settings=ON)
    quiz(box)
    box.enter("phones off")
    leave(box)
    box.off()
    archive = Archive(tmp_path)
    text, _ = exported(archive, 1)
    archive.close()
    assert "told enter phones on" in text
    assert "told enter phones off" in text
    assert "http" not in text
    script.read(text, "game")
