"""Make the pin tables, bills of materials, wiring drawings and schematics anew: ``make hardware``.

Of one's own box file: ``python -m hardware.plans FILE``.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from firmware.boxfile.settings import Settings
from firmware.boxfile.wiring import wires
from firmware.errors import SettingsError
from hardware.plans import files
from hardware.plans.head import heads
from hardware.plans.layout import PlanError, lay_out
from hardware.plans.stamp import stamped


def main(arguments: Sequence[str] | None = None) -> int:
    """Write every file that follows from box files; 1 if some can't be drawn, 2 if a box file is wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m hardware.plans", description="A box's drawings and bill."
    )
    parser.add_argument("file", type=Path, nargs="?", help="a box file (default: those that ship)")
    parser.add_argument(
        "--into", type=Path, metavar="DIR", help="default: a folder beside FILE, named after it"
    )
    said = parser.parse_args(arguments)
    if said.file is None and said.into is not None:
        parser.error("--into: expected FILE before it: the boxes that ship have their places")
    try:
        if said.file is None:
            _write([*files.harnesses(), *files.lists(), files.budget(), files.guide()])
            return _draw(files.drawings())
        return _make(*files.named(said.file), said.into or said.file.with_suffix(""))
    except SettingsError as fault:
        return _say(2, *fault.lines)
    except OSError as fault:
        return _say(2, f"--into: expected a folder that can be written, got {fault}")


def _make(name: str, settings: Settings, into: Path) -> int:
    """All of one's own box, and what there is to be said of it."""
    on_heads = {seat for lines in heads(settings).values() for seat in lines.values()}
    if seats := ", ".join(str(seat) for seat in settings.inputs if seat not in on_heads):
        _say(0, f"{settings.source}: buttons that are plugged in need no wires: seats {seats}")
    if not (on_heads or wires(settings)):
        return 0
    texts, drawings = files.of_own(name, settings, into)
    _write(texts)
    if not drawings:
        return 0
    code = _say(0, *settings.warnings) if settings.warnings else 0
    try:
        lay_out(settings)
    except PlanError as fault:
        code = _say(1, str(fault))
    return _draw(drawings) or code


def _say(code: int, *lines: str) -> int:
    print(*lines, sep="\n", file=sys.stderr)
    return code


def _write(made: Iterable[files.File]) -> None:
    for path, text in made:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def _draw(drawings: Iterable[files.File]) -> int:
    """Draw them; where what draws is missing, say what to do, and 1: tables and bills are there already."""
    if shutil.which("dot") is None:
        return _say(1, "expected graphviz to draw the wires (all else is made): sudo apt install graphviz")
    try:
        from wireviz.wireviz import parse  # noqa: PLC0415 - tables and bills are made without it

        from hardware.plans import schematics  # noqa: PLC0415 - likewise
    except ImportError as fault:
        return _say(
            1, f"expected {fault.name} to draw the wires (all else is made): make .venv/.has-hardware"
        )
    for path, source in drawings:
        ours = path.parent == files.CIRCUIT and path.stem in files.DRAWN
        svg = schematics.svg(path.stem) if ours else parse(source, return_types="svg")
        _write([(path, stamped(svg, source))])
    return 0


if __name__ == "__main__":
    sys.exit(main())
