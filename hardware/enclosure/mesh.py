"""Solids as triangles: what slicers, checks and pictures work on."""

from __future__ import annotations

import numpy as np
import trimesh
from build123d import Part

TOLERANCE = 0.03
"""How far a triangle may be off a curved surface, in mm."""
TURN = 0.4
"""How far a curve may turn from one triangle to the next, in radians."""


def meshed(part: Part, turn: float = TURN) -> trimesh.Trimesh:
    """The part's surface as triangles, corners that coincide merged.

    Corners and triangles are sorted, so that the same surface always gives the same bytes.
    """
    corners, triangles = part.tessellate(TOLERANCE, turn)
    points = np.array([(corner.X, corner.Y, corner.Z) for corner in corners], dtype=np.float32)
    mesh = trimesh.Trimesh(points, np.array(triangles), process=True, validate=True)
    order = np.lexsort(mesh.vertices.T[::-1])
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    faces = rank[mesh.faces]
    first = faces.argmin(axis=1)[:, None]
    faces = np.take_along_axis(faces, (first + np.arange(3)) % 3, axis=1)
    return trimesh.Trimesh(mesh.vertices[order], faces[np.lexsort(faces.T[::-1])], process=False)
