"""Devices that are a program's, as the guest's kernel takes them: what a real one would be to it."""

from __future__ import annotations

import fcntl
import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.kernel.guest.uhid import Device, wait_for
from tests.kernel.guest.usb_kinds import (
    BUZZ,
    BUZZ_RED,
    ENCODER,
    GAMEPAD,
    KEYPAD,
    MONSTER,
    WIRELESS_BUZZ,
    Kind,
)

PORT = "usb-0000:01:00.0-1.2"
EVENT = struct.Struct("qqHHi")
SET_CLOCK, MONOTONIC = 0x400445A0, 1
KEY = 1
FILES = ("phys", "uniq", "id/vendor", "id/product")
KINDS = (ENCODER, BUZZ, WIRELESS_BUZZ, KEYPAD, GAMEPAD, MONSTER)

FIRST = {"BTN_TRIGGER": 0x120, "BTN_TRIGGER_HAPPY1": 0x2C0, "BTN_SOUTH": 0x130, "KEY_1": 2}
"""Of each kind's first button, include/uapi/linux/input-event-codes.h."""


@contextmanager
def opened(node: Path) -> Iterator[int]:
    file = os.open(node, os.O_RDONLY | os.O_NONBLOCK)
    fcntl.ioctl(file, SET_CLOCK, struct.pack("i", MONOTONIC))
    try:
        yield file
    finally:
        os.close(file)


def keys(file: int) -> list[tuple[int, int, int]]:
    """The buttons that changed: stamp (ns), code, and 1 for down."""
    events = EVENT.iter_unpack(os.read(file, 64 * EVENT.size))
    return [(s * 10**9 + us * 1000, code, value) for s, us, kind, code, value in events if kind == KEY]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_report_becomes_events_stamped_while_it_was_written(kind: Kind) -> None:
    first = min(kind.bits or kind.keys, key=lambda code: ({**kind.bits, **kind.keys}[code], code))
    with Device(kind, PORT) as device, opened(device.nodes()[0]) as file:
        for down in (True, False):
            before, after = device.report(*[first] * down)
            ((stamp, code, value),) = keys(file)
            assert (code, value) == (FIRST[first], down)
            assert before - 1000 <= stamp <= after  # stamps are whole microseconds


def test_buttons_of_one_report_have_one_stamp() -> None:
    with Device(BUZZ, PORT) as device, opened(device.nodes()[0]) as file:
        device.report(*BUZZ_RED.values())
        told = keys(file)
    assert [code for _, code, _ in told] == [0x2C0, 0x2C5, 0x2CA, 0x2CF]
    assert len({stamp for stamp, _, _ in told}) == 1


@pytest.mark.parametrize("kind", [BUZZ, WIRELESS_BUZZ], ids=lambda kind: kind.name)
def test_the_four_lamps_are_seen_in_what_the_device_is_sent(kind: Kind) -> None:
    with Device(kind, PORT) as device:
        (led,) = Path("/sys/class/leds").glob("*::buzz3")
        (led / "brightness").write_text("1")
        wait_for(lambda: device.lamps[-1][2:6] == b"\0\0\xff\0", "the third lamp lit")


def test_a_device_unplugged_is_gone_and_plugged_in_again_is_there() -> None:
    for _ in range(3):
        device = Device(ENCODER, PORT, "serial 7")
        (node,) = device.nodes()
        described = Path("/sys/class/input") / node.name / "device"
        told = [(described / file).read_text().strip() for file in FILES]
        assert told == [f"{PORT}/input0", "serial 7", "0079", "0006"]
        device.report("BTN_TRIGGER")
        device.unplug()
        assert not node.exists()
