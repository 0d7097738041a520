"""The Pico button head on the USB of a guest: its image in an emulator, behind the kernel's own drivers.

The guests' time travels, so that the emulator keeps up: tests/kernel/guest/head_usb.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from os import cpu_count
from pathlib import Path

import pytest

from tests.head.emulated import emulator
from tests.kernel.rig import PYTHON, Ran, Rig
from tests.kernel.test_box import GUEST, LONGEST_S, PYTEST
from tests.kernel.usb.__main__ import a_core_each

GUESTS = {"line": ("head_line",)}
"""Which files a guest runs."""

Guests = Mapping[str, "Future[Ran]"]


@pytest.fixture(scope="module")
def guests() -> Iterator[Guests]:
    """All guests, one a core at a time."""
    emulator("simulator")
    with a_core_each(cpu_count() or 1) as pool:

        def begin(name: str) -> Future[Ran]:
            files = [GUEST / f"{file}.py" for file in GUESTS[name]]
            job: list[str | Path] = [PYTHON, *PYTEST, "-c", GUEST.parents[2] / "pyproject.toml", *files]
            return pool.submit(Rig().run, job, timeout=LONGEST_S, time_travel=True)

        yield {name: begin(name) for name in GUESTS}


@pytest.mark.timeout(LONGEST_S)
@pytest.mark.parametrize("name", GUESTS)
def test_a_head_on_the_kernels_own_usb_is_what_it_is_without(name: str, guests: Guests) -> None:
    ran = guests[name].result()
    assert ran.code == 0, ran.output
