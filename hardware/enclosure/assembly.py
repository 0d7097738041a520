"""Every printed part as it lies on the bed, and box and pucks put together with what is bought."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from build123d import Location, Part, Pos, Rot

from firmware.views import SIGNS
from hardware.enclosure import bought
from hardware.enclosure.boards import BOARDS
from hardware.enclosure.centre import CentreDesign, knob
from hardware.enclosure.forms import FAR, MID, UP, block, rod
from hardware.enclosure.panel import STRAP, Mount
from hardware.enclosure.parameters import SEATS, Parameters
from hardware.enclosure.puck import PuckDesign, cap

SHELL = "#D6D2C8"
"""What trays and lids are drawn in."""
BLACK, BLUE, GREEN, LIT = "#1B1C1F", "#24508F", "#1E6B45", "#9FD8FF"
METAL, STEEL, WHITE, KNOB = "#B9BCC0", "#8C9096", "#F2F1EC", "#E69F00"


@dataclass(frozen=True)
class Piece:
    """A part in its place.

    Attributes:
        name: for messages.
        part: the solid, where it is once all is put together.
        colour: for pictures, "#RRGGBB".
        printed: False if it is bought.
        lift: how far up, in mm, an exploded view shows it.
    """

    name: str
    part: Part
    colour: str
    printed: bool = False
    lift: float = 0.0

    def moved(self, where: Location) -> Piece:
        """The same, elsewhere."""
        return Piece(self.name, where * self.part, self.colour, self.printed, self.lift)


def two_tone(piece: Piece, where: Location, height: float) -> list[Piece]:
    """What stands higher than `height` in the frame `where` in black, the rest as it was: for pictures."""
    above = where * Pos(0, 0, height) * block(FAR, FAR, FAR)
    return [
        Piece(piece.name, piece.part - above, piece.colour, piece.printed, piece.lift),
        Piece(f"{piece.name}'s relief", piece.part & above, BLACK, piece.printed, piece.lift),
    ]


def on_bed(part: Part) -> Part:
    """Moved so that it lies on z = 0, its middle at x = y = 0."""
    box = part.bounding_box()
    middle = box.center()
    return Pos(-middle.X, -middle.Y, -box.min.Z) * part


def printed(asked: Parameters) -> Mapping[str, Callable[[], Part]]:
    """How to make each part as it lies on the bed, by the name of its file.

    Lids lie on their faces, the knob on its top; everything else stands as it is used. Faces and caps are
    made for all eight seats, whatever `seats` says.
    """
    centre, puck = CentreDesign(asked), PuckDesign(asked)
    over = Rot(X=180)

    def face(seat: int) -> Part:
        return on_bed(puck.face(seat))

    def disc(seat: int) -> Part:
        return on_bed(cap(seat, asked))

    parts: dict[str, Callable[[], Part]] = {
        "centre-tray": lambda: on_bed(centre.tray),
        "centre-lid": lambda: on_bed(over * centre.lid),
        "centre-strap": lambda: on_bed(centre.mount.strap()),
        "knob": lambda: on_bed(over * knob(asked)),
        "puck-tray": lambda: on_bed(puck.tray),
        "puck-lid": lambda: on_bed(over * puck.lid),
        "puck-strap": lambda: on_bed(puck.mount.strap()),
    }
    for seat in range(1, SEATS.stop):
        name = f"{seat}-{SIGNS[seat].name}"
        parts[f"puck-face-{name}"] = partial(face, seat)
        parts[f"puck-cap-{name}"] = partial(disc, seat)
    return parts


def _fitted(mount: Mount, where: Location, lift: float) -> list[Piece]:
    """A panel and its strap with two screws, where the middle of its board is."""
    asked = mount.asked
    deep = mount.panel.thickness
    glass, board = bought.oled(mount.panel)
    under = where * Pos(0, 0, -deep) * Rot(X=180)
    pieces = [
        Piece("glass", where * glass, BLACK, lift=lift),
        Piece("panel's board", where * board, BLUE, lift=lift),
        Piece("lit area", where * bought.lit(mount.panel), LIT, lift=lift),
        Piece(
            "strap",
            under * Pos(0, 0, STRAP) * Rot(X=180) * mount.strap(),
            SHELL,
            printed=True,
            lift=lift - 18,
        ),
    ]
    for x in mount.screws:
        screw = bought.screw(asked.small_screw, STRAP + mount.panel.thickness, asked.small_screw.pilot - 0.1)
        pieces.append(Piece("strap's screw", under * Pos(x, 0, STRAP) * screw, METAL, lift=lift - 30))
    return pieces


def puck(design: PuckDesign, seat: int) -> list[Piece]:
    """A seat's puck, in its wedge's frame."""
    asked = design.asked
    slope, shell = design.wedge.slope, asked.shell
    top = slope * Pos(0, 0, design.cover)
    at_button = top * Pos(0, design.button)
    on_lid = slope * Pos(0, 0, shell.lid)
    face, disc = design.face(seat), cap(seat, asked)
    body, plunger = bought.arcade_button(asked.button)
    at_cap = at_button * Pos(0, 0, asked.button.collar_height + asked.button.plunger_height)
    washers = rod(asked.puck.washer, asked.puck.weights - 0.5)
    colour = SIGNS[seat].colour
    pieces = [
        Piece("puck's tray", design.tray, SHELL, printed=True),
        Piece("puck's lid", slope * design.lid, SHELL, printed=True, lift=62),
        Piece("button", at_button * body, WHITE, lift=122),
        Piece("plunger", at_button * plunger, colour, lift=122),
        Piece("washers", Pos(*design.weight, shell.floor) * washers, STEEL, lift=26),
    ]  # fmt: skip
    pieces += two_tone(Piece("face", on_lid * face, colour, True, 84), on_lid, asked.puck.plate)
    pieces += two_tone(Piece("cap", at_cap * disc, colour, True, 136), at_cap, asked.relief.cap_thickness)
    pieces += _fitted(design.mount, slope * Pos(0, design.panel), 48)
    back = design.wedge.depth / 2
    if asked.puck.way_in == "socket":
        at = Pos(design.aside, back, design.jack)
        pieces += [Piece("jack", at * bought.jack(), WHITE), Piece("mouth", at * bought.jack_mouth(), BLACK)]
    else:
        cable = Pos(design.aside, back - 5.0, design.cable) * Rot(X=90) * rod(asked.puck.cable - 0.1, 42, MID)
        pieces.append(Piece("cable", cable, BLACK))
    for x, y in design.wedge.screws():
        screw = bought.screw(
            asked.lid_screw, design.cover + asked.lid_screw.depth - 1, min(3.0, asked.lid_screw.pilot)
        )
        pieces.append(Piece("lid's screw", top * Pos(x, y) * screw, METAL, lift=104))
    return pieces


def centre(design: CentreDesign) -> list[Piece]:
    """The centre box, in its wedge's frame."""
    asked = design.asked
    slope, floor = design.wedge.slope, asked.shell.floor
    panel, at_knob, up = design.spots
    pi_x, pi_y = design.on_board(0, 0)
    standing = floor + asked.centre.standoff
    pi_at = Pos(pi_x, pi_y, standing) * Rot(Z=90)
    board, header, sockets = bought.pi_board(BOARDS[asked.centre.board])
    pieces = [
        Piece("centre's tray", design.tray, SHELL, printed=True),
        Piece("centre's lid", slope * design.lid, SHELL, printed=True, lift=75),
        Piece("Pi", pi_at * board, GREEN, lift=12),
        Piece("header", pi_at * header, BLACK, lift=12),
        Piece("Pi's sockets", pi_at * sockets, METAL, lift=12),
        Piece(
            "perfboard",
            Pos(*design.perfboard, standing) * bought.plate_board(asked.centre.perfboard),
            GREEN,
            lift=12,
        ),
        Piece(
            "encoder",
            slope * Pos(at_knob, up) * bought.encoder(asked.encoder, asked.shell.lid),
            METAL,
            lift=60,
        ),
        Piece(
            "knob",
            slope * Pos(at_knob, up, asked.shell.lid + 0.8) * knob(asked),
            KNOB,
            printed=True,
            lift=105,
        ),
    ]
    for x, z in design.sockets():
        at = Pos(x, design.wedge.depth / 2, z)
        pieces += [Piece("jack", at * bought.jack(), WHITE), Piece("mouth", at * bought.jack_mouth(), BLACK)]
    pieces += _fitted(design.mount, slope * Pos(panel, up), 56)
    for x, y in design.wedge.screws():
        screw = bought.screw(
            asked.lid_screw, asked.shell.lid + asked.lid_screw.depth - 1, min(3.0, asked.lid_screw.pilot)
        )
        pieces.append(Piece("lid's screw", slope * Pos(x, y, asked.shell.lid) * screw, METAL, lift=95))
    return pieces


def table_top(width: float, depth: float) -> Piece:
    """What it all stands on."""
    return Piece("table", Pos(0, 0, -20) * block(width, depth, 20, UP), "#A9774B")
