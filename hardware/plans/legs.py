"""Which leg is which: every part that can be put in the wrong way round, and those that can't.

Pins are called what `hardware.plans.circuit` calls them; sources stand in `hardware/circuit/README.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hardware.plans.circuit import Kind, Part
from hardware.plans.layout import MUX_LOWER, MUX_UPPER
from hardware.plans.paper import FAINT, INK, Anchor, Paper

METAL, BOARD, GOLD, DARK, CAN = "#d9d9d9", "#e4f2e4", "#ffd75e", "#3a3a3a", "#f7d9a8"

WIDE, HIGH = 320.0, 250.0
"""Of each part's place on the sheet."""

PANEL_PINS = ("GND", "VCC", "SCL", "SDA")
RESET_PINS = ("RES", "DC", "CS")

SHOWN: Mapping[Kind, str] = {
    Kind.PI: "",
    Kind.REGULATOR: "regulator",
    Kind.ARRAY: "array",
    Kind.MUX: "mux",
    **dict.fromkeys((Kind.C10U, Kind.C100U), "polar"),
    Kind.ENCODER: "encoder",
    **dict.fromkeys((Kind.BUTTON, Kind.PLAIN_BUTTON), "button"),
    **dict.fromkeys((Kind.PANEL, Kind.MAIN_PANEL), "panel"),
    Kind.SOCKET: "socket",
    Kind.STRIP: "strip",
    **dict.fromkeys((Kind.TERMINAL_2, Kind.TERMINAL_4), "terminal"),
}
"""Where on the sheet a kind is; what isn't here has two legs that may be swapped."""


def shown(part: Part) -> str:
    """The id of where on the sheet a part is."""
    return "legs-" + ("large_panel" if "RES" in part.pins else SHOWN.get(part.kind, "either"))


def legs() -> str:
    """The sheet."""
    rows = -(-len(_PARTS) // 3)
    paper = Paper(3 * WIDE, 50 + rows * HIGH, "Which leg is which")
    paper.words((20, 30), "Which leg is which", size=18, bold=True)
    for at, (title, draw) in enumerate(_PARTS.items()):
        x, y = at % 3 * WIDE, 50 + at // 3 * HIGH
        with paper.part(f"legs-{draw.__name__.strip('_')}"):
            paper.box((x + 8, y + 4), (WIDE - 16, HIGH - 10), edge="#dddddd", thick=1, corner=6)
            paper.words((x + 20, y + 26), title, bold=True)
            draw(paper, x, y)
    return paper.svg()


def _note(paper: Paper, x: float, y: float, *lines: str) -> None:
    paper.words((x + 20, y + HIGH - 20 - 16 * (len(lines) - 1)), lines, size=11.5, colour=FAINT)


def _regulator(paper: Paper, x: float, y: float) -> None:
    paper.box((x + 110, y + 44), (100, 42), fill=METAL)
    paper.disc((x + 160, y + 64), 10)
    paper.words((x + 218, y + 68), "tab = OUT", bold=True)
    paper.box((x + 110, y + 84), (100, 62), fill=DARK)
    paper.words((x + 160, y + 120), "LD1117V33", anchor="middle", colour="white", size=12)
    for at, name in enumerate(("GND", "OUT", "IN")):
        leg = x + 128 + at * 32
        paper.box((leg - 4, y + 146), (8, 28), fill=METAL, thick=1)
        paper.words((leg, y + 188), name, anchor="middle", size=12, bold=True)
    _note(paper, x, y, "From the front, print readable. The tab carries", "3.3 V: it may touch nothing.")


def _array(paper: Paper, x: float, y: float) -> None:
    paper.box((x + 118, y + 38), (84, 172), fill=DARK, corner=4)
    paper.disc((x + 160, y + 38), 8)
    paper.words((x + 160, y + 120), ("TBD62083A", "ULN2803A"), anchor="middle", colour="white", size=12)
    for pin in range(1, 19):
        left = pin < 10
        row = y + 54 + (pin - 1 if left else 18 - pin) * 18
        edge, inner, away = (x + 102, x + 118, -1) if left else (x + 218, x + 202, 1)
        anchor: Anchor = "end" if left else "start"
        paper.line((edge, row - 4), (inner, row - 4), colour="#999999", thick=5)
        paper.words((edge + away * 5, row), str(pin), anchor=anchor, size=12, bold=True)
        use = {9: "GND", 10: "5 V (COM)"}.get(pin) or (f"in {pin}" if left else f"out {19 - pin}")
        paper.words((edge + away * 28, row), use, anchor=anchor, size=12)
    _note(paper, x, y, "From above, notch up. In at k, out at 19-k.")


def _mux(paper: Paper, x: float, y: float) -> None:
    paper.box((x + 20, y + 56), (280, 112), fill=BOARD, corner=4)
    paper.words((x + 160, y + 117), "TCA9548A breakout", anchor="middle")
    for at in range(12):
        hole = x + 34 + at * 23
        for names, row, text in ((MUX_UPPER, y + 68, y + 88), (MUX_LOWER, y + 156, y + 146)):
            paper.disc((hole, row), 5, fill=GOLD, thick=1)
            paper.words((hole, text), names[at], anchor="middle", size=9)
    lines = "As it lies on the perfboard. Another maker's has", "its pins elsewhere: then wire it by names."
    _note(paper, x, y, *lines)


def _polar(paper: Paper, x: float, y: float) -> None:
    paper.box((x + 60, y + 50), (60, 76), fill="#5070a0", corner=6)
    paper.box((x + 104, y + 50), (16, 76), fill=METAL, edge="none")
    paper.words((x + 112, y + 92), "-", anchor="middle", bold=True)
    for leg, length, name in ((x + 76, 66, "+"), (x + 104, 48, "-")):
        paper.line((leg, y + 126), (leg, y + 126 + length), colour="#999999", thick=4)
        paper.words((leg, y + 142 + length), name, anchor="middle", size=16, bold=True)
    paper.disc((x + 220, y + 96), 38, fill=CAN)
    paper.words((x + 203, y + 86), "+", size=18, bold=True)
    for leg in (x + 208, x + 232):
        paper.disc((leg, y + 96), 4, fill=INK)
    paper.words((x + 220, y + 160), "on the perfboard", anchor="middle", size=12)
    _note(paper, x, y, "The long leg is +, the stripe is on the - side.")


def _encoder(paper: Paper, x: float, y: float) -> None:
    paper.box((x + 110, y + 64), (100, 94), fill=METAL, corner=4)
    paper.disc((x + 160, y + 111), 26)
    paper.words((x + 160, y + 115), "shaft", anchor="middle", size=12)
    for at, name in enumerate(("A", "C", "B")):
        leg = x + 130 + at * 30
        paper.line((leg, y + 158), (leg, y + 178), colour="#999999", thick=5)
        paper.words((leg, y + 194), name, anchor="middle", bold=True)
    for leg, name in ((x + 138, "S1"), (x + 182, "S2")):
        paper.line((leg, y + 64), (leg, y + 52), colour="#999999", thick=5)
        paper.words((leg, y + 47), name, anchor="middle", bold=True)
    _note(paper, x, y, "From above. C and S2 are ground: join them", "here, one wire goes to the perfboard.")


def _button(paper: Paper, x: float, y: float) -> None:
    paper.disc((x + 160, y + 116), 74, fill="#f4f4f4")
    paper.box((x + 126, y + 66), (68, 100), fill=DARK, corner=4)
    for name, row in (("NC", 84.0), ("NO", 124.0), ("COM", 148.0)):
        paper.box((x + 104, y + row - 5), (24, 10), fill=METAL)
        paper.words((x + 134, y + row + 5), name, colour="white", size=12, bold=True)
    for name, row in (("+", 90.0), ("-", 142.0)):
        paper.box((x + 224, y + row - 5), (24, 10), fill=METAL)
        paper.words((x + 214, y + row + 5), name, size=16, anchor="middle", bold=True)
    paper.words((x + 98, y + 88), "free", anchor="end", size=12, colour=FAINT)
    paper.words((x + 254, y + 120), "lamp", size=12)
    _note(paper, x, y, "From below; places differ, go by the names.", "One without a lamp has no + and -.")


def _panel(paper: Paper, x: float, y: float) -> None:
    paper.box((x + 80, y + 50), (160, 140), fill=BOARD, corner=6)
    paper.box((x + 88, y + 92), (144, 84), fill=DARK)
    for at, name in enumerate(PANEL_PINS):
        paper.disc((x + 115 + at * 30, y + 64), 5, fill=GOLD)
        paper.words((x + 115 + at * 30, y + 84), name, anchor="middle", size=11, bold=True)
    _note(paper, x, y, "Their order differs: go by the names.", "GND and VCC swapped destroy it.")


def _large_panel(paper: Paper, x: float, y: float) -> None:
    paper.box((x + 30, y + 44), (260, 120), fill=BOARD, corner=6)
    paper.box((x + 42, y + 88), (236, 68), fill=DARK)
    for at, name in enumerate((*PANEL_PINS, *RESET_PINS)):
        paper.disc((x + 58 + at * 34, y + 58), 5, fill=GOLD)
        paper.words((x + 58 + at * 34, y + 80), name, anchor="middle", size=11, bold=True)
    lines = "RES to R80 and C80, CS to ground, DC to ground", "(0x3C) or VCC (0x3D). For I²C mostly R4 out,"
    _note(paper, x, y, *lines, "R3 and R5 bridged: the board's back says.")


def _socket(paper: Paper, x: float, y: float) -> None:
    paper.box((x + 70, y + 50), (180, 118), fill=METAL, corner=6)
    paper.box((x + 88, y + 62), (144, 66), fill=DARK)
    paper.box((x + 124, y + 128), (72, 18), fill=DARK, edge="none")
    for at, contact in enumerate("12345678"):
        leg = x + 101 + at * 17
        paper.box((leg - 3, y + 64), (6, 28), fill=GOLD, thick=1)
        paper.words((leg, y + 112), contact, anchor="middle", colour="white", bold=True)
    _note(
        paper,
        x,
        y,
        "Looked into, the latch's notch down. A jack's back",
        "names colours: take those marked B.",
    )


def _strip(paper: Paper, x: float, y: float) -> None:
    for at in range(4):
        left = x + 56 + at * 58
        paper.box((left, y + 70), (28, 60), fill="#bfe3bf", corner=3)
        for pin, row in ((2 * at + 1, y + 84), (2 * at + 2, y + 116)):
            paper.box((left + 9, row - 5), (10, 10), fill=GOLD)
            paper.words((left - 6, row + 5), str(pin), anchor="end", size=12)
    paper.words((x + 290, y + 106), "…", anchor="middle")
    paper.words((x + 20, y + 52), "odd: all joined, to the Pi", size=12)
    paper.words((x + 20, y + 152), "even: each to its own R7n", size=12)
    _note(paper, x, y, "A strip broken into pieces of two pins, one a", "seat; a cap over both joins them.")


def _terminal(paper: Paper, x: float, y: float) -> None:
    paper.box((x + 60, y + 60), (200, 84), fill="#bfe3bf", corner=4)
    for at, name in enumerate(("button", "ground", "5 V", "lamp")):
        pole = x + 85 + at * 50
        paper.disc((pole, y + 92), 13)
        paper.line((pole - 9, y + 92), (pole + 9, y + 92), thick=3)
        paper.words((pole, y + 124), str(at + 1), anchor="middle", bold=True)
        paper.words((pole, y + 164), name, anchor="middle", size=12)
    _note(
        paper,
        x,
        y,
        "From above; wires come in at the board's edge.",
        "Without a lamp it has poles 1 and 2 only.",
    )


def _either(paper: Paper, x: float, y: float) -> None:
    paper.line((x + 30, y + 70), (x + 130, y + 70), colour="#999999", thick=3)
    paper.box((x + 54, y + 60), (52, 20), fill="#f0e0c0", corner=6)
    paper.words((x + 150, y + 75), "all resistors")
    for leg in (x + 68, x + 92):
        paper.line((leg, y + 112), (leg, y + 140), colour="#999999", thick=3)
    paper.box((x + 58, y + 94), (44, 22), fill=CAN, corner=8)
    paper.words((x + 150, y + 118), "103 (10 nF), 104 (100 nF)", size=12)
    paper.box((x + 58, y + 150), (44, 34), fill="#f3e28c", corner=12)
    paper.words((x + 150, y + 172), "F1, BZ1, S57 and keys")
    _note(paper, x, y, "These may be put in either way round.")


_PARTS: Mapping[str, Callable[[Paper, float, float], None]] = {
    "U3  regulator": _regulator,
    "U1  transistor array": _array,
    "U2  mux": _mux,
    "C61, C63, C8n  electrolytic capacitors": _polar,
    "E1  encoder": _encoder,
    "Sn  arcade button": _button,
    "Dn  panel with four pins": _panel,
    "D0  2.42 inch, SSD1309, seven pins": _large_panel,
    "Jn, Xn  8P8C socket": _socket,
    "JP1  pin strip": _strip,
    "Jn  screw terminal": _terminal,
    "no right or wrong": _either,
}
