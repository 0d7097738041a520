"""USB devices in a guest: its kernel takes the tests' for real ones, and the box plays with them."""

from __future__ import annotations

import random
from pathlib import Path
from typing import cast

import pytest

from firmware.events import NS_PER_MS
from tests.kernel.guest.uhid import Device
from tests.kernel.guest.usb_hand import Polled, Touch, reports
from tests.kernel.rig import PYTHON, Rig
from tests.kernel.test_box import GUEST, LONGEST_S, PYTEST

MS = NS_PER_MS


@pytest.mark.timeout(LONGEST_S)
def test_the_guests_kernel_takes_devices_for_what_they_describe(tmp_path: Path) -> None:
    job: list[str | Path] = [
        PYTHON,
        *PYTEST,
        "-c",
        GUEST.parents[2] / "pyproject.toml",
        GUEST / "usb_devices.py",
    ]
    ran = Rig().run(job, out=tmp_path, timeout=LONGEST_S)
    assert ran.code == 0, ran.output


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
