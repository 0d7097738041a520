"""Which files are made, of which box, and what is in those that are text; nothing here draws."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from companion.app.pin_table import lines
from companion.i18n import speaker
from firmware.boxfile.settings import Settings, load
from firmware.boxfile.wiring import wires
from hardware.plans.bill import as_csv, bill, of_head
from hardware.plans.board_sheet import sheet
from hardware.plans.budget_page import page as budget_page
from hardware.plans.guide import page, source
from hardware.plans.harness import texts
from hardware.plans.head import ALL, heads
from hardware.plans.head import svg as head
from hardware.plans.looks import LOOKS
from hardware.plans.pinout import svg as pinout
from hardware.plans.stamp import stamped

HARDWARE = Path(__file__).parents[1]
WIRING = HARDWARE / "wiring"
CIRCUIT = HARDWARE / "circuit"
HEAD = HARDWARE / "head"
SCHEMATICS = Path(__file__).with_name("schematics.py")

DRAWN = ("blocks", "button", "lamp", "panels", "large", "host")
"""The schematics, in the order one reads them."""


File: TypeAlias = tuple[Path, str]
"""Where a file belongs, and its text; of a drawing, the text it is made of."""


def boxes() -> Iterator[tuple[str, Settings]]:
    """Every box file that ships and has wires, by its name without ``.toml``; so known in every checkout."""
    for path in sorted(HARDWARE.glob("box*.toml"), key=lambda path: path.stem):
        name, settings = named(path)
        if settings.seats:
            yield name, settings


def of_own(name: str, settings: Settings, into: Path) -> tuple[list[File], list[File]]:
    """Somebody's own box: its texts, and the drawings of its wires, all of them in the folder `into`."""
    sources, lists, built = [], [], []
    if wires(settings):
        sources, built = list(_harness(name, settings, into)), [(name, settings)]
        lists = list(_lists(name, settings, into, into / f"{name}-bom.csv"))
    plugged = {f"{name}-{each}": used for each, used in heads(settings).items()}
    for each, used in plugged.items():
        lists.append((into / f"{each}.svg", head(used, f"{each}: a Pico as button head")))
        lists.append((into / f"{each}-bom.csv", as_csv(of_head(len(used)))))
    readme = Path(os.path.relpath(HARDWARE / "README.md", into)).as_posix()
    guide = (into / f"{name}-guide.html", page(built, plugged, readme))
    return [*sources, *lists, guide], [(path.with_suffix(".svg"), text) for path, text in sources]


def named(path: Path) -> tuple[str, Settings]:
    """A box by its file's name without ``.toml``.

    Raises:
        SettingsError: with every fault found, if the file can't be read or is wrong.
    """
    return path.stem, replace(load(path), source=path.name)


def _harness(name: str, settings: Settings, folder: Path) -> Iterator[File]:
    for file, text in texts(name, settings):
        yield folder / file, text


def _lists(name: str, settings: Settings, folder: Path, path: Path) -> Iterator[File]:
    """A box's pin table, drawings that need no other program, and bill."""
    table = "\n".join(lines(settings, speaker("en")))
    yield folder / f"{name}.txt", f"{table}\n"
    yield folder / f"{name}-header.svg", pinout(settings)
    yield folder / f"{name}-perfboard.svg", sheet(settings)
    yield path, as_csv(bill(settings))


def harnesses() -> Iterator[File]:
    """WireViz's sources."""
    for name, settings in boxes():
        yield from _harness(name, settings, WIRING)


def lists() -> Iterator[File]:
    """What is made of each box, and what beginners have to recognise."""
    for name, settings in boxes():
        yield from _lists(name, settings, WIRING, HARDWARE / f"{name.replace('box', 'bom')}.csv")
    for name, draw in LOOKS.items():
        yield CIRCUIT / f"{name}.svg", draw()
    yield HEAD / "wiring.svg", head()
    yield HARDWARE / "bom-head.csv", as_csv(of_head(len(ALL)))


def budget() -> File:
    """How sure a stamp is."""
    return HARDWARE / "error-budget.md", budget_page()


def guide() -> File:
    """The guide of all boxes; long to make, so what it is made of is marked in it as in a drawing."""
    return HARDWARE / "guide.html", stamped(page(boxes(), {"head": ALL}), source(boxes()))


def drawings() -> Iterator[File]:
    """Every drawing, with the text it is made of."""
    for path, text in harnesses():
        yield path.with_suffix(".svg"), text
    for name in DRAWN:
        yield CIRCUIT / f"{name}.svg", SCHEMATICS.read_text(encoding="utf-8")
