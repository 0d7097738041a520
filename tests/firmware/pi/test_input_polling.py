from __future__ import annotations

from pathlib import Path

import pytest

from firmware.pi.input_polling import BLUETOOTH_MS, BUS_BLUETOOTH, UNKNOWN_MS, Polled, polled

USB = 3


def usb(
    sys: Path, interval: str, *, speed: str = "1.5", driver: str = "xhci_hcd", ends: tuple[str, ...] = ("in",)
) -> Path:
    """A device on a USB port behind a hub; the folder of its input device."""
    controller = sys / "devices" / "pci0000:00" / "0000:01:00.0"
    interface = controller / "usb1" / "1-1" / "1-1.2" / "1-1.2:1.0"
    interface.mkdir(parents=True)
    (sys / "drivers" / driver).mkdir(parents=True)
    (controller / "driver").symlink_to(sys / "drivers" / driver)
    (interface / "bInterfaceNumber").write_text("00\n")
    (interface.parent / "speed").write_text(f"{speed}\n")
    for number, direction in enumerate(ends, 1):
        end = interface / f"ep_{number:02x}"
        end.mkdir()
        (end / "type").write_text("Interrupt\n")
        (end / "direction").write_text(f"{direction}\n")
        (end / "interval").write_text(f"{interval if direction == 'in' else '2ms'}\n")
    device = interface / "0003:0079:0006.0001" / "input" / "input7"
    device.mkdir(parents=True)
    return device


@pytest.mark.parametrize(
    ("interval", "ms"), [("10ms", 8), ("8ms", 8), ("1ms", 1), ("7ms", 4), ("255ms", 128), ("24ms", 16)]
)
def test_an_xhci_controller_asks_slow_devices_at_powers_of_two(
    tmp_path: Path, interval: str, ms: float
) -> None:
    assert polled(usb(tmp_path, interval), USB) == Polled(ms, "usb")
    assert polled(usb(tmp_path / "full", interval, speed="12", driver="xhci-hcd"), USB) == Polled(ms, "usb")


def test_other_controllers_ask_as_they_are_told(tmp_path: Path) -> None:
    assert polled(usb(tmp_path, "10ms", driver="dwc_otg"), USB) == Polled(10, "usb")


def test_fast_devices_say_powers_of_two_themselves(tmp_path: Path) -> None:
    assert polled(usb(tmp_path, "125us", speed="480"), USB) == Polled(0.125, "usb")
    assert polled(usb(tmp_path / "other", "4ms", speed="480"), USB) == Polled(4, "usb")


def test_only_what_tells_something_is_asked(tmp_path: Path) -> None:
    assert polled(usb(tmp_path, "8ms", ends=("out", "in")), USB) == Polled(8, "usb")


@pytest.mark.parametrize("interval", ["", "soon", "-8ms", "8", "0ms", "9999999999ms"])
def test_an_interval_that_cant_be_read_is_taken_to_be_the_slowest(tmp_path: Path, interval: str) -> None:
    assert polled(usb(tmp_path, interval), USB) == Polled(UNKNOWN_MS, "assumed")


def test_without_a_usb_port_nobody_tells(tmp_path: Path) -> None:
    assert polled(tmp_path / "virtual" / "input" / "input3", USB) == Polled(UNKNOWN_MS, "assumed")


def test_on_the_air_it_is_guessed_even_behind_a_usb_radio(tmp_path: Path) -> None:
    assert polled(usb(tmp_path, "1ms"), BUS_BLUETOOTH) == Polled(BLUETOOTH_MS, "assumed")
