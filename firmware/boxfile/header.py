"""The Pi's 40-pin header, as one table: what each pin is, and what else its GPIO can do.

The same on every Pi with 40 pins (all but the first two models). Sources: the header's picture and the table
of alternative functions in Raspberry Pi's documentation (computers/raspberry-pi, "GPIO and the 40-pin
header"), the pulls of the data sheets: BCM2835 ARM Peripherals, table 6-31, and RP1 Peripherals, table 4.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from math import dist
from typing import Literal, TypeAlias

Pull: TypeAlias = Literal["up", "down"]


@dataclass(frozen=True, slots=True)
class HeaderPin:
    """One pin of the header.

    Attributes:
        number: where it is, 1..40: odd numbers are the row towards the middle of the board, 1 is at the end
            with the square solder pad, away from the USB sockets.
        name: what is printed on a pin-out card: ``3V3``, ``5V``, ``GND`` or ``GPIO17``.
        gpio: BCM number; None for power and ground.
        pull: which way a resistor inside the Pi pulls it from power-on until a program takes it.
        role: what the board or a common overlay uses it for; empty if for nothing.
        pwm: whether it can be driven by hardware PWM.
    """

    number: int
    name: str
    gpio: int | None = None
    pull: Pull | None = None
    role: str = ""
    pwm: bool = False


def _gpio(number: int, gpio: int, role: str = "", *, pwm: bool = False) -> HeaderPin:
    return HeaderPin(number, f"GPIO{gpio}", gpio, "up" if gpio <= 8 else "down", role, pwm)


HEADER: Mapping[int, HeaderPin] = {
    pin.number: pin
    for pin in (
        HeaderPin(1, "3V3"), HeaderPin(2, "5V"),
        _gpio(3, 2, "I2C1 SDA"), HeaderPin(4, "5V"),
        _gpio(5, 3, "I2C1 SCL"), HeaderPin(6, "GND"),
        _gpio(7, 4, "1-Wire"), _gpio(8, 14, "UART TXD"),
        HeaderPin(9, "GND"), _gpio(10, 15, "UART RXD"),
        _gpio(11, 17), _gpio(12, 18, "I2S clock", pwm=True),
        _gpio(13, 27), HeaderPin(14, "GND"),
        _gpio(15, 22), _gpio(16, 23),
        HeaderPin(17, "3V3"), _gpio(18, 24),
        _gpio(19, 10, "SPI0 MOSI"), HeaderPin(20, "GND"),
        _gpio(21, 9, "SPI0 MISO"), _gpio(22, 25),
        _gpio(23, 11, "SPI0 SCLK"), _gpio(24, 8, "SPI0 CE0"),
        HeaderPin(25, "GND"), _gpio(26, 7, "SPI0 CE1"),
        _gpio(27, 0, "ID EEPROM SDA"), _gpio(28, 1, "ID EEPROM SCL"),
        _gpio(29, 5), HeaderPin(30, "GND"),
        _gpio(31, 6), _gpio(32, 12, pwm=True),
        _gpio(33, 13, pwm=True), HeaderPin(34, "GND"),
        _gpio(35, 19, "I2S frame", pwm=True), _gpio(36, 16),
        _gpio(37, 26), _gpio(38, 20, "I2S data in"),
        HeaderPin(39, "GND"), _gpio(40, 21, "I2S data out"),
    )
}  # fmt: skip
"""Every pin by its number; two on a line stand side by side on the header, odd ones on the left.

GPIO 2 and 3 have 1.8 kOhm to 3.3 V on the board besides. No GPIO of the header decides how a Pi boots unless
its owner has programmed it so, but 0 and 1 are asked for a HAT's EEPROM then, and 3 wakes a halted Pi.
"""

GROUNDS: tuple[int, ...] = tuple(number for number, pin in HEADER.items() if pin.name == "GND")
"""Numbers of the eight ground pins; any of them is as good as another, but for the length of the wire."""

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
