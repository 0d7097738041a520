"""Makes and measures many parts at once, on all processors."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

import trimesh

from hardware.enclosure.assembly import printed
from hardware.enclosure.mesh import meshed
from hardware.enclosure.parameters import Parameters
from hardware.enclosure.printable import Print, examine


def make(asked: Parameters, name: str) -> tuple[trimesh.Trimesh, Print]:
    """One part, lying on the bed, and what it is like."""
    mesh = meshed(printed(asked)[name]())
    return mesh, examine(mesh, asked)


def pool() -> ProcessPoolExecutor:
    """A process for each processor; started afresh, as forking one that has threads is unsafe."""
    return ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn"))


def make_all(asked: Parameters) -> Iterator[tuple[str, trimesh.Trimesh, Print]]:
    """Every part and what it is like, in order."""
    wanted = list(printed(asked))
    with pool() as workers:
        made = workers.map(make, [asked] * len(wanted), wanted)
        for name, (mesh, found) in zip(wanted, made, strict=True):
            yield name, mesh, found
