"""Guests: run as many at a time as wanted, and know which are done."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import cache
from itertools import cycle
from pathlib import Path

from tests.benchmarks.machine import facts
from tests.kernel.build import ROOT
from tests.kernel.fairness.chips import PANELS, Program
from tests.kernel.fairness.job import JOB, KERNEL, Job
from tests.kernel.rig import PYTHON, Chip, I2c, Rig, RigError

DONE = "done.json"
CODE = ("tests/kernel",)
OURS = (*CODE, "firmware", "companion")
"""What is measured, or measures; the programs beside ours use nothing of the box."""

START_S, PATIENCE_S = 120, 1.0
"""A guest that takes longer to start, or longer than this a race, hangs."""


@dataclass(frozen=True, slots=True)
class Done:
    """A guest that has done its work.

    Attributes:
        code: what was measured, `version`.
        job: its work, as text.
        date: when.
        machine: where.
        kernel: the guest's own.
        seconds: how long it took.
    """

    code: str
    job: str
    date: str
    machine: str
    kernel: str
    seconds: float


@cache
def version(program: Program) -> str:
    """A hash of all code that a guest of this program depends on."""
    folders = OURS if program is Program.OURS else CODE
    files = sorted(file for folder in folders for file in (ROOT / folder).rglob("*.py"))
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()[:12]


def done(out: Path, job: Job) -> Done | None:
    """How a guest was done, by this very code; None if it wasn't."""
    path = out / job.name / DONE
    if not path.is_file():
        return None
    guest = Done(**json.loads(path.read_text()))
    return guest if (guest.code, guest.job) == (version(job.program), job.text()) else None


def play_all(todo: Sequence[Job], wanted: argparse.Namespace) -> None:
    """Run these guests.

    Args:
        todo: their work; those first come first.
        wanted: ``out``, the folder; ``guests`` at a time; ``minutes`` after which none is started.

    Raises:
        RigError: one fails twice; no other is started then.
    """
    rig, began = Rig(), time.monotonic()

    def in_time(job: Job) -> None:
        if time.monotonic() - began < wanted.minutes * 60:
            play(rig, job, wanted.out)

    cores = cycle(sorted(os.sched_getaffinity(0)))

    def settle() -> None:
        """Keep this thread's guests on one core: on two they smear up to eight times as many races."""
        os.sched_setaffinity(0, {next(cores)})

    with ThreadPoolExecutor(wanted.guests, initializer=settle) as pool:
        try:
            running = {pool.submit(in_time, job): job for job in todo}
            for number, one in enumerate(as_completed(running), 1):
                one.result()
                minutes = (time.monotonic() - began) / 60
                print(f"{number} of {len(todo)} guests, {minutes:.1f} min: {running[one].name}", flush=True)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def play(rig: Rig, job: Job, out: Path) -> None:
    """Run one guest, once more if it fails.

    Raises:
        RigError: it failed twice.
    """
    try:
        _play(rig, job, out / job.name)
    except RigError as error:
        print(f"once more, since {job.name} failed: {error}", file=sys.stderr, flush=True)
        _play(rig, job, out / job.name)


def _play(rig: Rig, job: Job, folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / JOB).write_text(job.text())
    began, machine = time.monotonic(), facts()
    ran = rig.run(
        [PYTHON, "-m", "tests.kernel.fairness.guest", job.text()],
        out=folder,
        chips=[Chip(job.program)],
        i2c=I2c(PANELS),
        timeout=START_S + PATIENCE_S * job.each * len(job.gaps_us),
        heard=lambda line: print(f"  {job.name}: {line}", flush=True) if "races played" in line else None,
    )
    if ran.code:
        raise RigError(f"expected {job.name} to go well, got {ran.code}:\n{ran.output}")
    date = datetime.now(UTC).date().isoformat()
    kernel = (folder / KERNEL).read_text()
    guest = Done(version(job.program), job.text(), date, machine, kernel, time.monotonic() - began)
    (folder / DONE).write_text(json.dumps(asdict(guest)))
