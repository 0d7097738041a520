"""Can it be printed? Measured on the triangles a slicer gets, not on what the model meant."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import radians, tan

import numpy as np
import trimesh
from manifold3d import Manifold, Mesh
from shapely import MultiPolygon, Polygon, union_all
from shapely.geometry.base import BaseGeometry

from hardware.enclosure.parameters import Parameters

LAYER = 0.2
"""Height of the layers that overhangs are looked for in, in mm."""
SPECK = 0.05
"""What hangs over by less than this, in mm², is smaller than a nozzle's dot."""
LEDGE = 0.8
LEDGE_DEPTH = 1.0
"""What stands out by two lines of a 0.4 mm nozzle at most over what is so far below it holds by itself."""
FARTHEST = 40.0
"""Half of the widest bridge that is measured, in mm."""
FACING = -0.94
"""Cosine between two faces that look away from each other, within 20 degrees: the two sides of a wall."""


@dataclass(frozen=True)
class Print:
    """What a part is like, lying on the bed.

    Attributes:
        closed: no hole in the surface, every edge between two triangles, all facing outwards.
        bodies: pieces that hang together.
        volume: in mm³.
        size: in x, y, z, in mm.
        thinnest: the thinnest wall found, in mm.
        bridge: the widest gap the printer has to span through air, in mm.
        hanging: the area with nothing below it and held on one side only, in mm²: would need supports.
    """

    closed: bool
    bodies: int
    volume: float
    size: tuple[float, float, float]
    thinnest: float
    bridge: float
    hanging: float


def examine(mesh: trimesh.Trimesh, asked: Parameters) -> Print:
    """Measure a part that lies on z = 0."""
    closed = bool(mesh.is_watertight and mesh.is_winding_consistent and mesh.is_volume)
    width, depth, height = (float(reach) for reach in mesh.extents)
    # An open surface has no inside: nothing more can be said of it.
    thinnest = bridge = hanging = 0.0
    if closed:
        thinnest, (bridge, hanging) = _thinnest(mesh), _overhangs(mesh, asked.printer.overhang)
    return Print(
        closed=closed,
        bodies=int(mesh.body_count),
        volume=float(mesh.volume),
        size=(width, depth, height),
        thinnest=thinnest,
        bridge=bridge,
        hanging=hanging,
    )


def faults(found: Print, asked: Parameters) -> list[str]:
    """Why the part can't be printed without supports: one line each, none if it can."""
    if not found.closed:
        return ["its surface isn't closed"]
    printer = asked.printer
    fits = all(size <= room for size, room in zip(found.size, printer.bed, strict=True))
    lines = [
        (found.bodies == 1, f"it is {found.bodies} bodies, not one"),
        (found.volume > 0, f"its volume is {found.volume:.1f} mm³"),
        (fits, f"{_size(found.size)} mm doesn't fit the bed of {_size(printer.bed)} mm"),
        (found.thinnest > printer.thinnest - 0.02, f"a wall is {found.thinnest:.2f} mm thin"),
        (found.bridge <= printer.bridge, f"a bridge is {found.bridge:.1f} mm wide"),
        (found.hanging == 0, f"{found.hanging:.1f} mm² hang in the air"),
    ]
    return [fault for holds, fault in lines if not holds]


def _size(sizes: Iterable[float]) -> str:
    return " x ".join(f"{size:g}" if size == round(size) else f"{size:.1f}" for size in sizes)


def _thinnest(mesh: trimesh.Trimesh, rays: int = 4000) -> float:
    """The shortest way through the part between two faces that look away from each other."""
    points, at = trimesh.sample.sample_surface(mesh, rays, seed=1)
    normals = mesh.face_normals[at]
    starts = points - normals * 1e-3
    hits, ray, hit = mesh.ray.intersects_location(starts, -normals, multiple_hits=False)
    opposite = np.einsum("ij,ij->i", mesh.face_normals[hit], normals[ray]) < FACING
    through = np.linalg.norm(hits - points[ray], axis=1)[opposite]
    return float(through.min()) if len(through) else float(mesh.extents.min())


def _layers(mesh: trimesh.Trimesh) -> Iterator[BaseGeometry]:
    body = solid(mesh)
    for height in np.arange(LAYER / 2, mesh.extents[2], LAYER):
        pieces = (piece.to_polygons() for piece in body.slice(float(height)).decompose())
        yield union_all([Polygon(outer, holes) for outer, *holes in pieces])


def _overhangs(mesh: trimesh.Trimesh, steepest: float) -> tuple[float, float]:
    """Widest bridge, in mm, and the area that hangs, in mm²: layer by layer, as they are printed."""
    step = LAYER * tan(radians(steepest)) + 0.03
    widest = hanging = 0.0
    below: deque[BaseGeometry] = deque(maxlen=round(LEDGE_DEPTH / LAYER))
    for layer in _layers(mesh):
        held = below[-1].buffer(step) if below else layer
        for region in _regions(layer.difference(held)):
            if region.area < SPECK or region.within(below[0].buffer(LEDGE)):
                continue
            span = _span(region, held, step)
            if span is None:
                hanging += region.area
            else:
                widest = max(widest, span)
        below.append(layer)
    return widest, hanging


def _regions(shape: BaseGeometry) -> Sequence[Polygon]:
    if isinstance(shape, MultiPolygon):
        return list(shape.geoms)
    return [shape] if isinstance(shape, Polygon) and not shape.is_empty else []


def _span(region: Polygon, held: BaseGeometry, step: float) -> float | None:
    """The width of a bridge, if what holds the region stands on opposite sides of it; None if it hangs.

    Its middle is as far from what holds it as any point can be: half the width, less the `step` that leans
    out by itself.
    """
    near = held.intersection(region.buffer(FARTHEST).envelope)
    ends = region.boundary.intersection(near.buffer(0.02))
    if region.difference(ends.convex_hull.buffer(0.01)).area > 0.05 * region.area:
        return None
    low, high = 0.0, FARTHEST
    while high - low > 0.1:
        middle = (low + high) / 2
        low, high = (low, middle) if region.within(near.buffer(middle)) else (middle, high)
    return 2 * (high + step)


def solid(mesh: trimesh.Trimesh) -> Manifold:
    """The same as a body that can be cut with another."""
    return Manifold(Mesh(np.asarray(mesh.vertices, np.float32), np.asarray(mesh.faces, np.uint32)))
