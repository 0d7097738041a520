"""What a beginner has to recognise: contacts of a button, of a socket, an address resistor, the jumper."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from firmware.boxfile.wiring import CABLE, Colour
from hardware.plans.harness import PAIRS, inner_colour
from hardware.plans.legs import BOARD, DARK, GOLD, METAL, legs
from hardware.plans.paper import FAINT, INK, Paper
from hardware.plans.pinout import PAINT

SEAT = PAINT[Colour.LIGHT_BLUE]
"""Seat 1's colour stands for every seat's."""


def resistor(paper: Paper, left: float, y: float, name: str) -> None:
    """A resistor 44 px long, lying."""
    paper.box((left, y - 7), (44, 14), fill="#f0e0c0", corner=4)
    paper.words((left + 22, y - 12), name, anchor="middle", size=12)


def capacitor(paper: Paper, x: float, top: float, bottom: float) -> None:
    """A capacitor from one wire to the other below it."""
    middle = (top + bottom) / 2
    for y in (top, bottom):
        paper.disc((x, y), 5, fill=INK)
    paper.line((x, top), (x, middle - 6), thick=2)
    paper.line((x, middle + 6), (x, bottom), thick=2)
    paper.line((x - 18, middle - 5), (x + 18, middle - 5), thick=3)
    paper.line((x - 18, middle + 5), (x + 18, middle + 5), thick=3)


def contacts() -> str:
    """An arcade button from below: which blade is which, and where its two parts are soldered."""
    paper = Paper(860, 430, "An arcade button from below")
    paper.words((20, 30), "An arcade button, seen from below (seat 1)", size=16, bold=True)
    paper.disc((650, 225), 150, fill="#f4f4f4")
    paper.box((590, 110), (120, 230), fill=DARK, corner=8)
    paper.words((650, 190), ("micro-", "switch"), anchor="middle", colour="white")
    blades = {"NO": 265.0, "COM": 315.0, "NC": 140.0}
    for name, y in blades.items():
        paper.box((556, y - 5), (34, 10), fill=METAL)
        paper.words((598, y + 5), name, colour="white", bold=True)
    paper.words((470, 120), "stays free", anchor="end", colour=FAINT)
    paper.line((552, 140), (476, 118), colour="#cccccc", thick=1)
    for y, name in ((180.0, "+"), (270.0, "-")):
        paper.box((745, y - 5), (34, 10), fill=METAL)
        paper.words((728, y + 6), name, size=18, bold=True)
    _switch_wires(paper)
    paper.wire((779, 180), (835, 180), colour=PAINT[Colour.RED])
    paper.wire((779, 270), (835, 270), colour=SEAT, ringed=True)
    paper.words((812, 168), "5 V", anchor="middle")
    paper.words((812, 292), "lamp", anchor="middle")
    paper.words((840, 60), ("two lamp contacts;", "dark? swap them"), size=12, anchor="end", colour=FAINT)
    paper.words(
        (20, 396),
        ("Read what is pressed into the plastic: the blades' places differ. A meter that beeps tells:",
         "COM and NO beep only while the button is down. COM and NC beep only while it is up."),
        colour=FAINT,
    )  # fmt: skip
    return paper.svg()


def _switch_wires(paper: Paper) -> None:
    """The button's line through R21 to NO, ground to COM, C1 from one to the other before R21."""
    paper.wire((130, 265), (400, 265), colour=SEAT)
    paper.wire((444, 265), (556, 265), colour=SEAT)
    paper.wire((130, 315), (556, 315), colour=PAINT[Colour.BLACK])
    resistor(paper, 400, 265, "R21 22 Ω")
    capacitor(paper, 320, 265, 315)
    paper.words((292, 295), "C1 100 nF", anchor="end", size=12)
    paper.words((122, 270), "button", anchor="end")
    paper.words((122, 320), "ground", anchor="end")
    paper.words(
        (20, 210), ("to socket or screw terminal J1;", "solder R21 and C1 close to the switch"), size=12
    )


def jumper() -> str:
    """JP1 with its resistors, and when its caps are on."""
    paper = Paper(860, 330, "The self-test's jumper JP1")
    paper.words((20, 30), "JP1, the self-test's jumper (six seats: six columns)", size=16, bold=True)
    paper.words((20, 88), ("from the header,", "grey: jumper"))
    paper.wire((140, 92), (640, 92), colour=PAINT[Colour.GREY])
    paper.box((210, 76), (452, 88), fill=BOARD, edge="none")
    paper.wire((140, 92), (640, 92), colour=PAINT[Colour.GREY])
    for seat in range(1, 7):
        x = 180.0 + seat * 75
        paper.wire((x, 148), (x, 180), colour=INK)
        paper.box((x - 7, 180), (14, 44), fill="#f0e0c0", corner=4)
        paper.wire((x, 224), (x, 250), colour=INK)
        paper.box((x - 13, 80), (26, 80), fill="#4a7fd0" if seat <= 5 else "none", corner=4)
        for y in (92.0, 148.0):
            paper.box((x - 5, y - 5), (10, 10), fill=GOLD)
        paper.words((x + 12, 206), f"R7{seat}", size=12)
        paper.words((x, 268), ("line of", f"button {seat}"), anchor="middle", size=12)
    paper.words((690, 90), "upper row: all joined")
    paper.words((690, 120), ("a cap over both", "rows joins them"), colour=FAINT)
    paper.words((690, 206), "1 kΩ each")
    paper.words((690, 268), ("between Rn and Jn,", "where R1n is, too"))
    paper.words(
        (20, 318), "Caps on only while the self-test asks for them. In play: all caps off.", bold=True
    )
    return paper.svg()


def address() -> str:
    """The back of a panel's board with its address resistor."""
    paper = Paper(860, 300, "The address resistor on a panel's back")
    paper.words((20, 30), "A panel from behind: its address", size=16, bold=True)
    for left, to_right, sold in (
        (40.0, False, "as it is sold: 0x3C"),
        (340.0, True, "eight seats, main panel: 0x3D"),
    ):
        paper.box((left, 60), (240, 150), fill=BOARD, corner=6)
        for at, name in enumerate(("GND", "VCC", "SCL", "SDA")):
            paper.disc((left + 75 + at * 30, 76), 5, fill=GOLD)
            paper.words((left + 75 + at * 30, 98), name, anchor="middle", size=10)
        paper.words((left + 120, 134), "IIC ADDRESS SELECT", anchor="middle", size=11)
        for x, label in ((80.0, "0x78"), (160.0, "0x7A")):
            for side in (-9.0, 9.0):
                paper.box((left + x + side - 6, 146), (12, 12), fill=GOLD, thick=1)
            paper.words((left + x, 180), label, anchor="middle", size=12)
        paper.box((left + (160 if to_right else 80) - 13, 147), (26, 10), fill=DARK)
        paper.words((left + 120, 236), sold, anchor="middle", bold=True)
    paper.words((610, 84), ("The board prints the address", "doubled: 0x78 is 0x3C,", "0x7A is 0x3D."))
    paper.words(
        (610, 160),
        ("Unsolder the one resistor and", "solder it to the other pads."),
    )
    paper.words(
        (20, 276), "The order of the four pins differs: go by the names, never by the place. "
        "Swapped, GND and VCC destroy it.", bold=True,
    )  # fmt: skip
    return paper.svg()


def socket() -> str:
    """An 8P8C socket from where the plug goes in, its contacts numbered."""
    paper = Paper(860, 330, "The contacts of a seat's socket")
    paper.words((20, 30), "A seat's socket, looked into; the latch's notch is down", size=16, bold=True)
    paper.box((40, 70), (300, 190), fill=METAL, corner=6)
    paper.box((70, 90), (240, 110), fill=DARK)
    paper.box((130, 200), (120, 26), fill=DARK, edge="none")
    paper.box((160, 226), (60, 16), fill=DARK, edge="none")
    for contact in CABLE:
        x = 88.0 + (contact - 1) * 29
        paper.box((x - 4, 94), (8, 50), fill=GOLD, thick=1)
        paper.words((x, 170), str(contact), anchor="middle", colour="white", bold=True)
    for at, (contact, signal) in enumerate(CABLE.items()):
        y = 84.0 + at * 25
        paper.words((400, y), str(contact), bold=True)
        paper.words((430, y), _named(PAIRS[contact - 1]))
        code = inner_colour(signal, 1)
        paper.wire((560, y - 5), (610, y - 5), colour=PAINT[Colour(code[:2])], ringed=len(code) > 2)
        paper.words((624, y), str(signal))
    paper.words((400, 58), "T568B: wire in the jack", colour=FAINT, size=12)
    paper.words((560, 58), "carries; its colour in drawings (seat 1)", colour=FAINT, size=12)
    paper.words(
        (20, 304),
        "Jacks to push wires into bear two sets of coloured marks: go by B, at both ends.",
    )
    return paper.svg()


def _named(code: str) -> str:
    """A cable's wire in words: ``white-orange`` of ``WHOG``."""
    letters = [code[at : at + 2] for at in range(0, len(code), 2)]
    return "-".join(Colour(two).words for two in letters)


LOOKS: Mapping[str, Callable[[], str]] = {
    draw.__name__: draw for draw in (contacts, socket, address, jumper, legs)
}
"""Every picture by its file's name in `hardware/circuit`."""
