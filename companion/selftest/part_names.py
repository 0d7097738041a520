"""What the parts of a box are called, and where their wires end on the header."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from companion.words import T, Text
from firmware.boxfile.header import nearest_ground, number_of
from firmware.boxfile.settings import PanelSettings, Settings
from firmware.events import Line
from firmware.views import PanelId

PHASES: tuple[Line, Line] = ("a", "b")
"""The two lines of an encoder."""

_HOST = {
    "ok": T("the ok button"),
    "back": T("the back key"),
    "up": T("the up key"),
    "down": T("the down key"),
    "a": T("the knob's A"),
    "b": T("the knob's B"),
}


_SHORT = {"ok": T("ok"), "back": T("back"), "up": T("up"), "down": T("down")}


def short_name_of(line: Line) -> Text | str:
    """The same for a panel's big letters."""
    return str(line) if isinstance(line, int) else _SHORT[line]


def name_of(line: Line) -> Text:
    """A seat's or the host's button, to be named in a sentence."""
    return T("button {seat}", seat=line) if isinstance(line, int) else _HOST[line]


def gpio_of(settings: Settings, line: Line) -> int | None:
    """The BCM number of a button's line."""
    if isinstance(line, int):
        return settings.seats[line].button if line in settings.seats else None
    pin: int | None = getattr(settings.knob, line, None)
    return pin


def pin(gpio: int) -> Text:
    """Where a wire ends: the header's pin and its GPIO."""
    return T("pin {pin} (GPIO {gpio})", pin=number_of(gpio), gpio=gpio)


def pin_of(settings: Settings, line: Line) -> Text:
    """Where a button's wire ends."""
    gpio = gpio_of(settings, line)
    return T("no pin") if gpio is None else pin(gpio)


def ground_near(gpio: int) -> int:
    """The ground pin next to a GPIO's."""
    return nearest_ground(number_of(gpio))


def listed(parts: Iterable[Text | str]) -> Text | str:
    """Several things, one after the other, to be named in a sentence."""
    return reduce(lambda so_far, one: T("{listed}, {one}", listed=so_far, one=one), parts)


def section_of(panel: PanelId) -> str:
    """The table of the box file that a panel stands in."""
    return "main" if panel == "main" else f"seats.{panel}"


def seats_of(about: Iterable[Line]) -> str:
    """Seats as a list of numbers: ``3, 4``."""
    return ", ".join(str(each) for each in sorted(about, key=str))


def place_of(panel: PanelSettings) -> str:
    """A panel's place in the shortest words, the same in every language: ``0x3c``, ``0x3c ch 2``."""
    return f"0x{panel.address:02x}" + ("" if panel.mux is None else f" ch {panel.channel}")


def wires_of(panel: PanelSettings) -> Text:
    """A panel's place in a sentence."""
    if panel.mux is None:
        return T("address {address} on bus {bus}", address=f"0x{panel.address:02X}", bus=panel.bus)
    return T(
        "address {address} on channel {channel} of the mux",
        address=f"0x{panel.address:02X}",
        channel=panel.channel,
    )
