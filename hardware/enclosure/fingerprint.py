"""What the committed files were made from, so that a plain test can tell when they are stale.

Needs nothing but the standard library: the test that reads it runs where no solid can be made.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

from firmware.drawing.shapes import outline
from firmware.events import Seat
from hardware.enclosure.parameters import HERE, SEATS

STL = HERE / "stl"
PICTURES = HERE / "pictures"
RECORD = "made-from.json"
SHAPING = (
    "enclosure.toml", "parameters.py", "boards.py", "strokes.py", "forms.py", "panel.py", "bought.py",
    "puck.py", "centre.py", "assembly.py", "mesh.py",
)  # fmt: skip
"""What the form of a part depends on, beside the seats' shapes."""
DRAWING = (*SHAPING, "povray.py", "scenes.py")
"""What a picture depends on."""
PARTS = (STL, SHAPING, ".stl")
DRAWN = (PICTURES, DRAWING, ".png")
"""What to hand to `record` and `stale`."""


def of_sources(names: Iterable[str]) -> str:
    """One sum over these files and the seats' shapes."""
    total = hashlib.sha256()
    for name in names:
        total.update((HERE / name).read_bytes())
    shapes = [[[round(x, 6), round(y, 6)] for x, y in outline(Seat(seat))] for seat in range(1, SEATS.stop)]
    total.update(json.dumps(shapes).encode())
    return total.hexdigest()


def _of_files(folder: Path, suffix: str) -> dict[str, str]:
    files = sorted(folder.glob(f"*{suffix}"))
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def record(folder: Path, names: Iterable[str], suffix: str) -> None:
    """Write down what the files in the folder were made from, and what they are."""
    said = {"source": of_sources(names), "files": _of_files(folder, suffix)}
    (folder / RECORD).write_text(json.dumps(said, indent=1) + "\n", encoding="ascii")


def stale(folder: Path, names: Iterable[str], suffix: str) -> str:
    """Why the files in the folder are no longer what the sources say; an empty text if they are."""
    if not (folder / RECORD).exists():
        return f"{folder.name}: not made yet: run `make hardware`"
    said = json.loads((folder / RECORD).read_text(encoding="ascii"))
    if said["source"] != of_sources(names):
        return f"{folder.name}: made from other sources: run `make hardware` and commit what changed"
    if said["files"] != _of_files(folder, suffix):
        return f"{folder.name}: not the files that were made: run `make hardware`"
    return ""
