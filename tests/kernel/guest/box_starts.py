"""How a box starts and ends on a real kernel: where it stands, who else is there, what is left of a game."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.app.certifying import certify
from firmware.boxfile.settings import load
from firmware.events import NS_PER_MS
from tests.kernel.guest.box_hands import BUTTONS, press
from tests.kernel.guest.box_stage import BOX, Box, pierwszy

MS = NS_PER_MS

JOURNAL = Path(os.environ["RIG"]) / "starts"
"""Left for whoever started the guest to look into."""

FOREIGN = "gpio-brcmstb@107d508500"
"""Another chip of a Pi, which comes before its header's."""


def settings(folder: Path, more: str = "") -> Path:
    """A box file."""
    path = folder / "box.toml"
    path.write_text(BOX + more)
    return path


HOLD = """
import lgpio, sys
lgpio.gpio_claim_input(lgpio.gpiochip_open(1), int(sys.argv[1]))
print(flush=True)
input()
"""


@contextmanager
def held(line: int) -> Iterator[None]:
    """Another program has this GPIO."""
    program = [sys.executable, "-c", HOLD, str(line)]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()
        try:
            yield
        finally:
            other.kill()


def test_a_line_somebody_else_has_is_named(tmp_path: Path) -> None:
    with held(BUTTONS[3]):
        code, out, said = pierwszy("box", "--json", "--settings", settings(tmp_path), state=tmp_path)
    assert (code, out) == (2, "")
    assert said == (
        "pierwszy: expected GPIO 13 free for seat 3's button, got 'GPIO busy': gpioinfo tells what holds it\n"
    )
    assert not (tmp_path / "journal.sqlite3").exists()


def test_a_machine_without_the_chip_is_told_what_there_is(tmp_path: Path) -> None:
    file = settings(tmp_path, '[gpio]\nchip = "pinctrl-rp1"\n')
    code, out, said = pierwszy("box", "--settings", file, state=tmp_path)
    assert (code, out) == (2, "")
    assert said == (
        "pierwszy: expected a gpio chip labelled pinctrl-rp1, "
        f"got gpiochip0 ({FOREIGN}), gpiochip1 (pinctrl-bcm2711) in /dev\n"
    )


def test_a_box_wherever_it_is_started_and_however_it_ends(tmp_path: Path) -> None:
    """Its chip is the second, found by its label; it stands where nothing can be written."""
    with Box(settings(tmp_path), tmp_path / "state", without=["LG_WD"], cwd=Path("/sys")) as box:
        assert box.said == "pierwszy: ready with 8 seats\n"
        assert box.says() == "pierwszy: tie 500 µs by default: not measured (pierwszy check loopback)\n"
        box.begin("buzzer", [1, 2, 3], "idle")
        ask(box)
        truth = box.play(press(2), press(3, 3 * MS))
        truth.check(box.ruled([2, 3]))
        box.signal(signal.SIGKILL)
        assert box.ended()[0] == -signal.SIGKILL
    assert list(Path("/run").glob("pierwszy-*")) == []

    with Box(settings(tmp_path), tmp_path / "state") as box:
        assert box.said == "pierwszy: ready with 8 seats\n"
        assert box.says().startswith("pierwszy: waiting: Who's first?")
        box.ok("ruled")  # go on
        box.quiet_ok()  # it was paused
        box.next_question()
        ask(box)
        truth = box.play(press(3), press(1, 3 * MS))
        truth.check(box.ruled([1, 3]))
        assert box.stop()["faults"] == []
    shutil.copytree(tmp_path / "state", JOURNAL)


def ask(box: Box) -> None:
    """A question is read and opened."""
    box.ok("armed")
    box.ok("open")


def test_a_box_that_was_measured_names_its_certificate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Written by this program on this kernel; the figures are made up, since no jumper joins these lines."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    file = settings(tmp_path)
    made = certify(load(file), {"tie_us": 500})
    with Box(file, tmp_path) as box:
        assert box.says() == f"pierwszy: tie 500 µs, certificate {made.id} of {made.made}\n"
        assert box.told("hello")["certificate"] == made.id
        box.begin("buzzer", [1, 2, 3], "idle")
        ask(box)
        box.play(press(2), press(3, 3 * MS))
        assert box.ruled([2, 3])["certificate"] == made.id
    file.write_text(file.read_text() + "# another line\n")
    with Box(file, tmp_path) as box:
        assert box.says().startswith("pierwszy: waiting: ")
        assert box.says().endswith(": the certificate has lapsed: another box file\n")
        assert box.told("hello")["certificate"] is None
