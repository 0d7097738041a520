"""One arm64 Debian with the box and its television installed; each file of tests switches it on."""

from __future__ import annotations

import os
import platform
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.arm64.machine import EMULATOR, FIGURES, Emulated, lay_header, switched_on, with_kernel
from tests.install.debian import CHECKOUT, Debian, copied, lay_checkout, tidy

BOX = """\
language = "en"
[knob]
a = 17
b = 27
ok = 22
[seats.1]
button = 5
[seats.2]
button = 6
[screen]
television = true
still = true
"""

SLOW = "[Service]\nTimeoutStartSec=600\nWatchdogSec=600\n"
PATIENCE = ("s/^START_S = 30.0/START_S = 600.0/", "s/^SILENT_S = 5.0/SILENT_S = 120.0/")
"""What has to be done in seconds on a Pi takes minutes here."""


def pytest_sessionstart() -> None:
    tools = shutil.which("debootstrap") and shutil.which(EMULATOR[0])
    if os.geteuid() != 0 or not tools or not _runs_arm64():
        pytest.exit(
            "expected root, debootstrap, QEMU, and that programs for arm64 run: sudo apt install debootstrap "
            "qemu-system-arm qemu-user-static binfmt-support; sudo make test-arm64",
            2,
        )
    tidy()


def _runs_arm64() -> bool:
    return platform.machine() == "aarch64" or Path("/proc/sys/fs/binfmt_misc/qemu-aarch64").exists()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for figure in FIGURES:
        terminalreporter.write_line(f"emulated: {figure}")


@pytest.fixture(scope="session")
def installed() -> Iterator[Debian]:
    """Raspberry Pi OS with the box and its television, installed."""
    with copied(with_kernel()) as debian:
        lay_header(debian)
        lay_checkout(debian, "trixie", "aarch64")
        for change in PATIENCE:
            debian.do("sed", "-i", change, f"/{CHECKOUT}/companion/app/window_keeper.py")
        debian.put("srv/box.toml", BOX)
        ran = debian.install("--box", "/srv/box.toml")
        assert ran.returncode == 0, ran.stdout + ran.stderr
        debian.put("etc/systemd/system/pierwszy.service.d/slow.conf", SLOW)
        yield debian


@pytest.fixture(scope="module")
def machine(installed: Debian) -> Iterator[Emulated]:
    """It, switched on anew, and the box ready."""
    with switched_on(installed) as machine:
        machine.wait_for("ready", lambda: machine.service("ActiveState") == "active", within_s=900)
        yield machine
