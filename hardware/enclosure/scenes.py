"""What the pictures show."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import atan2, cos, degrees, pi, sin
from pathlib import Path

from build123d import Pos, Rot

from firmware.views import SIGNS
from hardware.enclosure.assembly import SHELL, Piece, centre, on_bed, printed, puck, table_top
from hardware.enclosure.centre import CentreDesign
from hardware.enclosure.parameters import SEATS, Parameters
from hardware.enclosure.povray import View, draw
from hardware.enclosure.puck import PuckDesign

Scene = tuple[Sequence[Piece], View]
PAPER = "#F4F3EF"


def _ground(colour: str = PAPER) -> Piece:
    return Piece("ground", table_top(6000, 6000).part, colour)


def _lifted(pieces: Sequence[Piece]) -> list[Piece]:
    return [piece.moved(Pos(0, 0, piece.lift)) for piece in pieces]


def _without(pieces: Sequence[Piece], names: Sequence[str]) -> list[Piece]:
    return [piece for piece in pieces if piece.name not in names]


LID_OFF = (
    "centre's lid", "puck's lid", "lid's screw", "knob", "encoder", "piezo", "face", "face's relief", "cap",
    "cap's relief", "button", "plunger", "glass", "panel's board", "lit area", "strap", "strap's screw",
)  # fmt: skip


def _table(middle: CentreDesign, seat: PuckDesign) -> Scene:
    pieces, seats = [_ground("#A9774B"), *centre(middle)], middle.asked.seats
    for place in range(1, seats + 1):
        # Clockwise as players sit, seat 1 to the left of the host, who sits before the centre box.
        turn = -pi / 2 - 2 * pi * (place - 0.5) / seats
        x, y = 300 * cos(turn), 235 * sin(turn)
        where = Pos(x, y, 0) * Rot(Z=degrees(atan2(y, x)) + 90)
        pieces += [piece.moved(where) for piece in puck(seat, place)]
    return pieces, View((0, -900, 760), (0, -20, 0), 760, 1400, 900)


def _all_faces(seat: PuckDesign) -> Scene:
    pieces = [_ground()]
    for place in range(1, SEATS.stop):
        row, column = divmod(place - 1, 4)
        flat = Pos(column * 95 - 142.5, -row * 112 + 56) * seat.wedge.slope.inverse()
        shown = ("face", "cap", "button", "plunger")
        pieces += [piece.moved(flat) for piece in puck(seat, place) if piece.name.startswith(shown)]
    return pieces, View((0, -330, 560), (0, -4, 0), 420, 1200, 800)


def _every_part(asked: Parameters) -> Scene:
    pieces, parts = [_ground()], printed(asked)
    spots = {
        "centre-tray": (-110, 75), "centre-lid": (85, 75), "puck-tray": (-140, -65), "puck-lid": (-45, -65),
        "puck-face-1-circle": (45, -65), "knob": (110, -35), "puck-cap-1-circle": (150, -35),
        "centre-strap": (130, -70), "puck-strap": (130, -90),
    }  # fmt: skip
    for name, (x, y) in spots.items():
        colour = SIGNS[1].colour if name.endswith("circle") else SHELL
        pieces.append(Piece(name, Pos(x, y) * on_bed(parts[name]()), colour))
    return pieces, View((0, -480, 560), (-10, 12, 0), 450, 1400, 950)


def scenes(asked: Parameters) -> Mapping[str, Callable[[], Scene]]:
    """Every picture, by the name of its file."""
    middle, seat = CentreDesign(asked), PuckDesign(asked)

    def standing(pieces: Sequence[Piece], view: View) -> Scene:
        return [_ground(), *pieces], view

    return {
        "table": lambda: _table(middle, seat),
        "parts": lambda: _every_part(asked),
        "faces": lambda: _all_faces(seat),
        "puck": lambda: standing(puck(seat, 1), View((-120, -270, 210), (0, 0, 33), 150, 1000, 750)),
        "puck-back": lambda: standing(puck(seat, 4), View((130, 270, 150), (0, 0, 33), 150, 1000, 750)),
        "puck-inside": lambda: standing(
            _without(puck(seat, 6), LID_OFF), View((-80, -190, 270), (0, 8, 28), 150, 1000, 750)
        ),
        "puck-exploded": lambda: (
            _lifted(puck(seat, 6)), View((-230, -420, 230), (0, 0, 102), 215, 900, 1150)
        ),
        "centre": lambda: standing(centre(middle), View((-150, -360, 290), (0, 0, 26), 250, 1000, 750)),
        "centre-back": lambda: standing(centre(middle), View((170, 360, 190), (0, 0, 26), 250, 1000, 750)),
        "centre-inside": lambda: standing(
            _without(centre(middle), LID_OFF), View((-110, -260, 340), (0, 0, 16), 250, 1000, 750)
        ),
        "centre-exploded": lambda: (
            _lifted(centre(middle)), View((-300, -560, 330), (0, 0, 82), 290, 1000, 950)
        ),
    }  # fmt: skip


def draw_all(asked: Parameters, folder: Path, wanted: Sequence[str] = ()) -> None:
    """Draw these pictures, or all."""
    for name, scene in scenes(asked).items():
        if not wanted or name in wanted:
            pieces, view = scene()
            draw(pieces, view, folder / f"{name}.png")
