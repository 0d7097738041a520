"""Bought parts as plain blocks, to prove that they fit and to draw them; none of this is printed."""

from __future__ import annotations

from dataclasses import dataclass

from build123d import Part, Pos

from hardware.enclosure.boards import THICKNESS, Board
from hardware.enclosure.forms import DOWN, MID, block, merged, rod
from hardware.enclosure.parameters import Button, Encoder, Off, Panel, Parameters, Screw


@dataclass(frozen=True)
class Jack:
    """A keystone jack for 8P8C, as measured for github.com/jazwa/rackstack (helper/keystone.scad).

    It is pushed into a wall 6 mm thick from the inside until its side lugs stop it, and stands `before` mm
    out. `hooked` and `lugged` are how far from its front the latch's hook and the lower lug end.
    """

    width: float = 15.0
    body: float = 16.9
    depth: float = 32.9
    hook: float = 21.3
    latch: float = 20.2
    lug: float = 0.6
    hooked: float = 8.35
    lugged: float = 8.23
    lugs: float = 10.63
    wide: float = 15.96
    before: float = 4.0

    @property
    def height(self) -> float:
        """Of its opening."""
        return self.hook + self.lug

    @property
    def behind(self) -> float:
        """How far it reaches in from the wall's outside."""
        return self.depth - self.before


JACK = Jack()
PAD = 6.0
"""Thickness of the wall that such a jack is pushed into."""
SILL = 3.0
"""Kept between the floor and the lowest jacks."""
WARNING = "NO LAN"
"""Engraved above the sockets: what they carry would not survive a network, nor a network it."""


def jack_hole(asked: Parameters) -> Part:
    """What to cut from a wall whose outside is at y = 0, the lower edge of the opening at z = 0."""
    air = asked.printer.clearance / 2
    width = JACK.width + 2 * air
    step = JACK.before - JACK.hooked

    def cut(front: float, back: float, bottom: float, top: float) -> Part:
        return Pos(0, (front + back) / 2, bottom) * block(width, front - back, top - bottom)

    return cut(1, step - air, -air, JACK.height + air) + cut(
        step, -20, JACK.lug - air, JACK.lug + JACK.latch + air
    )


def jack_pad(width: float, height: float) -> Part:
    """What makes the wall that holds jacks thick enough, standing on the floor; the outside is at y = 0."""
    return Pos(0, -PAD / 2 - 0.5) * block(width, PAD - 1, height)


def jack() -> Part:
    """A jack in that hole; its springy hook, which is what holds it, is left out."""

    def part(width: float, front: float, back: float, bottom: float, top: float) -> Part:
        return Pos(0, JACK.before - (front + back) / 2, JACK.lug + bottom) * block(
            width, back - front, top - bottom
        )

    body = part(JACK.width, 0, JACK.depth, 0, JACK.body)
    return (
        body
        + part(JACK.width, 0, JACK.lugged, -JACK.lug, 0)
        + part(JACK.wide, JACK.lugs, JACK.depth, 0, JACK.body)
    )


def jack_mouth() -> Part:
    """The opening for the plug, a hair before that jack: for pictures."""
    return Pos(0, JACK.before, JACK.lug + 3.0) * (
        block(11.7, 0.1, 7.0) + Pos(0, 0, 6.9) * block(6.0, 0.1, 3.5)
    )


def pi_board(board: Board) -> tuple[Part, Part, Part]:
    """A Pi lying with its drawing's corner at (0, 0), the board's underside at z = 0.

    Board with chips, header with plugs on it, sockets.
    """
    pcb = Pos(board.length / 2, board.width / 2) * block(board.length, board.width, THICKNESS)
    pcb -= merged(Pos(x, y) * rod(2.7, 10, MID) for x, y in board.holes)
    pcb += Pos(board.length / 2 - 2, board.width / 2 - 1, THICKNESS) * block(46.0, board.width - 18, 4.0)
    header = Pos(32.5, board.width - 3.5, THICKNESS) * block(51.0, 5.2, 8.5 + 14.0)
    sockets = []
    for plug in board.plugs:
        high = 3.2 if plug.top < 9 else plug.top - 1.5
        if plug.at_end:
            where = Pos(board.length + board.sticks_out - 9, plug.at, THICKNESS)
            sockets.append(where * block(18.0, plug.width - 2.2, high))
        else:
            sockets.append(Pos(plug.at, 2.5, THICKNESS) * block(plug.width - 3.5, 7.0, high))
    return pcb, header, merged(sockets)


def plate_board(size: tuple[float, float]) -> Part:
    """The perfboard with what stands on it, its underside at z = 0; its corners with the holes left bare."""
    width, depth = size
    return block(width, depth, 1.6) + Pos(0, 0, 1.6) * block(width - 14, depth - 14, 12.0)


def oled(panel: Panel) -> tuple[Part, Part]:
    """Glass and board behind a lid, in the frame of `panel.Mount`; the header's pins point inwards."""
    glass = block(*panel.glass, panel.glass_thickness, DOWN)
    board = Pos(0, 0, -panel.glass_thickness) * block(*panel.board, panel.board_thickness, DOWN)
    pins = Pos(0, panel.board[1] / 2 - 1.5, -panel.thickness) * block(12.0, 2.5, 8.5, DOWN)
    return glass, board + pins


def lit(panel: Panel) -> Part:
    """The lit area, a hair before the glass: for pictures."""
    return Pos(0, panel.up) * block(*panel.view, 0.05)


def arcade_button(button: Button) -> tuple[Part, Part]:
    """Body with collar, and plunger; its collar's underside at z = 0."""
    body = rod(button.hole, button.depth, DOWN) + rod(button.collar, button.collar_height)
    return body, Pos(0, 0, button.collar_height) * rod(button.plunger, button.plunger_height)


def encoder(asked: Encoder, lid: float) -> Part:
    """Body below a lid whose underside is z = 0, bush and nut above it, and the shaft with its flat."""
    flat = Pos(0, asked.flat - asked.shaft / 2, lid + asked.shaft_length - asked.flat_length)
    shaft = rod(asked.shaft, lid + asked.shaft_length) - flat * Pos(0, 10) * block(20, 20, 20)
    nut = Pos(0, 0, lid) * rod(11.6, 2.4)
    return block(*asked.body, DOWN) + rod(asked.bush, lid + 2.6) + nut + shaft


def off_button(asked: Off) -> tuple[Part, Part]:
    """Body behind a wall whose outside is z = 0, with its nut before it; and what is pushed."""
    across, deep = asked.body
    behind = Pos(0, 0, -4.0) * rod(across, deep - 4.0, DOWN)
    body = rod(asked.hole - 0.2, 4.0, DOWN) + behind + rod(across, 2.0)
    return body, Pos(0, 0, 2.0) * rod(asked.hole - 1.2, 4.0)


def screw(asked: Screw, length: float, thread: float) -> Part:
    """A screw through what ends at z = 0: the head above, the thread below."""
    return rod(asked.head, asked.head_height) + rod(thread, length, DOWN)
