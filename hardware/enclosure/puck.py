"""What a seat has before it: tray, lid, a face in the seat's colour, and a cap for the button's plunger."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import cos, radians, sin

from build123d import Axis, Part, Pos, RectangleRounded, Rot, chamfer, extrude

from hardware.enclosure.bought import JACK, SILL, WARNING, jack_hole, jack_pad
from hardware.enclosure.forms import FAR, MID, Wedge, block, drop, engraved, merged, rod, sign, written
from hardware.enclosure.panel import RAIL, Mount
from hardware.enclosure.parameters import Parameters

MARGIN = 9.0
"""Between the outer edge and what the lid carries."""
BORDER = 2.8
"""Of the lid, seen round the face."""
TIE = (4.6, 2.2)
"""Width and height of the tunnel for a cable tie."""


@dataclass(frozen=True)
class PuckDesign:
    """The puck of any seat; only face and cap differ from seat to seat."""

    asked: Parameters

    @cached_property
    def mount(self) -> Mount:
        """The panel's place."""
        return Mount(self.asked.panels[self.asked.puck.panel], self.asked)

    @property
    def cover(self) -> float:
        """Lid and face together."""
        return self.asked.shell.lid + self.asked.puck.plate

    @cached_property
    def wedge(self) -> Wedge:
        """Its outer form: as wide as the face needs, as high as the button is deep."""
        asked, button, puck = self.asked, self.asked.button, self.asked.puck
        beside = asked.relief.shape + 3.0 + BORDER
        width = max(puck.width, self.mount.opening(self.cover)[0] + 2 * beside, button.collar + 2 * 16.0)
        lean = radians(puck.tilt)
        length = 2 * MARGIN + button.collar + 5.0 + 2 * RAIL + self.mount.pocket[1]
        lowest = (self.button_at(length) - button.hole / 2) * sin(lean) - (button.depth - self.cover) * cos(
            lean
        )
        return Wedge(width, length * cos(lean), asked.shell.floor + 1.5 - lowest, puck.tilt, asked)

    def button_at(self, length: float) -> float:
        """How far up the slope the button's middle is."""
        return -length / 2 + MARGIN + self.asked.button.collar / 2

    @property
    def button(self) -> float:
        """The same, of this puck."""
        return self.button_at(self.wedge.length)

    @property
    def panel(self) -> float:
        """How far up the slope the middle of the panel's board is."""
        return self.wedge.length / 2 - MARGIN - RAIL - self.mount.pocket[1] / 2

    @property
    def aside(self) -> float:
        """Where the way in is, beside the washers, as x."""
        return self.weight[0] + self.asked.puck.washer / 2 + 16.0

    @property
    def cable(self) -> float:
        """Height of the middle of a cable that comes in through a hole."""
        return self.asked.shell.floor + TIE[1] + self.asked.printer.thinnest + self.asked.puck.cable / 2

    @property
    def jack(self) -> float:
        """Height of a jack's opening."""
        return self.asked.shell.floor + SILL

    @property
    def weight(self) -> tuple[float, float]:
        """X and y of the stack of washers."""
        return -8.0, self.wedge.inside[1] / 2 - self.asked.puck.washer / 2 - 1.2

    @cached_property
    def tray(self) -> Part:
        """Walls, posts, a well for washers, and the cable's way in with a seat for a cable tie."""
        asked, puck = self.asked, self.asked.puck
        floor = asked.shell.floor
        around = rod(puck.washer + 0.8 + 2 * 1.6, puck.weights) - rod(puck.washer + 0.8, FAR)
        grown, cuts = self._socket() if puck.way_in == "socket" else self._hole()
        grown.append(Pos(*self.weight, floor) * around)
        return self.wedge.tray() + grown - [*self.wedge.feet(), *cuts]

    def _socket(self) -> tuple[list[Part], list[Part]]:
        """What a jack adds to the tray, and cuts from it."""
        back = self.wedge.depth / 2
        pad = Pos(self.aside, back, self.asked.shell.floor) * jack_pad(
            JACK.width + 5.0, SILL + JACK.height + 2.5
        )
        warning = Pos(self.aside, 0, self.jack + JACK.height + 6.0) * engraved(WARNING, 4.6, 0.9, back)
        return [pad], [Pos(self.aside, back, self.jack) * jack_hole(self.asked), warning]

    def _hole(self) -> tuple[list[Part], list[Part]]:
        """What a cable adds and cuts: its groove, with a tunnel below for the tie that holds it."""
        floor, cable = self.asked.shell.floor, self.asked.puck.cable
        saddle = block(9.0, 9.0, self.cable - floor) - block(FAR, *TIE)
        saddle -= Pos(0, 0, self.cable - floor) * Rot(X=90) * rod(cable, FAR, MID)
        way_in = Pos(self.aside, self.wedge.depth / 2, self.cable) * Rot(X=90) * drop(cable + 0.6, 20.0)
        return [Pos(self.aside, self.wedge.inside[1] / 2 - 13.0, floor) * saddle], [way_in]

    @cached_property
    def lid(self) -> Part:
        """Carries button and panel; in the lid's frame."""
        asked, button = self.asked, self.asked.button
        lid = self.wedge.lid() + Pos(0, self.panel) * self.mount.rails()
        lid -= Pos(0, self.panel) * (self.mount.window(asked.shell.lid) + self.mount.pilots())
        lid -= Pos(0, self.button) * rod(button.hole + 0.4, FAR, MID)
        thinner = asked.shell.lid - (button.panel - asked.puck.plate)
        return lid - Pos(0, self.button) * (rod(button.collar + 6.0, thinner) if thinner > 0 else Part())

    def face(self, seat: int) -> Part:
        """The seat's colour, shape and number, held by the lid's screws and the button; z = 0 on the lid."""
        asked, wedge, relief = self.asked, self.wedge, self.asked.relief
        width, length = wedge.width - 2 * BORDER, wedge.length - 2 * BORDER
        face = extrude(RectangleRounded(width, length, asked.shell.corner - BORDER), asked.puck.plate)
        face = chamfer(face.edges().group_by(Axis.Z)[-1], 0.6)
        window = Pos(0, self.panel, -asked.shell.lid) * self.mount.window(self.cover)
        face -= window + Pos(0, self.button) * rod(asked.button.hole + 0.4, FAR, MID)
        face -= merged(Pos(x, y) * rod(asked.lid_screw.clearance, FAR, MID) for x, y in wedge.screws())
        aside = (self.mount.opening(self.cover)[0] / 2 + width / 2) / 2
        level = self.panel + self.mount.panel.up
        raised = Pos(-aside, level, asked.puck.plate) * extrude(
            sign(seat, relief.shape, relief.stroke), relief.height
        )
        number = written(str(seat), relief.number, relief.stroke)
        return face + raised + Pos(aside, level, asked.puck.plate) * extrude(number, relief.height)


def cap(seat: int, asked: Parameters) -> Part:
    """A disc for the plunger that tells a hand at rest which seat it lies on."""
    relief = asked.relief
    disc = rod(relief.cap, relief.cap_thickness)
    disc = chamfer(disc.edges().group_by(Axis.Z)[-1], 0.4)
    raised = extrude(sign(seat, relief.cap * 0.66, relief.stroke), relief.height)
    return disc + Pos(0, 0, relief.cap_thickness) * raised
