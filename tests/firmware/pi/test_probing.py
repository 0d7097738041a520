from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from firmware.boxfile.settings import PanelSettings
from firmware.pi.probing import answers, why_closed
from tests.firmware.fakes.faulty_oled import FaultyBench

MAIN = PanelSettings("ssd1306", address=0x3D)
BEHIND = PanelSettings("ssd1306", mux=0x70, channel=2)


@pytest.fixture
def dev(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of buses 1 and, behind channel 2 of a mux, 14."""
    for number in (1, 14):
        (tmp_path / f"i2c-{number}").touch()
    mux = tmp_path / "1-0070"
    mux.mkdir()
    (mux / "channel-2").symlink_to("../i2c-14")
    monkeypatch.setattr("firmware.pi.probing.DEV", tmp_path)
    monkeypatch.setattr("firmware.pi.mux.DEVICES", tmp_path)
    return tmp_path


def test_a_panel_answers_where_it_is_and_nowhere_else() -> None:
    bench = FaultyBench({"main": MAIN})
    assert answers(MAIN, bench.open_port)
    assert not answers(replace(MAIN, address=0x3C), bench.open_port)
    assert bench["main"].handles == 0


def test_a_panel_without_power_doesnt_answer() -> None:
    bench = FaultyBench({"main": MAIN})
    bench["main"].unplug()
    assert not answers(MAIN, bench.open_port)
    assert bench["main"].handles == 0


def test_being_asked_leaves_the_picture_as_it_is() -> None:
    bench = FaultyBench({"main": MAIN})
    before = bench["main"].ram
    answers(MAIN, bench.open_port)
    assert bench["main"].ram == before


@pytest.mark.usefixtures("dev")
def test_a_bus_that_can_be_opened() -> None:
    assert why_closed(MAIN) is None
    assert why_closed(BEHIND) is None


@pytest.mark.usefixtures("dev")
def test_a_bus_that_isnt_there() -> None:
    assert why_closed(replace(MAIN, bus=3)) == "bus"
    assert why_closed(replace(BEHIND, bus=3)) == "bus"


@pytest.mark.usefixtures("dev")
def test_a_mux_or_channel_that_isnt_there() -> None:
    assert why_closed(replace(BEHIND, channel=3)) == "mux"
    assert why_closed(replace(BEHIND, mux=0x71)) == "mux"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may open everything")
def test_a_bus_that_may_not_be_opened(dev: Path) -> None:
    (dev / "i2c-1").chmod(0)
    assert why_closed(MAIN) == "permission"
