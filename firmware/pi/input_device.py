"""A plugged-in device with buttons: what sysfs tells of it, and its node in ``/dev/input``, opened.

What it is called, where it is plugged in and which buttons it has sysfs tells everybody; to hear them its
node must be opened, which takes the group ``input``.
"""

from __future__ import annotations

import ctypes
import errno
import os
import re
import struct
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

from firmware.button_codes import BUTTONS, name_of
from firmware.pi.input_keys import EV_KEY, EV_SYN, EVENT, Change, Keys
from firmware.pi.input_lamps import REDS
from firmware.pi.input_polling import BUS_BLUETOOTH, By, polled, text
from firmware.plugged import port_of
from firmware.ports import Clock

Ioctl: TypeAlias = Callable[[int, int, Any], object]
"""As `fcntl.ioctl`."""

EVIOCGRAB, EVIOCSMASK, EVIOCSCLOCKID = 0x40044590, 0x40104593, 0x400445A0
EVIOCGKEY = 0x80604518
"""Of 96 bytes, a bit for each number up to KEY_MAX (include/uapi/linux/input.h)."""

_KEY_BYTES = 96
_MOST_READ = 512 * EVENT.size
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
        return not any(code.startswith("BTN_") for code in self.codes)


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
    return _set(bits)


def _set(bits: int) -> set[int]:
    return {code for code in BUTTONS if bits >> code & 1}


def _printable(file: Path) -> str:
    shown = "".join(sign if sign.isprintable() else " " for sign in text(file))
    return " ".join(shown.split())[:80]


class OpenDevice:
    """A device whose buttons are heard.

    Args:
        told: which.
        hears: which of its buttons are heard.
        dev: the folder of its node.
        clock: the time.
        ioctl: asks the kernel.

    Attributes:
        told: which it is.
        hears: which of its buttons are heard.
        fd: is readable once it has something to tell.
        keys: which buttons are down.
        untold: presses of buttons that were nobody's: since when, and until when (ns).
        grabbed: whether nobody else hears it.
        busy: whether another program had grabbed it.
        overrun_at: when the kernel last lost something it told (ns), or None.

    Raises:
        OSError: it can't be opened, or is none.
    """

    def __init__(
        self,
        told: InputDevice,
        hears: Collection[int],
        dev: Path,
        clock: Clock,
        ioctl: Ioctl,
    ) -> None:
        self.told = told
        self.hears = hears
        self.untold: dict[int, tuple[int, int | None]] = {}
        self.grabbed = False
        self.busy = False
        self.overrun_at: int | None = None
        self._clock = clock
        self._ioctl = ioctl
        self.fd = os.open(dev / told.node, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            ioctl(self.fd, EVIOCSCLOCKID, struct.pack("@i", time.CLOCK_MONOTONIC))
            opened = clock.now()
            self._mask()
            self.keys = Keys(self._held(), opened)
        except OSError:
            os.close(self.fd)
            raise

    def _mask(self) -> None:
        """Hear of these buttons only.

        What else is typed is nobody's business; sticks that tremble wake nobody nor fill its buffer.
        """
        for kind, codes in ((EV_SYN, {EV_KEY}), (EV_KEY, self.hears)):
            wanted = sum(1 << code for code in codes)
            bits = ctypes.create_string_buffer(wanted.to_bytes(_KEY_BYTES, "little"))
            with suppress(OSError):  # before Linux 4.4 there was none
                mask = struct.pack("=IIQ", kind, _KEY_BYTES, ctypes.addressof(bits))
                self._ioctl(self.fd, EVIOCSMASK, mask)

    def _held(self) -> set[int]:
        """The buttons that are down; what the kernel has to tell of buttons and wasn't read is forgotten."""
        bits = bytearray(_KEY_BYTES)
        self._ioctl(self.fd, EVIOCGKEY, bits)
        return _set(int.from_bytes(bits, "little")).intersection(self.hears)

    def hear(self) -> list[Change]:
        """What has changed since.

        Raises:
            OSError: it is gone, or broken.
        """
        try:
            data = os.read(self.fd, _MOST_READ)
        except BlockingIOError:
            return []
        if not data:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
        changes = self.keys.take(data)
        if self.keys.lost:
            self.overrun_at = self._clock.now()
            changes += self.keys.settle(self._held(), self.overrun_at)
        return [change for change in changes if change.code in self.hears]

    def grab(self, wanted: bool) -> None:
        """Let nobody else hear it, or everybody again.

        Never while a button is down: a console that doesn't hear it open repeats its key for ever.
        """
        if wanted == self.grabbed or (wanted and self.keys.down):
            self.busy &= wanted
            return
        try:
            self._ioctl(self.fd, EVIOCGRAB, int(wanted))
        except OSError:
            self.busy = wanted
        else:
            self.grabbed, self.busy = wanted, False

    def close(self) -> None:
        """Hear it no more; that ends a grab, too."""
        os.close(self.fd)
