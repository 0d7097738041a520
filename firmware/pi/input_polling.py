"""How often a plugged-in device is asked for its buttons, which is how unsure its stamps are.

A USB device doesn't call; the machine asks it, as often as it wishes to be asked, and the kernel tells that
in sysfs (drivers/usb/core/endpoint.c). An xHCI controller, that of a Pi 4 and 5 and of any laptop, asks
devices of full and low speed at powers of two of a millisecond only, so rather more often
(drivers/usb/host/xhci-mem.c, xhci_parse_frame_interval: 10 ms become 8). usbhid's parameters ``jspoll`` and
``kbpoll`` change nothing there, so they are not looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

By: TypeAlias = Literal["usb", "assumed", "head"]
"""Who told: its USB port, or nobody; a button head looks by itself."""

UNKNOWN_MS = 10.0
"""What the slowest usual devices ask for."""

BLUETOOTH_MS = 50.0
"""A guess, not a measurement: controllers send every 10 to 15 ms, and again what was lost on the air."""

BUS_BLUETOOTH = 5

_LOW_AND_FULL = ("1.5", "12")
"""Mbit/s."""


class Polled(NamedTuple):
    """How often a device is asked (ms), and by whom that was told."""

    ms: float
    by: By


def polled(device: Path, bus: int) -> Polled:
    """How often a device is asked.

    Args:
        device: its folder in sysfs, every link of the path followed.
        bus: the kernel's number of the kind of bus it is on (include/uapi/linux/input.h).
    """
    if bus == BUS_BLUETOOTH:
        return Polled(BLUETOOTH_MS, "assumed")
    for folder in device.parents:
        if (folder / "bInterfaceNumber").exists():
            return _asked(folder)
    return Polled(UNKNOWN_MS, "assumed")


def _asked(interface: Path) -> Polled:
    intervals = [_milliseconds(text(end / "interval")) for end in _ends(interface)]
    ms = max(filter(None, intervals), default=None)
    if ms is None:
        return Polled(UNKNOWN_MS, "assumed")
    if text(interface.parent / "speed") in _LOW_AND_FULL and _on_xhci(interface):
        ms = float(1 << (int(ms).bit_length() - 1)) if ms >= 1 else ms
    return Polled(ms, "usb")


def _ends(interface: Path) -> Iterator[Path]:
    """The endpoints it is asked at."""
    for end in interface.glob("ep_*"):
        if (text(end / "type"), text(end / "direction")) == ("Interrupt", "in"):
            yield end


def _milliseconds(interval: str) -> float | None:
    found = re.fullmatch("([0-9]{1,9})(us|ms)", interval)
    return None if found is None else int(found[1]) / (1 if found[2] == "ms" else 1000)


def _on_xhci(interface: Path) -> bool:
    """Whether its bus's controller is one; the driver is called xhci_hcd on PCI, else xhci-hcd."""
    hubs = [folder for folder in interface.parents if re.fullmatch("usb[0-9]+", folder.name)]
    return any((hub.parent / "driver").resolve().name.startswith("xhci") for hub in hubs)


def text(file: Path) -> str:
    """What a file of sysfs says; nothing if it is gone."""
    try:
        return file.read_text(errors="replace").strip()
    except OSError:
        return ""
