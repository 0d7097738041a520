"""A process that is stopped and goes on: clocks are right the moment it wakes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion import cli

GLASS = """
0     game hourglass seats=1 time=5 flip=sand
0.1   press 1
0.9   press 1                # what had run is left: 0.8 s, up at 1.7
1     expect phase running
3     expect phase up        # had the glass stood while the process did, it would end at 3.2 or later
"""

STOP_FROM_1_1_TO_2_6_S = "sleep 1.1; kill -STOP {pid}; sleep 1.5; kill -CONT {pid}"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="signals that stop a process are POSIX's")
def test_an_hourglass_runs_on_while_its_process_is_stopped(tmp_path: Path) -> None:
    (tmp_path / "glass.table").write_text(GLASS)
    box = subprocess.Popen(
        [sys.executable, "-m", "companion.cli", "box", "--mock", "--script", "glass.table"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(cli.__file__).parents[1])},
        stderr=subprocess.PIPE,
        text=True,
    )
    assert box.stderr is not None
    assert box.stderr.readline().startswith("pierwszy: ready")
    stopped = subprocess.run(["sh", "-c", STOP_FROM_1_1_TO_2_6_S.format(pid=box.pid)], check=False)
    _, said = box.communicate()
    assert (stopped.returncode, box.returncode, said) == (0, 0, "")
