"""A box with a television on a whole arm64 machine: booted, played, pulled out and plugged in again."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from PIL import Image

from tests.arm64.machine import FIGURES, SCREEN, SOON_S, Emulated, press
from tests.install.debian import CACHE, CHECKOUT, WITH_WHEELS

pytestmark = pytest.mark.timeout(3600)

CONNECTOR = "/sys/class/drm/card0-Virtual-1/status"
KNOB, SEAT_1 = 22, 5
BLACK = (0, 0, 0)


def table_on(screen: Image.Image) -> bool:
    """Whether a table fills the screen: a ground that isn't black, to the corners, and much else on it."""
    colours = screen.getcolors(1 << 20) or []
    corners = [screen.getpixel((x, y)) for x in (0, SCREEN[0] - 1) for y in (0, SCREEN[1] - 1)]
    return screen.size == SCREEN and len(colours) > 100 and BLACK not in (max(colours)[1], *corners)


def seconds_until(machine: Emulated, what: str, there: Callable[[], bool]) -> float:
    """Wait until something is so; how long it took."""
    began = time.monotonic()
    machine.wait_for(what, there, SOON_S)
    return time.monotonic() - began


def windows(machine: Emulated) -> list[str]:
    """The numbers of the window's processes."""
    return machine.run("sh", "-c", "grep -lz ^companion.window$ /proc/[0-9]*/cmdline").stdout.split("/")[2::3]


def test_it_starts_with_the_machine_and_the_table_fills_its_screen(machine: Emulated) -> None:
    machine.wait_for("a table on the screen", lambda: table_on(machine.screen()), SOON_S)
    machine.screen().save(CACHE / "television.png")
    started, ready = (
        int(machine.service(f"{when}TimestampMonotonic")) / 1e6 for when in ("ExecMainStart", "ActiveEnter")
    )
    memory = int(machine.service("MemoryCurrent")) / 1e6
    FIGURES.append(
        f"ready {ready:.0f} s after the kernel began, {ready - started:.0f} s after it was started"
    )
    FIGURES.append(f"its memory, window and all: {memory:.0f} MB; the picture: {CACHE}/television.png")


def test_the_window_never_draws_with_the_priority_of_the_box(machine: Emulated) -> None:
    (window,) = windows(machine)
    policies = machine.do(f"cut -d' ' -f41 /proc/{machine.service('MainPID')}/stat /proc/{window}/stat")
    assert policies.split() == ["2", "0"]  # SCHED_RR, SCHED_OTHER


def test_a_press_on_its_pins_is_seen_on_the_screen(machine: Emulated) -> None:
    before = machine.screen()
    press(machine, KNOB)
    machine.wait_for("seats", lambda: machine.service("StatusText") == "seats", SOON_S)
    machine.wait_for("another table", lambda: table_on(now := machine.screen()) and now != before, SOON_S)


def test_pulled_out_it_plays_on_and_plugged_in_the_table_is_there_again(machine: Emulated) -> None:
    box = machine.service("MainPID")
    machine.do(f"echo off >{CONNECTOR}")
    gone = seconds_until(machine, "without a window", lambda: not windows(machine))
    assert "no display: expected" in machine.log()
    press(machine, SEAT_1)  # joins
    press(machine, KNOB)
    machine.wait_for("played on", lambda: machine.service("StatusText") != "seats", SOON_S)
    machine.do(f"echo detect >{CONNECTOR}")
    back = seconds_until(machine, "the table again", lambda: table_on(machine.screen()))
    assert machine.service("MainPID") == box
    FIGURES.append(
        f"pulled out, the window is gone after {gone:.0f} s; plugged in, the table back after {back:.0f} s"
    )


def test_a_television_switched_on_after_the_box_shows_the_table(machine: Emulated) -> None:
    machine.do(f"echo off >{CONNECTOR}; systemctl restart pierwszy")
    machine.wait_for("waiting", lambda: machine.log().count("no display: expected") == 2, SOON_S)
    machine.do(f"echo detect >{CONNECTOR}")
    machine.wait_for("the table", lambda: table_on(machine.screen()), SOON_S)


def test_installed_again_nothing_is_done_and_uninstalled_it_is_gone(machine: Emulated) -> None:
    installer = f"/{CHECKOUT}/hardware/install.sh"
    assert machine.run(installer, env=WITH_WHEELS).stdout == "install.sh: nothing to do: all of it is there\n"
    ran = machine.run(installer, "uninstall", env=WITH_WHEELS)
    assert ran.returncode == 0, ran.stderr
    assert machine.run("systemctl", "status", "pierwszy").returncode == 4  # there is no such unit
    assert not windows(machine)
