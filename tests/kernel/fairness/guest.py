"""In the guest: starts a program, plays the races to it, keeps what was truly pulled.

``python -m tests.kernel.fairness.guest JOB``, see `Job`. Into the folder ``$RIG`` go `TRUTH`, a race a line,
the kernel's name, and the file of the program's own.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from firmware.events import NS_PER_MS, NS_PER_S
from tests.kernel.fairness.chips import Program
from tests.kernel.fairness.job import KERNEL, TRUTH, Job
from tests.kernel.fairness.loads import hogs_of
from tests.kernel.fairness.plan import LINES, Load, Race
from tests.kernel.fairness.truth import smeared
from tests.kernel.guest.hogs import hogs
from tests.kernel.guest.injector import Injector, Pull, Pulled

OUR_REST_NS = 31 * NS_PER_MS
"""After the last contact has opened: ours takes a button as let go after 30 ms."""

QUIET_NS = 22 * NS_PER_MS
BUSY_QUIET_NS = 40 * NS_PER_MS
"""The others have caught up when they saw nothing new for so long; debouncing and the slower polling need 20
ms to see anything, and where the processor is shared a program may have to wait for it."""

LOOK_S = 0.005

JITTER_NS = NS_PER_MS
"""Races begin at any moment of the quicker polling loop's round; they last long enough for the slower's."""

ATTEMPTS = 4
"""So many races are played at most for each that is wanted: whatever else the host does smears some."""

YIELD, YIELD_US = Path("/sys/module/inject/parameters/yield_us"), "10"
"""How long a wait must be for the kernel to hand an edge on in it. With the injector's own 30 us, edges of
several bouncing contacts were merged as no board would; with less than 10, touches can't be 10 us apart."""

PACKAGE = "tests.kernel.fairness"

END_S = 60
"""So long a program may take to write down what it saw."""

PROGRESS = 300


@contextmanager
def contestant(job: Job, out: Path) -> Iterator[subprocess.Popen[str]]:
    """The program, ready and told to go; ended by the end of its input.

    Raises:
        RuntimeError: it doesn't get ready, or doesn't end well.
    """
    file = out / f"{job.program}.json"
    module = ["ours"] if job.program is Program.OURS else ["contestants", job.program]
    with subprocess.Popen(
        [sys.executable, "-m", f"{PACKAGE}.{module[0]}", *module[1:], job.load, file, *job.bias.split()],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as process:
        expect(process, "ready")
        tell(process, "go")
        expect(process, "gone")
        yield process
        assert process.stdin is not None
        process.stdin.close()
        if process.wait(END_S):
            raise RuntimeError(f"expected {job.program} to end well, got {process.returncode}")


def tell(process: subprocess.Popen[str], word: str) -> None:
    """Write a line to a program's input."""
    assert process.stdin is not None
    process.stdin.write(f"{word}\n")


def expect(process: subprocess.Popen[str], word: str) -> None:
    """Wait for this line of a program.

    Raises:
        RuntimeError: it says something else, or ends.
    """
    assert process.stdout is not None
    said = process.stdout.readline()
    if said != f"{word}\n":
        raise RuntimeError(f"expected the program to say {word}, got {said!r}")


class Table:
    """A program at its chip, and the hand that plays races to it."""

    def __init__(self, job: Job, process: subprocess.Popen[str]) -> None:
        self._program = job.program
        self._process = process
        self._chance = random.Random(job.seed)
        self._injector = Injector()
        self._rested = 0
        self._quiet = BUSY_QUIET_NS if job.load in {Load.HOGS, Load.THREADS} else QUIET_NS

    def play(self, race: Race, number: int) -> list[Pulled]:
        """Play a race once everything has come to rest; what was truly pulled."""
        _sleep_until(self._rested)
        begins = self._chance.randrange(JITTER_NS)
        pulled = self._injector.play(
            Pull(self._program, LINES[flip.seat], begins + flip.at, flip.closed) for flip in race.flips
        )
        if self._program is Program.OURS:
            told = " ".join(map(str, (number, *race.order)))
            tell(self._process, told)  # it opens the question again
            expect(self._process, told)
            self._rested = pulled[-1].after_ns + OUR_REST_NS
        else:
            self._catch_up()
        return pulled

    def _catch_up(self) -> None:
        """Wait until the program sees nothing new."""
        seen, since = self._seen(), time.monotonic_ns()
        while time.monotonic_ns() < since + self._quiet:
            time.sleep(LOOK_S)
            if (now_seen := self._seen()) != seen:
                seen, since = now_seen, time.monotonic_ns()

    def _seen(self) -> str:
        tell(self._process, "?")
        assert self._process.stdout is not None
        return self._process.stdout.readline()


def _sleep_until(at: int) -> None:
    time.sleep(max(0, at - time.monotonic_ns()) / NS_PER_S)


def run(job: Job, out: Path) -> None:
    """Play until every race has been played once as planned."""
    waiting = deque(job.races())
    most, played, dropped = ATTEMPTS * len(waiting), 0, 0
    YIELD.write_text(YIELD_US)
    with (out / TRUTH).open("w") as told, contestant(job, out) as process, hogs(hogs_of(job.load)):
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(2))  # the hand is never late
        table = Table(job, process)
        while waiting and played < most:
            race = waiting.popleft()
            pulled = table.play(race, played)
            spoilt = smeared(race, pulled, job.LAG_NS)
            told.write(json.dumps(plain(race, pulled, smeared=spoilt)) + "\n")
            played += 1
            if spoilt:
                dropped += 1
                waiting.append(race)
            if played % PROGRESS == 0:
                print(f"{played} races played, {dropped} smeared, {len(waiting)} to play", flush=True)
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    (out / KERNEL).write_text(" ".join(os.uname()[:3:2]))


def plain(race: Race, pulled: list[Pulled], *, smeared: bool) -> dict[str, Any]:
    """A race as JSON: its number, what was pulled, when it was begun and done (ns)."""
    flips = [(one.line, one.closed, one.before_ns, one.after_ns) for one in pulled]
    return {"race": race.number, "smeared": smeared, "flips": flips}


if __name__ == "__main__":
    run(Job.read(sys.argv[1]), Path(os.environ["RIG"]))
