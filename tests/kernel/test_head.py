"""The Pico button head on the USB of a guest: its image in an emulator, behind the kernel's own drivers.

The guests' time travels, so that the emulator keeps up: tests/kernel/guest/head_usb.py.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from functools import partial
from os import cpu_count
from pathlib import Path

import pytest

from firmware.events import NS_PER_MS, NS_PER_US
from tests.head.emulated import HEAD, Head, emulator, image_of
from tests.kernel.guest.head_drowsy import DrowsyHead
from tests.kernel.rig import PYTHON, Ran, Rig
from tests.kernel.test_box import GUEST, PYTEST
from tests.kernel.usb.__main__ import a_core_each

ASKED_FOR = b"".join(struct.pack(">5I2I20x", 1, number, 0, 1, 2, 0, 128) for number in range(100))
"""So many reads of the head's records, as usbip asks for them."""

GUESTS = {"races": ("head_races",), "others": ("head_line", "head_troubles")}
"""Which files a guest runs; both take about as long."""

LONGEST_S = 900.0
"""On a machine so busy that the emulator gets little of it; a quiet one takes a sixth."""

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
def test_a_head_is_a_serial_line_and_a_box_plays_with_it(name: str, guests: Guests) -> None:
    ran = guests[name].result()
    assert ran.code == 0, ran.output


@pytest.mark.parametrize("seed", range(3))
def test_a_head_that_is_halted_while_nothing_happens_tells_the_same(seed: int) -> None:
    image = bytes(image_of((HEAD / "head.uf2").read_bytes()))
    told = []
    for head in (DrowsyHead(image), Head(image)):
        head.plug_in()
        begun, chance = head.now, random.Random(seed)
        for _ in range(40):
            head.at(chance.randrange(30 * NS_PER_MS), partial(head.flip, 1 << chance.randrange(8)))
        if isinstance(head, DrowsyHead):
            head.usb.take(ASKED_FOR)
            head.live_until(begun + 32 * NS_PER_MS)
        else:
            head.run(32 * NS_PER_MS)
        assert head.usb.faults == []
        told.append([(edge.lines, edge.what) for edge in head.told("ECF")])
        late = [
            edge.time * NS_PER_US - at for edge, (at, _) in zip(head.told("E"), head.changes, strict=True)
        ]
        assert -200 < min(late) < max(late) < 1100
    assert told[0] == told[1]
    assert len(told[0]) == 40
