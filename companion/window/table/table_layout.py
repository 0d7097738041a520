"""Where everything of a table view is in a window of a given size.

From top to bottom: a line with the game's title, the table, the last race, and a bar: what ok does, or what
else can be chosen, and the controls beside it.
Each has its place whether anything stands there now or not, so that nothing jumps as races and banners come
and go. At the table the seats stand in two columns, clockwise from the top left, so that the middle, which
people look at, is as large as can be. Only the ground reaches the window's edges: televisions cut them off.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pygame import Rect

from companion.window.scale import MARGIN, SMALLEST, finger, safe, unit_of
from companion.window.theme import SPACE
from firmware.events import Seat

_TOP = 38
_FINISH = 108
_LEAST_FINISH = 80
_RAIL = 34

_HEADING, _LEADING, _LOW = 0.32, 0.6, 0.24
"""Of the middle's height, the heading's place: beside what people look at, where it is that itself, and where
every line is needed for the other."""

_CHOICES = 0.64
"""Of the bar's width, the place of what ok does and of what can be chosen."""

_BELOW = 0.3
"""Of what is left, the place of what is smaller."""

_BREADTHS = {1: 0.215, 2: 0.215, 3: 0.23, 4: 0.245}
"""Of the table's width, a plate's, by how many stand below each other: few are tall, and may be narrow."""

_TALL = 0.75
"""A plate is at most so high for its width."""


@dataclass(frozen=True, slots=True)
class TableLayout:
    """A window of one size, laid out for one table.

    Attributes:
        top: the title's line, and what stands in its corners.
        plates: each seat's place.
        heading: what happens now.
        middle: what lies on the table, below the heading.
        below: what is smaller, below that; without height if there is nothing.
        rails: left and right of the middle, where arrows show the way turns go; none without turns.
        finish: the last race; without height in a game without races.
        choices: what ok does and what else can be chosen: the left part of the bar.
        controls: the other keys, as buttons: the right part of it.
    """

    top: Rect
    plates: Mapping[Seat, Rect]
    heading: Rect
    middle: Rect
    below: Rect
    rails: tuple[Rect, ...]
    finish: Rect
    choices: Rect
    controls: Rect


def lay_out(
    size: tuple[int, int],
    seats: Sequence[Seat],
    *,
    races: bool = False,
    middle: bool = True,
    below: bool = False,
    leads: bool = False,
    tall: bool = False,
    turns: bool = False,
    margin: float = MARGIN,
) -> TableLayout:
    """Place everything.

    Args:
        size: the window, pixels across and down; anything under `SMALLEST` is laid out as if it were that.
        seats: the seats at the table, clockwise; none to eight.
        races: whether there are races to be shown.
        middle: whether something lies in the middle; without, the heading has all of it.
        below: whether something smaller lies below that.
        leads: whether the headline is what counts.
        tall: whether what lies in the middle needs all the height it can get.
        turns: whether turns go round, one way or the other.
        margin: per cent of the window left free at each edge.
    """
    width, height = max(size[0], SMALLEST[0]), max(size[1], SMALLEST[1])
    unit = unit_of(size)
    gap = max(4, round(SPACE.gap * unit))
    left, high, across, down = safe((width, height), margin)
    bar = Rect(left, high + down - finger(unit), across, finger(unit))
    choices = Rect(bar.x, bar.y, round(bar.width * _CHOICES), bar.height)
    controls = Rect(choices.right + gap, bar.y, bar.right - choices.right - gap, bar.height)
    strip = max(_LEAST_FINISH, round(_FINISH * unit)) if races else 0
    finish = Rect(left, bar.top - gap - strip, across, strip)
    low = finish.top - (gap if races else 0)
    top = Rect(left, high, across, max(28, round(_TOP * unit)))
    table = Rect(left, top.bottom + gap // 2, across, low - top.bottom - gap // 2)
    plates, inside = _columns(table, seats, gap)
    rails: tuple[Rect, ...] = ()
    if turns and len(seats) > 1:
        wide = max(16, round(_RAIL * unit))
        rails = (
            Rect(inside.x, inside.y, wide, inside.height),
            Rect(inside.right - wide, inside.y, wide, inside.height),
        )
        inside = inside.inflate(-2 * (wide + gap // 2), 0)
    heading = Rect(inside)
    if middle or below:
        heading.height = round(inside.height * (_LEADING if leads else _LOW if tall else _HEADING))
    lying = Rect(inside.x, heading.bottom, inside.width, inside.bottom - heading.bottom)
    under = Rect(lying.x, lying.bottom, lying.width, 0)
    if below:
        under.height = round(lying.height * _BELOW) if middle else lying.height
        under.bottom = lying.bottom
        lying.height -= under.height
    return TableLayout(top, plates, heading, lying, under, rails, finish, choices, controls)


def _columns(table: Rect, seats: Sequence[Seat], gap: int) -> tuple[dict[Seat, Rect], Rect]:
    """The seats' places, clockwise from the top left, and what is left between them."""
    if not seats:
        return {}, Rect(table)
    right = list(seats[1 : 1 + (len(seats) + 1) // 2]) if len(seats) > 1 else []
    left = [seats[0], *reversed(seats[1 + len(right) :])]
    rows = max(len(left), len(right))
    width = round(table.width * _BREADTHS[rows])
    height = min((table.height - (rows - 1) * (gap // 3)) // rows, round(width * _TALL))
    places: dict[Seat, Rect] = {}
    for column, x in ((left, table.left), (right, table.right - width)):
        space = (table.height - height * len(column)) // (len(column) + 1) if column else 0
        for row, seat in enumerate(column):
            places[seat] = Rect(x, table.top + space + row * (height + space), width, height)
    inside = Rect(table.left + width + gap, table.top, table.width - 2 * (width + gap), table.height)
    return places, inside
