"""What the benchmarks share: the machine they ran on, and how a list of figures is summed up."""

from __future__ import annotations

import os
import platform
import statistics
from collections.abc import Sequence
from pathlib import Path


def facts() -> str:
    """The machine in one line; its load tells how far to trust the figures under it."""
    return (
        f"Python {platform.python_version()}, {platform.machine()} {_processor()}, "
        f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    )


def _processor() -> str:
    """The processor's name; a Pi's kernel gives the board's instead."""
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        name, _, value = line.partition(":")
        if name.strip() in {"model name", "Model"}:
            return value.strip()
    return "of an unknown kind"


def heading(what: str) -> None:
    """Say what is measured, and on what."""
    print(f"{what}\n  on: {facts()}", flush=True)


def percentiles(ns: Sequence[int]) -> str:
    """A list of durations (ns) as median, 99th percentile and greatest, in ms."""
    hundredths = statistics.quantiles(ns, n=100, method="inclusive")
    p50, p99, most = hundredths[49] / 1e6, hundredths[98] / 1e6, max(ns) / 1e6
    return f"p50 {p50:.2f} ms, p99 {p99:.2f} ms, max {most:.2f} ms"


if __name__ == "__main__":
    print(facts())
