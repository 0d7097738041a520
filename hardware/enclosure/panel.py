"""How a panel sits behind a lid: a window with sloping sides, corners that hold the board, a strap across it.

The strap rests on the board's edges, so the holes in the board, which every maker puts elsewhere, don't
matter. All in the lid's frame, the middle of the board at (0, 0); the glass touches the lid at z = 0.
"""

from __future__ import annotations

from dataclasses import dataclass

from build123d import Part, Pos, Rectangle, RectangleRounded, extrude

from hardware.enclosure.forms import DOWN, FAR, block, merged, rod
from hardware.enclosure.parameters import Panel, Parameters

RAIL = 1.6
GRIP = 7.0
MARGIN = 1.5
SLOPING = 30.0
STRAP_WIDTH = 8.0
STRAP = 3.2
REST = 2.0


@dataclass(frozen=True)
class Mount:
    """One panel's place in a lid."""

    panel: Panel
    asked: Parameters

    @property
    def boss(self) -> float:
        """Of a strap's screw."""
        return self.asked.small_screw.pilot + 2 * 2.0

    @property
    def pocket(self) -> tuple[float, float]:
        """Width and height between the rails: the board and some air."""
        air = 2 * self.asked.printer.clearance
        return self.panel.board[0] + air, self.panel.board[1] + air

    @property
    def screws(self) -> tuple[float, float]:
        """X of the strap's two screws."""
        x = self.pocket[0] / 2 + RAIL + self.boss / 2
        return -x, x

    @property
    def width(self) -> float:
        """Of all that stands on the lid's underside."""
        return 2 * self.screws[1] + self.boss

    def opening(self, height: float) -> tuple[float, float]:
        """Width and height of the window at `height` above the lid's underside."""
        grown = 2 * (MARGIN + height * 0.578)
        return self.panel.view[0] + grown, self.panel.view[1] + grown

    def window(self, thickness: float) -> Part:
        """What to cut from what lies `thickness` thick over the glass."""
        sketch = Rectangle(*self.opening(0))
        return Pos(0, self.panel.up) * (
            extrude(sketch, thickness + 1, taper=-SLOPING) + block(*self.opening(0), 1, DOWN)
        )

    def rails(self) -> Part:
        """What to add to the lid's underside, uncut."""
        width, height = self.pocket
        deep = self.panel.thickness
        ring = block(width + 2 * RAIL, height + 2 * RAIL, deep, DOWN) - block(width, height, deep, DOWN)
        ring -= block(width - 2 * GRIP, FAR, deep, DOWN) + block(FAR, height - 2 * GRIP, deep, DOWN)
        return ring + merged(Pos(x, 0) * rod(self.boss, deep, DOWN) for x in self.screws)

    def pilots(self) -> Part:
        """What to cut for the strap's screws; a skin of the lid stays."""
        screw, deep = self.asked.small_screw, self.panel.thickness
        into = min(screw.depth, deep + self.asked.shell.lid - self.asked.printer.thinnest)
        return merged(Pos(x, 0, -deep) * rod(screw.pilot, into) for x in self.screws)

    def strap(self) -> Part:
        """The strap as it is printed: its outside on the bed, hollow where the board carries its parts."""
        length = self.width + 1.0
        strap = extrude(RectangleRounded(length, STRAP_WIDTH, STRAP_WIDTH / 2 - 0.1), STRAP)
        strap -= Pos(0, 0, STRAP / 2) * block(self.panel.board[0] - 2 * REST, FAR, STRAP)
        return strap - merged(Pos(x, 0) * rod(self.asked.small_screw.clearance, FAR) for x in self.screws)
