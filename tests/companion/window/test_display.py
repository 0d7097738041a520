from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.window import display, display_missing

HIDDEN = """
import sys
sys.modules["pygame"] = None
from companion.window import run
from firmware.errors import LibraryMissingError
try:
    run(None)
except LibraryMissingError as error:
    print(error)
"""


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A Linux machine with no display at all; returns where its cards and their connectors would be."""
    for name in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(display, "_DRI", tmp_path)
    monkeypatch.setattr(display, "_CONNECTORS", tmp_path)
    return tmp_path


def plug(at: Path, status: str, connector: str = "card1-HDMI-A-1") -> None:
    (at / connector).mkdir(exist_ok=True)
    (at / connector / "status").write_text(f"{status}\n")


def test_a_bare_machine_says_what_it_looked_for(bare: Path) -> None:
    reason = display_missing()
    assert reason is not None
    assert reason.startswith("no display: expected DISPLAY or WAYLAND_DISPLAY")
    assert "\n" not in reason


@pytest.mark.parametrize("name", ["SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"])
def test_a_named_display_is_enough(bare: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "x11")
    assert display_missing() is None


@pytest.mark.parametrize("platform", ["darwin", "win32"])
def test_other_desktops_always_have_one(bare: Path, monkeypatch: pytest.MonkeyPatch, platform: str) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    assert display_missing() is None


def test_a_screen_without_a_desktop_is_enough_as_long_as_it_is_plugged_in(bare: Path) -> None:
    (bare / "renderD128").touch()
    (bare / "card1").touch()
    (bare / "version").touch()
    plug(bare, "unknown", "card1-Writeback-1")
    plug(bare, "disconnected")
    assert display_missing() is not None
    plug(bare, "connected")
    assert display_missing() is None
    plug(bare, "disconnected")
    assert display_missing() is not None


def test_drawing_without_a_desktop_takes_a_screen_whatever_display_is_named(
    bare: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "kmsdrm")
    monkeypatch.setenv("DISPLAY", ":0")
    (bare / "card1").touch()
    plug(bare, "disconnected")
    assert display_missing() is not None
    plug(bare, "connected")
    assert display_missing() is None


def test_a_screen_one_may_not_draw_on_is_told_apart_from_none(bare: Path) -> None:
    plug(bare, "connected")
    reason = display_missing()
    assert reason is not None
    assert reason.startswith(f"no display: expected to be let in at {bare / 'card1'}")


def test_without_pygame_it_says_how_to_get_it() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", HIDDEN], capture_output=True, text=True, check=True, env=os.environ
    )
    assert ran.stdout.strip().endswith('not installed: pip install "pierwszy[screen]"')


def test_importing_the_package_imports_no_pygame_and_hides_its_greeting() -> None:
    code = (
        "import companion.window, sys, os;"
        "print('pygame' in sys.modules, os.environ['PYGAME_HIDE_SUPPORT_PROMPT'])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["False", "1"]
