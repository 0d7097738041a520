"""The box as a service: real processes, and a socket that stands for systemd."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion import cli
from companion.app.running import _doing
from companion.store.archive import Archive
from tests.companion.app.test_loop_desk import Box
from tests.firmware.pi.systemd import SOON, Systemd

BOX = "[knob]\na = 17\nb = 27\nok = 22\n[seats.1]\nbutton = 5\n[seats.2]\nbutton = 6\n"
SCRIPT = "0.1 game stopwatch seats=1,2\n0.3 press 1\n60 press 2\n"
HANGS = Path(__file__).with_name("box_that_hangs.py")


class Unit:
    """What systemd does with the unit: starts it, hears it, kills it when it hears nothing."""

    def __init__(self, folder: Path, patience_s: float) -> None:
        self.folder = folder
        self.patience_s = patience_s
        self.systemd = Systemd(folder, round(patience_s * 1_000_000))
        self._settings = folder / "box.toml"
        self._settings.write_text(BOX, encoding="utf-8")
        self._running: list[subprocess.Popen[str]] = []

    def start(self, *words: str, program: tuple[str, ...] = ("-m", "companion.cli")) -> subprocess.Popen[str]:
        box = subprocess.Popen(
            [sys.executable, *program, "box", "--mock", "--settings", self._settings, *words],
            env={
                **os.environ,
                **self.systemd.environment,
                "PYTHONPATH": str(Path(cli.__file__).parents[1]),
                "STATE_DIRECTORY": str(self.folder / "state"),
            },
            stderr=subprocess.PIPE,
            text=True,
        )
        self._running.append(box)
        return box

    def wait_for(self, line: str) -> list[str]:
        """Everything heard up to a line, and with it."""
        heard: list[str] = []
        while line not in heard:
            more = self.systemd.hears()
            assert more is not None, f"expected {line!r} after {heard}"
            heard += more
        return heard

    def close(self) -> None:
        for box in self._running:
            box.kill()
            box.communicate()
        self.systemd.close()


@pytest.fixture
def unit(tmp_path: Path) -> Iterator[Unit]:
    with closing(Unit(tmp_path, patience_s=0.2)) as made:
        yield made


def test_sigterm_in_the_middle_of_a_game_is_a_clean_stop_at_once(unit: Unit, tmp_path: Path) -> None:
    script = tmp_path / "evening.table"
    script.write_text(SCRIPT, encoding="utf-8")
    box = unit.start("--script", str(script))
    heard = unit.wait_for("STATUS=stopwatch, seats 1, 2")
    assert heard[:2] == ["STATUS=reading the journal", "EXTEND_TIMEOUT_USEC=300000000"]
    assert heard[2:4] == ["READY=1", "STATUS=menu"]
    box.send_signal(signal.SIGTERM)
    _, said = box.communicate(timeout=SOON)  # long before its script ends
    assert (box.returncode, said) == (0, "pierwszy: ready with 2 seats\n")
    assert unit.wait_for("STOPPING=1")[-2:] == ["STATUS=stopping", "STOPPING=1"]
    with closing(Archive(tmp_path / "state")) as archive:
        assert next(type(event).__name__ for event in archive.sitting(1).events) == "Enter"


def test_an_idle_box_with_a_window_kicks_the_watchdog_though_nothing_happens(
    unit: Unit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    unit.start("--screen")
    unit.wait_for("READY=1")
    kicks_though_nothing_happens(unit)


def kicks_though_nothing_happens(unit: Unit) -> None:
    assert unit.wait_for("WATCHDOG=1")
    assert unit.wait_for("WATCHDOG=1") == ["WATCHDOG=1"]


def test_what_is_broken_stands_in_the_status(monkeypatch: pytest.MonkeyPatch) -> None:
    box = Box()
    assert _doing(box.loop) == "menu"
    monkeypatch.setattr(box.loop._box, "faults", lambda: ["panel 3"])
    box.wait(1)
    assert _doing(box.loop) == "menu; panel 3"
    box.off()


def test_a_loop_that_hangs_is_noticed_killed_and_the_next_box_offers_to_go_on_and_kicks(
    unit: Unit, tmp_path: Path
) -> None:
    script = tmp_path / "evening.table"
    script.write_text(SCRIPT, encoding="utf-8")
    hung = unit.start("--script", str(script), program=(str(HANGS),))
    unit.wait_for("READY=1")
    assert hung.stderr is not None
    assert [hung.stderr.readline(), hung.stderr.readline()] == ["pierwszy: ready with 2 seats\n", "hangs\n"]
    unit.systemd.heard()
    assert unit.systemd.hears(unit.patience_s) is None
    assert hung.poll() is None  # it is there, and does nothing
    hung.send_signal(signal.SIGABRT)  # as systemd does
    hung.communicate(timeout=SOON)
    assert hung.returncode == -signal.SIGABRT
    again = unit.start()
    assert "READY=1" in unit.wait_for("STATUS=resume")
    kicks_though_nothing_happens(unit)
    again.terminate()
    again.communicate(timeout=SOON)
    assert again.returncode == 0


def test_a_box_that_can_not_be_built_never_says_it_is_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "box.toml").write_text("[seats.1]\nbutton = 99\n", encoding="utf-8")
    with closing(Systemd(tmp_path)) as systemd:
        for name, value in systemd.environment.items():
            monkeypatch.setenv(name, value)
        assert cli.main(["box", "--mock", "--settings", str(tmp_path / "box.toml")]) == 2
        assert systemd.heard() == []
    assert "99" in capsys.readouterr().err


@pytest.mark.parametrize("second", ["box --mock", "desk"])
def test_a_second_one_says_in_one_line_which_is_running(tmp_path: Path, second: str) -> None:
    env = {**os.environ, "PYTHONPATH": str(Path(cli.__file__).parents[1]), "STATE_DIRECTORY": str(tmp_path)}
    env |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    command = [sys.executable, "-m", "companion.cli"]
    with subprocess.Popen([*command, "box", "--mock"], env=env, stderr=subprocess.PIPE, text=True) as first:
        try:
            assert first.stderr is not None
            assert first.stderr.readline() == "pierwszy: ready with 6 seats\n"
            ran = subprocess.run(
                [*command, *second.split()], env=env, check=False, capture_output=True, text=True, timeout=60
            )
            assert ran.returncode == 2
            assert ran.stdout == ""
            assert ran.stderr.startswith("pierwszy: already running here since ")
            assert ran.stderr.endswith(f" (process {first.pid}): close that one first\n")
        finally:
            first.terminate()
