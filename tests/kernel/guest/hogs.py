"""Programs that do nothing else than be busy."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def hogs(count: int) -> Iterator[None]:
    """So many of them, for as long as this lasts."""
    busy = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(count)]
    try:
        yield
    finally:
        for hog in busy:
            hog.kill()
            hog.wait()
