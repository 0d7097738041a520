"""In the guest: starts all programs, plays the races to each on its own chip, keeps what was truly pulled.

``python -m tests.kernel.fairness.guest JOB``, see `Job`. Into the folder ``$RIG`` go `TRUTH`, a race a line,
the kernel's name, and a file of each program's own.
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
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from firmware.events import NS_PER_MS, NS_PER_S
from tests.kernel.fairness.chips import GROUPS, Program, shift
from tests.kernel.fairness.job import KERNEL, TRUTH, Job
from tests.kernel.fairness.loads import hogs
from tests.kernel.fairness.plan import LINES, Load, Race
from tests.kernel.fairness.truth import smeared, touches
from tests.kernel.guest.injector import Injector, Pull, Pulled

OVER_NS = 20 * NS_PER_MS
REST_NS = 34 * NS_PER_MS
"""After the last contact has opened: by then all is ruled; ours takes a button as let go after 30 ms."""

JITTER_NS = 2 * NS_PER_MS
"""Races begin at any moment of a polling loop's round."""

ATTEMPTS = 4
"""So many races are played at most for each that is wanted: whatever else the host does smears some."""

PROGRESS = 100


@contextmanager
def contestant(program: Program, load: Load, out: Path) -> Iterator[subprocess.Popen[str]]:
    """A program that has said it is ready; ended by the end of its input."""
    module = "ours" if program is Program.OURS else "contestants"
    words = (
        [load, out / f"{program}.json"]
        if program is Program.OURS
        else [program, load, out / f"{program}.json"]
    )
    with subprocess.Popen(
        [sys.executable, "-m", f"tests.kernel.fairness.{module}", *map(str, words)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as process:
        assert process.stdout is not None
        if process.stdout.readline() != "ready\n":
            raise RuntimeError(f"expected {program} to get ready")
        yield process
        assert process.stdin is not None
        process.stdin.close()
        if process.wait(60):
            raise RuntimeError(f"expected {program} to end well, got {process.returncode}")


class Table:
    """All programs of a guest at their chips, and the hand that plays races to them."""

    def __init__(self, programs: dict[Program, subprocess.Popen[str]], chance: random.Random) -> None:
        self._programs = programs
        self._chance = chance
        self._injector = Injector()
        self._rested = 0

    def play(self, race: Race, number: int) -> dict[Program, list[Pulled]]:
        """Play a race once everything has come to rest; what was truly pulled on each chip."""
        _sleep_until(self._rested)
        pulled = self._injector.play(self._pulls(race))
        _sleep_until(pulled[-1].after_ns + OVER_NS)
        self._over(number)
        self._rested = pulled[-1].after_ns + REST_NS
        return {program: [one for one in pulled if one.chip == program] for program in self._programs}

    def _pulls(self, race: Race) -> list[Pull]:
        begins = self._chance.randrange(JITTER_NS)
        return [
            Pull(program, LINES[flip.seat], begins + shift(program) + flip.at, flip.closed)
            for program in self._programs
            for flip in race.flips
        ]

    def _over(self, number: int) -> None:
        """Ours is told that the race is over, and opens the question again."""
        if (ours := self._programs.get(Program.OURS)) is None:
            return
        assert ours.stdin is not None
        assert ours.stdout is not None
        ours.stdin.write(f"{number}\n")
        if ours.stdout.readline() != f"{number}\n":
            raise RuntimeError("expected ours to answer after each race")


def _sleep_until(at: int) -> None:
    time.sleep(max(0, at - time.monotonic_ns()) / NS_PER_S)


def run(job: Job, out: Path) -> None:
    """Play until every race has been played once as planned."""
    waiting = deque(job.races())
    most, played, dropped = ATTEMPTS * len(waiting), 0, 0
    with ExitStack() as stack:
        told = stack.enter_context((out / TRUTH).open("w"))
        programs = {
            program: stack.enter_context(contestant(program, job.block.load, out))
            for program in GROUPS[job.group]
        }
        table = Table(programs, random.Random(job.seed))
        stack.enter_context(hogs(job.block.load))
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(2))  # the hand is never late
        while waiting and played < most:
            race = waiting.popleft()
            pulled = table.play(race, played)
            spoilt = any(smeared(race, own) for own in pulled.values())
            told.write(json.dumps(plain(race, pulled, smeared=spoilt)) + "\n")
            played += 1
            if spoilt:
                dropped += 1
                waiting.append(race)
            if played % PROGRESS == 0:
                print(f"{played} races played, {dropped} smeared, {len(waiting)} to play", flush=True)
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    (out / KERNEL).write_text(" ".join(os.uname()[:3:2]))


def plain(race: Race, pulled: dict[Program, list[Pulled]], *, smeared: bool) -> dict[str, Any]:
    """A race as JSON: first touches on every chip, and all that was pulled on ours."""
    truths = {program: list(touches(race, own).touches.items()) for program, own in pulled.items()}
    flips = [(one.line, one.closed, one.before_ns) for one in pulled.get(Program.OURS, ())]
    return {"race": race.number, "smeared": smeared, "touches": truths, "flips": flips}


if __name__ == "__main__":
    run(Job.read(sys.argv[1]), Path(os.environ["RIG"]))
