"""A box with a window: whatever becomes of that, its display or its process, the box plays on and ends."""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from companion.app import window_keeper
from companion.app.running import run_box
from companion.loop.loop import Loop
from firmware.boxfile import settings as boxes
from firmware.boxfile.window_settings import WindowSettings
from firmware.errors import LibraryMissingError
from firmware.events import Press, Seat
from tests.companion.app.test_service import SCRIPT, Unit, unit
from tests.companion.store.recorded import sitting_of
from tests.companion.window.test_x11 import MISSING, Display, colours, display
from tests.firmware.pi.systemd import SOON

__all__ = ["display", "unit"]

run = partial(run_box, boxes.default(), mock=True, screen=True)

TELEVISION = replace(boxes.default(), window=WindowSettings(television=True))

WINDOW = """
import os, pickle, socket, sys, time
box, starts = socket.socket(fileno=int(sys.argv[-1])), open("starts", "a+")
starts.write(".")
starts.flush()
def tell(what):
    data = pickle.dumps(what)
    box.sendall(len(data).to_bytes(4, "big") + data)
if starts.tell() > 1:
    sys.exit(0)
"""
"""A window that is closed at once; the first that is started does something else before."""

FATES = {
    "hangs": ("tell(None); time.sleep(600)", "the window hangs"),
    "is stopped": ("tell(None); os.kill(os.getpid(), 19)", "the window hangs"),
    "raises": ("tell(None); 1 / 0", "the window has ended with code 1"),
    "is killed": ("os.kill(os.getpid(), 9)", "the window has ended with code -9"),
    "has no display": ("tell('no display'); sys.exit(3)", "no display"),
}


@pytest.fixture
def _at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Little patience with windows, and no wait from one to the next."""
    monkeypatch.setattr(window_keeper, "SILENT_S", 0.15)
    monkeypatch.setattr(window_keeper, "ENDS_S", 0.1)
    monkeypatch.setattr(window_keeper, "WAITS_S", (0,))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


def _window(monkeypatch: pytest.MonkeyPatch, first: str) -> None:
    """What the box's windows are from now on."""
    lines = WINDOW.replace("    sys.exit(0)", "    sys.exit(0)\n" + first)
    monkeypatch.setattr(window_keeper, "PROGRAM", (sys.executable, "-ISc", lines))


@pytest.mark.usefixtures("_at_once")
def test_a_window_that_people_close_ends_the_box(monkeypatch: pytest.MonkeyPatch) -> None:
    _window(monkeypatch, "sys.exit(0)")
    assert run() == 0
    assert Path("starts").read_text() == "."


@pytest.mark.usefixtures("_at_once")
@pytest.mark.parametrize("fate", FATES)
def test_a_window_that_goes_is_told_in_a_line_and_another_is_started(
    monkeypatch: pytest.MonkeyPatch, fate: str, expected_logs: list[logging.LogRecord]
) -> None:
    first, said = FATES[fate]
    _window(monkeypatch, first)
    assert run() == 0
    assert [each.getMessage() for each in expected_logs] == [f"{said}; going on without a window"]
    assert Path("starts").read_text() == ".."


@pytest.mark.usefixtures("_at_once")
def test_no_display_is_said_once_however_often_it_is_looked_for(
    monkeypatch: pytest.MonkeyPatch, expected_logs: list[logging.LogRecord]
) -> None:
    looks: list[str] = []

    def missing() -> str:
        looks.append("no display")
        if len(looks) == 3:
            os.kill(os.getpid(), signal.SIGHUP)
        return looks[-1]

    monkeypatch.setattr(window_keeper, "display_missing", missing)
    assert run() == 0
    assert len(looks) >= 3
    assert [each.getMessage() for each in expected_logs] == ["no display; going on without a window"]


@pytest.mark.usefixtures("_at_once")
def test_a_display_that_appears_is_not_waited_past(
    monkeypatch: pytest.MonkeyPatch, expected_logs: list[logging.LogRecord]
) -> None:
    monkeypatch.setattr(window_keeper, "WAITS_S", (1 << 40,))
    monkeypatch.setattr(window_keeper, "LOOKS_S", 0)
    found = iter(["pulled out"] * 4)
    monkeypatch.setattr(window_keeper, "display_missing", lambda: next(found, None))
    _window(monkeypatch, "sys.exit(0)")
    assert run() == 0
    assert [each.getMessage() for each in expected_logs] == ["pulled out; going on without a window"]


@pytest.mark.usefixtures("_at_once")
def test_a_window_never_has_the_priority_of_the_box(monkeypatch: pytest.MonkeyPatch) -> None:
    _window(
        monkeypatch,
        "box.recv(1 << 20)\nopen('priority', 'w').write(str(os.sched_getscheduler(0)))\nsys.exit(0)",
    )
    mine = os.sched_getscheduler(0)
    os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))  # as good as the unit's, which takes root
    try:
        assert run() == 0
    finally:
        os.sched_setscheduler(0, mine, os.sched_param(0))
    assert Path("priority").read_text() == str(os.SCHED_OTHER)


@pytest.mark.usefixtures("_at_once")
def test_a_box_with_a_television_opens_the_window_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    _window(monkeypatch, "sys.exit(0)")
    assert run_box(TELEVISION, mock=True) == 0
    assert Path("starts").read_text() == "."


@pytest.mark.usefixtures("_at_once")
@pytest.mark.parametrize("told", [False, True], ids=["by its box file", "by --screen"])
def test_without_the_library_a_box_with_a_television_says_so_and_plays_on(
    monkeypatch: pytest.MonkeyPatch, expected_logs: list[logging.LogRecord], told: bool
) -> None:
    def missing() -> None:
        os.kill(os.getpid(), signal.SIGHUP)
        raise LibraryMissingError("no pygame-ce")

    monkeypatch.setattr(window_keeper, "check_library", missing)
    assert run_box(boxes.default() if told else TELEVISION, mock=True, screen=told) == 0
    assert [each.getMessage() for each in expected_logs] == ["no pygame-ce; going on without a window"]


@pytest.mark.usefixtures("_at_once")
def test_a_fault_of_the_loop_ends_the_window_and_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window_keeper, "SILENT_S", 30)  # it never is, be the machine ever so busy
    _window(
        monkeypatch,
        "tell(None); box.recv(1 << 20); open('heard', 'w').close()\nwhile box.recv(1 << 20): pass",
    )
    step = Loop.step

    def fails_once_there_is_a_window(loop: Loop) -> int | None:
        return 1 // 0 if Path("heard").exists() else min(step(loop) or 1 << 62, loop._clock.now() + 10**7)

    monkeypatch.setattr(Loop, "step", fails_once_there_is_a_window)
    with pytest.raises(ZeroDivisionError):
        run()
    assert not [thread for thread in threading.enumerate() if thread.name == "window"]


# -- on a real display


def _pressed(state: Path) -> set[Seat]:
    """Whose presses are recorded."""
    return {event.seat for event in sitting_of(state).events if isinstance(event, Press)}


@pytest.mark.plays("stopwatch")
@pytest.mark.skipif(bool(MISSING), reason=f"{' and '.join(MISSING)} expected")
def test_a_display_that_is_killed_leaves_the_box_playing_and_sighup_ends_it(
    display: Display, unit: Unit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISPLAY", display.name)
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    script = tmp_path / "evening.table"
    script.write_text(SCRIPT.replace("60 press 2", "1.6 press 2\n60 press 1"), encoding="utf-8")
    box = unit.start("--screen", "--script", str(script))
    assert box.stderr is not None
    assert box.stderr.readline() == "pierwszy: ready with 2 seats\n"
    while not colours(display.shot()) > 100:
        assert box.poll() is None
        time.sleep(0.05)
    display._server.kill()
    while "window has ended" not in (line := box.stderr.readline()):
        assert line
    while _pressed(tmp_path / "state") != {1, 2}:
        assert box.poll() is None
        time.sleep(0.05)
    began = time.monotonic()
    box.send_signal(signal.SIGHUP)
    assert box.wait(SOON) == 0
    assert time.monotonic() - began < 2
