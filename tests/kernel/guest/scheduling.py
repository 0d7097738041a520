"""How late edges reach `pierwszy box` on a busy machine, as it is scheduled; prints a line for each way.

The box is the unmodified program with two panels; presses come every 35 to 55 ms, and each changes what the
panels show. The hogs are processes that do nothing else than be busy.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.kernel.guest.hogs import hogs
from tests.kernel.guest.injector import Injector, Pull

CHIP = "pinctrl-bcm2711"
LINE = 5
BOX = """
[main]
panel = { driver = "ssd1306", address = 0x3D }
[seats.1]
button = 5
panel = { driver = "ssd1306", address = 0x3C }
[seats.2]
button = 6
"""
EDGES = 200
WAYS = {
    "as any program": ["chrt", "--other", "0"],
    "nice -10": ["chrt", "--other", "0", "nice", "-n", "-10"],
    "round robin 10": ["chrt", "--rr", "10"],
}


def pulls() -> list[Pull]:
    """Presses and releases of one button, at irregular moments."""
    at, plan = 0, []
    for number in range(EDGES):
        at += 35_000_000 + number * 7_654_321 % 20_000_000
        plan.append(Pull(CHIP, LINE, at, number % 2 == 0))
    return plan


def lateness(way: list[str], settings: Path) -> str:
    """Run a box, press, stop it, and return what its log says."""
    command = [*way, sys.executable, "-m", "companion.cli", "box", "--verbose", "--settings", str(settings)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as box:
        assert box.stderr is not None
        for line in box.stderr:
            if "ready with" in line:
                break
        Injector().play(pulls())
        box.send_signal(signal.SIGTERM)
        said = [line for line in box.stderr if "lateness of edges" in line]
    return said[-1].rpartition("edges: ")[2].strip() if said else "it heard nothing"


def run() -> None:
    """Each way, alone and beside four hogs; twice, so that this machine's own moods can be told."""
    settings = Path(os.environ["TMPDIR"]) / "box.toml"
    settings.write_text(BOX, encoding="utf-8")
    for _ in range(2):
        for count in (0, 4):
            for name, way in WAYS.items():
                with hogs(count):
                    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(90))  # the hand is never late
                    told = lateness(way, settings)
                    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
                print(f"{count} hogs, {name:14}: {told}", flush=True)


if __name__ == "__main__":
    run()
