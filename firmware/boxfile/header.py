"""The Pi's 40-pin header, as one table: what each pin is.

The same on every Pi with 40 pins (all but the first two models). Source: the header's picture in Raspberry
Pi's documentation (computers/raspberry-pi, "GPIO and the 40-pin header").
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from math import dist


@dataclass(frozen=True, slots=True)
class HeaderPin:
    """One pin of the header.

    Attributes:
        number: where it is, 1..40: odd numbers are the row towards the middle of the board, 1 is at the end
            with the square solder pad, away from the USB sockets.
        name: what is printed on a pin-out card: ``3V3``, ``5V``, ``GND`` or ``GPIO17``.
        gpio: BCM number; None for power and ground.
    """

    number: int
    name: str
    gpio: int | None


_NAMES = (
    "3V3", "5V",
    "GPIO2", "5V",
    "GPIO3", "GND",
    "GPIO4", "GPIO14",
    "GND", "GPIO15",
    "GPIO17", "GPIO18",
    "GPIO27", "GND",
    "GPIO22", "GPIO23",
    "3V3", "GPIO24",
    "GPIO10", "GND",
    "GPIO9", "GPIO25",
    "GPIO11", "GPIO8",
    "GND", "GPIO7",
    "GPIO0", "GPIO1",
    "GPIO5", "GND",
    "GPIO6", "GPIO12",
    "GPIO13", "GND",
    "GPIO19", "GPIO16",
    "GPIO26", "GPIO20",
    "GND", "GPIO21",
)  # fmt: skip
"""As the pins stand side by side on the header, odd numbers on the left."""

HEADER: Mapping[int, HeaderPin] = {
    number: HeaderPin(number, name, int(name[4:]) if name.startswith("GPIO") else None)
    for number, name in enumerate(_NAMES, start=1)
}
"""Every pin by its number.

GPIO 2 and 3 have 1.8 kOhm to 3.3 V on the board besides. No GPIO of the header decides how a Pi boots unless
its owner has programmed it so, but 0 and 1 are asked for a HAT's EEPROM then, and 3 wakes a halted Pi.
"""

GROUNDS: tuple[int, ...] = tuple(number for number, pin in HEADER.items() if pin.name == "GND")
"""Numbers of the eight ground pins; any of them is as good as another, but for the length of the wire."""

PULLED_UP = range(9)
"""GPIOs that are pulled up from power-on until something sets them otherwise; those above are pulled down, by
some 50 kOhm either way.

Sources: BCM2835 and BCM2711 ARM Peripherals, "Alternative Function Assignments", column "Pull"; RP1
Peripherals, pads of bank 0 at reset.
"""

CONSOLE: Mapping[int, str] = {14: "TXD", 15: "RXD"}
"""GPIOs of the serial console: Raspberry Pi OS has one there unless Bluetooth takes that UART or there is a
connector for it: on a Pi 1, 2 and a Zero without W. SPI and 1-Wire are off until switched on.

Source: Raspberry Pi documentation, "Configure UARTs" and ``enable_uart``.
"""

_NUMBERS: Mapping[int, int] = {pin.gpio: number for number, pin in HEADER.items() if pin.gpio is not None}


def number_of(gpio: int) -> int:
    """Where a GPIO is on the header: its pin's number, 1..40.

    Args:
        gpio: BCM number, 0..27.

    Raises:
        KeyError: the header has no such GPIO.
    """
    return _NUMBERS[gpio]


def nearest_ground(number: int, taken: Collection[int] = ()) -> int:
    """The number of the ground pin closest to a pin; of two equally far, the lower.

    Args:
        number: a pin of the header, 1..40.
        taken: ground pins that are in use already, not all of them.
    """
    free = [ground for ground in GROUNDS if ground not in taken]
    return min(free, key=lambda ground: (dist(_place(number), _place(ground)), ground))


def _place(number: int) -> tuple[int, int]:
    """Where a pin is along and across the header, in pitches of 2.54 mm."""
    return divmod(number - 1, 2)
