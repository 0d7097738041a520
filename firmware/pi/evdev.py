"""A device in ``/dev/input``, opened: its buttons as the kernel tells of them (drivers/input/evdev.c).

The kernel stamps a report as it has come in, by CLOCK_MONOTONIC once it is asked to. That is later than the
contact by what the device itself takes and by up to one whole interval at which it is asked, never earlier:
so the least it takes is subtracted, and the rest is how unsure the stamp is. Two buttons of one report are a
tie. To hear one takes the group ``input``.
"""

from __future__ import annotations

import ctypes
import os
import struct
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias

from firmware.pi.input_device import InputDevice, codes_in
from firmware.pi.input_keys import EV_KEY, EV_SYN, FLOOD, Change, Keys
from firmware.pi.input_wish import Wish
from firmware.pi.open_device import Broken, OpenDevice
from firmware.plugged import Plugged
from firmware.ports import Clock

Ioctl: TypeAlias = Callable[[int, int, Any], object]
"""As `fcntl.ioctl`."""

EVIOCGRAB, EVIOCSMASK, EVIOCSCLOCKID = 0x40044590, 0x40104593, 0x400445A0
EVIOCGKEY = 0x80604518
"""Of 96 bytes, a bit for each number up to KEY_MAX (include/uapi/linux/input.h)."""

_KEY_BYTES = 96


class EventDevice(OpenDevice):
    """A device of ``/dev/input`` that is heard.

    Args:
        told: which.
        hears: which of its buttons are heard.
        dev: the folder of its node.
        clock: the time.
        ioctl: asks the kernel.

    Attributes:
        grabbed: whether nobody else hears it.

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
        super().__init__(told, hears)
        self.grabbed = False
        self._clock = clock
        self._ioctl = ioctl
        self.fd = os.open(dev / told.node, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            ioctl(self.fd, EVIOCSCLOCKID, struct.pack("@i", time.CLOCK_MONOTONIC))
            opened = clock.now()
            self._mask()
            self._keys = Keys(self._held(), opened)
        except OSError:
            os.close(self.fd)
            raise

    @property
    def down(self) -> Collection[int]:
        """The buttons that are down now."""
        return self._keys.down

    def button(self, wish: Wish) -> Plugged:
        """A button of it, with how unsure its stamps are."""
        return wish.on(self.told)

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
        return codes_in(int.from_bytes(bits, "little")).intersection(self.hears)

    def take(self, data: bytes) -> list[Change]:
        """What has changed by what it told."""
        changes = self._keys.take(data)
        if self._keys.lost:
            self.overrun_at = self._clock.now()
            changes += self._keys.settle(self._held(), self.overrun_at)
        if self._keys.flooding:
            self.broken = Broken(f"sends more than {FLOOD} presses and releases a second", "flood")
        return [change for change in changes if change.code in self.hears]

    def ended(self, now: int) -> list[Change]:
        """It is heard no more: what was down is open now."""
        return self._keys.settle((), now)

    def grab(self, wanted: bool) -> None:
        """Let nobody else hear it, or everybody again.

        Never while a button is down: a console that doesn't hear it open repeats its key for ever.
        """
        if wanted == self.grabbed or (wanted and self.down):
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
