"""A real headless box whose loop hangs once a game has begun: a process of its own, for `test_service`."""

from __future__ import annotations

import sys
import threading

from companion.cli import main
from companion.loop.loop import Loop

whole = Loop.step


def step(self: Loop) -> int | None:
    """The loop's step, which never comes back while a game is played."""
    due = whole(self)
    if self.state.game is not None:
        sys.stderr.write("hangs\n")
        threading.Event().wait()
    return due


if __name__ == "__main__":
    Loop.step = step  # type: ignore[method-assign]
    sys.exit(main())
