"""How a box is built: box.toml -> checked settings, every fault of the file reported at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from firmware.events import NS_PER_MS, NS_PER_US, Seat
from firmware.views import PanelId


@dataclass(frozen=True, slots=True)
class Times:
    """The box's times (all ns); the reasons stand in `firmware.contact` and `firmware.arbiter`."""

    confirm: int = 3 * NS_PER_MS
    bounce: int = 20 * NS_PER_MS
    gap: int = 2 * NS_PER_MS
    release: int = 30 * NS_PER_MS
    settle: int = 30 * NS_PER_MS
    tie: int = 500 * NS_PER_US


@dataclass(frozen=True, slots=True)
class SeatPins:
    """One seat's wires, as BCM GPIO numbers; a lamp is optional."""

    button: int
    lamp: int | None = None


@dataclass(frozen=True, slots=True)
class KnobPins:
    """The host's knob: either an encoder (``a``, ``b``) with its switch ``ok``, or three keys."""

    ok: int
    a: int | None = None
    b: int | None = None
    back: int | None = None
    up: int | None = None
    down: int | None = None


@dataclass(frozen=True, slots=True)
class PanelSettings:
    """One OLED panel: what drives it, where it is, whose it is.

    Attributes:
        driver: the controller's name.
        bus: number of the I2C bus, /dev/i2c-<bus>.
        address: 7-bit I2C address, 0x3C or 0x3D on most boards.
        rotate: quarter turns clockwise, 0..3.
        width: pixels across, before rotation.
        height: pixels down, before rotation.
        column_offset: the SH1106's first visible column: 2 on most boards, 0 on some; None for the driver's own.
        contrast: 0..255.
    """

    driver: Literal["ssd1306", "ssd1309", "sh1106"]
    bus: int = 1
    address: int = 0x3C
    rotate: int = 0
    width: int = 128
    height: int = 64
    column_offset: int | None = None
    contrast: int = 255


@dataclass(frozen=True, slots=True)
class Settings:
    """A whole box, checked: no pin twice, every pin on the header and free, no two panels at one address."""

    seats: Mapping[Seat, SeatPins]
    knob: KnobPins | None = None
    piezo: int | None = None
    panels: Mapping[PanelId, PanelSettings] = field(default_factory=dict)
    language: Literal["pl", "en"] = "pl"
    chip: str | None = None
    """Label of the GPIO chip; None looks for any Pi header's."""
    times: Times = field(default_factory=Times)
    source: str = "box.toml"
