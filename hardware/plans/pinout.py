"""The Pi's header as one looks at it, with a box's wires in their colours: where is pin 1, where 31?"""

from __future__ import annotations

from collections.abc import Mapping

from firmware.boxfile.header import HEADER, HeaderPin
from firmware.boxfile.settings import Settings
from firmware.boxfile.wiring import Colour, Wire, wires
from hardware.plans.paper import FAINT, Paper

PAINT: Mapping[Colour, str] = {
    Colour.BLACK: "#000000",
    Colour.BLUE: "#0066ff",
    Colour.BROWN: "#895956",
    Colour.GREEN: "#00b400",
    Colour.GREY: "#999999",
    Colour.LIGHT_BLUE: "#a0dfff",
    Colour.ORANGE: "#ff8000",
    Colour.PINK: "#ff66cc",
    Colour.RED: "#ff0000",
    Colour.TURQUOISE: "#00cccc",
    Colour.VIOLET: "#8000ff",
    Colour.WHITE: "#ffffff",
    Colour.YELLOW: "#ffff00",
}
"""How each insulation is drawn; much as WireViz does it."""

TOP, PITCH, LEFT, RIGHT = 84.0, 25.0, 540.0, 565.0
"""Where the pins are: the first row's y, from row to row, the x of odd and of even numbers."""


def svg(settings: Settings) -> str:
    """The drawing of one box."""
    paper = Paper(900, 640, f"{settings.source}: the 40-pin header and its wires")
    paper.words((20, 30), f"{settings.source}: wires of the header, seen from above", size=16, bold=True)
    paper.words((20, 52), "SD card up, USB down; numbers are the header's, GPIO in brackets", colour=FAINT)
    _pi(paper)
    used = {wire.pin.number: wire for wire in wires(settings)}
    paper.box((LEFT - 14, TOP - 15), (RIGHT - LEFT + 28, 19 * PITCH + 30), fill="#3a3a3a", corner=3)
    for number, pin in HEADER.items():
        _pin(paper, pin, used.get(number))
    paper.words(
        (20, 604),
        ("A black core: the wire has a ring of black tape at both ends. Small grey pins stay free.",
         "Pin 1 is square here, as its solder pad is under the Pi."),
        colour=FAINT,
    )  # fmt: skip
    return paper.svg()


def _pi(paper: Paper) -> None:
    """The whole board, small, to find the header and its end with pin 1."""
    left, top, width, height = 40.0, 110.0, 190.0, 290.0
    paper.box((left, top), (width, height), fill="#e4f2e4", corner=10)
    for x, y in ((12, 12), (width - 12, 12), (12, 208), (width - 12, 208)):
        paper.disc((left + x, top + y), 5)
    paper.box((left + 60, top - 8), (70, 34), fill="#cccccc")
    paper.words((left + 95, top - 16), "SD card", anchor="middle")
    for x in (16, 76, 134):
        paper.box((left + x, top + height - 46), (42, 56), fill="#cccccc")
    paper.words((left + width / 2, top + height + 30), "USB, network (not on a Zero)", anchor="middle")
    paper.box((left - 6, top + 24), (22, 26), fill="#cccccc")
    paper.words((left + 22, top + 42), "power", size=12)
    header = left + width - 34
    paper.box((header, top + 24), (22, 172), fill="#3a3a3a", corner=2)
    paper.box((header + 2.5, top + 27), (7, 7), fill="#ffd75e", edge="none")
    paper.words((header - 6, top + 36), "pin 1", anchor="end", size=12)
    paper.words((header - 6, top + 192), "pin 39", anchor="end", size=12)
    paper.words((left + width + 8, top + 36), "2", size=12)
    paper.words((left + width + 8, top + 192), "40", size=12)


def _pin(paper: Paper, pin: HeaderPin, wire: Wire | None) -> None:
    """One pin, and what goes there."""
    odd = pin.number % 2 == 1
    x, y = LEFT if odd else RIGHT, TOP + (pin.number - 1) // 2 * PITCH
    away = -1 if odd else 1
    with paper.part(f"pin-{pin.number}"):
        if wire is not None:
            paper.wire((x, y), (x + away * 48, y), colour=PAINT[wire.colour], ringed=wire.ringed)
        size, fill = (7.0, "#ffd75e") if wire is not None else (4.0, "#bbbbbb")
        if pin.number == 1:
            paper.box((x - size, y - size), (2 * size, 2 * size), fill=fill, thick=1)
        else:
            paper.disc((x, y), size, fill=fill, thick=1)
        if wire is not None:
            paper.words((x + away * 62, y + 5), str(pin.number), anchor="middle", bold=True)
            paper.words((x + away * 76, y + 5), _flag(wire), anchor="end" if odd else "start")


def _flag(wire: Wire) -> str:
    """What a wire is for, by which GPIO, and its colour: ``button 1 (5), light blue``."""
    gpio = "" if wire.pin.gpio is None else f" ({wire.pin.gpio})"
    ring = ", ringed" if wire.ringed else ""
    return f"{wire.flag}{gpio}, {wire.colour.words}{ring}"
