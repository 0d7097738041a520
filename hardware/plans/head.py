"""A Pico as button head (hardware/head), seen from above: which pin is which button's, which lamp's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from firmware.boxfile.settings import Settings
from firmware.boxfile.wiring import SEAT_COLOURS, Colour
from firmware.button_codes import LINES, number_of
from firmware.events import Seat
from firmware.plugged import HEAD
from hardware.plans.legs import BOARD, DARK, GOLD, METAL
from hardware.plans.looks import capacitor, resistor
from hardware.plans.paper import FAINT, INK, Anchor, Paper
from hardware.plans.pinout import PAINT

_ROWS = (
    "GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15",
    "GP16 GP17 GND GP18 GP19 GP20 GP21 GND GP22 RUN GP26 GP27 GND GP28 ADC_VREF 3V3 3V3_EN GND VSYS VBUS",
)
PINS = [name for row in _ROWS for name in row.split()]
"""Pins 1 to 40, of which 33 is AGND. Source: Raspberry Pi Pico Datasheet, 2.1, Pico pinout."""

FIRST_LINE, FIRST_LAMP = 2, 10
"""The GPIOs of line 1 and of its lamp, as hardware/head/head.h has them; the others follow."""

Lines: TypeAlias = Mapping[int, Seat]
"""Whose button is on each line in use, 1 to 8."""

ALL: Lines = {line: line for line in range(1, 9)}

TOP, PITCH, LEFT, RIGHT = 96.0, 26.0, 350.0, 516.0
"""The first row's y, from row to row, the x of pins 1 to 20 and of the others."""

RAIL = 76.0
"""How far left the ground is, and beyond the right pins as far as fits."""

BLACK = PAINT[Colour.BLACK]


def heads(settings: Settings) -> Mapping[str, Lines]:
    """Every button head a box file names, and whose buttons are on it."""
    found: dict[str, dict[int, Seat]] = {}
    for seat, button in settings.inputs.items():
        if button is not None and button.input.partition("-")[0] == HEAD:
            found.setdefault(button.input, {})[number_of(button.code) - LINES.start + 1] = seat
    return found


def svg(lines: Lines = ALL, title: str = "A Pico as button head") -> str:
    """The drawing of one head; its parts are ``line-3``, ``lamp-3`` and ``ground``."""
    paper = Paper(900, 680, title)
    paper.words((20, 30), f"{title}, seen from above", size=16, bold=True)
    paper.words((20, 52), "USB up; small grey pins stay free", colour=FAINT)
    _board(paper)
    _ground(paper, lines)
    for line, seat in lines.items():
        with paper.part(f"line-{line}"):
            _way(paper, pin_of(FIRST_LINE + line - 1), seat, f"button {seat}, 100 nF", ringed=False)
        with paper.part(f"lamp-{line}"):
            _way(paper, pin_of(FIRST_LAMP + line - 1), seat, f"470 Ω, lamp {seat}", ringed=True)
    _button(paper)
    _lamp(paper)
    grounds = [str(pin) for pin, name in enumerate(PINS, start=1) if name == "GND"]
    paper.words(
        (20, 640),
        (f"Ground may be any of pins {', '.join(grounds)}: all are one. Lamps can be left out. The Pico's",
         "3.3 V and 5 V go nowhere. A black core: the wire has a ring of black tape at both ends."),
        colour=FAINT,
    )  # fmt: skip
    return paper.svg()


def pin_of(gpio: int) -> int:
    """The board's pin of a GPIO."""
    return PINS.index(f"GP{gpio}") + 1


def _place(pin: int) -> tuple[float, float, int]:
    """Where a pin is, and to which side its wire leaves: -1 is left."""
    return (LEFT, TOP + (pin - 1) * PITCH, -1) if pin <= 20 else (RIGHT, TOP + (40 - pin) * PITCH, 1)


def _board(paper: Paper) -> None:
    paper.box((LEFT - 14, TOP - 30), (RIGHT - LEFT + 28, 19 * PITCH + 52), fill=BOARD, corner=8)
    middle = (LEFT + RIGHT) / 2
    paper.box((middle - 26, TOP - 42), (52, 40), fill=METAL)
    paper.words((middle, TOP - 18), "USB", anchor="middle", size=12)
    paper.disc((middle, TOP + 12), 9)
    paper.words((middle, TOP + 36), "BOOTSEL", anchor="middle", size=11)
    paper.box((middle - 22, TOP + 9 * PITCH - 22), (44, 44), fill=DARK)
    paper.words((middle, TOP + 9 * PITCH + 4), "RP2040", anchor="middle", size=10, colour="white")
    for pin, name in enumerate(PINS, start=1):
        x, y, _ = _place(pin)
        paper.disc((x, y), 4, fill="#bbbbbb", thick=1)
        if name in {"GP0", "VBUS"}:  # two corners, to count from
            _number(paper, pin, colour=FAINT)


def _number(paper: Paper, pin: int, name: str = "", colour: str = INK) -> None:
    """A pin's number beside it on the board, and what it is called."""
    x, y, away = _place(pin)
    anchor: Anchor = "end" if away > 0 else "start"
    paper.words((x - away * 11, y + 4), str(pin), anchor=anchor, size=11, bold=bool(name), colour=colour)
    paper.words((x - away * 29, y + 4), name, anchor=anchor, size=11)


def _ground(paper: Paper, lines: Lines) -> None:
    """The wire all buttons and lamps share, and a pin it goes to on each side in use."""
    used = [pin_of(first + line - 1) for line in lines for first in (FIRST_LINE, FIRST_LAMP)]
    left, right = ([pin for pin in used if (pin <= 20) is at_left] for at_left in (True, False))
    with paper.part("ground"):
        for ground, side in ((3, left), (23, right)):
            if side:
                x, y, away = _place(ground)
                rail, last = _rail(away), max(_place(pin)[1] for pin in side)
                paper.wire((x, y), (rail, y), (rail, last), colour=BLACK)
                paper.disc((x, y), 7, fill=GOLD, thick=1)
                _number(paper, ground, "GND")
                paper.words((rail, y - 10), "ground", anchor="middle", size=12)


def _rail(away: int) -> float:
    return RAIL if away < 0 else RIGHT + LEFT - RAIL


def _way(paper: Paper, pin: int, seat: Seat, words: str, *, ringed: bool) -> None:
    """From a pin through what `words` says to ground."""
    x, y, away = _place(pin)
    near, far = x + away * 90, x + away * 220
    paper.wire((x, y), (near, y), colour=PAINT[SEAT_COLOURS[seat]], ringed=ringed)
    paper.wire((far, y), (_rail(away), y), colour=BLACK)
    paper.disc((_rail(away), y), 4, fill=INK)
    paper.box((min(near, far), y - 10), (130, 20), fill="white", corner=5)
    paper.words(((near + far) / 2, y + 4), words, anchor="middle", size=12)
    paper.disc((x, y), 7, fill=GOLD, thick=1)
    _number(paper, pin, PINS[pin - 1])


def _button(paper: Paper) -> None:
    """What a button's chip stands for."""
    paper.box((560, 80), (320, 170), edge="#dddddd", thick=1, corner=6)
    paper.words((574, 104), "Each button", bold=True)
    paper.wire((622, 150), (730, 150), colour=PAINT[Colour.LIGHT_BLUE])
    paper.wire((622, 210), (730, 210), colour=BLACK)
    capacitor(paper, 672, 150, 210)
    paper.words((614, 155), "pin", anchor="end")
    paper.words((614, 215), "GND", anchor="end")
    paper.words((650, 184), "100 nF", anchor="end", size=12)
    paper.box((764, 128), (92, 104), fill=DARK, corner=6)
    for y, name in ((150.0, "NO"), (210.0, "COM")):
        paper.box((730, y - 5), (34, 10), fill=METAL)
        paper.words((772, y + 5), name, colour="white", bold=True)
    paper.words((574, 242), "Close to the switch; NC stays free.", size=11.5, colour=FAINT)


def _lamp(paper: Paper) -> None:
    """What a lamp's chip stands for."""
    paper.box((560, 264), (320, 150), edge="#dddddd", thick=1, corner=6)
    paper.words((574, 288), "Each lamp, if you like", bold=True)
    paper.wire((622, 340), (660, 340), colour=PAINT[Colour.LIGHT_BLUE], ringed=True)
    resistor(paper, 660, 340, "470 Ω")
    paper.wire((704, 340), (752, 340), colour=INK)
    paper.wire((780, 340), (826, 340), colour=BLACK)
    paper.disc((766, 340), 15, fill="#ffc9bd")
    paper.line((778, 331), (778, 349), thick=4)
    paper.words((614, 345), "pin", anchor="end")
    paper.words((834, 345), "GND")
    paper.words((742, 376), "long leg", anchor="end", size=12)
    paper.words((786, 376), "short leg, flat", size=12)
    paper.words((574, 404), "4 mA at most; more by a transistor.", size=11.5, colour=FAINT)
