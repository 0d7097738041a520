"""A box's perfboard on one A4 page, twice its size: the component side, below it the copper side, mirrored.

Ids a page can light: ``part-R13``, ``lead-J3-5`` a wire that comes to the board, ``wire-G14-J14`` one that
lies on it, ``hole-G14``; on the copper side the same with ``-back``.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager

from firmware.boxfile.settings import Settings
from firmware.boxfile.wiring import SEAT_COLOURS, Colour, Use, sockets, wires
from hardware.plans.circuit import Kind, Net
from hardware.plans.layout import MUX_LOWER, MUX_UPPER, PlanError, lay_out
from hardware.plans.paper import FAINT, INK, Paper, Point
from hardware.plans.perfboard import (
    COLUMNS,
    HEAD,
    ROWS,
    STEP,
    Board,
    End,
    Hole,
    Path,
    Piece,
    edges,
    nets_at,
    screws,
)
from hardware.plans.pinout import PAINT

SCALE = 2 * STEP
"""Mm on paper from hole to hole."""

VALUES: Mapping[Kind, str] = {
    Kind.R330: "330 Ω",
    Kind.R1K: "1 kΩ",
    Kind.R10K: "10 kΩ",
    Kind.C10N: "10 nF",
    Kind.C100N: "100 nF",
    Kind.C10U: "10 µF",
    Kind.C100U: "100 µF",
    Kind.FUSE: "0.75 A",
    Kind.ARRAY: "TBD62083A",
    Kind.REGULATOR: "LD1117V33",
    Kind.MUX: "TCA9548A",
}

FILLS: Mapping[str, str] = {"R": "#f0e0c0", "C": "#f7d9a8", "U": "#d5d5d5", "F": "#f3e28c", "J": "#bfe3bf"}
"""Of bodies, by the first letter of their names."""

SIDEWAYS: Mapping[Kind, tuple[float, float]] = {
    Kind.C10U: (2.2, 4.0),
    Kind.C100U: (2.4, 4.4),
    Kind.REGULATOR: (2.9, 4.4),
}
"""How far beside its legs a part has its name and value, where they stand in the middle; mm."""

BARE, PALE = "#8d8d8d", "#dedede"
"""A bare wire on its own side, and as it lies under the board."""

LEGEND = (
    "Square: a wire of the Pi, by its header's pin. Disc: a wire of a socket (J3, contact 5), knob or panel.",
    "Thick ring: a ring of tape. Coloured line: insulated wire on this side. Grey: bare wire behind.",
)


def sheet(settings: Settings) -> str:
    """The page of one box; of one whose board can't be laid out it says why."""
    paper = Paper(210, 297, f"{settings.source}: perfboard", "mm")
    try:
        board = lay_out(settings)
    except PlanError as fault:
        paper.words((15, 20), str(fault).split(": "), size=4)
        return paper.svg()
    paper.words((15, 6), f"{settings.source}: perfboard, component side, 2:1", size=4, bold=True)
    paper.words((7, 148), LEGEND, size=2.3, upwards=True)
    _, top, _, bottom = edges()
    high = (bottom - top) * SCALE
    for under, back in ((8.0, False), (13.0 + high, True)):
        _Side(paper, settings, board, (15.0, under), back=back).draw()
    paper.words(
        (15, 11.5 + high),
        "Copper side, mirrored: solder the bare wire (grey) at each dark hole it passes, and at its bends.",
        size=3,
    )
    return paper.svg()


def colour_of(net: Net, settings: Settings) -> tuple[Colour, bool]:
    """The insulation of a net's wires, and whether they have a ring: as at the header and in the sockets."""
    fixed = {"GND": Colour.BLACK}
    fixed |= {**dict.fromkeys(("5V", "5VF"), Colour.RED), **dict.fromkeys(("3V3", "3V3P"), Colour.VIOLET)}
    if net in fixed:
        return fixed[net], False
    if net.startswith(("SDA", "SCL")):
        return Colour.TURQUOISE, net.startswith("SCL")
    for wire in wires(settings):
        if net == f"GPIO{wire.pin.gpio}":
            return wire.colour, wire.ringed
    for name in (Use.BUTTON.name, Use.LAMP.name):
        if net.removeprefix(name).isdecimal():
            return SEAT_COLOURS[int(net.removeprefix(name))], name == Use.LAMP.name
    return Colour.GREY, False


class _Side:
    """One side of the board."""

    def __init__(self, paper: Paper, settings: Settings, board: Board, corner: Point, *, back: bool) -> None:
        self.paper, self.settings, self.board, self.corner, self.back = paper, settings, board, corner, back
        self.suffix = "-back" if back else ""
        self.net_at = nets_at(board, settings)

    def at(self, spot: tuple[float, float]) -> Point:
        """Where a place on the board is on the paper."""
        left, top, right, _ = edges()
        across = right - spot[0] if self.back else spot[0] - left
        return round(self.corner[0] + across * SCALE, 2), round(self.corner[1] + (spot[1] - top) * SCALE, 2)

    def draw(self) -> None:
        self._bare_board()
        for layer in (self._pieces, self._traces) if self.back else (self._traces, self._pieces):
            layer()
        self._coordinates()
        for path in () if self.back else self.board.links:
            colour, ringed = colour_of(self.net_at[path[0]], self.settings)
            with self._named("wire", path[0], path[-1]):
                self.paper.wire(
                    *map(self.at, self._spread(path)), colour=PAINT[colour], ringed=ringed, thick=1.3
                )
        idle = {hole for piece in self.board.pieces.values() for hole in piece.idle}
        for hole in sorted(set(self.board.taken())):
            with self._named("hole", hole):
                self.paper.disc(self.at(hole), 0.7, fill="white" if hole in idle else INK, thick=0.2)
        if not self.back:
            for end, hole in self.board.leads.items():
                self._lead(end, hole)
            for seat in self.settings.seats:
                column = self.board.pieces[f"R1{seat}"].legs["1"].column
                x, y = self.at((column, self.board.pieces[f"R{seat}"].legs["1"].row + 1))
                self.paper.words((x, y), ("seat", str(seat)), size=1.9, anchor="middle")

    def _named(self, *words: object) -> AbstractContextManager[None]:
        return self.paper.part("-".join(map(str, words)) + self.suffix)

    def _bare_board(self) -> None:
        """Outline, screws and holes."""
        paper = self.paper
        left, top, right, bottom = edges()
        corner = self.at((right if self.back else left, top))
        paper.box(
            corner, ((right - left) * SCALE, (bottom - top) * SCALE), fill="#fbfbf4", thick=0.4, corner=2
        )
        for screw in screws():
            paper.disc(self.at(screw), HEAD / 2 * SCALE, fill="#eeeeee", thick=0.2)
            paper.disc(self.at(screw), 2.7, thick=0.2)
        ends = (COLUMNS, 1) if self.back else (1, COLUMNS)
        for row in range(1, ROWS + 1):
            paper.dots(self.at((ends[0], row)), self.at((ends[1], row)), SCALE, thick=0.7, colour="#c8c8c0")

    def _coordinates(self) -> None:
        """Letters and numbers at all four edges."""
        for row in range(1, ROWS + 1):
            for column in (0.25, COLUMNS + 0.75):
                x, y = self.at((column, row))
                self.paper.words((x, y + 0.9), Hole(1, row).letter, size=2.4, anchor="middle", colour=FAINT)
        for column in range(1, COLUMNS + 1):
            for beside, down in ((0.3, 0.0), (ROWS + 0.7, 1.6)):
                x, y = self.at((column, beside))
                self.paper.words((x, y + down), str(column), size=2.2, anchor="middle", colour=FAINT)

    def _traces(self) -> None:
        colour = BARE if self.back else PALE
        for path in self.board.traces:
            with self._named("wire", path[0], path[-1]):
                self.paper.line(*map(self.at, path), colour=colour, thick=1.5)
        rows: dict[int, Path] = {}
        for path in self.board.traces:
            if path[0].row == path[-1].row and path[-1].column - path[0].column > 9:
                rows[path[0].row] = path
        for row, path in rows.items():
            if not (name := self.net_at[path[0]]).startswith("GPIO"):
                x, y = self.at((-0.15, row))
                self.paper.words((x, y + 0.8), name, size=2.1, anchor="start" if self.back else "end")

    def _pieces(self) -> None:
        for piece in self.board.pieces.values():
            with self._named("part", piece.ref):
                for left, top, right, bottom in piece.bodies:
                    corner = self.at((right if self.back else left, top))
                    size = ((right - left) * SCALE, (bottom - top) * SCALE)
                    fill = "none" if self.back else FILLS.get(piece.ref[0], "white")
                    edge, thick = (FAINT, 0.15) if self.back else (INK, 0.25)
                    round_ = size[0] / 2 if piece.kind in {Kind.C10U, Kind.C100U} else 0.4
                    self.paper.box(corner, size, fill=fill, edge=edge, thick=thick, corner=round_)
                self._label(piece)

    def _label(self, piece: Piece) -> None:
        """Name and value, where the part has room for them."""
        paper, (left, top, right, bottom) = self.paper, piece.bodies[0]
        middle = self.at(((left + right) / 2, (top + bottom) / 2))
        lines = [piece.ref] if self.back else [piece.ref, VALUES.get(piece.kind, "")]
        colour = FAINT if self.back else INK
        x, y = middle
        if piece.kind is Kind.STRIP:
            for body in piece.bodies:
                x, y = self.at(((body[0] + body[2]) / 2, (body[1] + body[3]) / 2))
                paper.words((x + 0.6, y), "JP1", size=1.7, anchor="middle", colour=colour, upwards=True)
        elif piece.kind in SIDEWAYS and len({hole.row for hole in piece.legs.values()}) > 1:
            for line, across in zip(lines, SIDEWAYS[piece.kind], strict=False):
                paper.words((x + across, y), line, size=1.8, anchor="middle", colour=colour, upwards=True)
        elif right - left < bottom - top:
            x, y = x + 0.65 - 1.25 * (len(lines) - 1), y - 2.3 * self._crossed(piece)
            paper.words((x, y), lines, size=1.9, anchor="middle", colour=colour, upwards=True)
        else:
            down = {"J": 3.9, "C": 2.9}.get(piece.ref[0], 0.7 - 1.2 * (len(lines) - 1))
            paper.words((x, y + down), lines, size=1.9, anchor="middle", colour=colour)
        if not self.back:
            self._details(piece)

    def _crossed(self, piece: Piece) -> bool:
        """Whether wires are laid over its middle, where its name would be."""
        left, top, right, bottom = piece.bodies[0]
        lanes = [path[1:3] for path in self.board.links if len(path) > 2]
        return any(
            top < a.row < bottom and min(a.column, b.column) < left < right < max(a.column, b.column)
            for a, b in lanes
        )

    def _details(self, piece: Piece) -> None:
        """Which way round, and which pin is which."""
        paper, (left, top, right, bottom) = self.paper, piece.bodies[0]
        if piece.kind is Kind.ARRAY:
            one, nine = piece.legs["1"], piece.legs["9"]
            x, y = self.at((right if one > nine else left, (top + bottom) / 2))
            paper.disc((x, y), 1.2, thick=0.25)
            x, y = self.at(one)
            paper.words(
                (x, y + (3 if one.row < (top + bottom) / 2 else -1.3)), "1", size=2.2, anchor="middle"
            )
        elif piece.kind is Kind.MUX:
            rows = sorted({hole.row for hole in piece.legs.values()})
            for row, down, names in zip(rows, (2.6, -1.2), (MUX_UPPER, MUX_LOWER), strict=True):
                for at, name in enumerate(names):
                    x, y = self.at((left + 0.5 + at, row))
                    paper.words((x, y + down), name, size=1.7, anchor="middle")
        elif piece.kind is Kind.REGULATOR:
            x, y = self.at((left, top))
            paper.box((x, y), (1.3 * 2, (bottom - top) * SCALE), fill="#9a9a9a", thick=0.2)
            paper.words(
                (x + 1.9, y + (bottom - top) / 2 * SCALE), "tab", size=1.7, anchor="middle", upwards=True
            )
            for name, hole in piece.legs.items():
                x, y = self.at(hole)
                paper.words((x - 1.8, y - 0.9), name, size=1.5)
        elif piece.kind in {Kind.TERMINAL_2, Kind.TERMINAL_4}:
            for pin, use in sockets(self.settings)[int(piece.ref[1:])].items():
                x, y = self.at(piece.legs[str(pin)])
                paper.words((x, y - 2.0), use, size=1.9, anchor="middle")
        if "+" in piece.legs:
            x, y = self.at(piece.legs["+"])
            paper.words((x - 3, y + 0.8 if bottom - top < 2 else y - 1.2), "+", size=3, bold=True)

    def _lead(self, end: End, hole: Hole) -> None:
        """Where a wire from elsewhere ends."""
        paper, (x, y) = self.paper, self.at(hole)
        colour, ringed = colour_of(self.net_at[hole], self.settings)
        dark = colour in {Colour.BLACK, Colour.BLUE, Colour.BROWN, Colour.VIOLET, Colour.RED, Colour.GREEN}
        ink, edge = "white" if dark else INK, 0.75 if ringed else 0.2
        with self._named("lead", *end):
            if end[0] == "PI":
                paper.box((x - 2, y - 2), (4, 4), fill=PAINT[colour], thick=edge)
                paper.words((x, y + 0.85), end[1], size=2.4, anchor="middle", colour=ink, bold=True)
            else:
                paper.disc((x, y), 2.15, fill=PAINT[colour], thick=edge)
                paper.words((x, y - 0.3), list(end), size=1.4, anchor="middle", colour=ink)

    def _spread(self, path: Path) -> list[tuple[float, float]]:
        """Links that lie side by side in one row are drawn so."""
        bent = [link for link in self.board.links if len(link) > 2]
        aside = bent.index(path) * 0.23 if path in bent else 0
        return [path[0], *((hole.column, hole.row + aside) for hole in path[1:-1]), path[-1]]
