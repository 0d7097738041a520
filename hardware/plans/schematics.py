"""The circuit as drawings: one seat's button, a lamp, the panels, the host's part, and all of it in blocks.

Part names are those of `firmware.boxfile.wiring`, with n for the seat's number; the values' reasons stand in
`hardware/circuit/README.md`. Needs schemdraw, whose own SVG writer keeps text as text.
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

Maker: TypeAlias = Callable[[schemdraw.Drawing], None]
Point: TypeAlias = tuple[float, float]
Align: TypeAlias = Literal["left", "center", "right"]


def _cable(drawing: schemdraw.Drawing, start: Point, length: float, words: str) -> None:
    """A wire that is part of the seat's cable, dashed and grey."""
    drawing.add(elm.Line().at(start).right(length).linestyle("--").color(CABLE).label(words, fontsize=10))


def _box(drawing: schemdraw.Drawing, lower_left: Point, upper_right: Point, style: str = "-") -> None:
    """A rectangle; a dotted one is grey."""
    (left, bottom), (right, top) = lower_left, upper_right
    frame = elm.Rect(corner1=(left, bottom), corner2=(right, top)).at((0, 0)).theta(0).linestyle(style)
    drawing.add(frame if style == "-" else frame.color(CABLE))


def _frame(drawing: schemdraw.Drawing, lower_left: Point, upper_right: Point, words: str) -> None:
    """A dotted frame round what is in one place, with the place's name in its upper left corner."""
    _box(drawing, lower_left, upper_right, ":")
    drawing.add(
        elm.Label().at((lower_left[0] + 0.3, upper_right[1] - 0.7)).theta(0).label(
            words, fontsize=13, halign="left"
        )
    )  # fmt: skip


def _words(
    drawing: schemdraw.Drawing, at: Point, words: str, size: float = 11, align: Align = "center"
) -> None:
    lower = (at[0], at[1] - 0.15)  # labels stand a little high
    drawing.add(elm.Label().at(lower).theta(0).label(words, fontsize=size, halign=align, valign="center"))


def _chip(
    drawing: schemdraw.Drawing, lower_left: Point, upper_right: Point, name: str, pins: Mapping[str, Point]
) -> None:
    """A rectangle with its pins' names inside, each by where on the edge it is."""
    (left, bottom), (right, top) = lower_left, upper_right
    _box(drawing, lower_left, upper_right)
    _words(drawing, ((left + right) / 2, (bottom + top) / 2), name)
    for pin, (x, y) in pins.items():
        if x == left:
            _words(drawing, (x + 0.25, y), pin, align="left")
        elif x == right:
            _words(drawing, (x - 0.25, y), pin, align="right")
        else:
            _words(drawing, (x, y + (0.45 if y == bottom else -0.45)), pin)


def _supply(drawing: schemdraw.Drawing, at: Point, words: str) -> None:
    drawing.add(elm.Vdd().at(at).theta(0).label(words, fontsize=11))


def _ground(drawing: schemdraw.Drawing, at: Point) -> None:
    drawing.add(elm.Ground().at(at).theta(0))


def _line(drawing: schemdraw.Drawing, *points: Point) -> None:
    """A wire through these points."""
    for start, end in pairwise(points):
        drawing.add(elm.Line().at(start).to(end))


def button(drawing: schemdraw.Drawing) -> None:
    """A seat's button: what stands in the box, the pair in the cable, what stands in the puck."""
    drawing.add(elm.Tag(width=2.0).at((0, 0)).left().label("GPIO", fontsize=12))
    drawing.add(elm.Resistor().at((0, 0)).right().label("Rn 1 kΩ"))
    node = (3.0, 0.0)
    drawing.add(elm.Dot().at(node))
    drawing.add(elm.Resistor().at(node).up(2.6).label("R1n 10 kΩ", loc="bottom"))
    drawing.add(elm.Vdd().at((3.0, 2.6)).label("3.3 V of the Pi"))
    drawing.add(elm.Line().at(node).right(2.0))
    _cable(drawing, (5.0, 0.0), 4.0, "1")
    _cable(drawing, (5.0, -4.0), 4.0, "2")
    drawing.add(elm.Line().at((5.0, -4.0)).left(2.0))
    drawing.add(elm.Ground().at((3.0, -4.0)))
    _words(drawing, (7.0, -2.2), "one pair,\ntwisted,\nJn to Xn")
    drawing.add(elm.Line().at((9.0, 0.0)).right(2.0))
    drawing.add(elm.Dot().at((11.0, 0.0)))
    drawing.add(elm.Capacitor().at((11.0, 0.0)).down(4.0).label("Cn\n100 nF", loc="top"))
    drawing.add(elm.Dot().at((11.0, -4.0)))
    drawing.add(elm.Line().at((9.0, -4.0)).right(5.0))
    drawing.add(elm.Line().at((11.0, 0.0)).right(3.0))
    drawing.add(elm.Resistor().at((14.0, 0.0)).down(2.0).label("R2n 22 Ω", loc="bottom"))
    drawing.add(elm.Button().at((14.0, -2.0)).down(2.0).label("Sn", loc="bottom"))
    _frame(drawing, (-2.6, -5.4), (5.6, 4.8), "in the box")
    _frame(drawing, (8.4, -5.4), (16.8, 4.8), "in the puck")


def lamp(drawing: schemdraw.Drawing) -> None:
    """A lamp: 5 V through the fuse and the cable, back through one channel of the array."""
    drawing.add(elm.Tag(width=2.0).at((-1.0, 0)).left().label("GPIO", fontsize=12))
    _line(drawing, (-1.0, 0), (1.5, 0))
    pins = {"k": (1.5, 0.0), "19-k": (5.9, 0.0), "10 COM": (3.7, 2.4), "9 GND": (3.7, -2.4)}
    _chip(drawing, (1.5, -2.4), (5.9, 2.4), "U1", pins)
    _ground(drawing, (3.7, -2.4))
    drawing.add(elm.Tag(width=2.0).at((-1.0, 5.2)).left().label("5 V", fontsize=12))
    drawing.add(elm.Fuse().at((-1.0, 5.2)).right(3.0).label("F1 0.75 A"))
    _line(drawing, (2.0, 5.2), (9.0, 5.2))
    _line(drawing, (3.7, 2.4), (3.7, 5.2))
    drawing.add(elm.Dot().at((3.7, 5.2)))
    drawing.add(elm.Dot().at((7.0, 5.2)))
    drawing.add(elm.Capacitor(polar=True).at((7.0, 5.2)).down(2.0).label("C61\n100 µF", loc="bottom"))
    _ground(drawing, (7.0, 3.2))
    _line(drawing, (5.9, 0), (9.0, 0))
    _cable(drawing, (9.0, 5.2), 4.6, "4")
    _cable(drawing, (9.0, 0.0), 4.6, "5")
    _words(drawing, (11.3, 2.6), "one pair, twisted,\nJn to Xn")
    _words(drawing, (3.7, -0.9), "k is the channel\nof lamp n", 10)
    _line(drawing, (13.6, 5.2), (15.0, 5.2))
    drawing.add(elm.Resistor().at((15.0, 5.2)).down(2.4).label("in the lamp", loc="bottom"))
    drawing.add(elm.LED().at((15.0, 2.8)).down(2.8).label("Hn", loc="bottom"))
    _line(drawing, (15.0, 0), (13.6, 0))
    _frame(drawing, (-3.6, -4.0), (9.4, 7.6), "in the box")
    _frame(drawing, (13.2, -4.0), (18.2, 7.6), "in the puck")


def panels(drawing: schemdraw.Drawing) -> None:
    """The panels: main one and mux on the Pi's bus, a channel and a cable for each seat's."""
    five, sda, scl, ground = 4.5, 3.0, 1.5, 0.0
    pins = {"2  5V": (3.4, five), "3  SDA": (3.4, sda), "5  SCL": (3.4, scl), "6  GND": (3.4, ground)}
    _chip(drawing, (0, -1.0), (3.4, 5.5), "Pi          ", pins)
    _line(drawing, (3.4, ground), (4.2, ground))
    _ground(drawing, (4.2, ground))
    _regulator(drawing, five)
    _main_panel(drawing, sda, scl)
    left, right, top, bottom = 11.0, 15.2, 5.5, -2.2
    pins = {
        "SDA": (left, sda), "SCL": (left, scl), "A0 A1 A2": (left, ground),
        "SDc": (right, sda), "SCc": (right, scl),
        "VCC": ((left + right) / 2, top), "GND": ((left + right) / 2, bottom),
    }  # fmt: skip
    _chip(drawing, (left, bottom), (right, top), "U2\nTCA9548A\nat 0x70", pins)
    _line(drawing, (3.4, sda), (left, sda))
    _line(drawing, (3.4, scl), (left, scl))
    _line(drawing, (left, ground), (left - 0.9, ground))
    _ground(drawing, (left - 0.9, ground))
    _ground(drawing, ((left + right) / 2, bottom))
    _supply(drawing, ((left + right) / 2, top), "3V3P")
    _seat_panel(drawing, right, (sda, scl))
    _frame(drawing, (-1.0, -7.4), (18.4, 10.4), "in the box")
    _frame(drawing, (22.2, -7.4), (28.4, 10.4), "in the puck")


def _regulator(drawing: schemdraw.Drawing, five: float) -> None:
    """From 5 V through the fuse to the panels' own 3.3 V, called 3V3P."""
    height = 7.6
    _line(drawing, (3.4, five), (4.4, five), (4.4, height))
    drawing.add(elm.Fuse().at((4.4, height)).right(2.4).label("F1"))
    pins = {"in": (6.8, height), "out": (10.6, height), "GND": (8.7, height - 1.6)}
    _chip(drawing, (6.8, height - 1.6), (10.6, height + 0.8), "U3", pins)
    _ground(drawing, (8.7, height - 1.6))
    _line(drawing, (10.6, height), (11.6, height))
    _supply(drawing, (11.6, height), "3V3P")


def _main_panel(drawing: schemdraw.Drawing, sda: float, scl: float) -> None:
    """The main panel hangs on the bus before the mux."""
    top = -2.4
    pins = {"SDA": (5.6, top), "SCL": (6.8, top), "VCC": (8.0, top), "GND": (9.2, top)}
    _chip(drawing, (5.0, top - 3.4), (9.8, top), "D0, main OLED\nat 0x3D", pins)
    drawing.add(elm.Dot().at((5.6, sda)))
    drawing.add(elm.Dot().at((6.8, scl)))
    _line(drawing, (5.6, sda), (5.6, top))
    _line(drawing, (6.8, scl), (6.8, top))
    _supply(drawing, (8.0, top + 0.8), "3V3P")
    _line(drawing, (8.0, top + 0.8), (8.0, top))
    _line(drawing, (9.2, top), (9.2, top + 0.8), (10.2, top + 0.8))
    _ground(drawing, (10.2, top + 0.8))


def _seat_panel(drawing: schemdraw.Drawing, right: float, lines: tuple[float, float]) -> None:
    """From a channel of the mux through the cable to a seat's panel."""
    (sda, scl), vcc, ground = lines, lines[0] + 1.8, lines[1] - 1.8
    _line(drawing, (right, sda), (18.0, sda))
    _line(drawing, (right, scl), (18.0, scl))
    _line(drawing, (17.0, vcc), (18.0, vcc))
    _supply(drawing, (17.0, vcc), "3V3P")
    _line(drawing, (17.0, ground), (18.0, ground))
    _ground(drawing, (17.0, ground))
    for contact, height in {"8": vcc, "3": sda, "7": scl, "6": ground}.items():
        _cable(drawing, (18.0, height), 4.6, contact)
        _line(drawing, (22.6, height), (23.6, height))
    _words(drawing, (20.3, ground - 1.4), "pairs 3-6 and 7-8,\nJn to Xn; c is the\nchannel of seat n")
    pins = {"VCC": (23.6, vcc), "SDA": (23.6, sda), "SCL": (23.6, scl), "GND": (23.6, ground)}
    _chip(drawing, (23.6, ground - 1.0), (27.6, vcc + 1.0), "         Dn, OLED\n         at 0x3C", pins)


def host(drawing: schemdraw.Drawing) -> None:
    """Knob, its switch, piezo: all inside the box."""
    for row, (name, end, capacitor) in enumerate(
        (("A", "1", "10 nF"), ("B", "2", "10 nF"), ("ok", "3", "100 nF"))
    ):
        y = -row * 3.6
        drawing.add(elm.Tag(width=2.6).at((0, y)).left().label(f"GPIO {name}", fontsize=11))
        drawing.add(elm.Resistor().at((0, y)).right().label(f"R5{end} 1 kΩ"))
        drawing.add(elm.Dot().at((3.0, y)))
        drawing.add(elm.Resistor().at((3.0, y)).up(1.9).label(f"R6{end}\n10 kΩ", loc="bottom"))
        drawing.add(elm.Vdd().at((3.0, y + 1.9)).label("3.3 V", fontsize=9))
        drawing.add(elm.Line().at((3.0, y)).right(2.6))
        drawing.add(elm.Dot().at((5.6, y)))
        drawing.add(elm.Capacitor().at((5.6, y)).down(1.6).label(f"C5{end} {capacitor}", loc="bottom"))
        drawing.add(elm.Ground().at((5.6, y - 1.6)))
        drawing.add(elm.Line().at((5.6, y)).right(3.4))
    drawing.add(elm.Button().at((9.0, 0)).right(2.0).label("E1: A"))
    drawing.add(elm.Button().at((9.0, -3.6)).right(2.0).label("E1: B"))
    drawing.add(elm.Button().at((9.0, -7.2)).right(2.0).label("E1: push"))
    drawing.add(elm.Line().at((11.0, 0)).to((11.0, -7.2)))
    drawing.add(elm.Ground().at((11.0, -7.2)))
    y = -11.4
    drawing.add(elm.Tag(width=2.6).at((0, y)).left().label("GPIO piezo", fontsize=11))
    drawing.add(elm.Resistor().at((0, y)).right().label("R41 330 Ω"))
    drawing.add(elm.Line().at((3.0, y)).right(2.6))
    drawing.add(elm.Crystal().at((5.6, y)).right(3.0).label("BZ1, passive piezo"))
    drawing.add(elm.Line().at((8.6, y)).right(2.4))
    drawing.add(elm.Ground().at((11.0, y)))
    y = -14.6
    drawing.add(elm.Tag(width=2.6).at((0, y)).left().label("GPIO jumper", fontsize=11))
    drawing.add(elm.Line().at((0, y)).right(3.0))
    drawing.add(elm.Dot(open=True).at((3.0, y)))
    drawing.add(elm.Dot(open=True).at((3.8, y)))
    drawing.add(elm.Resistor().at((3.8, y)).right(3.0).label("R7n 1 kΩ"))
    drawing.add(elm.Line().at((6.8, y)).right(1.4))
    _words(drawing, (5.0, y - 1.4), "goes to the line of button n, between Rn and Jn:\none resistor a seat")
    _words(drawing, (3.4, y + 0.6), "JP1")


def blocks(drawing: schemdraw.Drawing) -> None:
    """All of it: what hangs on what."""

    def block(left: float, bottom: float, words: str, size: tuple[float, float] = (4.4, 2.0)) -> None:
        _box(drawing, (left, bottom), (left + size[0], bottom + size[1]))
        _words(drawing, (left + size[0] / 2, bottom + size[1] / 2), words)

    def arrow(start: Point, end: Point, words: str = "") -> None:
        drawing.add(elm.Line().at(start).to(end).label(words, fontsize=9))

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
    arrow((3.6, 1.0), (7.0, 1.0), "SDA, SCL")
    block(7.0, -3.0, "E1 knob, BZ1 piezo, JP1")
    drawing.add(elm.Line().at((1.8, 0)).to((1.8, -2.0)))
    arrow((1.8, -2.0), (7.0, -2.0), "a GPIO each")
    block(15.2, 2.8, "Jn\nsocket of\nseat n", (2.4, 9.8))
    for bottom, carried in ((10.6, "5 V, 3.3 V"), (8.0, "button"), (5.4, "lamp"), (2.8, "SDA, SCL")):
        arrow((11.4, bottom + 1.0), (15.2, bottom + 1.0), carried)
    drawing.add(
        elm.Line().at((17.6, 7.7)).right(3.4).linestyle("--").color(CABLE).label("network cable", fontsize=10)
    )
    block(21.0, 2.8, "puck of seat n:\nXn, button Sn,\nlamp Hn, panel Dn", (4.6, 9.8))


DRAWINGS: Mapping[str, Maker] = {draw.__name__: draw for draw in (blocks, button, lamp, panels, host)}
"""Every drawing by its file's name in `hardware/circuit`."""


def svg(name: str) -> str:
    """One drawing as SVG.

    Raises:
        KeyError: there is no such drawing.
    """
    with schemdraw.Drawing(show=False) as drawing:
        drawing.config(fontsize=12, bgcolor="white")
        DRAWINGS[name](drawing)
    return str(drawing.get_imagedata("svg"), "utf-8")
