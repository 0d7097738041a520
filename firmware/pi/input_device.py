"""A plugged-in device with buttons: what it is called, where it is plugged in and which buttons it has.

That sysfs tells everybody; to hear them its node must be opened (`firmware.pi.evdev`).
"""

from __future__ import annotations

import re
import struct
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from firmware.button_codes import BUTTONS, name_of
from firmware.pi.input_lamps import REDS
from firmware.pi.input_polling import BUS_BLUETOOTH, By, polled, text
from firmware.plugged import port_of

_LONG_BITS = 8 * struct.calcsize("@l")

BUS_HOST = 0x19
"""What is soldered to the machine: its power button, buttons on GPIOs."""

_NEVER = {116, 142, 143, 205, 356, *range(0x140, 0x150)}
"""KEY_POWER, KEY_SLEEP, KEY_WAKEUP, KEY_SUSPEND, KEY_POWER2; BTN_TOOL_*, BTN_TOUCH and a stylus's."""

_BUZZ = set(range(0x2C0, 0x2D4))
"""BTN_TRIGGER_HAPPY1 to 20: all that a Buzz! set has, a red one and four to answer with for each of four."""

_TYPING = {*range(16, 26), 28}
"""KEY_Q to KEY_P and KEY_ENTER: what has them all is for writing."""

_POINTING = {0x110, 0x145, 0x14A}
"""BTN_LEFT, BTN_TOOL_FINGER, BTN_TOUCH: what has one of them is a mouse, touchpad or touchscreen."""


@dataclass(frozen=True, slots=True)
class InputDevice:
    """A plugged-in device that has buttons, as sysfs tells of it.

    Attributes:
        device: which it is, by its port: ``"usb-0000:01:00.0-1.2/input0"``; what is on no port goes by its
            serial number or name. A second one of the same is ``"...#2"``.
        name: what it calls itself.
        node: its node in ``/dev/input``.
        poll_ms: how often it is asked, ms.
        polled_by: who told that.
        buttons: the numbers of its buttons that may be a seat's.
        desk: whether it is a keyboard for writing or a part of one, as its keys for volume are, or points:
            what a desk needs for itself.
        number: which of all devices since the machine was started it is.
        folder: the folder in sysfs of what it is an input of: a HID device has its lamps there.
        why_not: why it can't be heard; empty if it can, or nobody has tried.
    """

    device: str
    name: str
    node: str
    poll_ms: float
    polled_by: By
    buttons: frozenset[int]
    desk: bool
    number: int
    folder: Path
    why_not: str = ""

    @property
    def codes(self) -> tuple[str, ...]:
        """What the kernel calls its buttons."""
        return tuple(name_of(code) for code in sorted(self.buttons))

    @property
    def port(self) -> str:
        """Where it is plugged in, whichever part of a device it is."""
        return port_of(self.device)

    @property
    def keyed(self) -> bool:
        """Whether all it has are keys."""
        return not any(code.startswith(("BTN_", "LINE")) for code in self.codes)


def plugged_in(sys: Path) -> list[InputDevice]:
    """The devices that have buttons which may be a seat's, in the order in which they were plugged in."""
    found = list(_plugged_in(sys))
    keyboards = {told.port for told in found if told.buttons >= _TYPING}
    return [replace(told, desk=told.desk or (told.keyed and told.port in keyboards)) for told in found]


def _plugged_in(sys: Path) -> Iterator[InputDevice]:
    same: Counter[str] = Counter()
    found = [(event, (event / "device").resolve()) for event in (sys / "class/input").glob("event*")]
    for event, device in sorted(found, key=lambda each: _number(each[1])):
        bus = _hex(text(device / "id/bustype"))
        keys = _keys(text(device / "capabilities/key"))
        if bus == BUS_HOST or not keys - _NEVER:
            continue
        name, serial = _printable(device / "name"), _printable(device / "uniq")
        # Of what is on Bluetooth ``phys`` is the machine's own radio, the same for all.
        port = serial if bus == BUS_BLUETOOTH and serial else _printable(device / "phys")
        # What begins with # would be a comment in a script.
        which = "_".join((port or serial or name).lstrip("# ").split()) or event.name
        same[which] += 1
        if same[which] > 1:
            which += f"#{same[which]}"
        buttons = frozenset(keys - _NEVER if keys != _BUZZ else REDS)
        desk, folder = keys >= _TYPING or not keys.isdisjoint(_POINTING), device.parent.parent
        how = polled(device, bus)
        yield InputDevice(which, name[:40], event.name, *how, buttons, desk, _number(device), folder)


def _number(device: Path) -> int:
    found = re.search("[0-9]+$", device.name)
    return int(found[0]) if found else 0


def _hex(digits: str) -> int:
    return int(digits, 16) if re.fullmatch("[0-9a-f]{1,16}", digits) else 0


def _keys(words: str) -> set[int]:
    """The keys of a bitmap as sysfs writes it: words as long as a long of whoever reads, the last first."""
    bits = 0
    for word in words.split():
        bits = bits << _LONG_BITS | _hex(word)
    return codes_in(bits)


def codes_in(bits: int) -> set[int]:
    """The buttons of a bitmap."""
    return {code for code in BUTTONS if bits >> code & 1}


def _printable(file: Path) -> str:
    shown = "".join(sign if sign.isprintable() else " " for sign in text(file))
    return " ".join(shown.split())[:80]
