"""Every printed part as it lies on the bed, and box and pucks put together with what is bought."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from build123d import Location, Part, Pos, Rot

from firmware.views import SIGNS
from hardware.enclosure import bought
from hardware.enclosure.centre import CentreDesign, knob
from hardware.enclosure.forms import FAR, MID, UP, Wedge, block, rod
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
        return replace(self, part=where * self.part)


def two_tone(piece: Piece, where: Location, height: float) -> list[Piece]:
    """What stands higher than `height` in the frame `where` in black, the rest as it was: for pictures."""
    above = where * Pos(0, 0, height) * block(FAR, FAR, FAR)
    return [
        replace(piece, part=piece.part - above),
        replace(piece, name=f"{piece.name}'s relief", part=piece.part & above, colour=BLACK),
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

    parts: dict[str, Callable[[], Part]] = {
        "centre-tray": lambda: centre.tray,
        "centre-lid": lambda: over * centre.lid,
        "centre-strap": centre.mount.strap,
        "knob": lambda: over * knob(asked),
        "puck-tray": lambda: puck.tray,
        "puck-lid": lambda: over * puck.lid,
        "puck-strap": puck.mount.strap,
    }
    for seat in range(1, SEATS.stop):
        name = f"{seat}-{SIGNS[seat].name}"
        parts[f"puck-face-{name}"] = partial(puck.face, seat)
        parts[f"puck-cap-{name}"] = partial(cap, seat, asked)
    return {name: partial(_made, part) for name, part in parts.items()}


def _made(part: Callable[[], Part]) -> Part:
    return on_bed(part())


def _fitted(mount: Mount, where: Location, lift: float) -> list[Piece]:
    """A panel and its strap with two screws, where the middle of its board is."""
    deep = mount.panel.thickness
    glass, board = bought.oled(mount.panel)
    on_strap = where * Pos(0, 0, -deep) * Rot(X=180) * Pos(0, 0, STRAP)
    pieces = [
        Piece("glass", where * glass, BLACK, lift=lift),
        Piece("panel's board", where * board, BLUE, lift=lift),
        Piece("lit area", where * bought.lit(mount.panel), LIT, lift=lift),
        Piece("strap", on_strap * Rot(X=180) * mount.strap(), SHELL, True, lift - 18),
    ]
    for x in mount.screws:
        screw = bought.screw(mount.asked.small_screw, STRAP + deep, mount.asked.small_screw.pilot - 0.1)
        pieces.append(Piece("strap's screw", on_strap * Pos(x) * screw, METAL, lift=lift - 30))
    return pieces


def _jack(at: Location) -> list[Piece]:
    """A jack where its opening's lower edge is, outside."""
    return [Piece("jack", at * bought.jack(), WHITE), Piece("mouth", at * bought.jack_mouth(), BLACK)]


def _lid_screws(wedge: Wedge, cover: float, lift: float) -> list[Piece]:
    """The lid's screws, through all of `cover` mm."""
    bite, top, pieces = wedge.asked.lid_screw, wedge.slope * Pos(0, 0, cover), []
    for x, y in wedge.screws():
        screw = bought.screw(bite, cover + bite.depth - 1, min(3.0, bite.pilot))
        pieces.append(Piece("lid's screw", top * Pos(x, y) * screw, METAL, lift=lift))
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
        pieces += _jack(Pos(design.aside, back, design.jack))
    else:
        cable = Pos(design.aside, back - 5.0, design.cable) * Rot(X=90) * rod(asked.puck.cable - 0.1, 42, MID)
        pieces.append(Piece("cable", cable, BLACK))
    return pieces + _lid_screws(design.wedge, design.cover, 104)


def centre(design: CentreDesign) -> list[Piece]:
    """The centre box, in its wedge's frame."""
    asked = design.asked
    slope, floor = design.wedge.slope, asked.shell.floor
    panel, at_knob, up = design.spots
    pi_x, pi_y = design.on_board(0, 0)
    standing = floor + asked.centre.standoff
    pi_at = Pos(pi_x, pi_y, standing) * Rot(Z=90)
    board, header, sockets = bought.pi_board(design.board)
    perfboard = bought.plate_board(asked.centre.perfboard)
    encoder = bought.encoder(asked.encoder, asked.shell.lid)
    pieces = [
        Piece("centre's tray", design.tray, SHELL, printed=True),
        Piece("centre's lid", slope * design.lid, SHELL, printed=True, lift=75),
        Piece("Pi", pi_at * board, GREEN, lift=12),
        Piece("header", pi_at * header, BLACK, lift=12),
        Piece("Pi's sockets", pi_at * sockets, METAL, lift=12),
        Piece("perfboard", Pos(*design.perfboard, standing) * perfboard, GREEN, lift=12),
        Piece("encoder", slope * Pos(at_knob, up) * encoder, METAL, lift=60),
        Piece("knob", slope * Pos(at_knob, up, asked.shell.lid + 0.8) * knob(asked), KNOB, True, 105),
    ]
    if asked.piezo.disc:
        disc = slope * design.piezo * rod(asked.piezo.disc, asked.piezo.thickness)
        pieces.append(Piece("piezo", disc, KNOB, lift=66))
    if asked.off.hole:
        body, pushed = bought.off_button(asked.off)
        pieces += [Piece("off button", design.off * body, BLACK), Piece("its cap", design.off * pushed, KNOB)]
    for x, z in design.sockets():
        pieces += _jack(Pos(x, design.wedge.depth / 2, z))
    pieces += _fitted(design.mount, slope * Pos(panel, up), 56)
    return pieces + _lid_screws(design.wedge, asked.shell.lid, 95)


def table_top(width: float, depth: float) -> Piece:
    """What it all stands on."""
    return Piece("table", Pos(0, 0, -20) * block(width, depth, 20, UP), "#A9774B")
