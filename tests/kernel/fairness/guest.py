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
from tests.kernel.fairness.chips import Program, shift
from tests.kernel.fairness.job import KERNEL, TRUTH, Job
from tests.kernel.fairness.loads import hogs
from tests.kernel.fairness.plan import LINES, Race
from tests.kernel.fairness.truth import smeared, touches
from tests.kernel.guest.injector import Injector, Pull, Pulled

OVER_NS = 20 * NS_PER_MS
REST_NS = 34 * NS_PER_MS
"""After the last contact has opened: by then all is ruled; ours takes a button as let go after 30 ms."""

JITTER_NS = 2 * NS_PER_MS
"""Races begin at any moment of a polling loop's round."""

ATTEMPTS = 4
"""So many races are played at most for each that is wanted: whatever else the host does smears some."""

END_S = 60
"""So long a program may take to write down what it saw."""

PROGRESS = 300


@contextmanager
def contestants(job: Job, out: Path) -> Iterator[dict[Program, subprocess.Popen[str]]]:
    """All programs, ready, and then all told to go; ended by the end of their input.

    Raises:
        RuntimeError: one doesn't get ready, or doesn't end well.
    """
    with ExitStack() as stack:
        started = {}
        for program in job.programs:
            module = ["ours"] if program is Program.OURS else ["contestants", program]
            command = [
                sys.executable,
                "-m",
                f"tests.kernel.fairness.{module[0]}",
                *module[1:],
                job.block.load,
            ]
            process = subprocess.Popen(
                [*command, out / f"{program}.json"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                bufsize=1,
            )
            started[program] = stack.enter_context(process)
        for program, process in started.items():
            expect(program, process, "ready")
        for program, process in started.items():
            tell(process, "go")
            expect(program, process, "gone")
        yield started
        for program, process in started.items():
            assert process.stdin is not None
            process.stdin.close()
            if process.wait(END_S):
                raise RuntimeError(f"expected {program} to end well, got {process.returncode}")


def tell(process: subprocess.Popen[str], word: str) -> None:
    """Write a line to a program's input."""
    assert process.stdin is not None
    process.stdin.write(f"{word}\n")


def expect(program: Program, process: subprocess.Popen[str], word: str) -> None:
    """Wait for this line of a program.

    Raises:
        RuntimeError: it says something else, or ends.
    """
    assert process.stdout is not None
    said = process.stdout.readline()
    if said != f"{word}\n":
        raise RuntimeError(f"expected {program} to say {word}, got {said!r}")


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
        if (ours := self._programs.get(Program.OURS)) is not None:
            tell(ours, str(number))
            expect(Program.OURS, ours, str(number))


def _sleep_until(at: int) -> None:
    time.sleep(max(0, at - time.monotonic_ns()) / NS_PER_S)


def run(job: Job, out: Path) -> None:
    """Play until every race has been played once as planned."""
    waiting = deque(job.races())
    most, played, dropped = ATTEMPTS * len(waiting), 0, 0
    with ExitStack() as stack:
        told = stack.enter_context((out / TRUTH).open("w"))
        programs = stack.enter_context(contestants(job, out))
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
