"""Where everything is in a window of a given size: whole pixels, nothing overlaps, nothing outside.

The box stands in the middle; the pucks lie around it clockwise from the top left, as people sit at a table:
the lower row runs from right to left. OLEDs are scaled by whole numbers only, so that each of their pixels
stays square: first the largest scale that fits the seats' panels, then the largest for the main one.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

from pygame import Rect

from companion.window.scale import SMALLEST, safe, unit_of
from companion.window.table.control_bar import Control
from firmware.events import Seat

PANEL = (128, 64)
"""An OLED's pixels, across and down."""

_PUCKS_AROUND: dict[int, tuple[int, int, int, int]] = {
    1: (0, 0, 1, 0),
    2: (1, 0, 1, 0),
    3: (2, 0, 1, 0),
    4: (2, 0, 2, 0),
    5: (2, 0, 3, 0),
    6: (3, 0, 3, 0),
    7: (3, 1, 2, 1),
    8: (3, 1, 3, 1),
}
"""How many pucks lie above, right of, below and left of the box, by how many there are."""

_BUTTON_SHARES = (1.25, 1.2, 1.1, 1.0, 0.9, 0.85, 0.8, 0.75, 0.7)
"""A button's diameter as a share of its panel's height, best first."""


@dataclass(frozen=True, slots=True)
class Puck:
    """One seat's place.

    Attributes:
        seat: whose it is.
        frame: the whole puck.
        bezel: the frame of its panel.
        glass: the panel's pixels, inside the bezel.
        button: the square around the round button.
        cap: the small picture of the key that stands for the button.
    """

    seat: Seat
    frame: Rect
    bezel: Rect
    glass: Rect
    button: Rect
    cap: Rect


@dataclass(frozen=True, slots=True)
class BoxLayout:
    """A whole window.

    Attributes:
        size: the window, pixels across and down.
        box: the main box.
        bezel: the frame of the main panel.
        glass: the main panel's pixels.
        knob: the knob with the arrows beside it.
        dial: the square around the round knob, in the middle of ``knob``.
        pucks: one a seat, clockwise from the top left.
        bar: the list of keys along the lower edge.
    """

    size: tuple[int, int]
    box: Rect
    bezel: Rect
    glass: Rect
    knob: Rect
    dial: Rect
    pucks: tuple[Puck, ...]
    bar: Rect

    def in_the_middle_of(self, size: tuple[int, int]) -> BoxLayout:
        """The same in a larger window."""
        by = (size[0] - self.size[0]) // 2, (size[1] - self.size[1]) // 2
        pucks = (replace(puck, **_moved(puck, by)) for puck in self.pucks)
        return replace(self, **_moved(self, by), size=size, pucks=tuple(pucks))

    def target(self, x: int, y: int) -> Seat | Control | None:
        """What lies at a point of the window, if it can be pressed or turned: a seat's button or a control.

        The knob's middle is ok, its sides turn it; the list of keys, for who has none, leads to the table.
        """
        if self.bar.collidepoint(x, y):
            return Control.BOX
        for puck in self.pucks:
            if math.dist((x, y), puck.button.center) <= puck.button.width / 2:
                return puck.seat
        if not self.knob.collidepoint(x, y):
            return None
        if math.dist((x, y), self.dial.center) <= self.dial.width * 0.28:
            return Control.OK
        return Control.LEFT if x < self.dial.centerx else Control.RIGHT


def _moved(of: BoxLayout | Puck, by: tuple[int, int]) -> dict[str, Any]:
    """Its rectangles, moved."""
    named = ((one.name, getattr(of, one.name)) for one in fields(of))
    return {name: rect.move(by) for name, rect in named if isinstance(rect, Rect)}


@dataclass(frozen=True, slots=True)
class _Sizes:
    """The measures all parts share, pixels."""

    width: int
    height: int
    gap: int
    pad: int
    bar: int

    def panel(self, scale: int) -> tuple[int, int, int]:
        """Width and height of a panel with its bezel, and the bezel's own breadth."""
        rim = max(3, min(2 * scale, self.pad))
        return PANEL[0] * scale + 2 * rim, PANEL[1] * scale + 2 * rim, rim

    def puck(self, scale: int, share: float) -> tuple[int, int, int]:
        """A puck's width and height, and its button's diameter."""
        across, down, _ = self.panel(scale)
        button = round(PANEL[1] * scale * share)
        return across + button + 3 * self.pad, max(down, button) + 2 * self.pad, button


@dataclass(frozen=True, slots=True)
class _Box:
    """The main box at one scale: its size, the knob's and whether the knob lies below the panel."""

    scale: int
    width: int
    height: int
    dial: int
    below: bool


def _boxes(sizes: _Sizes, width: int, height: int) -> Iterator[_Box]:
    """The boxes that fit into a space, largest panel first; the knob beside the panel is tried first."""
    pad = sizes.pad
    for scale in range(min(width // PANEL[0], height // PANEL[1]), 0, -1):
        across, down, _ = sizes.panel(scale)
        for below, shares in ((False, (0.8, 0.7, 0.6, 0.5)), (True, (0.6, 0.5, 0.42, 0.36, 0.3))):
            for dial in (round(down * share) for share in shares):
                beside = 0 if below else round(dial * 1.7) + pad
                box = _Box(
                    scale, across + beside + 2 * pad, down + 2 * pad + below * (dial + pad), dial, below
                )
                if box.width <= width and box.height <= height:
                    yield box


def _fit(sizes: _Sizes, sides: tuple[int, int, int, int]) -> tuple[int, float, _Box]:
    """The best seat scale, button share and box for a window; the smallest of all if none fits."""
    top, right, bottom, left = sides
    rows = (top > 0) + (bottom > 0)
    columns = max(top, bottom, 3 if right or left else 1)
    gap = sizes.gap
    for scale in range(min(sizes.width // PANEL[0], sizes.height // PANEL[1]), 0, -1):
        found: list[tuple[int, float, _Box]] = []
        for share in _BUTTON_SHARES:
            across, down, _ = sizes.puck(scale, share)
            if columns * (across + gap) > sizes.width - gap:
                continue
            width = sizes.width - 2 * gap
            if right or left:  # the outer columns' inner edges, and a gap on each side
                width = 2 * (sizes.width // 3 - across // 2 - gap)
            height = sizes.height - sizes.bar - (rows + 2) * gap - rows * down
            box = next(_boxes(sizes, width, height), None)
            if box is not None and (box.scale > scale or scale == 1):
                found.append((box.scale, share, box))
        if found:
            _, share, box = max(found, key=lambda fit: fit[:2])
            return scale, share, box
    raise ValueError(
        f"a window is at least {SMALLEST[0]} x {SMALLEST[1]}, not {sizes.width} x {sizes.height}"
    )


def _place_puck(sizes: _Sizes, seat: Seat, centre: tuple[int, int], scale: int, share: float) -> Puck:
    width, height, across = sizes.puck(scale, share)
    frame = Rect(0, 0, width, height)
    frame.center = centre
    panel_width, panel_height, rim = sizes.panel(scale)
    bezel = Rect(frame.x + sizes.pad, 0, panel_width, panel_height)
    bezel.centery = frame.centery
    button = Rect(bezel.right + sizes.pad, 0, across, across)
    button.centery = frame.centery
    cap_size = max(18, round(across * 0.22))
    cap = Rect(0, 0, cap_size, cap_size)
    cap.topright = (frame.right - sizes.pad // 3, frame.top + sizes.pad // 3)
    return Puck(seat, frame, bezel, bezel.inflate(-2 * rim, -2 * rim), button, cap)


def _ring(sides: tuple[int, int, int, int], width: int, rows: list[int]) -> list[tuple[int, int]]:
    """The pucks' centres, clockwise from the top left; ``rows`` are the centres of the three rows."""
    top, right, bottom, left = sides
    upper, middle, lower = rows
    centres = [(width * (2 * i + 1) // (2 * top), upper) for i in range(top)]
    centres += [(width * 5 // 6, middle)] * right
    centres += [(width * (2 * i + 1) // (2 * bottom), lower) for i in reversed(range(bottom))]
    return centres + [(width // 6, middle)] * left


def lay_out(size: tuple[int, int], seats: Collection[Seat], margin: float = 0) -> BoxLayout:
    """Place everything in a window.

    Args:
        size: the window, pixels across and down; anything under `SMALLEST` is laid out as if it were that.
        seats: the seats that have a button, one to eight.
        margin: per cent of the window left free at each edge, as far as everything then still fits.

    Raises:
        ValueError: there is no seat or there are more than eight.
    """
    if not 1 <= len(seats) <= 8:
        raise ValueError(f"a window shows 1 to 8 seats, not {len(seats)}")
    whole = max(size[0], SMALLEST[0]), max(size[1], SMALLEST[1])
    clear = safe(whole, margin).size if margin else whole
    width, height = max(clear[0], SMALLEST[0]), max(clear[1], SMALLEST[1])
    unit = unit_of((width, height))
    gap, pad, bar = max(5, round(12 * unit)), max(6, round(12 * unit)), max(24, round(36 * unit))
    sizes = _Sizes(width, height, gap, pad, bar)
    sides = _PUCKS_AROUND[len(seats)]
    scale, share, box = _fit(sizes, sides)
    puck_height = sizes.puck(scale, share)[1]
    heights = [puck_height * (sides[0] > 0), max(box.height, puck_height), puck_height * (sides[2] > 0)]
    shown = [part for part in heights if part]
    space = (height - sizes.bar - sum(shown)) // (len(shown) + 1)
    rows, y = [], space
    for part in heights:
        rows.append(y + part // 2)
        y += part + space if part else 0
    pucks = tuple(
        _place_puck(sizes, seat, centre, scale, share)
        for seat, centre in zip(sorted(seats), _ring(sides, width, rows), strict=True)
    )
    laid = _with_box(sizes, box, rows[1], pucks)
    return laid if whole == (width, height) else laid.in_the_middle_of(whole)


def _with_box(sizes: _Sizes, box: _Box, middle: int, pucks: tuple[Puck, ...]) -> BoxLayout:
    """Put the main box into the middle row and the list of keys under everything."""
    pad, size = sizes.pad, (sizes.width, sizes.height)
    frame = Rect(0, 0, box.width, box.height)
    frame.center = (size[0] // 2, middle)
    across, down, rim = sizes.panel(box.scale)
    bezel = Rect(frame.x + pad, frame.y + pad, across, down)
    if box.below:
        knob = Rect(bezel.x, bezel.bottom + pad, bezel.width, box.dial)
    else:
        knob = Rect(bezel.right + pad, bezel.y, frame.right - bezel.right - 2 * pad, bezel.height)
    dial = Rect(0, 0, box.dial, box.dial)
    dial.center = knob.center
    return BoxLayout(
        size=size,
        box=frame,
        bezel=bezel,
        glass=bezel.inflate(-2 * rim, -2 * rim),
        knob=knob,
        dial=dial,
        pucks=pucks,
        bar=Rect(0, size[1] - sizes.bar, size[0], sizes.bar),
    )
