"""What `pierwszy box --mock` costs: time until it is ready, memory, and the processor when nobody plays.

Read from /proc of the real command in a process of its own, on mock pins with fake panels for all seats.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.benchmarks.machine import heading

STARTS = 15
SETTLED_S = 2
IDLE_S = 30
COMMAND = [sys.executable, "-m", "companion.cli", "box", "--mock"]
# As at anyone's second start: compiled modules are kept; and no game of the user's own is touched.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"} | {
    "STATE_DIRECTORY": tempfile.mkdtemp(prefix="pierwszy-bench-")
}
READY = "pierwszy: ready"


@contextmanager
def box() -> Iterator[subprocess.Popen[str]]:
    """A box that has said it is ready; ended afterwards as systemd would."""
    with subprocess.Popen(COMMAND, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT) as process:
        try:
            assert process.stderr is not None
            line = process.stderr.readline()
            if not line.startswith(READY):
                raise SystemExit(f"expected {READY!r} on stderr, got {line!r}")
            yield process
        finally:
            process.terminate()


def cpu_seconds(pid: int) -> float:
    """User and system time of a process so far (fields 14 and 15 of /proc/PID/stat)."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def status(pid: int, key: str) -> int:
    """A number of /proc/PID/status: ``VmRSS`` and ``VmHWM`` are in kB."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{key}:"))


def measure_starts() -> None:
    """Print how long it takes until the box is ready."""
    seconds, used = [], []
    for _ in range(STARTS):
        start = time.perf_counter()
        with box() as process:
            seconds.append(time.perf_counter() - start)
            used.append(cpu_seconds(process.pid))
    for what, figures in ((f"start to {READY!r}", seconds), ("processor time until then", used)):
        print(
            f"  {what}: min {min(figures):.2f} s, median {statistics.median(figures):.2f} s of {STARTS}",
            flush=True,
        )


def measure_idle() -> None:
    """Print what a box that nobody plays on takes."""
    with box() as process:
        time.sleep(SETTLED_S)
        resident, threads = status(process.pid, "VmRSS"), status(process.pid, "Threads")
        maps = Path(f"/proc/{process.pid}/maps").read_text(encoding="utf-8")
        print(f"  resident after {SETTLED_S} s: {resident / 1024:.1f} MiB, {threads} threads")
        print(f"  pygame is {'' if 'pygame' in maps else 'not '}loaded", flush=True)
        used, slept = cpu_seconds(process.pid), _switches(process.pid)
        time.sleep(IDLE_S)
        used, slept = cpu_seconds(process.pid) - used, _switches(process.pid) - slept
    share, wakes = 100 * used / IDLE_S, slept / IDLE_S
    print(f"  idle for {IDLE_S} s: {share:.2f} % of a core, {wakes:.1f} wake-ups a second")


def _switches(pid: int) -> int:
    """How often the process's threads went to sleep."""
    return sum(
        int(line.split()[1])
        for task in Path(f"/proc/{pid}/task").iterdir()
        for line in (task / "status").read_text(encoding="utf-8").splitlines()
        if line.startswith("voluntary_ctxt_switches:")
    )


if __name__ == "__main__":
    heading("start-up, memory and idleness of `pierwszy box --mock`")
    measure_starts()
    measure_idle()
