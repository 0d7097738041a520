"""Displays that go, hang and come back under a real box: it plays on, records, and ends when told to."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from companion import cli
from firmware.events import Press
from tests.companion.store.recorded import sitting_of
from tests.companion.window.test_x11 import Display, colours
from tests.fuzz.kinds import Finding, Kind

SOON_S = 60
"""How long another window may take, seconds: 5 until one counts as hung, up to 8 until a try, its start."""

ENDS_S = 2.0
"""How long the box may take to end."""

FATES = ("display killed", "display stops", "window killed", "window stops")
ENDINGS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
SCRIPT = "0.1 game stopwatch seats=1,2\n" + "".join(
    f"{second} press {2 - second % 2}\n" for second in range(1, 600)
)


class Evening:
    """A box with a window on an X server, playing."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.display = Display(folder)
        script = folder / "evening.table"
        script.write_text(SCRIPT, encoding="utf-8")
        mine = {
            "DISPLAY": self.display.name,
            "SDL_AUDIODRIVER": "dummy",
            "STATE_DIRECTORY": str(folder),
            "PYTHONPATH": str(Path(cli.__file__).parents[1]),
        }
        words = [sys.executable, "-m", "companion.cli", "box", "--mock", "--screen", "--script", str(script)]
        with (folder / "said").open("wb") as said:
            self.box = subprocess.Popen(words, env={**os.environ, **mine}, stderr=said)

    def until(self, what: str, true: Callable[[], object]) -> None:
        end = time.monotonic() + SOON_S
        while not true():
            if (code := self.box.poll()) is not None:
                raise Finding(
                    f"expected a box that plays until {what}, it has ended with {code}: {self.said}"
                )
            if time.monotonic() > end:
                raise Finding(f"expected {what} within {SOON_S} s, it didn't come: {self.said}")
            time.sleep(0.1)

    @property
    def said(self) -> str:
        return (self._folder / "said").read_text(encoding="utf-8", errors="replace").replace("\n", " / ")

    def windows(self) -> list[int]:
        """The processes the box has started."""
        tasks = Path(f"/proc/{self.box.pid}/task").glob("*/children")
        return [int(number) for task in tasks for number in task.read_text().split()]

    def drawn(self) -> bool:
        return bool(self.windows()) and colours(self.display.shot()) > 100

    def presses(self) -> int:
        return sum(isinstance(event, Press) for event in sitting_of(self._folder).events)

    def meets(self, fate: str, *, back: bool) -> None:
        """Something happens to display or window; ``back``: and there is a window again."""
        server, before = self.display._server, self.windows()
        match fate:
            case "display killed":
                server.kill()
                server.wait()
                self.until("a window gone", lambda: not set(before) & set(self.windows()))
                self.display = Display(self._folder, name=self.display.name)
            case "display stops":
                server.send_signal(signal.SIGSTOP)
            case "window killed":
                os.kill(before[0], signal.SIGKILL)
            case _:
                os.kill(before[0], signal.SIGSTOP)
        if back and fate != "display killed":
            self.until("a hung window gone", lambda: not set(before) & set(self.windows()))
            server.send_signal(signal.SIGCONT)
        if back:
            self.until("another window", self.drawn)

    def end(self, number: signal.Signals) -> None:
        """Tell the box to end."""
        began, windows = time.monotonic(), self.windows()
        self.box.send_signal(number)
        try:
            code = self.box.wait(SOON_S)
        except subprocess.TimeoutExpired:
            raise Finding(f"expected an end after {number.name}, the box runs on: {self.said}") from None
        took = time.monotonic() - began
        if code or took > ENDS_S:
            raise Finding(
                f"expected 0 within {ENDS_S} s of {number.name}, got {code} after {took:.1f} s: {self.said}"
            )
        if left := [pid for pid in windows if Path(f"/proc/{pid}/exe").exists()]:
            raise Finding(f"expected no window after the box, process {left[0]} is left")

    def close(self) -> None:
        self.box.kill()
        self.box.wait()
        self.display._server.kill()
        self.display._server.wait()


def trial(seed: int, folder: Path) -> Counter[str]:
    """One evening: some fates, and then the end, at times in the midst of one."""
    if shutil.which("Xvfb") is None:
        return Counter({"trials without Xvfb, which is missing": 1})
    chance, counts = random.Random(seed), Counter[str]()
    evening = Evening(folder)
    try:
        evening.until("the first window", evening.drawn)
        fates = chance.choices(FATES, k=chance.randint(1, 2))
        for place, fate in enumerate(fates, 1):
            before = evening.presses()
            evening.meets(fate, back=place < len(fates) or chance.random() < 0.5)
            counts[fate] += 1
            evening.until("a press recorded", lambda: evening.presses() > before + 1)  # noqa: B023
        ending = chance.choice(ENDINGS)
        evening.end(ending)
        counts[f"ended by {ending.name}"] += 1
        if "Traceback" in evening.said:
            raise Finding(f"expected no traceback, got {evening.said}")
    finally:
        evening.close()
    return counts


KIND = Kind("displays", trial, share=0.5, in_suite=0)
