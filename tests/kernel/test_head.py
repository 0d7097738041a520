"""The Pico button head on the USB of a guest: its image in an emulator, behind the kernel's own drivers.

The guests' time travels, so that the emulator keeps up: tests/kernel/guest/head_usb.py. They were begun
before all tests: tests/kernel/conftest.py.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Mapping
from concurrent.futures import Future
from functools import partial

import pytest

from firmware.events import NS_PER_MS, NS_PER_US
from tests.head.emulated import HEAD, Head, image_of
from tests.kernel.conftest import LONGEST_S
from tests.kernel.guest.head_drowsy import DrowsyHead
from tests.kernel.rig import Ran

ASKED_FOR = b"".join(struct.pack(">5I2I20x", 1, number, 0, 1, 2, 0, 128) for number in range(100))
"""So many reads of the head's records, as usbip asks for them."""


@pytest.mark.timeout(LONGEST_S)
@pytest.mark.parametrize("travels", ["head_races", "head_line", "head_troubles", "head_rights"])
def test_a_head_is_a_serial_line_and_a_box_plays_with_it(
    travels: str, travelling: Mapping[str, Future[Ran]]
) -> None:
    ran = travelling[travels].result()
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
