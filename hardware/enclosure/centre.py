"""The box in the middle: the Pi, its perfboard, the seats' sockets, the main panel and the host's knob."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import radians, tan

from build123d import Axis, Location, Part, Pos, Rot, chamfer, extrude

from hardware.enclosure.boards import BOARDS, Board, Plug
from hardware.enclosure.bought import JACK, SILL, WARNING, jack_hole, jack_pad
from hardware.enclosure.forms import ENGRAVED, FAR, MID, Wedge, block, drop, engraved, rod, written
from hardware.enclosure.panel import Mount
from hardware.enclosure.parameters import Parameters

PLUG_GAP = 4.5
"""Between the Pi's edge with the power socket and the wall, so that USB stays clear of the round corner."""
BESIDE = 11.0
"""Kept free beside the back corner's post."""

UNDER_POST = 29.0
"""From the standoffs to the rim at the front: what stands on the perfboard stays clear of the post above."""

SOUND = (2.4, 5.0)
"""The holes before the piezo: how wide, and how far from the one in the middle."""
LEDGE = 1.5
"""What carries the piezo's rim all round; the rest of the disc is free to bend."""


@dataclass(frozen=True)
class CentreDesign:
    """The centre box; in its wedge's frame unless said otherwise."""

    asked: Parameters

    @cached_property
    def mount(self) -> Mount:
        """The main panel's place."""
        return Mount(self.asked.panels[self.asked.centre.panel], self.asked)

    @property
    def board(self) -> Board:
        """The Pi."""
        return BOARDS[self.asked.centre.board]

    @cached_property
    def wedge(self) -> Wedge:
        """Its outer form, from what has to stand side by side and one above the other."""
        asked = self.asked
        left = max(BESIDE + asked.columns * asked.socket.pitch, asked.centre.perfboard[0] + 5.0)
        within = left + self.board.width + PLUG_GAP + 2.0
        above = self.mount.width + asked.knob.diameter + 3 * 9.0
        width = max(within + 2 * asked.shell.wall, above)
        # A Pi Zero is short: then the perfboard before the sockets asks for the depth.
        behind = max(
            self.board.length + self.board.sticks_out + 9.0, asked.centre.perfboard[1] + JACK.behind + 12.0
        )
        depth = behind + 2 * asked.shell.wall
        top = self.sill + (asked.rows - 1) * asked.socket.row_pitch + JACK.height + 8.5
        lean = radians(asked.centre.tilt)
        standing = asked.shell.floor + asked.centre.standoff
        over_perfboard = standing + UNDER_POST + depth * tan(lean)
        back = max(top, standing + self.board.height + 14.0, over_perfboard)
        middle = back - depth / 2 * tan(lean)
        return Wedge(width, depth, middle, asked.centre.tilt, asked)

    @property
    def sill(self) -> float:
        """Height of the lower sockets' openings."""
        return self.asked.shell.floor + SILL

    def sockets(self) -> list[tuple[float, float]]:
        """X and z of the middle of each seat's opening at its lower edge, seat 1 first.

        Seen from behind they run from left to right and from the upper row to the lower.
        """
        asked, socket = self.asked, self.asked.socket
        left = -self.wedge.inside[0] / 2 + BESIDE
        spots = []
        for at in range(asked.seats):
            row, column = divmod(at, asked.columns)
            x = left + (asked.columns - column - 0.5) * socket.pitch - 2.5
            spots.append((x, self.sill + (asked.rows - 1 - row) * socket.row_pitch))
        return spots

    def on_board(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the Pi's drawing is: its sockets for power look right, those for USB back."""
        right, back = self.wedge.inside[0] / 2, self.wedge.inside[1] / 2
        end = back - 0.5 - self.board.sticks_out
        return right - PLUG_GAP - y, end - self.board.length + x

    @property
    def board_top(self) -> float:
        """Height of the Pi's upper side."""
        return self.asked.shell.floor + self.asked.centre.standoff + 1.4

    @property
    def perfboard(self) -> tuple[float, float]:
        """The perfboard's middle: at the left, before the sockets."""
        width, depth = self.asked.centre.perfboard
        left, front = -self.wedge.inside[0] / 2 + 1.5, -self.wedge.inside[1] / 2 + 2.0
        return left + width / 2, front + depth / 2

    @cached_property
    def tray(self) -> Part:
        """Walls, posts, standoffs, sockets, the Pi's openings, vents."""
        grown = [self._pad(), *self._standoffs()]
        cuts = [*self.wedge.feet(), *self._pilots(), *self._jacks(), *self._plugs(), *self._vents()]
        if self.asked.off.hole:
            cuts.append(self.off * Rot(Z=180) * drop(self.asked.off.hole, 16.0))
        return self.wedge.tray() + grown - [*cuts, *self._texts()]

    def _pad(self) -> Part:
        """The wall behind the sockets, made thicker from the floor up."""
        asked = self.asked
        xs = [x for x, _ in self.sockets()]
        width = max(xs) - min(xs) + asked.socket.pitch
        height = SILL + (asked.rows - 1) * asked.socket.row_pitch + JACK.height + 2.5
        return Pos(self._sockets_middle, self.wedge.depth / 2, asked.shell.floor) * jack_pad(width, height)

    @property
    def _sockets_middle(self) -> float:
        xs = [x for x, _ in self.sockets()]
        return (max(xs) + min(xs)) / 2

    def _jacks(self) -> list[Part]:
        return [Pos(x, self.wedge.depth / 2, z) * jack_hole(self.asked) for x, z in self.sockets()]

    def _texts(self) -> list[Part]:
        """Each socket's number, engraved left of it as one looks at the back, and a warning above them."""
        back, beside = self.wedge.depth / 2, self.asked.socket.pitch / 2
        top = max(z for _, z in self.sockets()) + JACK.height + 4.2
        texts = [Pos(self._sockets_middle, 0, top) * engraved(WARNING, 4.6, 0.9, back)]
        for seat, (x, z) in enumerate(self.sockets(), start=1):
            texts.append(Pos(x + beside, 0, z + JACK.height / 2) * engraved(str(seat), 7.0, 1.2, back))
        return texts

    def _standing(self) -> list[tuple[float, float]]:
        """Where Pi and perfboard rest. The last spot lies below a post: no screw reaches it."""
        width, depth = (reach / 2 for reach in self.asked.centre.perfboard_holes)
        x, y = self.perfboard
        corners = [(x + i * width, y + j * depth) for i, j in ((1, -1), (1, 1), (-1, 1), (-1, -1))]
        return [*(self.on_board(*hole) for hole in self.board.holes), *corners]

    def _standoffs(self) -> list[Part]:
        size, floor = self.asked.small_screw.pilot + 2 * 2.0, self.asked.shell.floor
        return [Pos(*spot, floor) * rod(size, self.asked.centre.standoff) for spot in self._standing()]

    def _pilots(self) -> list[Part]:
        floor = self.asked.shell.floor
        pilot = rod(self.asked.small_screw.pilot, self.asked.centre.standoff + 1.0)
        return [Pos(*spot, floor) * pilot for spot in self._standing()[:-1]]

    def _plugs(self) -> list[Part]:
        return [self._plug(plug) for plug in self.board.plugs if plug.name in self.asked.centre.openings]

    def _plug(self, plug: Plug) -> Part:
        height = plug.top - plug.bottom
        z = self.board_top + (plug.top + plug.bottom) / 2
        hole = block(plug.width, 16.0, height, MID)
        if plug.at_end:
            x, _ = self.on_board(0, plug.at)
            return Pos(x, self.wedge.depth / 2, z) * hole
        _, y = self.on_board(plug.at, 0)
        return Pos(self.wedge.width / 2, y, z) * Rot(Z=90) * hole

    def _vents(self) -> list[Part]:
        """Slots in the floor under the Pi, where the feet let air in, and high in both side walls."""
        shell = self.asked.shell
        x, y = self.on_board(self.board.length / 2, self.board.width / 2)
        reach = min(self.board.length - 30.0, 50.0)
        cut = block(3.0, reach, 3 * shell.floor, MID)
        vents = [
            Pos(x + at * 7.0, y) * cut for at in range(-2, 3) if abs(at * 7.0) < self.board.width / 2 - 8
        ]
        bottom = self.board_top + 16.0
        for at in range(20):
            y = self.wedge.inside[1] / 2 - 17.0 - at * 6.0
            height = self.wedge.rim(y) - 9.0 - bottom
            if height < 6.0:
                break
            hole = block(3 * shell.wall, 2.4, height)
            vents += [Pos(side * self.wedge.width / 2, y, bottom) * hole for side in (-1, 1)]
        return vents

    @cached_property
    def spots(self) -> tuple[float, float, float]:
        """X of the panel, x of the knob, and how far up the lid both are: evenly spread to the eye."""
        window = self.mount.opening(self.asked.shell.lid)[0]
        gap = (self.wedge.width - window - self.asked.knob.diameter) / 3
        panel = -self.wedge.width / 2 + max(gap + window / 2, self.mount.width / 2 + 6.0)
        knob = self.wedge.width / 2 - gap - self.asked.knob.diameter / 2
        return panel, knob, -3.0

    @property
    def off(self) -> Location:
        """The off button's middle outside on the back, its z outwards: above the Pi, out of the way."""
        x, _ = self.on_board(0, self.board.width / 2)
        back, (across, deep) = self.wedge.depth / 2, self.asked.off.body
        lowest = self.wedge.rim(back - deep) - self.asked.shell.lip
        return Pos(x, back, lowest - across / 2 - 0.5) * Rot(X=-90)

    @property
    def piezo(self) -> Location:
        """The piezo's place in the lid's frame: between the knob and the lid's back edge."""
        _, knob, up = self.spots
        y = (up + self.asked.knob.diameter / 2 + self.wedge.length / 2 - self.asked.shell.wall) / 2
        return Pos(knob, y)

    def _sound(self) -> list[Part]:
        """What to cut for the piezo: its seat, a hollow before it, and holes."""
        disc, (hole, around), thick = self.asked.piezo.disc, SOUND, self.asked.piezo.thickness
        if not disc:
            return []
        seat = rod(disc + 2 * self.asked.printer.clearance, thick)
        hollow = rod(disc - 2 * LEDGE, self.asked.shell.lid - self.asked.printer.thinnest)
        holes = [Rot(Z=60 * at) * Pos(around) * rod(hole, FAR, MID) for at in range(6)]
        return [self.piezo * part for part in (seat, hollow, rod(hole, FAR, MID), *holes)]

    @cached_property
    def lid(self) -> Part:
        """Carries panel, knob and piezo; in the lid's frame."""
        shell = self.asked.shell
        panel, knob, up = self.spots
        lid = self.wedge.lid() + Pos(panel, up) * self.mount.rails()
        lid -= Pos(panel, up) * (self.mount.window(shell.lid) + self.mount.pilots())
        lid -= [Pos(knob, up) * rod(self.asked.encoder.bush + 0.4, FAR, MID), *self._sound()]
        name = Pos(0, -self.wedge.length / 2 + 12.5, shell.lid) * written("PIERWSZY", 8.0, 1.4)
        return lid - extrude(name, ENGRAVED, both=True)


def knob(asked: Parameters) -> Part:
    """Pushed onto the encoder's shaft; standing as on the lid, its pointer away from the host."""
    size, encoder = asked.knob, asked.encoder
    body = rod(size.diameter, size.height)
    body = chamfer(body.edges().group_by(Axis.Z)[-1], 2.0)
    body = chamfer(body.edges().group_by(Axis.Z)[0], 0.6)
    flute = Pos(size.diameter / 2 + 1.2, 0) * rod(4.4, FAR, MID)
    body -= [Rot(Z=360 / 16 * (at + 0.5)) * flute for at in range(16)]
    body -= Pos(0, size.diameter / 2 - 2.5, size.height) * block(3.0, 11.0, 2.4, MID)
    # The nut and its washer hide in a recess; the shaft's bore starts there and is a D.
    recess = 3.0
    bore = rod(encoder.shaft + 0.2, encoder.shaft_length + 0.5)
    flat = Pos(0, encoder.flat - encoder.shaft / 2 + 0.1, encoder.shaft_length - encoder.flat_length + 1.0)
    bore -= flat * Pos(0, 10.0) * block(20.0, 20.0, FAR)
    return body - rod(16.0, recess) - bore
