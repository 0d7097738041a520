"""In the guest: plugs devices in, starts a program at each table, plays the races, keeps what truly happened.

``python -m tests.kernel.usb.guest JOB``, see `tests.kernel.usb.plan.Job`. Into the folder ``$RIG`` go
``truth.jsonl``, a race a line, and the file each table's program writes.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import IO

from firmware.events import NS_PER_MS, NS_PER_US, Seat
from tests.kernel.guest.uhid import Device
from tests.kernel.guest.usb_hand import Button, Hand, Played, Polled, Touch
from tests.kernel.guest.usb_kinds import ENCODER
from tests.kernel.usb.plan import CODES, DELAYS_US, HOLD_NS, PIN, TABLES, Job, Program, Race
from tests.kernel.usb.tables import CHIP, line, name, port

SOON_NS = 5 * NS_PER_MS
"""From a race's planning to its first contact."""

REST_NS = 110 * NS_PER_MS
"""From the last contact that opens to the next race: a report takes 20 ms at most, ours takes a button as
let go after 30 more and waits 30 for what may come late; the others see it within a frame."""

ATTEMPTS = 10
"""So many races are played at most for each that is wanted: whatever else the host does spoils some."""

STOPPED_NS = 2_000 * NS_PER_MS
"""How long a program is stopped."""


@contextmanager
def playing(job: Job, table: int, out: Path) -> Iterator[subprocess.Popen[str]]:
    """A table's program, ready; ended by the end of its input.

    Raises:
        RuntimeError: it doesn't get ready, or doesn't end well.
    """
    ours = ["tests.kernel.usb.ours", str(table), str(job.period_ms)]
    module = ours if job.program is Program.OURS else ["tests.kernel.usb.others", job.program, str(table)]
    with subprocess.Popen(
        [sys.executable, "-m", *module, out / f"{table}.json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        if said != "ready\n":
            raise RuntimeError(f"expected {job.program} to get ready, got {said!r}")
        yield process
        assert process.stdin is not None
        process.stdin.close()
        if process.wait(60):
            raise RuntimeError(f"expected {job.program} to end well, got {process.returncode}")


class Table:
    """One table: its device, its pin, and the program that watches them.

    Attributes:
        process: the program.
    """

    process: subprocess.Popen[str]

    def __init__(self, number: int, job: Job, hand: Hand, told: IO[str]) -> None:
        self._number = number
        self._hand = hand
        self._told = told
        self._stopped = job.stopped
        self._waiting = deque(job.races()[number :: len(TABLES)])
        self._attempts = ATTEMPTS * len(self._waiting)
        self.device = Device(replace(ENCODER, name=name(number)), port(number))
        polled = Polled(self.device, job.period_ms * NS_PER_MS, DELAYS_US[number] * NS_PER_US)
        self._buttons: dict[Seat, Button] = {seat: Button(polled, code) for seat, code in CODES.items()}
        self._buttons[PIN] = Button(None, CHIP, line(number))

    def begin(self) -> None:
        """Plan the next race, and what comes after it."""
        if not self._waiting or not self._attempts:
            return
        self._attempts -= 1
        race = self._waiting.popleft()
        starts = time.monotonic_ns() + SOON_NS
        touches = [Touch(seat, starts + place * race.gap, HOLD_NS) for place, seat in enumerate(race.order)]
        played = self._hand.touch(self._buttons, touches)
        over = touches[-1].at + HOLD_NS + REST_NS
        if self._stopped:
            self.process.send_signal(signal.SIGSTOP)
            self._hand.at(starts + STOPPED_NS, partial(self.process.send_signal, signal.SIGCONT))
            over += STOPPED_NS
        self._hand.at(over, partial(self._over, race, played))

    def _over(self, race: Race, played: Played) -> None:
        entry = {"table": self._number, "race": race.number, "spoilt": played.spoilt, "late": played.late}
        self._told.write(json.dumps({**entry, "closed": played.closed, "stamped": played.stamped}) + "\n")
        if played.spoilt:
            self._waiting.append(race)
        self.begin()


def run(job: Job, out: Path) -> None:
    """Play until every race has been played once with nothing late."""
    hand = Hand(job.name)
    with (out / "truth.jsonl").open("w") as told, ExitStack() as stack:
        tables = [Table(number, job, hand, told) for number in TABLES]
        for number, table in enumerate(tables):
            stack.callback(table.device.unplug)
            table.process = stack.enter_context(playing(job, number, out))
        for table in tables:
            table.begin()
        hand.work()


if __name__ == "__main__":
    run(Job.read(sys.argv[1]), Path(os.environ["RIG"]))
