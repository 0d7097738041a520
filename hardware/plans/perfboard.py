"""A perfboard with parts, bare wires on its copper side, insulated links over it and wires that come to it.

And what is wrong with one: the nets are found again from where things lie, and compared with the circuit's.
All places are holes; lengths are in steps of the grid, 2.54 mm, from the hole A1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from math import dist
from typing import NamedTuple, TypeAlias

from firmware.boxfile.settings import Settings
from hardware.plans.circuit import Kind, Net, Place, nets, parts

STEP = 2.54
"""From hole to hole, mm."""

COLUMNS, ROWS = 31, 26
"""What a board of 90 x 70 mm has."""

EDGE = ((90 / STEP - COLUMNS + 1) / 2, (70 / STEP - ROWS + 1) / 2)
"""From the outermost holes to the board's edges; from A1 leftwards and upwards."""

SCREWS = (86 / STEP, 66 / STEP)
"""How far its corner holes are apart; `hardware/enclosure/enclosure.toml` has the same."""

HEAD = 4.7 / STEP
"""Across the screws' heads."""

Rect: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom."""

End: TypeAlias = tuple[str, str]
"""A pin that is joined on the board: part and pin."""


class Hole(NamedTuple):
    """A hole by its column and row, both from 1; the component side is looked at."""

    column: int
    row: int

    @property
    def letter(self) -> str:
        """Its row's: ``G``."""
        return chr(64 + self.row)

    def __str__(self) -> str:
        return f"{self.letter}{self.column}"


@dataclass(frozen=True, slots=True)
class Piece:
    """A part that is soldered in.

    Attributes:
        ref: its name in the circuit.
        kind: what it is.
        legs: the hole of each of its pins.
        bodies: what it covers; several of a strip that is broken into pieces.
        idle: the holes of pins that are joined to nothing.
    """

    ref: str
    kind: Kind
    legs: Mapping[str, Hole]
    bodies: Sequence[Rect]
    idle: frozenset[Hole] = frozenset()


Path: TypeAlias = tuple[Hole, ...]
"""A wire by its ends and bends."""


@dataclass(slots=True)
class Board:
    """All that is on a board.

    Attributes:
        pieces: parts, by name.
        traces: bare wires on the copper side, soldered to every hole they touch.
        links: insulated wires on the component side, which end in their two outermost holes.
        leads: where each wire from elsewhere ends, by what it comes from.
    """

    pieces: dict[str, Piece] = field(default_factory=dict)
    traces: list[Path] = field(default_factory=list)
    links: list[Path] = field(default_factory=list)
    leads: dict[End, Hole] = field(default_factory=dict)

    def ends(self) -> Iterator[tuple[End, Hole]]:
        """Every leg and lead with its hole."""
        yield from self.leads.items()
        for piece in self.pieces.values():
            for pin, hole in piece.legs.items():
                yield (piece.ref, pin), hole

    def taken(self) -> list[Hole]:
        """Every hole something is put through, as often as it is."""
        idle = [hole for piece in self.pieces.values() for hole in piece.idle]
        return idle + [hole for _, hole in self.ends()] + [path[at] for path in self.links for at in (0, -1)]

    def covered(self, spot: tuple[float, float]) -> set[str]:
        """The parts that stand over a place."""
        x, y = spot
        bodies = [(piece.ref, body) for piece in self.pieces.values() for body in piece.bodies]
        return {ref for ref, (left, top, right, low) in bodies if left < x < right and top < y < low}

    def joined(self) -> list[set[Hole]]:
        """Holes that conduct, in groups; a leg or lead alone isn't among them."""
        groups: list[set[Hole]] = []
        for wire in [along(path) for path in self.traces] + [{path[0], path[-1]} for path in self.links]:
            touched = [group for group in groups if group & wire]
            groups = [group for group in groups if not group & wire]
            groups.append(wire.union(*touched))
        return groups


def along(path: Path) -> set[Hole]:
    """Every hole a bare wire touches.

    Raises:
        ValueError: it runs aslant.
    """
    found = set(path)
    for (column, row), (to_column, to_row) in pairwise(path):
        if column != to_column and row != to_row:
            raise ValueError(
                f"{Hole(column, row)} to {Hole(to_column, to_row)}: expected along a row or column"
            )
        for across in range(min(column, to_column), max(column, to_column) + 1):
            found |= {Hole(across, down) for down in range(min(row, to_row), max(row, to_row) + 1)}
    return found


def to_join(settings: Settings) -> Mapping[Net, frozenset[End]]:
    """What a box's board has to join: its parts' pins, and the wires from the Pi, the sockets and the lid.

    A part in the box that has several pins on one net comes with one wire of it; so does a panel together
    with its reset line's resistor and capacitor.
    """
    ends: dict[End, Net] = {}
    everywhere = nets(parts(settings))
    seen: set[tuple[str, Net]] = set()
    for part in parts(settings):
        if part.place is Place.PUCK:
            continue
        alone = part.place is Place.BOX and part.kind is not Kind.SOCKET
        unit = f"D{part.ref[2:]}" if alone and part.ref[:2] in {"R8", "C8"} else part.ref
        for pin, net in part.pins.items():
            if not alone:
                ends[part.ref, pin] = net
            elif unit == part.ref and (unit, net) not in seen and _leaves(unit, everywhere[net]):
                seen.add((unit, net))
                ends[part.ref, pin] = net
    return {
        net: frozenset(end for end, its in ends.items() if its == net) for net in dict.fromkeys(ends.values())
    }


def nets_at(board: Board, settings: Settings) -> Mapping[Hole, Net]:
    """The net of every hole that conducts."""
    net_of = {end: net for net, ends in to_join(settings).items() for end in ends}
    found = {hole: net_of[end] for end, hole in board.ends()}
    for group in board.joined():
        found |= dict.fromkeys(group, next(found[hole] for hole in group if hole in found))
    return found


def _leaves(unit: str, pins: Iterable[End]) -> bool:
    """Whether a net reaches beyond a panel and its reset line."""
    own = {unit, f"R8{unit[1:]}", f"C8{unit[1:]}"}
    return any(ref not in own for ref, _ in pins)


def faults(board: Board, settings: Settings) -> Iterator[str]:
    """What is wrong with a board, a line each; nothing if it is as the circuit wants it."""
    yield from _nets(board, settings)
    yield from _holes(board)
    yield from _bodies(board)


def _nets(board: Board, settings: Settings) -> Iterator[str]:
    """Shorts and missing joints."""
    where = dict(board.ends())
    wanted = to_join(settings)
    for ref, pin in {end for ends in wanted.values() for end in ends} ^ set(where):
        yield f"{ref} {pin}: expected once on the board and in the circuit"
    groups = board.joined()
    net_of = {end: net for net, ends in wanted.items() for end in ends}
    for net, ends in wanted.items():
        lying = [
            next((n for n, group in enumerate(groups) if where[end] in group), None)
            for end in ends
            if end in where
        ]
        if len(set(lying)) > 1 or (None in lying and len(lying) > 1):
            there = _listed(where[end] for end in ends if end in where)
            yield f"{net}: expected joined, in pieces at {there}"
    for group in groups:
        met = {net_of[end] for end, hole in where.items() if hole in group and end in net_of}
        if len(met) > 1:
            yield f"{' and '.join(sorted(met))}: expected apart, joined"
        if not met:
            yield f"{_listed(group)}: a wire that joins nothing"


def _holes(board: Board) -> Iterator[str]:
    taken = board.taken()
    for hole in sorted({hole for hole in taken if taken.count(hole) > 1}):
        yield f"{hole}: two legs in one hole"
    wired = {hole for path in board.traces for hole in along(path)}
    for piece in board.pieces.values():
        for hole in sorted(piece.idle & wired):
            yield f"{hole}: a wire at a pin of {piece.ref} that stays free"
    for hole in sorted({*taken, *wired}):
        if not (1 <= hole.column <= COLUMNS and 1 <= hole.row <= ROWS):
            yield f"{hole}: there is no such hole"
    for end, hole in board.ends():
        if others := board.covered(hole) - {end[0]}:
            yield f"{hole}: {end[0]} {end[1]} under {', '.join(sorted(others))}"
    for path in board.links:
        for hole in (path[0], path[-1]):
            if others := board.covered(hole):
                yield f"{hole}: a link's end under {', '.join(sorted(others))}"
        over = {ref for spot in _walked(path) for ref in board.covered(spot)}
        if tall := {ref for ref in over if not ref.startswith("R")}:  # over a resistor it can be laid
            yield f"{path[0]} to {path[-1]}: a link through {', '.join(sorted(tall))}"


def _walked(path: Path) -> Iterator[tuple[float, float]]:
    for (x, y), (to_x, to_y) in pairwise(path):
        for tenth in range(10 * max(abs(to_x - x), abs(to_y - y)) + 1):
            share = tenth / 10 / max(abs(to_x - x), abs(to_y - y), 1)
            yield x + share * (to_x - x), y + share * (to_y - y)


def _bodies(board: Board) -> Iterator[str]:
    bodies = [(piece.ref, body) for piece in board.pieces.values() for body in piece.bodies]
    for (ref, one), (other, two) in combinations(bodies, 2):
        if min(one[2], two[2]) > max(one[0], two[0]) and min(one[3], two[3]) > max(one[1], two[1]):
            yield f"{ref} and {other}: expected beside each other"
    left, top, right, bottom = edges()
    for ref, (x, y, to_x, to_y) in bodies:
        if x < left or y < top or to_x > right or to_y > bottom:
            yield f"{ref}: beyond the board's edge"
        for screw in screws():
            near = (min(max(screw[0], x), to_x), min(max(screw[1], y), to_y))
            if dist(near, screw) < HEAD / 2:
                yield f"{ref}: under a screw's head"


def edges() -> Rect:
    """The board's outline."""
    return 1 - EDGE[0], 1 - EDGE[1], COLUMNS + EDGE[0], ROWS + EDGE[1]


def screws() -> list[tuple[float, float]]:
    """The middles of its corner holes."""
    x, y = (COLUMNS + 1) / 2, (ROWS + 1) / 2
    return [(x + i * SCREWS[0] / 2, y + j * SCREWS[1] / 2) for i in (-1, 1) for j in (-1, 1)]


def _listed(holes: Iterable[Hole]) -> str:
    return ", ".join(str(hole) for hole in sorted(holes)[:6])
