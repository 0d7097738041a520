"""Which files are made, of which box, and what is in those that are text; nothing here draws."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from companion.app.pin_table import lines
from companion.i18n import speaker
from firmware.boxfile.settings import Settings, load
from hardware.plans.bill import as_csv
from hardware.plans.harness import texts
from hardware.plans.looks import LOOKS
from hardware.plans.pinout import svg as pinout

HARDWARE = Path(__file__).parents[1]
WIRING = HARDWARE / "wiring"
CIRCUIT = HARDWARE / "circuit"
SCHEMATICS = Path(__file__).with_name("schematics.py")

DRAWN = ("blocks", "button", "lamp", "panels", "host")
"""The schematics, in the order one reads them."""


def boxes() -> Iterator[tuple[str, Settings]]:
    """Every box file that ships, by its name without ``.toml``; so known in every checkout."""
    for path in sorted(HARDWARE.glob("box*.toml"), key=lambda path: path.stem):
        yield path.stem, replace(load(path), source=path.name)


def harnesses() -> Iterator[tuple[Path, str]]:
    """WireViz's sources: path and text."""
    for name, settings in boxes():
        for file, text in texts(name, settings):
            yield WIRING / file, text


def lists() -> Iterator[tuple[Path, str]]:
    """Pin tables, headers, bills of materials, and what beginners have to recognise: path and text."""
    for name, settings in boxes():
        table = "\n".join(lines(settings, speaker("en")))
        yield WIRING / f"{name}.txt", f"{table}\n"
        yield WIRING / f"{name}-header.svg", pinout(settings)
        yield HARDWARE / f"{name.replace('box', 'bom')}.csv", as_csv(settings)
    for name, draw in LOOKS.items():
        yield CIRCUIT / f"{name}.svg", draw()


def drawings() -> Iterator[tuple[Path, str]]:
    """Every drawing, with the text it is made of."""
    for path, text in harnesses():
        yield path.with_suffix(".svg"), text
    for name in DRAWN:
        yield CIRCUIT / f"{name}.svg", SCHEMATICS.read_text(encoding="utf-8")
