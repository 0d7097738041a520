"""Trials in a process of their own that has `calls_shim.c` under it; one process for all trials of this one.

Its time stands still but for what a trial lets pass, and other threads run only while a trial lets them
(`tests.fuzz.calls_threads`), so that a seed does the same again.
"""

from __future__ import annotations

import atexit
import importlib
import json
import logging
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import traceback
from collections import Counter
from functools import cache
from pathlib import Path

from companion.store import writer
from tests.fuzz.calls_threads import take_over
from tests.fuzz.kinds import Finding, Trial

HANGS_S = 90
"""A trial that takes longer never ends."""

EMPTY_EVERY = 20
"""After so many commits the log is emptied here, so that every evening sees it."""

NO_COMPILER = "skipped: expected a C compiler, cc, got none"


def in_child(module: str) -> Trial:
    """A trial that is ``tried(seed, folder)`` of a module, in a process with the shim."""

    def trial(seed: int, folder: Path) -> Counter[str]:
        if shutil.which("cc") is None:
            return Counter({NO_COMPILER: 1})
        child = _child()
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(json.dumps([module, seed, str(folder)]) + "\n")
        child.stdin.flush()
        answer = child.stdout.readline()
        if not answer:
            _child.cache_clear()
            raise Finding(f"expected a trial to end, got the end of its process, with {child.wait()}")
        told = json.loads(answer)
        if "finding" in told:
            raise Finding(told["finding"])
        if "fault" in told:
            raise RuntimeError(told["fault"])
        return Counter(told["counts"])

    return trial


@cache
def _child() -> subprocess.Popen[str]:
    built = tempfile.TemporaryDirectory(prefix="pierwszy-shim-")
    shim, source = Path(built.name) / "shim.so", Path(__file__).with_name("calls_shim.c")
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", shim, source, "-ldl", "-lpthread"], check=True)
    child = subprocess.Popen(
        [sys.executable, "-m", __name__],
        env={**os.environ, "LD_PRELOAD": str(shim), "PYTHONPATH": str(Path(__file__).parents[2])},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )

    def end() -> None:
        child.kill()
        child.communicate()
        built.cleanup()

    atexit.register(end)
    return child


def _serve() -> None:
    out, sys.stdout = sys.stdout, sys.stderr
    logging.disable()  # what is said of damage is no fault
    take_over()
    writer.EMPTY_EVERY = EMPTY_EVERY
    for line in sys.stdin:
        module, seed, folder = json.loads(line)
        signal.alarm(HANGS_S)
        try:
            told = {"counts": importlib.import_module(module).tried(seed, Path(folder))}
        except Finding as finding:
            told = {"finding": str(finding)}
        except Exception:  # noqa: BLE001 - whatever it is, the parent raises it
            told = {"fault": traceback.format_exc()}
        signal.alarm(0)
        out.write(json.dumps(told) + "\n")
        out.flush()


if __name__ == "__main__":
    _serve()
