"""A process that is stopped and goes on: clocks are right the moment it wakes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion import cli

GLASS = """
0     game hourglass seats=1 time=5 flip=sand
0.05  press 1
0.35  press 1                # what had run is left: 0.3 s, up at 0.65
0.4   enter stop me
0.7   enter I am back        # had the glass stood while the process did, it would still run
60    ok
"""

STOPPED_S = 0.4


@pytest.mark.plays("hourglass")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="signals that stop a process are POSIX's")
def test_an_hourglass_runs_on_while_its_process_is_stopped(tmp_path: Path) -> None:
    (tmp_path / "glass.table").write_text(GLASS)
    box = subprocess.Popen(
        [sys.executable, "-m", "companion.cli", "box", "--mock", "--json", "--script", "glass.table"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(cli.__file__).parents[1])},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        told = stopped_for_a_while(box)
    finally:
        box.terminate()
        try:
            _, said = box.communicate(timeout=20)
        finally:
            box.kill()  # else a box that doesn't end, or is still stopped, would be waited for without end
    assert "running" in told
    assert "up" in told  # when it was stopped, or the moment it woke
    assert (box.returncode, said) == (0, "pierwszy: ready with 6 seats\n")


def stopped_for_a_while(box: subprocess.Popen[str]) -> list[str]:
    """Stop it when it says so and let it go on; returns what it told until it was back."""
    assert box.stdout is not None
    told: list[str] = []
    while told.count("refused") < 2:
        line = json.loads(box.stdout.readline())
        told.append(line.get("phase", line["event"]))
        if told[-1] == "refused" and "up" not in told:
            box.send_signal(signal.SIGSTOP)
            time.sleep(STOPPED_S)
            box.send_signal(signal.SIGCONT)
    return told
