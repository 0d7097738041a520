"""What may go wrong with plugged-in devices, each in a quiz that has to go on; seat 1 has a pin, seat 3 a
device."""

from __future__ import annotations

import fcntl
import random
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import pytest

from firmware.events import NS_PER_MS, NS_PER_S, Seat
from tests.kernel.guest.uhid import Device, wait_for
from tests.kernel.guest.usb_hand import Button, Polled
from tests.kernel.guest.usb_kinds import ENCODER, GAMEPAD, KEYPAD, MONSTER, Kind
from tests.kernel.guest.usb_stage import Table, pin, port, tap, unspoilt

MS = NS_PER_MS
PORT = port(3)
FLOODS = f"pierwszy: DragonRise Inc. Generic USB Joystick at {PORT}/input0 sends more than 1000 "
BABBLING = ("BTN_BASE3", "BTN_BASE4", "BTN_BASE5", "BTN_BASE6")
GRAB = 0x40044590
"""EVIOCGRAB, include/uapi/linux/input.h."""

IDLE_S = 3.0

FIRST = {
    ENCODER.name: "BTN_TRIGGER",
    KEYPAD.name: "KEY_1",
    MONSTER.name: "BTN_TRIGGER",
    GAMEPAD.name: "BTN_SOUTH",
}


@contextmanager
def quiz(folder: Path, device: Device) -> Iterator[Table]:
    """A quiz for the two, its first question open."""
    button = Button(Polled(device, 8 * MS, 0), FIRST.get(device.kind.name, "BTN_TRIGGER"))
    with Table(folder, {1: pin(1), 3: button}) as table:
        assert table.said == "pierwszy: ready with 2 seats\n"
        table.join("buzzer", [1, 3])
        table.ok("idle")
        table.ask()
        yield table


def won(ruling: dict[str, Any], seat: Seat) -> bool:
    return (ruling["winner"], ruling["by"]) == (seat, "time")


def again(table: Table) -> None:
    table.next_question()
    table.ask()


@pytest.mark.parametrize("held", [True, False], ids=["held", "open"])
@unspoilt
def test_who_is_unplugged_is_back_within_a_second_of_being_plugged_in(tmp_path: Path, held: bool) -> None:
    device = Device(ENCODER, PORT)
    with quiz(tmp_path, device) as table:
        if held:
            device.report("BTN_TRIGGER")
            assert won(table.ruled([3]), 3)
        device.unplug()
        if held:
            again(table)
        assert won(table.race(tap(1)), 1)
        again(table)
        with Device(ENCODER, PORT) as device:
            back = time.monotonic_ns()
            table.rest(250)
            table.buttons[3] = Button(Polled(device, 8 * MS, 0), "BTN_TRIGGER")
            assert won(table.race(tap(3), tap(1, 40 * MS)), 3)
            assert time.monotonic_ns() - back < NS_PER_S
            assert table.stop()["faults"] == []


@unspoilt
def test_a_seat_that_is_unplugged_is_named_and_the_others_play_on(tmp_path: Path) -> None:
    device = Device(ENCODER, PORT)
    with quiz(tmp_path, device) as table:
        device.unplug()
        assert won(table.race(tap(1)), 1)
        assert table.stop()["faults"] == ["unplugged 3"]


@unspoilt
def test_a_press_just_before_the_plug_was_pulled_is_as_unsure_as_any(tmp_path: Path) -> None:
    """The pin was 2 ms before it, which nobody can know; the device is gone before the ruling."""
    device = Device(ENCODER, PORT)
    with quiz(tmp_path, device) as table:
        table.hand.at(time.monotonic_ns() + 30 * MS, device.unplug)
        ruling = table.race(tap(1), tap(3, 2 * MS, held=10 * MS))
        assert (ruling["winner"], ruling["tied"]) == (None, [1, 3])
        assert table.stop()["lines"]["3"]["presses"] == 2  # one of them joined


@unspoilt
def test_a_device_that_floods_rests_and_the_others_play_on(tmp_path: Path) -> None:
    with Device(ENCODER, PORT) as device, quiz(tmp_path, device) as table:
        for number in range(3000):  # of four buttons: even a slow machine then tells of enough in a second
            device.report(*BABBLING * (number % 2))
        assert won(table.race(tap(1)), 1)
        assert table.says().startswith("pierwszy: tie ")
        assert table.says().startswith(FLOODS)
        table.signal(signal.SIGTERM)
        snapshot = table.told("end")["snapshot"]
        assert (snapshot["faults"], snapshot["lines"]["3"]["presses"]) == (["flood 3"], 1)


@unspoilt
def test_a_key_that_repeats_is_one_press(tmp_path: Path) -> None:
    with Device(KEYPAD, PORT) as device, quiz(tmp_path, device) as table:
        assert won(table.race(tap(3, held=1500 * MS)), 3)
        snapshot = table.stop()
        assert (snapshot["faults"], snapshot["lines"]["3"]["presses"]) == ([], 2)


@pytest.mark.parametrize("kind", [MONSTER, GAMEPAD], ids=lambda kind: kind.name)
@unspoilt
def test_a_device_with_however_many_buttons_plays(tmp_path: Path, kind: Kind) -> None:
    with Device(kind, PORT) as device, quiz(tmp_path, device) as table:
        assert won(table.race(tap(3), tap(1, 40 * MS)), 3)
        assert table.stop()["faults"] == []


@unspoilt
def test_a_device_another_program_has_grabbed_is_named_until_it_is_let_go(tmp_path: Path) -> None:
    buttons = {1: pin(1), 2: pin(2)}
    with Device(ENCODER, PORT) as device, device.nodes()[0].open("rb", buffering=0) as other:
        fcntl.ioctl(other, GRAB, 1)
        buttons[3] = Button(Polled(device, 8 * MS, 0), "BTN_TRIGGER")
        with Table(tmp_path, buttons) as table:
            table.join("buzzer", [1, 2])
            table.ok("idle")
            table.ask()
            assert won(table.race(tap(2), tap(1, 10 * MS)), 2)
            assert table.stop()["faults"] == ["grabbed 3"]
        with Table(tmp_path, buttons) as table:
            fcntl.ioctl(other, GRAB, 0)
            wait_for(lambda: not grabbed(other), "a box that grabs what is free")
            table.rest(200)
            table.signal(signal.SIGTERM)
            assert table.told("end")["snapshot"]["faults"] == []


def grabbed(file: BinaryIO) -> bool:
    """Whether another program has grabbed a device; if not, it isn't afterwards either."""
    try:
        fcntl.ioctl(file, GRAB, 1)
    except OSError:
        return True
    fcntl.ioctl(file, GRAB, 0)
    return False


@unspoilt
def test_presses_the_kernel_has_lost_are_a_fault_and_none_is_invented(tmp_path: Path) -> None:
    """Its buffer holds fewer than happened while the program was stopped; nobody knows when seat 3
    pressed."""
    with Device(ENCODER, PORT) as device, quiz(tmp_path, device) as table:
        table.signal(signal.SIGSTOP)
        device.report("BTN_TRIGGER")
        for number in range(200):
            device.report("BTN_TRIGGER", *["BTN_BASE3"] * (number % 2))
        table.signal(signal.SIGCONT)
        table.rest(200)
        assert won(table.race(tap(1)), 1)
        device.report()
        snapshot = table.stop()
        assert (snapshot["faults"], snapshot["lines"]["3"]["presses"]) == (["overrun 3"], 1)


@unspoilt
def test_a_controller_that_rests_wakes_nobody(tmp_path: Path) -> None:
    """Nor does one whose sticks tremble, 125 times a second: nobody wants to hear of that."""
    with Device(GAMEPAD, PORT) as device:
        polled = Polled(device, 8 * MS, 0)
        buttons = {1: Button(polled, "BTN_SOUTH"), 2: Button(polled, "BTN_EAST")}
        with Table(tmp_path, buttons, knob=False) as table:
            table.rest(1000)  # it has just begun
            resting = table.wakings(IDLE_S)
            with trembling(device):
                trembled = table.wakings(IDLE_S)
            table.touch(tap(1))
            assert table.stop()["lines"]["1"]["presses"] == 1
    assert max(resting, trembled) <= IDLE_S, f"expected a waking a second at most, got {resting}, {trembled}"


@contextmanager
def trembling(device: Device) -> Iterator[None]:
    """Its sticks tremble, in a thread."""
    still = threading.Event()

    def tremble() -> None:
        while not still.wait(0.008):
            device.send(bytes((0, 0, 15, random.randrange(126, 131), 128, 128, 128, 0)))

    thread = threading.Thread(target=tremble)
    thread.start()
    try:
        yield
    finally:
        still.set()
        thread.join()
