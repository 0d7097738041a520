"""Buttons of devices that are plugged in: which it is, and how unsure what it tells is.

Unlike a pin such a button has no seat by itself. A box file may give it one; else whoever presses it at *Who
plays?* takes a seat with it, which is remembered by the device's port and the button's name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from firmware.events import Seat, Within

KEYS: Seat = 0
"""In a seat's place: of all seats that have no button but a key, at a desk."""

WINDOW = "window"
"""The device of keys of which nothing is known but when the window was told of them."""


@dataclass(frozen=True, slots=True)
class Plugged:
    """A button of a device that was plugged in.

    Attributes:
        code: what the kernel calls the button: ``"BTN_TRIGGER"`` (include/uapi/linux/input-event-codes.h).
        within: how unsure its stamps are; ``within.of`` is the device, by the port it is plugged in,
            ``"usb-0000:01:00.0-1.2/input0"``, or a button head's serial number, ``"pico-E6616407E3512B2F"``.
        name: what the device calls itself.
        here: False of one that is remembered, but not plugged in now.
    """

    code: str
    within: Within
    name: str = ""
    here: bool = True

    @property
    def device(self) -> str:
        """The device, by its port."""
        return self.within.of


HEAD = "pico"
"""Any button head (hardware/head); a certain one is ``pico-`` and its serial number."""


PHONE = "phone"
"""Any phone; a certain one's page is ``phone-`` and eight hexadecimal digits."""

PICO_PINS = (4, 5, 6, 7, 9, 10, 11, 12)
"""Of a head's lines 1 to 8, which are GP2 to GP9. Source: Raspberry Pi Pico Datasheet, 2.1, Pico pinout."""


@dataclass(frozen=True, slots=True)
class HeadLine:
    """A line of a button head: its number, 1 to 8, and where its button's wire ends on the Pico."""

    line: int

    @property
    def gp(self) -> str:
        """Its GPIO: ``"GP4"``."""
        return f"GP{self.line + 1}"

    @property
    def pin(self) -> int:
        """That one's pin."""
        return PICO_PINS[self.line - 1]


def head_line(code: str | int) -> HeadLine | None:
    """Which line of a head a button is; None: it is of another device."""
    found = re.fullmatch("LINE([1-8])", str(code))
    return None if found is None else HeadLine(int(found[1]))


def line_of(device: str, code: str) -> str:
    """What a box file has of a button."""
    if (of_head := head_line(code)) is not None:
        return f'button = {{ head = "{device}", line = {of_head.line} }}'
    return f'button = {{ input = "{device}", code = "{code}" }}'


def port_of(device: str) -> str:
    """Where a device is plugged in: ``"usb-0000:01:00.0-1.2"``, whichever part of what is there it is.

    A button head is the same wherever it is plugged in: ``"pico"``, whichever one it is.
    """
    return HEAD if device.startswith(f"{HEAD}-") else device.partition("/input")[0]


@dataclass(frozen=True, slots=True)
class Found:
    """A button was found that the loop should know of.

    Attributes:
        button: the button.
        seat: whose it is, now that its device is there and tells how unsure it is; None: it is nobody's, and
            was pressed.
    """

    button: Plugged
    seat: Seat | None
