"""Make the pin tables, bills of materials, wiring drawings and schematics anew: ``make hardware``."""

from __future__ import annotations

from wireviz.wireviz import parse

from hardware.plans import files, schematics
from hardware.plans.stamp import stamped


def main() -> None:
    """Write every file that follows from the box files."""
    for folder in (files.WIRING, files.CIRCUIT):
        folder.mkdir(exist_ok=True)
    for path, text in (*files.harnesses(), *files.lists()):
        path.write_text(text, encoding="utf-8")
    for path, source in files.drawings():
        svg = schematics.svg(path.stem) if path.parent == files.CIRCUIT else parse(source, return_types="svg")
        path.write_text(stamped(svg, source), encoding="utf-8")


if __name__ == "__main__":
    main()
