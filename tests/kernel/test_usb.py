"""USB devices in a guest: its kernel takes the tests' for real ones, and the box plays with them."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from typing import cast

import pytest

from firmware.events import NS_PER_MS
from tests.kernel.guest.uhid import Device
from tests.kernel.guest.usb_hand import Polled, Touch, reports
from tests.kernel.rig import Ran, Rig, job_of
from tests.kernel.test_box import LONGEST_S
from tests.kernel.usb.__main__ import a_core_each, play
from tests.kernel.usb.judge import Score, scored
from tests.kernel.usb.plan import Job, Program

MS = NS_PER_MS

GUESTS = {
    "tables": ("usb_devices", "usb_keyboard", "usb_quiz", "usb_seventeen", "usb_seats"),
    "troubles": ("usb_troubles",),
}
"""Which files a guest runs."""

RACES = {
    "device": Job(Program.OURS, 8, mixed=False, each=4),
    "mixed": Job(Program.OURS, 8, mixed=True, each=3),
}
"""What further guests play; all that there are `make bench-fairness ARGS=--usb` does."""

Guests = Mapping[str, "Future[Ran]"]


@pytest.fixture(scope="module")
def guests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guests]:
    """All guests, one a core at a time: none of them is to wait for another."""
    rig = Rig(realtime=True)
    with a_core_each(os.cpu_count() or 1) as pool:

        def begin(name: str) -> Future[Ran]:
            out = tmp_path_factory.mktemp(name)
            if name in RACES:
                return pool.submit(play, rig, RACES[name], out)
            return pool.submit(rig.run, job_of(*GUESTS[name]), out=out, timeout=LONGEST_S)

        yield {name: begin(name) for name in (*GUESTS, *RACES)}


@pytest.mark.timeout(LONGEST_S)
@pytest.mark.parametrize("name", GUESTS)
def test_a_box_plays_with_devices_that_are_plugged_in(name: str, guests: Guests) -> None:
    ran = guests[name].result()
    assert ran.code == 0, ran.output


@pytest.mark.timeout(LONGEST_S)
@pytest.mark.parametrize("name", RACES)
def test_races_are_ruled_as_their_stamps_allow_and_never_wrongly(name: str, guests: Guests) -> None:
    job, score = RACES[name], Score()
    for _, _, one in scored(guests[name].result().out, job):
        score += one
    assert score.races >= len(job.races()) / 2
    assert (score.wrong, score.none, score.far, score.parted) == (0, 0, 0, 0)
    assert 0 < score.ties < score.races


def test_a_guests_work_is_the_same_read_again() -> None:
    job = Job(Program.PYGAME, 8, True, 3, stopped=True)
    assert Job.read(job.text()) == job
    assert json.loads(job.text())["program"] == "pygame"


@pytest.mark.parametrize("seed", range(50))
def test_a_press_is_told_by_the_first_report_asked_for_after_its_delay(seed: int) -> None:
    chance = random.Random(seed)
    polled = Polled(cast("Device", None), chance.choice([1, 8, 10]) * MS, chance.randrange(10 * MS))
    touches = [Touch(seat, chance.randrange(30 * MS), chance.randrange(MS, 50 * MS)) for seat in range(1, 5)]
    phase = chance.randrange(polled.period)
    sent = reports(polled, touches, phase)
    assert all(at % polled.period == phase for at, _ in sent)
    for touch in touches:
        told = [at for at, down in sent if touch.seat in down]
        if told:
            assert polled.delay <= min(told) - touch.at < polled.delay + polled.period
        else:  # let go before it was asked again
            assert touch.held < polled.period
    assert sent[-1][1] == ()
