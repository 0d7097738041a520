"""What every part is built from: prisms, cylinders, flat signs, and the wedge that box and pucks share.

The frame of a wedge: x to the right, y away from whoever sits before it, z up, the table at 0 and the middle
of its footprint at (0, 0). The frame of its lid: x likewise, y up the slope, z out of the lid, its middle at
the middle of the lid's underside.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import atan2, copysign, cos, degrees, radians, sin, tan

from build123d import (
    Align,
    Axis,
    Box,
    Cylinder,
    Face,
    Location,
    Part,
    Plane,
    Polyline,
    Pos,
    RectangleRounded,
    Rot,
    Sketch,
    chamfer,
    extrude,
    make_face,
)
from shapely import LineString, Polygon, union_all

from firmware.drawing.shapes import OUTLINED, outline
from hardware.enclosure.parameters import Parameters
from hardware.enclosure.strokes import lines

FAR = 1000.0
SCREW = 7.5
POST_WALL = 2.0
ENGRAVED = 0.6
LETTERS_APART = 1.3
POST_SKIN = 1.6
POST_SLOPE = 50.0
MID = (Align.CENTER, Align.CENTER, Align.CENTER)
UP = (Align.CENTER, Align.CENTER, Align.MIN)
DOWN = (Align.CENTER, Align.CENTER, Align.MAX)


def block(width: float, depth: float, height: float, align: tuple[Align, Align, Align] = UP) -> Part:
    """A box, standing on z = 0 unless said otherwise."""
    return Box(width, depth, height, align=align)


def rod(diameter: float, height: float, align: tuple[Align, Align, Align] = UP) -> Part:
    """A cylinder, standing on z = 0 unless said otherwise."""
    return Cylinder(diameter / 2, height, align=align)


def drop(diameter: float, length: float) -> Part:
    """A round hole through an upright wall, its point at +y, so that it prints without sagging."""
    corner = Rot(Z=45) * Pos(diameter / 4, diameter / 4) * block(diameter / 2, diameter / 2, length, MID)
    return rod(diameter, length, MID) + corner


def prism(width: float, depth: float, radius: float, height: float) -> Part:
    """An upright block whose four upright edges are rounded, from z = 0 up."""
    return extrude(RectangleRounded(width, depth, radius), height)


def merged(parts: Iterable[Part]) -> Part:
    """All of them as one."""
    whole = Part()
    for part in parts:
        whole += part
    return whole


def drawn(polygon: Polygon) -> Sketch:
    """A flat face of the polygon's outline less its holes."""

    def face(ring: Iterable[tuple[float, ...]]) -> Face:
        return make_face(Polyline(*[(x, y) for x, y, *_ in ring], close=False))

    sketch = Sketch() + face(polygon.exterior.coords)
    for hole in polygon.interiors:
        sketch -= face(hole.coords)
    return sketch


def written(text: str, height: float, stroke: float) -> Sketch:
    """A text of strokes, its middle at (0, 0), `height` from the topmost to the lowest edge."""
    strokes = lines(text, height - stroke, stroke + max(LETTERS_APART, 0.18 * height))
    drawing = union_all([LineString(line).buffer(stroke / 2, quad_segs=6) for line in strokes])
    sketch = Sketch()
    for piece in getattr(drawing, "geoms", [drawing]):
        sketch += drawn(piece.simplify(0.02))
    return sketch


def engraved(text: str, height: float, stroke: float, back: float) -> Part:
    """What to cut from a back wall, whose outside is at y = `back`, for a text read from behind."""
    wall = Plane(origin=(0, back, 0), x_dir=(-1, 0, 0), z_dir=(0, 1, 0))
    return extrude(wall * written(text, height, stroke), ENGRAVED, both=True)


def sign(seat: int, across: float, stroke: float) -> Sketch:
    """A seat's shape, the very one its panels show; the outlined ones as a frame `stroke` wide."""
    size = across / 2
    full = Polygon([(x * size, -y * size) for x, y in outline(seat)])
    if seat not in OUTLINED:
        return drawn(full)
    hollow = full.buffer(-stroke, join_style="mitre")
    return drawn(full) - (drawn(hollow) if isinstance(hollow, Polygon) and not hollow.is_empty else Sketch())


@dataclass(frozen=True)
class Wedge:
    """A tray with a sloping lid: the form of the centre box and of every puck.

    Attributes:
        width, depth: of its footprint, outside.
        middle: height of the lid's underside halfway between front and back.
        tilt: of the lid, in degrees.
        asked: the measures.
    """

    width: float
    depth: float
    middle: float
    tilt: float
    asked: Parameters

    @property
    def slope(self) -> Location:
        """The lid's frame."""
        return Pos(0, 0, self.middle) * Rot(X=self.tilt)

    @property
    def length(self) -> float:
        """Of the lid along its slope."""
        return self.depth / cos(radians(self.tilt))

    @property
    def inside(self) -> tuple[float, float]:
        """Width and depth between the walls."""
        wall = self.asked.shell.wall
        return self.width - 2 * wall, self.depth - 2 * wall

    def rim(self, y: float) -> float:
        """Height of the lid's underside at `y`."""
        return self.middle + y * tan(radians(self.tilt))

    def screws(self) -> list[tuple[float, float]]:
        """Where the four screws of the lid stand, in the lid's frame."""
        x, y = self.width / 2 - SCREW, self.length / 2 - SCREW
        return [(-x, -y), (x, -y), (-x, y), (x, y)]

    def _full(self, inset: float, height: float = FAR) -> Part:
        radius = max(self.asked.shell.corner - inset, 1.0)
        return prism(self.width - 2 * inset, self.depth - 2 * inset, radius, height)

    def _slab(self, bottom: float, top: float) -> Part:
        return self.slope * Pos(0, 0, bottom) * block(FAR, FAR, top - bottom)

    def tray(self) -> Part:
        """Floor, walls, and a post for a screw in each corner."""
        shell = self.asked.shell
        outer = self._full(0)
        outer = chamfer(outer.edges().group_by(Axis.Z)[0], shell.chamfer)
        inner = Pos(0, 0, shell.floor) * self._full(shell.wall)
        posts = merged(self._posts()) & outer
        return (outer - inner + posts) - [self._slab(0, FAR), *self._pilots()]

    def _posts(self) -> list[Part]:
        """Blocks in the corners, as high as their screws need; below they slope away into the corner.

        The screws stand square on the slope, so their ends lie further back than their heads.
        """
        screw = self.asked.lid_screw
        drift = screw.depth * sin(radians(self.tilt))
        around = screw.pilot / 2 + POST_WALL
        posts = []
        for x, y in self.screws():
            middle = (self.slope * Pos(x, y, 0)).position.Y + drift / 2
            reach = drift / 2 + around
            inner = middle - reach if y > 0 else middle + reach
            outer_x, outer_y = copysign(self.width / 2, x), copysign(self.depth / 2, y)
            inner_x = copysign(abs(x) - around, x)
            post = extrude(RectangleRounded(2 * abs(outer_x - inner_x), 2 * abs(outer_y - inner), 2.0), FAR)
            foot = self.rim(inner) - screw.depth * cos(radians(self.tilt)) - POST_SKIN
            # From the innermost corner of the post down to the corner of the box, steeper than 45 degrees.
            away = degrees(atan2(outer_y - inner, outer_x - inner_x))
            cut = Pos(inner_x, inner, foot) * Rot(Z=away) * Rot(Y=POST_SLOPE) * block(FAR, FAR, FAR, DOWN)
            posts.append(Pos(outer_x, outer_y, 0) * post - cut)
        return posts

    def _pilots(self) -> list[Part]:
        screw = self.asked.lid_screw
        return [self.slope * Pos(x, y, 0) * rod(screw.pilot, screw.depth, DOWN) for x, y in self.screws()]

    def lid(self) -> Part:
        """A flat lid in its own frame, with a lip that centres it in the tray, and holes for the screws."""
        shell, air = self.asked.shell, self.asked.printer.clearance
        top = self._full(0) & self._slab(0, shell.lid)
        ring = self._full(shell.wall + air) - self._full(shell.wall + air + 1.6)
        lip = (ring & self._slab(-shell.lip, 0)) - merged(self._grown_posts(air))
        flat = self.slope.inverse() * top
        # Less wide than high: as they are printed, front and back edges lean outwards by the slope already.
        face = flat.faces().sort_by(Axis.Z)[-1]
        flat = chamfer(face.outer_wire().edges(), 0.75 * shell.chamfer, shell.chamfer, reference=face)
        lid = flat + self.slope.inverse() * lip
        for x, y in self.screws():
            lid -= Pos(x, y, 0) * rod(self.asked.lid_screw.clearance, FAR, MID)
        return lid

    def _grown_posts(self, air: float) -> list[Part]:
        grown = []
        for post in self._posts():
            box = post.bounding_box()
            size, middle = box.size, box.center()
            grown.append(Pos(middle.X, middle.Y, 0) * block(size.X + 2 * air, size.Y + 2 * air, FAR))
        return grown

    def feet(self) -> list[Part]:
        """What to cut from the underside for four stick-on feet."""
        feet = self.asked.feet
        x, y = self.width / 2 - feet.diameter / 2 - 5, self.depth / 2 - feet.diameter / 2 - 5
        spots = ((-x, -y), (x, -y), (-x, y), (x, y))
        return [Pos(x, y, 0) * rod(feet.diameter + 0.5, feet.recess) for x, y in spots]
