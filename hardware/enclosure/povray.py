"""Pictures of the enclosure, drawn by POV-Ray (Debian: `apt install povray`)."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import atan, degrees, dist, hypot
from pathlib import Path

from PIL import Image

from hardware.enclosure.assembly import Piece
from hardware.enclosure.mesh import meshed
from hardware.enclosure.parameters import EnclosureError

Point = tuple[float, float, float]


@dataclass(frozen=True)
class View:
    """Where one looks from and at, in the frame of what is drawn; how many mm fit across there."""

    eye: Point
    at: Point
    wide: float
    width: int = 1200
    height: int = 900


def _vector(x: float, y: float, z: float) -> str:
    # POV-Ray is left-handed with y up.
    return f"<{x:.4f},{z:.4f},{y:.4f}>"


def _colour(text: str) -> str:
    red, green, blue = (int(text[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return f"srgb <{red:.4f},{green:.4f},{blue:.4f}>"


def _mesh(piece: Piece) -> str:
    mesh = meshed(piece.part, turn=0.12)
    points = ",".join(_vector(*point) for point in mesh.vertices)
    faces = ",".join(f"<{a},{b},{c}>" for a, b, c in mesh.faces)
    glow = 0.7 if piece.name == "lit area" else 0.0
    finish = f"finish{{ambient 0.14 diffuse 0.72 emission {glow} specular 0.1 roughness 0.05}}"
    return (
        f"mesh2{{vertex_vectors{{{len(mesh.vertices)},{points}}}face_indices{{{len(mesh.faces)},{faces}}}"
        f"texture{{pigment{{{_colour(piece.colour)}}}{finish}}}}}\n"
    )


def _light(view: View, where: Point, strength: float, more: str) -> str:
    """A lamp, placed as one sees it: to the right of what one looks at, behind it, and above it."""
    (eye_x, eye_y, _), (x, y, z), (right, behind, up) = view.eye, view.at, where
    far = hypot(x - eye_x, y - eye_y) or 1.0
    ahead_x, ahead_y = (x - eye_x) / far, (y - eye_y) / far
    lamp = (x + behind * ahead_x + right * ahead_y, y + behind * ahead_y - right * ahead_x, z + up)
    return f"light_source{{{_vector(*lamp)} rgb {strength} {more}}}\n"


def _scene(pieces: Iterable[Piece], view: View) -> str:
    angle = 2 * degrees(atan(view.wide / 2 / dist(view.eye, view.at)))
    camera = f"camera{{location {_vector(*view.eye)} look_at {_vector(*view.at)}"
    camera += f" right x*{view.width}/{view.height} angle {angle:.4f}}}\n"
    soft = "area_light <260,0,0>,<0,0,260>,5,5 adaptive 1 circular orient"
    lights = _light(view, (-750, -50, 750), 1.25, soft) + _light(view, (600, -700, 400), 0.45, "shadowless")
    head = "#version 3.7;\nglobal_settings{assumed_gamma 1}\nbackground{srgb <0.96,0.96,0.95>}\n"
    return head + camera + lights + "".join(_mesh(piece) for piece in pieces)


def draw(pieces: Sequence[Piece], view: View, file: Path) -> None:
    """Write a PNG.

    Raises:
        EnclosureError: if POV-Ray is missing or fails.
    """
    if shutil.which("povray") is None:
        raise EnclosureError("povray draws the pictures and isn't there: sudo apt install povray")
    with tempfile.TemporaryDirectory() as folder:
        scene, drawn = Path(folder) / "scene.pov", Path(folder) / "scene.png"
        scene.write_text(_scene(pieces, view), encoding="ascii")
        size = [f"+W{view.width}", f"+H{view.height}"]
        command = ["povray", "-D", "+A0.1", "+AM2", "+R2", *size, f"+I{scene}", f"+O{drawn}"]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        if ran.returncode:
            raise EnclosureError(f"povray: {ran.stderr.strip().splitlines()[-1]}")
        picture = Image.open(drawn).convert("RGB").quantize(256, kmeans=1, dither=Image.Dither.NONE)
        file.parent.mkdir(parents=True, exist_ok=True)
        picture.save(file, optimize=True)
