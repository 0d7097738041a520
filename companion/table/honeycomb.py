r"""The honeycomb board, of 37 hexagons, four to a side: its shape; as it lies on the table; while it is made.

Fields are named as they lie, rows A to G from the top, each counted from the left. A *point* is where three
fields meet, and carries a number. Points stand along the six wavy lines between two rows of fields; they are
listed a line at a time, from left to right. The first line has seven::

        A1      A2      A3      A4
      \    /2\     /4\     /6\    /           1 is where A1, B1 and B2 meet,
       \1/     \3/     \5/     \7/            2 where A1, A2 and B2 meet, and so on
    B1      B2      B3      B4      B5

Lengths are in sides of a hexagon, which stands on a corner: x to the right, y down, (0, 0) in the middle.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, Self, TypeAlias

from companion.table.view import Part
from companion.words import Text
from firmware.events import Seat

SIDE = 4
"""How many fields each side of the board has."""

Point: TypeAlias = tuple[str, str, str]
"""The three fields that meet there, in the order of `FIELDS`."""

_Hexagon: TypeAlias = tuple[int, int]
"""Axial coordinates ``(q, r)``: q steps to the right, r steps down to the right, (0, 0) in the middle."""

_AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
_REACH = SIDE - 1


def _named() -> dict[_Hexagon, str]:
    """Every hexagon's name, row by row."""
    named = {}
    for letter, r in zip("ABCDEFG", range(-_REACH, _REACH + 1), strict=True):
        row = range(max(-_REACH, -_REACH - r), min(_REACH, _REACH - r) + 1)
        named.update({(q, r): f"{letter}{place}" for place, q in enumerate(row, 1)})
    return named


_HEXAGON_NAMES = _named()
_HEXAGONS = {name: hexagon for hexagon, name in _HEXAGON_NAMES.items()}

FIELDS: tuple[str, ...] = tuple(_HEXAGONS)
"""The 37 fields, row by row: A1..A4, B1..B5, C1..C6, D1..D7, E1..E6, F1..F5, G1..G4."""


def _points_below(r: int) -> tuple[Point, ...]:
    """The points along the wavy line between row ``r`` and the next, from left to right."""
    corners = []
    for q in range(-_REACH, _REACH + 1):
        below, right_below = (q - 1, r + 1), (q, r + 1)
        corners += [((q, r), below, right_below), ((q, r), (q + 1, r), right_below)]
    return tuple(
        (_HEXAGON_NAMES[one], _HEXAGON_NAMES[two], _HEXAGON_NAMES[three])
        for one, two, three in corners
        if {one, two, three} <= _HEXAGON_NAMES.keys()
    )


POINT_ROWS: tuple[tuple[Point, ...], ...] = tuple(_points_below(r) for r in range(-_REACH, _REACH))
"""The points as they lie: six lines of 7, 9, 11, 11, 9 and 7."""

POINTS: tuple[Point, ...] = tuple(point for row in POINT_ROWS for point in row)
"""The 54 points, line by line."""

_NEIGHBOURS = {
    name: frozenset(
        _HEXAGON_NAMES[q + dq, r + dr] for dq, dr in _AROUND if (q + dq, r + dr) in _HEXAGON_NAMES
    )
    for (q, r), name in _HEXAGON_NAMES.items()
}


def neighbours(field: str) -> frozenset[str]:
    """The fields that share a side with this one.

    Raises:
        KeyError: there is no such field.
    """
    return _NEIGHBOURS[field]


def groups(fields: Collection[str]) -> tuple[frozenset[str], ...]:
    """The connected groups of these fields, the largest first, equally large ones as they lie.

    Raises:
        KeyError: one of them is no field.
    """
    apart, found = set(fields), []
    for field in sorted(apart):
        if field not in apart:
            continue
        group, edge = {field}, [field]
        while edge:
            near = neighbours(edge.pop()) & apart - group
            group |= near
            edge += near
        apart -= group
        found.append(frozenset(group))
    return tuple(sorted(found, key=len, reverse=True))


def largest_group(fields: Collection[str]) -> int:
    """How many fields the largest connected group of these has (rulebook, *punktacja końcowa*).

    Raises:
        KeyError: one of them is no field.
    """
    return max(map(len, groups(fields)), default=0)


def centre(field: str) -> tuple[float, float]:
    """Where the middle of a field is.

    Raises:
        KeyError: there is no such field.
    """
    q, r = _HEXAGONS[field]
    return math.sqrt(3) * (q + r / 2), 1.5 * r


def spot(point: Point) -> tuple[float, float]:
    """Where a point is: as far from each of its fields' middles.

    Raises:
        KeyError: one of the three is no field.
    """
    middles = [centre(field) for field in point]
    return sum(x for x, _ in middles) / 3, sum(y for _, y in middles) / 3


Spot: TypeAlias = tuple[float, float]
"""A place on the board."""

WIDTH, HEIGHT = math.sqrt(3) * (2 * SIDE - 1), 1.5 * (2 * SIDE - 2) + 2
"""How far the board reaches."""

_TURNS = tuple(math.radians(60 * step - 90) for step in range(6))
_CORNERS = tuple((math.cos(turn), math.sin(turn)) for turn in _TURNS)
_BESIDE = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
"""The hexagon behind each side, clockwise from the upper right."""


def corners(field: str) -> tuple[Spot, ...]:
    """The six corners of a field, clockwise from the top.

    Raises:
        KeyError: there is no such field.
    """
    x, y = centre(field)
    return tuple((x + dx, y + dy) for dx, dy in _CORNERS)


def sides(field: str) -> tuple[tuple[Spot, Spot, str | None], ...]:
    """The six sides of a field, clockwise from the upper right: both ends, and the field behind it, if any.

    Raises:
        KeyError: there is no such field.
    """
    (q, r), around = _HEXAGONS[field], corners(field)
    return tuple(
        (around[step], around[(step + 1) % 6], _HEXAGON_NAMES.get((q + dq, r + dr)))
        for step, (dq, dr) in enumerate(_BESIDE)
    )


# -- as it lies on the table


@dataclass(frozen=True, slots=True)
class Token:
    """A token on a field.

    Attributes:
        field: its name, as `FIELDS`.
        seat: whose.
        sure: whether it stays; it doesn't yet while its sum is to be judged.
    """

    field: str
    seat: Seat
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Honeycomb(Part):
    """A whole board: its numbers, the tokens on its fields, what counts.

    Attributes:
        numbers: by point, in the order of `POINTS`.
        tokens: what lies on it, one a field at most.
        counted: fields of the groups that count.
        number: the one that is spoken of now.
        free: fields around that number where its token may be laid.
        does: what a touch on each of those stands for, typed.
    """

    weight: ClassVar[float] = 1.8

    numbers: tuple[int, ...]
    tokens: tuple[Token, ...] = ()
    counted: frozenset[str] = frozenset()
    number: int | None = None
    free: tuple[str, ...] = ()
    does: tuple[str, ...] = ()


# -- while it is made


class HoneycombDraft(Protocol):
    """A board whose numbers are being put in; a value, so that each change gives another one."""

    @property
    def numbers(self) -> tuple[int | None, ...]:
        """By point, in the order of `POINTS`; None: not yet."""
        ...

    @property
    def name(self) -> str:
        """What it is to be called on screens."""
        ...

    @property
    def word(self) -> str:
        """What it is to be asked for by; may be empty."""
        ...

    @property
    def wrong(self) -> frozenset[int]:
        """The points whose number can't stand there."""
        ...

    def called(self, name: str) -> Self:
        """With another name, as screens can show it."""
        ...

    def put(self, place: int, number: int | None) -> Self:
        """With another number at a point."""
        ...

    def faults(self, taken: Collection[str] = ()) -> tuple[Text, ...]:
        """What is wrong, what matters most first; empty: it is whole.

        Args:
            taken: words by which others are known, which this one can't take.
        """
        ...

    def made(self) -> Any:
        """What it has become, once nothing is wrong.

        Raises:
            ThingError: it isn't whole yet.
        """
        ...
