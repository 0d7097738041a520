"""The circuit as drawings: one seat's button, a lamp, the panels, the host's part, and all of it in blocks.

Part names are those of `firmware.boxfile.wiring`, with n for the seat's number; the values' reasons stand in
`hardware/circuit/README.md`. Needs schemdraw, whose own SVG writer keeps text as text; what is made
inside its `with` is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Literal, TypeAlias

import schemdraw
from schemdraw import elements as elm

schemdraw.use("svg")
schemdraw.svgconfig.text = "text"

CABLE = "#888888"
"""The colour of what is in a cable."""

Point: TypeAlias = tuple[float, float]
Align: TypeAlias = Literal["left", "center", "right"]


def _cable(start: Point, length: float, words: str) -> None:
    """A wire that is part of the seat's cable, dashed and grey."""
    elm.Line().at(start).right(length).linestyle("--").color(CABLE).label(words, fontsize=10)


def _box(lower_left: Point, upper_right: Point, style: str = "-") -> None:
    """A rectangle; a dotted one is grey."""
    (left, bottom), (right, top) = lower_left, upper_right
    frame = elm.Rect(corner1=(left, bottom), corner2=(right, top)).at((0, 0)).theta(0).linestyle(style)
    if style != "-":
        frame.color(CABLE)


def _frame(lower_left: Point, upper_right: Point, words: str) -> None:
    """A dotted frame round what is in one place, with the place's name in its upper left corner."""
    _box(lower_left, upper_right, ":")
    name = elm.Label().at((lower_left[0] + 0.3, upper_right[1] - 0.7)).theta(0)
    name.label(words, fontsize=13, halign="left")


def _words(at: Point, words: str, size: float = 11, align: Align = "center") -> None:
    lower = (at[0], at[1] - 0.15)  # labels stand a little high
    elm.Label().at(lower).theta(0).label(words, fontsize=size, halign=align, valign="center")


def _chip(lower_left: Point, upper_right: Point, name: str, pins: Mapping[str, Point]) -> None:
    """A rectangle with its pins' names inside, each by where on the edge it is."""
    (left, bottom), (right, top) = lower_left, upper_right
    _box(lower_left, upper_right)
    _words(((left + right) / 2, (bottom + top) / 2), name)
    for pin, (x, y) in pins.items():
        if x == left:
            _words((x + 0.25, y), pin, align="left")
        elif x == right:
            _words((x - 0.25, y), pin, align="right")
        else:
            _words((x, y + (0.45 if y == bottom else -0.45)), pin)


def _supply(at: Point, words: str) -> None:
    elm.Vdd().at(at).theta(0).label(words, fontsize=11)


def _ground(at: Point) -> None:
    elm.Ground().at(at).theta(0)


def _line(*points: Point) -> None:
    """A wire through these points."""
    for start, end in pairwise(points):
        elm.Line().at(start).to(end)


def button() -> None:
    """A seat's button: what stands in the box, the pair in the cable, what stands in the puck."""
    elm.Tag(width=2.0).at((0, 0)).left().label("GPIO", fontsize=12)
    elm.Resistor().at((0, 0)).right().label("Rn 1 kΩ")
    node = (3.0, 0.0)
    elm.Dot().at(node)
    elm.Resistor().at(node).up(2.6).label("R1n 10 kΩ", loc="bottom")
    elm.Vdd().at((3.0, 2.6)).label("3.3 V of the Pi")
    elm.Line().at(node).right(2.0)
    _cable((5.0, 0.0), 4.0, "1")
    _cable((5.0, -4.0), 4.0, "2")
    elm.Line().at((5.0, -4.0)).left(2.0)
    elm.Ground().at((3.0, -4.0))
    _words((7.0, -2.2), "one pair,\ntwisted,\nJn to Xn")
    elm.Line().at((9.0, 0.0)).right(2.0)
    elm.Dot().at((11.0, 0.0))
    elm.Capacitor().at((11.0, 0.0)).down(4.0).label("Cn\n100 nF", loc="top")
    elm.Dot().at((11.0, -4.0))
    elm.Line().at((9.0, -4.0)).right(5.0)
    elm.Line().at((11.0, 0.0)).right(3.0)
    elm.Resistor().at((14.0, 0.0)).down(2.0).label("R2n 22 Ω", loc="bottom")
    elm.Button().at((14.0, -2.0)).down(2.0).label("Sn", loc="bottom")
    _frame((-2.6, -5.4), (5.6, 4.8), "in the box")
    _frame((8.4, -5.4), (16.8, 4.8), "in the puck")


def lamp() -> None:
    """A lamp: 5 V through the fuse and the cable, back through one channel of the array."""
    elm.Tag(width=2.0).at((-1.0, 0)).left().label("GPIO", fontsize=12)
    _line((-1.0, 0), (1.5, 0))
    pins = {"k": (1.5, 0.0), "19-k": (5.9, 0.0), "10 COM": (3.7, 2.4), "9 GND": (3.7, -2.4)}
    _chip((1.5, -2.4), (5.9, 2.4), "U1", pins)
    _ground((3.7, -2.4))
    elm.Tag(width=2.0).at((-1.0, 5.2)).left().label("5 V", fontsize=12)
    elm.Fuse().at((-1.0, 5.2)).right(3.0).label("F1 0.75 A")
    _line((2.0, 5.2), (9.0, 5.2))
    _line((3.7, 2.4), (3.7, 5.2))
    elm.Dot().at((3.7, 5.2))
    elm.Dot().at((7.0, 5.2))
    elm.Capacitor(polar=True).at((7.0, 5.2)).down(2.0).label("C61\n100 µF", loc="bottom")
    _ground((7.0, 3.2))
    _line((5.9, 0), (9.0, 0))
    _cable((9.0, 5.2), 4.6, "4")
    _cable((9.0, 0.0), 4.6, "5")
    _words((11.3, 2.6), "one pair, twisted,\nJn to Xn")
    _words((3.7, -0.9), "k is the channel\nof lamp n", 10)
    _line((13.6, 5.2), (15.0, 5.2))
    elm.Resistor().at((15.0, 5.2)).down(2.4).label("in the lamp", loc="bottom")
    elm.LED().at((15.0, 2.8)).down(2.8).label("Hn", loc="bottom")
    _line((15.0, 0), (13.6, 0))
    _frame((-3.6, -4.0), (9.4, 7.6), "in the box")
    _frame((13.2, -4.0), (18.2, 7.6), "in the puck")


def panels() -> None:
    """The panels: the mux on the Pi's bus, a channel of it for each panel, and a cable for each seat's."""
    five, sda, scl, ground, reset = 4.5, 3.0, 1.5, 0.0, -1.7
    pins = {"2  5V": (3.4, five), "3  SDA": (3.4, sda), "5  SCL": (3.4, scl), "6  GND": (3.4, ground)}
    pins["GPIO mux reset"] = (3.4, reset)
    _chip((0, -2.6), (3.4, 5.5), "Pi          ", pins)
    _line((3.4, ground), (4.2, ground))
    _ground((4.2, ground))
    _regulator(five)
    left, right, top, bottom = 11.0, 15.2, 5.5, -3.4
    pins = {
        "SDA": (left, sda), "SCL": (left, scl), "A0 A1 A2": (left, ground), "RST": (left, reset),
        "SDc": (right, sda), "SCc": (right, scl), "SD6": (right, -1.6), "SC6": (right, -2.7),
        "VIN": ((left + right) / 2, top), "GND": ((left + right) / 2, bottom),
    }  # fmt: skip
    _chip((left, bottom), (right, top), "U2\nTCA9548A\nat 0x70", pins)
    for height in (sda, scl, reset):
        _line((3.4, height), (left, height))
    _line((left, ground), (left - 0.9, ground))
    _ground((left - 0.9, ground))
    _ground(((left + right) / 2, bottom))
    _supply(((left + right) / 2, top), "3V3P")
    _main_panel(right, -1.6, -2.7)
    _seat_panel(right, (sda, scl))
    _frame((-1.0, -9.8), (18.4, 10.4), "in the box")
    _frame((22.2, -9.8), (28.4, 10.4), "in the puck")


def _regulator(five: float) -> None:
    """From 5 V through the fuse to the panels' own 3.3 V, called 3V3P."""
    height = 7.6
    _line((3.4, five), (4.4, five), (4.4, height))
    elm.Fuse().at((4.4, height)).right(2.4).label("F1")
    pins = {"in": (6.8, height), "out": (10.6, height), "GND": (8.7, height - 1.6)}
    _chip((6.8, height - 1.6), (10.6, height + 0.8), "U3", pins)
    _ground((8.7, height - 1.6))
    _line((10.6, height), (11.6, height))
    _supply((11.6, height), "3V3P")


def _main_panel(right: float, sda: float, scl: float) -> None:
    """The main panel hangs on channel 6; where that is a seat's, on the bus before the mux."""
    top = -5.8
    pins = {"VCC": (12.0, top), "GND": (14.0, top), "SCL": (15.7, top), "SDA": (16.9, top)}
    _chip((11.2, top - 3.2), (17.7, top), "D0, main OLED\nat 0x3C", pins)
    _line((right, sda), (16.9, sda), (16.9, top))
    _line((right, scl), (15.7, scl), (15.7, top))
    _supply((12.0, top + 0.8), "3V3P")
    _line((12.0, top + 0.8), (12.0, top))
    _line((14.0, top), (14.0, top + 1.0), (14.7, top + 1.0))
    _ground((14.7, top + 1.0))
    _words(
        (6.2, top - 1.6),
        "In the eight-seat box channel 6\nis a seat's: D0 hangs on the Pi's\nSDA and SCL there, at 0x3D.",
    )


def large() -> None:
    """A 2.42-inch panel with seven pins: what its reset line, CS and DC need."""
    left, top = 6.0, 5.0
    pins = {
        name: (left, top - 0.9 - 1.1 * at)
        for at, name in enumerate(("VCC", "SDA", "SCL", "RES", "DC", "CS", "GND"))
    }
    _chip((left, top - 8.4), (left + 5.0, top), "      D0\n      SSD1309", pins)
    height = {name: y for name, (_, y) in pins.items()}
    for name in ("SDA", "SCL"):
        _line((left, height[name]), (left - 4.0, height[name]))
        _words((left - 4.2, height[name]), name, align="right")
    node = (left - 2.4, height["RES"])
    _line((left, height["RES"]), node)
    elm.Dot().at(node)
    _line((left, height["VCC"]), (left - 5.8, height["VCC"]))
    _supply((left - 5.8, height["VCC"]), "3.3 V")
    rail = left - 5.8
    elm.Dot().at((rail, height["VCC"]))
    _line((rail, height["VCC"]), (rail, height["RES"]))
    elm.Resistor().at((rail, height["RES"])).to(node).label("R80 10 kΩ")
    elm.Capacitor(polar=True).at(node).down(2.2).label("C80\n10 µF", loc="bottom")
    _ground((node[0], node[1] - 2.2))
    for name in ("DC", "CS", "GND"):
        _line((left, height[name]), (left - 0.9, height[name]))
    _line((left - 0.9, height["DC"]), (left - 0.9, height["GND"]))
    _ground((left - 0.9, height["GND"]))
    _words(
        (left - 5.6, height["GND"] - 2.0),
        "DC to ground: address 0x3C. DC to VCC: 0x3D.\nC80 close to the panel; + at RES.",
        align="left",
    )


def _seat_panel(right: float, lines: tuple[float, float]) -> None:
    """From a channel of the mux through the cable to a seat's panel."""
    (sda, scl), vcc, ground = lines, lines[0] + 1.8, lines[1] - 1.8
    _line((right, sda), (18.0, sda))
    _line((right, scl), (18.0, scl))
    _line((17.0, vcc), (18.0, vcc))
    _supply((17.0, vcc), "3V3P")
    _line((17.0, ground), (18.0, ground))
    _ground((17.0, ground))
    for contact, height in {"8": vcc, "3": sda, "7": scl, "6": ground}.items():
        _cable((18.0, height), 4.6, contact)
        _line((22.6, height), (23.6, height))
    _words((20.3, ground - 1.4), "pairs 3-6 and 7-8,\nJn to Xn; c is the\nchannel of seat n")
    pins = {"VCC": (23.6, vcc), "SDA": (23.6, sda), "SCL": (23.6, scl), "GND": (23.6, ground)}
    _chip((23.6, ground - 1.0), (27.6, vcc + 1.0), "         Dn, OLED\n         at 0x3C", pins)


def host() -> None:
    """Knob, its switch, the off button, piezo and jumper: all inside the box."""
    rows = (
        ("A", 1, "10 nF", "E1: A"),
        ("B", 2, "10 nF", "E1: B"),
        ("ok", 3, "100 nF", "E1: push"),
        ("off", 7, "100 nF", "S57"),
    )
    for at, (name, number, capacitor, contact) in enumerate(rows):
        y = -3.6 * at
        elm.Tag(width=2.6).at((0, y)).left().label(f"GPIO {name}", fontsize=11)
        elm.Resistor().at((0, y)).right().label(f"R5{number} 1 kΩ")
        elm.Dot().at((3.0, y))
        elm.Resistor().at((3.0, y)).up(1.9).label(f"R6{number}\n10 kΩ", loc="bottom")
        elm.Vdd().at((3.0, y + 1.9)).label("3.3 V", fontsize=9)
        elm.Line().at((3.0, y)).right(2.6)
        elm.Dot().at((5.6, y))
        elm.Capacitor().at((5.6, y)).down(1.6).label(f"C5{number} {capacitor}", loc="bottom")
        elm.Ground().at((5.6, y - 1.6))
        elm.Line().at((5.6, y)).right(3.4)
        elm.Button().at((9.0, y)).right(2.0).label(contact)
    elm.Line().at((11.0, 0)).to((11.0, -10.8))
    elm.Ground().at((11.0, -10.8))
    y = -14.6
    elm.Tag(width=2.6).at((0, y)).left().label("GPIO piezo", fontsize=11)
    elm.Resistor().at((0, y)).right().label("R41 330 Ω")
    elm.Line().at((3.0, y)).right(2.6)
    elm.Crystal().at((5.6, y)).right(3.0).label("BZ1, passive piezo")
    elm.Line().at((8.6, y)).right(2.4)
    elm.Ground().at((11.0, y))
    y = -17.8
    elm.Tag(width=2.6).at((0, y)).left().label("GPIO jumper", fontsize=11)
    elm.Line().at((0, y)).right(3.0)
    elm.Dot(open=True).at((3.0, y))
    elm.Dot(open=True).at((3.8, y))
    elm.Resistor().at((3.8, y)).right(3.0).label("R7n 1 kΩ")
    elm.Line().at((6.8, y)).right(1.4)
    _words((5.0, y - 1.4), "goes to the line of button n, between Rn and Jn:\none resistor a seat")
    _words((3.4, y + 0.6), "JP1")


def blocks() -> None:
    """All of it: what hangs on what."""

    def block(left: float, bottom: float, words: str, size: tuple[float, float] = (4.4, 2.0)) -> None:
        _box((left, bottom), (left + size[0], bottom + size[1]))
        _words((left + size[0] / 2, bottom + size[1] / 2), words)

    def arrow(start: Point, end: Point, words: str = "") -> None:
        elm.Line().at(start).to(end).label(words, fontsize=9)

    block(0, 0, "Raspberry Pi", (3.6, 12.6))
    rows = {
        10.6: ("F1 fuse, U3 regulator", "5 V"),
        8.0: ("R1n, Rn of each button", "a GPIO each"),
        5.4: ("U1 transistor array", "a GPIO each"),
        2.8: ("U2 mux", "SDA, SCL"),
    }
    for bottom, (words, carried) in rows.items():
        block(7.0, bottom, words)
        arrow((3.6, bottom + 1.0), (7.0, bottom + 1.0), carried)
    block(7.0, 0.0, "D0 main OLED")
    arrow((9.2, 2.8), (9.2, 2.0))
    block(7.0, -3.0, "E1 knob, S57 off,\nBZ1 piezo, JP1")
    elm.Line().at((1.8, 0)).to((1.8, -2.0))
    arrow((1.8, -2.0), (7.0, -2.0), "a GPIO each")
    block(15.2, 2.8, "Jn\nsocket of\nseat n", (2.4, 9.8))
    for bottom, carried in ((10.6, "5 V, 3.3 V"), (8.0, "button"), (5.4, "lamp"), (2.8, "SDA, SCL")):
        arrow((11.4, bottom + 1.0), (15.2, bottom + 1.0), carried)
    _cable((17.6, 7.7), 3.4, "network cable")
    block(21.0, 2.8, "puck of seat n:\nXn, button Sn,\nlamp Hn, panel Dn", (4.6, 9.8))


DRAWINGS: Mapping[str, Callable[[], None]] = {
    draw.__name__: draw for draw in (blocks, button, lamp, panels, large, host)
}
"""Every drawing by its file's name in `hardware/circuit`."""


def svg(name: str) -> str:
    """One drawing as SVG.

    Raises:
        KeyError: there is no such drawing.
    """
    with schemdraw.Drawing(show=False) as drawing:
        drawing.config(fontsize=12, bgcolor="white")
        DRAWINGS[name]()
    return str(drawing.get_imagedata("svg"), "utf-8")
