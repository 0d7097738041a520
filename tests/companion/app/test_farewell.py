"""What the panels say once the machine is off: that it may be unplugged, whatever else is wrong."""

from __future__ import annotations

import logging
import runpy
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app import farewell
from companion.app.farewell import say_farewell
from companion.i18n import speaker
from firmware.boxfile import settings as boxes
from firmware.boxfile.settings import PanelSettings
from firmware.drawing.frames import draw
from firmware.fakes.oled_bench import OledBench
from firmware.pi.oled import OpenPort, Port
from firmware.pi.panels import LumaPanels
from firmware.views import PanelId, Screen
from tests.firmware.fakes.faulty_oled import FaultyBench

HARDWARE = Path(__file__).parents[3] / "hardware"
SIX = (HARDWARE / "box.toml").read_text(encoding="utf-8")
MODULE = "companion.app.farewell"


@pytest.fixture(autouse=True)
def made(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[LumaPanels]]:
    """The panels that were made; left lit, they are closed after the test."""
    made: list[LumaPanels] = []

    def make(*args: Any, **options: Any) -> LumaPanels:
        made.append(LumaPanels(*args, **options))
        return made[-1]

    monkeypatch.setattr("firmware.pi.panels.LumaPanels", make)
    monkeypatch.setattr(farewell, "LumaPanels", make)
    yield made
    logging.disable(logging.NOTSET)
    for panels in made:
        panels.close()


def _file(folder: Path, text: str) -> Path:
    path = folder / "box.toml"
    path.write_text(text, encoding="utf-8")
    return path


def _said(bench: OledBench, language: str = "en") -> list[PanelId]:
    """The panels that say it."""
    said = Screen(big=speaker(language)("You may unplug now"))
    return [
        name
        for name, memory in bench.items()
        if (picture := memory.picture(upright=True)) == draw(said, picture.size)
    ]


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("name", ["box", "box-eight", "box-middle", "box-minimal"])
def test_every_panel_of_every_box_says_it_in_the_box_s_language(
    tmp_path: Path, name: str, language: str
) -> None:
    text = (HARDWARE / f"{name}.toml").read_text(encoding="utf-8")
    path = _file(tmp_path, text.replace('language = "pl"', f'language = "{language}"'))
    bench = OledBench(boxes.load(path).panels)
    say_farewell(path, open_port=bench.open_port)
    assert _said(bench, language) == [*bench] != []


def test_of_a_wrong_box_file_whatever_panels_can_be_told_say_it(tmp_path: Path) -> None:
    bench = OledBench(boxes.default().panels)
    say_farewell(_file(tmp_path, SIX.replace("button = 13", "button = 40")), open_port=bench.open_port)
    assert _said(bench, "pl") == ["main", 1, 2, 4, 5, 6]


@pytest.mark.parametrize("text", ["no box file\n", "\x00\xff", None])
def test_without_a_box_file_the_reference_panels_say_it(tmp_path: Path, text: str | None) -> None:
    path = tmp_path / "none.toml" if text is None else _file(tmp_path, text)
    bench = OledBench(boxes.default().panels)
    say_farewell(path, open_port=bench.open_port)
    assert _said(bench, "pl") == [*bench]


def test_a_panel_that_is_not_there_keeps_no_other_from_saying_it(
    tmp_path: Path, expected_logs: list[logging.LogRecord]
) -> None:
    bench = FaultyBench(boxes.default().panels)
    bench[2].unplug()
    say_farewell(_file(tmp_path, SIX), open_port=bench.open_port)
    assert _said(bench, "pl") == ["main", 1, 3, 4, 5, 6]
    assert len(expected_logs) == 1


def test_a_bus_that_hangs_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(farewell, "WAITS_S", 0.05)
    goes_on = threading.Event()
    bench = OledBench(boxes.default().panels)

    def hangs(settings: PanelSettings) -> Port:
        goes_on.wait()
        return bench.open_port(settings)

    say_farewell(_file(tmp_path, SIX), open_port=hangs)
    assert _said(bench, "pl") == []
    goes_on.set()


# -- as systemd runs it


def _run(monkeypatch: pytest.MonkeyPatch, open_port: OpenPort, *words: str) -> None:
    monkeypatch.setattr("firmware.pi.oled.open_i2c", open_port)
    monkeypatch.setattr("firmware.boxfile.settings.INSTALLED", Path("none.toml"))
    monkeypatch.setattr(sys, "argv", [MODULE, *words])
    monkeypatch.delitem(sys.modules, MODULE)
    runpy.run_module(MODULE, run_name="__main__")


@pytest.mark.parametrize(
    ("words", "says"),
    [(("poweroff",), True), (("halt",), True), (("reboot",), False), (("kexec",), False), ((), False)],
)
def test_only_a_machine_that_goes_off_says_it(
    monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], says: bool
) -> None:
    bench = OledBench(boxes.default().panels)
    _run(monkeypatch, bench.open_port, *words)
    assert _said(bench, "pl") == ([*bench] if says else [])


def test_no_fault_gets_out_of_it(monkeypatch: pytest.MonkeyPatch, made: list[LumaPanels]) -> None:
    monkeypatch.setattr("firmware.boxfile.salvage.salvaged", lambda _: 1 // 0)
    _run(monkeypatch, OledBench({}).open_port, "poweroff")
    assert made == []


def test_it_loads_nothing_that_takes_time_or_leaves_a_file() -> None:
    code = f"import sys, {MODULE}; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-BI", "-c", code], capture_output=True, text=True, check=True)
    loaded = set(ran.stdout.split())
    assert loaded.isdisjoint(
        {"gpiozero", "lgpio", "sqlite3", "pygame", "companion.session", "companion.loop"}
    )
