"""What the window costs at 1280 x 720: pictures a second, and the processor of the whole program behind it.

The window is the real one, over a whole box on mock pins as `pierwszy desk` has it, each in a process of its
own: through SDL's dummy driver, which draws into memory, and on Xvfb where there is one. What an X server
takes is its own process's, and not in here. Where the window waited long for a core, something else kept the
machine busy, and pictures are fewer than they would be.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from firmware.events import NS_PER_MS, NS_PER_S, Enter, HostKey, Key
from tests.benchmarks.machine import heading

MEASURED_NS = 10 * NS_PER_S
WARM_NS = 2 * NS_PER_S
AGAIN_NS = 620 * NS_PER_MS
"""Dice tumble for 600 ms; then they are thrown again."""


@dataclass(frozen=True)
class Case:
    """What the window shows meanwhile.

    Attributes:
        what: for the report.
        typed: what begins the game; empty: none is begun.
        still: motion is reduced.
        every: so often ok is pressed (ns); None: once, to begin.
    """

    what: str
    typed: str = ""
    still: bool = False
    every: int | None = None


CASES: Mapping[str, Case] = {
    "menu": Case("nobody plays"),
    "sand": Case("a running hourglass", "game hourglass seats=1,2,3,4,5,6,7,8 time=600"),
    "sand-still": Case(
        "the same, motion reduced", "game hourglass seats=1,2,3,4,5,6,7,8 time=600", still=True
    ),
    "dice": Case("tumbling dice", "game dice seats=1,2,3,4 set=4d6", every=AGAIN_NS),
    "dice-still": Case(
        "the same, motion reduced", "game dice seats=1,2,3,4 set=4d6", still=True, every=AGAIN_NS
    ),
}


def waited() -> int:
    """How long this thread was ready to run and had no core, so far (ns)."""
    return int(Path("/proc/thread-self/schedstat").read_text(encoding="utf-8").split()[1])


def measure(case: Case) -> None:
    """Print one line about the window in this process."""
    from companion.app.desk_table import DeskTable  # noqa: PLC0415 - the drivers are chosen first, by the parent
    from companion.window.window import Window  # noqa: PLC0415
    from firmware.boxfile.settings import eight_seats  # noqa: PLC0415
    from firmware.boxfile.window_settings import WindowSettings  # noqa: PLC0415

    class Counting(Window):
        """Counts its pictures."""

        frames = 0

        def _draw(self, now: int) -> None:
            before = self._drawn_at
            super()._draw(now)
            self.frames += self._drawn_at != before

    clock = time.monotonic_ns
    with (
        DeskTable(eight_seats()) as desk,
        Counting(desk, settings=WindowSettings(still=case.still)) as window,
    ):

        def run(length: int) -> None:
            end = clock() + length
            next_ok = clock() + case.every if case.every is not None else end
            while (now := clock()) < end:
                if now >= next_ok:
                    desk.tell(Key(HostKey.OK, now))
                    next_ok += case.every or length
                window.step(max(0, min(end, next_ok) - clock()) // NS_PER_MS)

        if case.typed:
            desk.tell(Enter(case.typed, clock()))
            run(WARM_NS // 2)
            desk.tell(Key(HostKey.OK, clock()))
        run(WARM_NS)
        window.frames, used, late, began = 0, time.process_time(), waited(), clock()
        run(MEASURED_NS)
        took = (clock() - began) / NS_PER_S
        share = (time.process_time() - used) / took
        starved = (waited() - late) / NS_PER_S / took
        print(
            f"    {case.what}: {window.frames / took:.1f} pictures a second, {100 * share:.0f} % of a core, "
            f"{100 * max(0.0, 1 - share - starved):.0f} % idle, {100 * starved:.0f} % waiting for a core",
            flush=True,
        )


@contextmanager
def x_server() -> Iterator[str]:
    """An X server without a screen; gives its display's name."""
    reader, writer = os.pipe()
    command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1280x720x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[writer], stderr=subprocess.DEVNULL) as server:
        os.close(writer)
        with os.fdopen(reader) as said:
            display = f":{said.readline().strip()}"
        try:
            yield display
        finally:
            server.terminate()


def all_cases(driver: Mapping[str, str]) -> None:
    """Run each case in a process of its own."""
    for name in CASES:
        with tempfile.TemporaryDirectory(prefix="pierwszy-bench-") as state:
            mine = {"SDL_AUDIODRIVER": "dummy", "STATE_DIRECTORY": state}
            subprocess.run(
                [sys.executable, "-m", "tests.benchmarks.frames", name],
                env={**os.environ, **mine, **driver},
                check=True,
            )


if __name__ == "__main__":
    if len(sys.argv) > 1:
        measure(CASES[sys.argv[1]])
        raise SystemExit
    heading(f"the window at 1280 x 720, {MEASURED_NS // NS_PER_S} s each")
    print("  into memory (SDL's dummy driver):", flush=True)
    all_cases({"SDL_VIDEODRIVER": "dummy"})
    if shutil.which("Xvfb") is None:
        print("  on Xvfb: left out, there is none (sudo apt install xvfb)")
    else:
        print("  on Xvfb:", flush=True)
        with x_server() as display:
            all_cases({"SDL_VIDEODRIVER": "x11", "DISPLAY": display})
