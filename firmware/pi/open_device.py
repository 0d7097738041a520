"""A plugged-in device whose buttons are heard, whatever it is; `firmware.pi.inputs` knows no more of it."""

from __future__ import annotations

import errno
import os
from abc import ABC, abstractmethod
from collections.abc import Collection
from typing import NamedTuple

from firmware.pi.input_device import InputDevice
from firmware.pi.input_keys import Change
from firmware.pi.input_wish import Wish
from firmware.plugged import Plugged

_MOST_READ = 1 << 16


class Broken(NamedTuple):
    """Why a device can't be heard any more, in words, and by the key of its fault."""

    why: str
    fault: str


class OpenDevice(ABC):
    """A device that is heard.

    Args:
        told: which.
        hears: which of its buttons are heard.

    Attributes:
        told: which it is.
        hears: which of its buttons are heard.
        fd: is readable once it has something to tell.
        untold: presses of buttons that were nobody's: since when, and until when (ns).
        busy: whether another program had grabbed it.
        broken: why it can't be heard any more, or None.
        muted: its buttons that aren't heard, since they close and open all the time.
        overrun_at: when something it told was last lost (ns), or None.
        ready: whether a seat may have a button of it.
        news: whether what a seat's button is, or whether there is one, has changed since this was put back.
        due: when to `tend` it (ns), or None.
        lights: whether its lamps are switched by `light`.
    """

    fd: int
    lights = False

    def __init__(self, told: InputDevice, hears: Collection[int]) -> None:
        self.told = told
        self.hears = hears
        self.untold: dict[int, tuple[int, int | None]] = {}
        self.busy = False
        self.broken: Broken | None = None
        self.muted: Collection[int] = ()
        self.overrun_at: int | None = None
        self.ready = True
        self.news = False
        self.due: int | None = None

    @property
    @abstractmethod
    def down(self) -> Collection[int]:
        """The buttons that are down now."""

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
        return self.take(data)

    @abstractmethod
    def take(self, data: bytes) -> list[Change]:
        """What has changed by what it told."""

    @abstractmethod
    def button(self, wish: Wish) -> Plugged:
        """A button of it, with how unsure its stamps are."""

    @abstractmethod
    def ended(self, now: int) -> list[Change]:
        """It is heard no more: what was down is open now."""

    @abstractmethod
    def close(self) -> None:
        """Hear it no more; that ends a grab, too."""

    def tend(self, now: int) -> None:  # noqa: B027 - most have nothing to do
        """Do what is due."""

    def grab(self, wanted: bool) -> None:  # noqa: B027
        """Let nobody else hear it, or everybody again."""

    def light(self, lit: Collection[int]) -> None:  # noqa: B027
        """Light exactly the lamps of these buttons."""


class Spot(NamedTuple):
    """A seat's button that is there."""

    device: OpenDevice
    wish: Wish
    button: Plugged
