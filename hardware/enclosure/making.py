"""Makes and measures many parts at once, on all processors."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

import trimesh

from hardware.enclosure.assembly import Piece, centre, printed, puck
from hardware.enclosure.centre import CentreDesign
from hardware.enclosure.mesh import meshed
from hardware.enclosure.parameters import Parameters
from hardware.enclosure.printable import Print, clashes, examine
from hardware.enclosure.puck import PuckDesign

ONLY_DRAWN = ("lit area", "mouth")
"""Pieces that stand for no body."""


@dataclass(frozen=True)
class Tried:
    """What one set of measures gives: each part as a print, and which pieces want the same place."""

    asked: Parameters
    prints: Mapping[str, Print]
    clashes: Sequence[tuple[str, str, float]]


def names(asked: Parameters) -> list[str]:
    """Of all parts that are printed."""
    return list(printed(asked))


def make(asked: Parameters, name: str) -> tuple[trimesh.Trimesh, Print]:
    """One part, lying on the bed, and what it is like."""
    mesh = meshed(printed(asked)[name]())
    return mesh, examine(mesh, asked)


def pool() -> ProcessPoolExecutor:
    """A process for each processor; started afresh, as forking one that has threads is unsafe."""
    return ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn"))


def make_all(asked: Parameters) -> Iterator[tuple[str, trimesh.Trimesh, Print]]:
    """Every part and what it is like, in order."""
    wanted = names(asked)
    with pool() as workers:
        made = workers.map(make, [asked] * len(wanted), wanted)
        for name, (mesh, found) in zip(wanted, made, strict=True):
            yield name, mesh, found


def try_centre(asked: Parameters) -> Tried:
    """The centre box: its parts, and whether all that is in it fits."""
    return _tried(asked, ("centre-tray", "centre-lid", "centre-strap", "knob"), centre(CentreDesign(asked)))


def try_puck(asked: Parameters, wanted: Sequence[str]) -> Tried:
    """A puck: these of its parts, and whether all that is in it fits."""
    return _tried(asked, wanted, puck(PuckDesign(asked), 6))


def _tried(asked: Parameters, wanted: Sequence[str], pieces: Sequence[Piece]) -> Tried:
    prints = {name: make(asked, name)[1] for name in wanted}
    return Tried(asked, prints, clashes([piece for piece in pieces if piece.name not in ONLY_DRAWN]))
