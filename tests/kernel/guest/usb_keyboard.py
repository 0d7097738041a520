"""A keyboard for writing at a desk: the seats' keys are stamped, and what is typed isn't even read."""

from __future__ import annotations

from contextlib import closing
from queue import SimpleQueue

from firmware.button_codes import number_of
from firmware.events import SEATS, Edge, HostEvent
from firmware.pi.clock import MonotonicClock
from firmware.pi.evdev import EventDevice
from firmware.pi.inputs import Inputs
from firmware.pi.key_stamps import KeyStamps
from firmware.plugged import KEYS, Found
from tests.kernel.guest.uhid import Device, wait_for
from tests.kernel.guest.usb_kinds import KEYPAD

PORT = "usb-0000:01:00.0-1.2"


def test_the_kernel_hands_on_the_seats_keys_and_no_others() -> None:
    found, edges, stamps = SimpleQueue[Found](), SimpleQueue[Edge | HostEvent](), KeyStamps()
    with Device(KEYPAD, PORT) as keyboard:
        inputs = Inputs(SEATS, edges, found.put, MonotonicClock(), spare_typing=True, stamps=stamps)
        with closing(inputs):
            told = found.get(timeout=10)
            assert (told.seat, told.button.device, told.button.here) == (KEYS, f"{PORT}/input0", True)
            keyboard.report("KEY_SPACE")
            before, after = keyboard.report("KEY_SPACE", "KEY_3")
            (device,) = inputs._roster.heard.values()
            assert isinstance(device, EventDevice)
            wait_for(lambda: bool(device.down), "the key down")
            assert (device.down, device.grabbed) == ({number_of("KEY_3")}, False)
            assert (found.empty(), edges.empty()) == (True, True)
        stamp = stamps.take(3, True, MonotonicClock().now())  # all is heard by now
    assert stamp is not None
    assert before - 1000 <= stamp.at <= after
