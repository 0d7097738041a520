"""Parts of some measures, made and put together: what each is as a print, and which want the same place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from hardware.enclosure.assembly import Piece, centre, puck
from hardware.enclosure.centre import CentreDesign
from hardware.enclosure.making import make
from hardware.enclosure.mesh import meshed
from hardware.enclosure.parameters import Parameters
from hardware.enclosure.printable import Print, solid
from hardware.enclosure.puck import PuckDesign

ONLY_DRAWN = ("lit area", "mouth")
"""Pieces that stand for no body."""
TOUCH = 0.05
"""Two parts that share less than this, in mm³, only touch."""


@dataclass(frozen=True)
class Tried:
    """What one set of measures gives: each part as a print, and which pieces want the same place."""

    asked: Parameters
    prints: Mapping[str, Print]
    clashes: Sequence[tuple[str, str, float]]


def try_centre(asked: Parameters) -> Tried:
    """The centre box: its parts, and whether all that is in it fits."""
    return _tried(asked, ("centre-tray", "centre-lid", "centre-strap", "knob"), centre(CentreDesign(asked)))


def try_puck(asked: Parameters, wanted: Sequence[str]) -> Tried:
    """A puck: these of its parts, and whether all that is in it fits."""
    return _tried(asked, wanted, puck(PuckDesign(asked), 6))


def _tried(asked: Parameters, wanted: Sequence[str], pieces: Sequence[Piece]) -> Tried:
    prints = {name: make(asked, name)[1] for name in wanted}
    return Tried(asked, prints, clashes([piece for piece in pieces if piece.name not in ONLY_DRAWN]))


def clashes(pieces: Sequence[Piece]) -> list[tuple[str, str, float]]:
    """Pairs that would have to be in the same place, and how much of it, in mm³."""
    bodies = [(piece.name, solid(meshed(piece.part))) for piece in pieces]
    found = []
    for (one, a), (other, b) in combinations(bodies, 2):
        shared = (a ^ b).volume()
        if shared > TOUCH:
            found.append((one, other, shared))
    return found
