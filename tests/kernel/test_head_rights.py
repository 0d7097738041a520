"""The rule for a button head, in a guest with udev: tests/kernel/guest/head_rights.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.head.emulated import emulator
from tests.kernel.guest.head_rights import UDEVD
from tests.kernel.rig import PYTHON, Rig
from tests.kernel.test_box import GUEST, LONGEST_S, PYTEST


@pytest.mark.timeout(LONGEST_S)
def test_udev_gives_a_heads_port_to_who_may_have_it_and_leaves_others_alone() -> None:
    emulator("simulator")
    assert UDEVD.exists(), "expected udev, which guests have from here: apt install udev"
    job: list[str | Path] = [
        PYTHON,
        *PYTEST,
        "-c",
        GUEST.parents[2] / "pyproject.toml",
        GUEST / "head_rights.py",
    ]
    ran = Rig().run(job, timeout=LONGEST_S, time_travel=True)
    assert ran.code == 0, ran.output
    assert "2 passed" in ran.output
