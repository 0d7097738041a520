"""Which plugged-in devices are heard, and which aren't, since they may not be read, flood, or are broken."""

from __future__ import annotations

import errno
import logging
import os
import select
from collections.abc import Callable, Collection
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from firmware.events import NS_PER_S
from firmware.far_clock import Clocks
from firmware.pi.evdev import EventDevice, Ioctl
from firmware.pi.input_device import InputDevice, plugged_in
from firmware.pi.input_watch import Watch
from firmware.pi.open_device import OpenDevice
from firmware.pi.pico import Head, button_heads
from firmware.ports import Clock
from firmware.times import earliest

log = logging.getLogger("pierwszy.inputs")

DEV, SYS = Path("/dev/input"), Path("/sys")

READABLE_BY_NS = 2 * NS_PER_S
"""udev gives a new device its group and mode some moments after it is there."""

REST_NS = 60 * NS_PER_S
"""A device that floods or fails isn't heard for so long, unless it is plugged in again."""

LOOK_NS = NS_PER_S
"""How often is looked what is plugged in, where the kernel can't tell."""

GONE = (errno.ENODEV, errno.ENXIO, errno.ENOENT)


def devices(sys: Path) -> list[InputDevice]:
    """All plugged-in devices that have buttons."""
    return [*plugged_in(sys), *button_heads(sys)]


def input_devices(dev: Path = DEV, sys: Path = SYS) -> tuple[InputDevice, ...]:
    """The plugged-in devices that have buttons, and why one can't be heard."""
    return tuple(replace(told, why_not=_why_not(told, dev)) for told in devices(sys))


def _why_not(told: InputDevice, dev: Path) -> str:
    if told.polled_by == "head":  # to open its port would darken the lamps of whoever plays
        port = dev.parent / told.node
        return "" if os.access(port, os.R_OK | os.W_OK) else os.strerror(errno.EACCES)
    node = dev / told.node
    try:
        os.close(os.open(node, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC))
    except OSError as fault:
        return fault.strerror or str(fault)
    return ""


class Resting(NamedTuple):
    """A device that isn't heard: why, by the key of its fault, and until when (ns)."""

    told: InputDevice
    fault: str
    until: int


class Roster:
    """The devices that are plugged in.

    Args:
        dev: the devices' folder.
        sys: where sysfs is mounted.
        clock: the time.
        poll: waits for those that are heard, and for others to come.
        ioctl: asks the kernel.
        clocks: reads its clocks.

    Attributes:
        heard: those that are heard, by their nodes.
        resting: those that aren't for a while.
        complains: whether devices that may not be read are worth a warning.
    """

    def __init__(  # noqa: PLR0917
        self,
        dev: Path,
        sys: Path,
        clock: Clock,
        poll: select.poll,
        ioctl: Ioctl,
        clocks: Callable[[], Clocks],
    ) -> None:
        self.heard: dict[str, OpenDevice] = {}
        self.resting: dict[str, Resting] = {}
        self.complains = True
        self._dev, self._sys, self._clock, self._poll = dev, sys, clock, poll
        self._ioctl, self._clocks = ioctl, clocks
        self._denied: dict[str, int | None] = {}
        self._watch: Watch | None = None
        try:
            self._watch = Watch(dev)
            poll.register(self._watch.fd, select.POLLIN)
        except OSError as fault:
            log.warning("what is plugged in is looked for every second, the kernel can't tell: %s", fault)

    def due(self) -> int | None:
        """When to `look` if nothing happens (ns)."""
        return earliest(
            *(resting.until for resting in self.resting.values()),
            *(None if since is None else since + READABLE_BY_NS for since in self._denied.values()),
            self._clock.now() + LOOK_NS if self._watch is None else None,
        )

    def look(self, hears: Callable[[InputDevice], Collection[int]]) -> list[OpenDevice]:
        """See what is plugged in, and hear those of its buttons.

        Returns:
            Those that aren't heard any more.
        """
        if self._watch is not None:
            self._watch.drain()
        now = self._clock.now()
        there = {told.node: told for told in devices(self._sys) if hears(told)}
        numbers = {name: told.number for name, told in there.items()}
        gone = [
            device
            for name, device in self.heard.items()
            if numbers.get(name) != device.told.number or hears(device.told) != device.hears
        ]
        for device in gone:
            self.drop(device)
        for name, resting in list(self.resting.items()):
            if numbers.get(name) != resting.told.number or now >= resting.until:
                del self.resting[name]
        for name, told in there.items():
            if name not in self.heard and name not in self.resting:
                self._open(told, hears(told), now)
        self._denied = {name: since for name, since in self._denied.items() if name in there}
        self._complain(now)
        return gone

    def drop(self, device: OpenDevice, why: str = "", fault: str = "unplugged") -> None:
        """Hear a device no more; one that is to be blamed for it rests."""
        self._poll.unregister(device.fd)
        device.close()
        del self.heard[device.told.node]
        if why:
            self._rest(device.told, why, fault)

    def close(self) -> None:
        """Nothing is heard any more."""
        for device in self.heard.values():
            device.close()
        if self._watch is not None:
            self._watch.close()

    def _rest(self, told: InputDevice, why: str, fault: str) -> None:
        self.resting[told.node] = Resting(told, fault, self._clock.now() + REST_NS)
        of = told.name, told.device
        log.warning("%s at %s %s; not heard for a minute, or until plugged in again", *of, why)

    def _open(self, told: InputDevice, hears: Collection[int], now: int) -> None:
        name = told.node
        device: OpenDevice
        try:
            if told.polled_by == "head":
                device = Head(told, self._dev.parent, self._clock, self._clocks)
            else:
                device = EventDevice(told, hears, self._dev, self._clock, self._ioctl)
        except PermissionError:
            self._denied.setdefault(name, now)
        except OSError as fault:
            if fault.errno not in GONE:
                busy = fault.errno == errno.EBUSY
                self._rest(told, f"can't be opened: {fault}", "grabbed" if busy else "unplugged")
        else:
            self._denied.pop(name, None)
            self.heard[name] = device
            self._poll.register(device.fd, select.POLLIN)

    def _complain(self, now: int) -> None:
        """Say which devices stay unreadable, once."""
        late = [
            name
            for name, since in self._denied.items()
            if since is not None and now - since >= READABLE_BY_NS
        ]
        if late:
            self._denied |= dict.fromkeys(late)
            level = logging.WARNING if self.complains else logging.INFO
            log.log(level, "can't be read: %s; expected to be in the group input", ", ".join(late))
