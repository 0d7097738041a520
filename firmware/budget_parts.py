"""The parts of `firmware.budget`: how late each can make a stamp, and how that is known."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from firmware.events import NS_PER_MS, NS_PER_US, Between


class Kind(StrEnum):
    """How a button is joined to the box."""

    PIN = "pin"
    """To a pin, with 100 nF across it, as hardware/circuit says."""
    BARE = "bare"
    """To a pin, with nothing across it."""
    USB = "usb"
    """A button of a device that is plugged in and polled; two of them are on the same device."""
    HEAD = "head"
    """To a Pico as button head; two of them to the same."""
    PHONE = "phone"
    """A phone's page; two of them are two phones, not known to be alike."""
    KEY = "key"
    """A key of the desk's keyboard, as its window hears it."""


class Shape(StrEnum):
    """How a part's lateness is spread between its bounds."""

    UNIFORM = "uniform"
    """Anywhere alike."""
    NORMAL = "normal"
    """About the middle; 99.9 % within the bounds."""
    TAIL = "tail"
    """Mostly hardly more than the least, seldom much: exponential, 99.9 % within the bounds."""


class How(StrEnum):
    """How bounds are known."""

    MEASURED = "measured"
    CITED = "cited"
    ASSUMED = "assumed"


class Varies(StrEnum):
    """From what to what it varies: the GUM's random and systematic parts, kept apart."""

    PRESS = "press to press"
    """Random."""
    BUTTON = "button to button"
    """Systematic: each has its own, and keeps it."""
    DEVICE = "device to device"
    """Systematic, and the same for all buttons of a device: it cancels between them."""
    BOX = "box to box"
    """Systematic, and the same for all of a box's pins: it cancels, and nobody at that box can see it."""
    FINGER = "before the contact"
    """Told, but no part of what is claimed."""
    LATER = "after the stamp"
    """The same: it has no influence on a ruling."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part.

    Attributes:
        name: what it is.
        late: by how much it makes a stamp late at least, and at most (ns); less than 0: early. Of what comes
            after the stamp: how long it takes usually, and at most or in 99 of 100.
        how: how that is known; what was measured says by which command.
        source: by what.
        kinds: of which buttons.
        varies: from what to what.
        shape: how it lies between its bounds.
        looped: whether a loop-back on the box itself measures it.
    """

    name: str
    late: Between
    how: How
    source: str
    kinds: tuple[Kind, ...] = ()
    varies: Varies = Varies.LATER
    shape: Shape = Shape.UNIFORM
    looped: bool = False

    @property
    def shared(self) -> bool:
        """Whether it cancels between two buttons of its kind."""
        return self.varies in {Varies.DEVICE, Varies.BOX}


_PINS = (Kind.PIN, Kind.BARE)
_KERNEL = (*_PINS, Kind.USB)
_EDGES = "`make bench-fairness ARGS=--defaults`"

BUDGET: tuple[Part, ...] = (
    Part(
        "the finger and the button's travel",
        (5 * NS_PER_MS, 21 * NS_PER_MS),
        How.CITED,
        "reckoned for 2.3 mm at a finger's 10 to 140 m/s²: http://www.cy384.com/blog/finger-latency.html; of "
        "an arcade button nothing was found",
        (Kind.PIN, Kind.BARE, Kind.USB, Kind.HEAD, Kind.KEY),
        Varies.FINGER,
    ),
    Part(
        "the capacitor empties, until the pin is low",
        (900, 3_600),
        How.CITED,
        "computed of 100 nF ± 10 %, 22 Ω ± 5 % and the thresholds of data sheets: "
        "hardware/circuit/README.md, *The edge when it closes*",
        (Kind.PIN,),
        Varies.BUTTON,
    ),
    Part(
        "the contact bounces before the kernel's thread has run: a later edge takes the stamp's place",
        (0, 478 * NS_PER_US),
        How.MEASURED,
        f"{_EDGES}: 19,600 bouncing presses; 99 in 100 within 78 µs, 999 in 1,000 within 166, the worst "
        "478, the interrupt in it",
        (Kind.BARE,),
        Varies.PRESS,
        Shape.TAIL,
    ),
    Part(
        "the capacitor empties through contact and wire alone",
        (0, 5 * NS_PER_US),
        How.ASSUMED,
        "what a contact resists, with 100 nF: hardware/head/README.md, firmware/pi/head_clock.py",
        (Kind.HEAD,),
        Varies.BUTTON,
    ),
    Part(
        "the device's own scan and debounce",
        (0, 10 * NS_PER_MS),
        How.ASSUMED,
        "devices differ much: Wimmer and others, *On the Latency of USB-Connected Input Devices*, CHI 2019; "
        "`pierwszy check loopback` measures one's own",
        (Kind.USB,),
        Varies.DEVICE,
    ),
    Part(
        "until it is asked",
        (0, 10 * NS_PER_MS),
        How.CITED,
        "the slowest usual interval; the port says it: firmware/pi/input_polling.py",
        (Kind.USB,),
        Varies.PRESS,
    ),
    Part(
        "the glass: how long a touch screen takes",
        (5 * NS_PER_MS, 35 * NS_PER_MS),
        How.ASSUMED,
        "`touch` in the box's file; published are whole answers only, of 54 to 168 ms to the picture: "
        "https://rcrwireless.com/20140115/uncategorized/agawi-puts-touch-screens-to-the-test",
        (Kind.PHONE,),
        Varies.BUTTON,
    ),
    Part(
        "a key until it is scanned and asked for",
        (0, 10 * NS_PER_MS),
        How.ASSUMED,
        "companion/app/desk_table.py",
        (Kind.KEY,),
        Varies.PRESS,
    ),
    Part(
        "the interrupt, at its usual",
        (3_800, 11 * NS_PER_US),
        How.CITED,
        "on a Pi 1 3.8 µs (https://github.com/gkaindl/linux-gpio-irq-latency-test), or 9 to 11 "
        "(https://jjackowski.wordpress.com/2013/03/01/raspberry-pi-linux-interrupt-latency-10μs/); 4.5 on a "
        "Pi 4 (https://github.com/rascol/PPS-Client); of a Pi 5 nothing measured was found",
        _PINS,
        Varies.BOX,
    ),
    Part(
        "the interrupt, when the processor is at something else",
        (0, 16 * NS_PER_US),
        How.MEASURED,
        f"{_EDGES}: 999 in 1,000 of 14,700 stamps within 15.4 µs, the worst 105 on a machine that others "
        "use, too. On a Pi 3, of 86,400 in a day: 999 in 1,000 within 10 µs, the worst 16 (PPS-Client, "
        "client/pps-client.md)",
        (Kind.PIN, Kind.USB),
        Varies.PRESS,
        Shape.TAIL,
        looped=True,
    ),
    Part(
        "the header's pins share one interrupt and are served one after the other, lowest GPIO first",
        (0, 7 * NS_PER_US),
        How.ASSUMED,
        "eight at one instant, 1 µs each: bcm2835_gpio_irq_handle_bank in Linux's pinctrl-bcm2835.c, "
        "rp1_gpio_irq_handler in pinctrl-rp1.c",
        _PINS,
        Varies.BUTTON,
        looped=True,
    ),
    Part(
        "the clock's grain",
        (0, 52),
        How.CITED,
        "one tick of 19.2 MHz on a Pi 3 or Zero 2, of 54 MHz since: their device trees; edge_irq_handler in "
        "Linux's gpiolib-cdev.c",
        _KERNEL,
        Varies.PRESS,
        looped=True,
    ),
    Part(
        "the clock's pace, over a tie of 0.5 ms",
        (-138, 138),
        How.CITED,
        "NTP slews CLOCK_MONOTONIC by 500 ppm at most (MAXFREQ, include/linux/timex.h), a crystal errs by "
        "50; half of it each",
        _KERNEL,
        Varies.PRESS,
    ),
    Part(
        "the next picture of the lines",
        (-200, 1_100),
        How.MEASURED,
        "`python -m tests.head.races 10000`: 0.92 µs late to 0.13 early, in an emulated Pico whose steps "
        "are of 0.1",
        (Kind.HEAD,),
        Varies.PRESS,
    ),
    Part(
        "the head's pictures against its timer, and its clock against the box's",
        (-189 * NS_PER_US, 189 * NS_PER_US),
        How.MEASURED,
        "`make test-kernel`: bounds of 143 to 181 µs either way, and 8 µs that the head allows itself: "
        "hardware/head/README.md",
        (Kind.HEAD,),
        Varies.DEVICE,
    ),
    Part(
        "the phone's clock against the box's, over a network",
        (-8 * NS_PER_MS, 8 * NS_PER_MS),
        How.MEASURED,
        "usual: `make bench-fairness ARGS=--phones`, bounds 8 ms wide either way on four networks, 3 on a "
        "good Wi-Fi, true in all of 7,597 exchanges; each press has its own",
        (Kind.PHONE,),
        Varies.PRESS,
    ),
    Part(
        "desktop and window, two pictures",
        (0, 30 * NS_PER_MS),
        How.ASSUMED,
        "companion/app/desk_inputs.py",
        (Kind.KEY,),
        Varies.DEVICE,
    ),
)
"""In the order in which they come about."""

_BENCH = "`make bench`, on a PC"

LATER: tuple[Part, ...] = (
    Part(
        "the edge reaches the program",
        (NS_PER_MS, 173 * NS_PER_MS),
        How.MEASURED,
        f"{_EDGES}: the latest of 300,000, beside busy processes",
    ),
    Part(
        "from the first touch to the ruling: 30 ms are waited for late edges",
        (45_600_000, 98_200_000),
        How.MEASURED,
        "`make bench-fairness`: half, 99 in 100, all loads and gaps; half within 32 from gaps of 1 ms on",
    ),
    Part(
        "from there to lamps lit and screens handed over",
        (1_400_000, 2_500_000),
        How.MEASURED,
        f"{_BENCH}: half, 99 in 100",
    ),
    Part(
        "a new screen over I²C at 400 kHz; a whole picture",
        (8_400_000, 23_300_000),
        How.CITED,
        "computed: 373 bytes, 1,034, of 9 clocks each: SSD1306 data sheet, 2.5 µs a clock",
    ),
    Part(
        "or its picture in the window",
        (12 * NS_PER_MS, 20 * NS_PER_MS),
        How.MEASURED,
        f"{_BENCH}: half, 99 in 100 of 304 races",
    ),
)
"""After the stamp."""
