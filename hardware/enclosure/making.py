"""Makes many parts at once, on all processors."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor

import trimesh

from hardware.enclosure.assembly import printed
from hardware.enclosure.mesh import meshed
from hardware.enclosure.parameters import Parameters
from hardware.enclosure.printable import Print, examine


def names(asked: Parameters) -> list[str]:
    """Of all parts that are printed."""
    return list(printed(asked))


def make(asked: Parameters, name: str) -> trimesh.Trimesh:
    """One part, lying on the bed."""
    return meshed(printed(asked)[name]())


def _make_and_examine(asked: Parameters, name: str) -> tuple[trimesh.Trimesh, Print]:
    mesh = make(asked, name)
    return mesh, examine(mesh, asked)


def make_all(asked: Parameters, wanted: Sequence[str]) -> Iterator[tuple[str, trimesh.Trimesh, Print]]:
    """These parts and what they are like, in order; each processor makes another one."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        made = pool.map(_make_and_examine, [asked] * len(wanted), wanted)
        for name, (mesh, found) in zip(wanted, made, strict=True):
            yield name, mesh, found
