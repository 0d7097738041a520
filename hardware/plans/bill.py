"""A box's bill of materials: what is bought, how many, what it costs, and by what it is known to be right.

Quantities follow from the circuit; what is bought for a part, and prices, stand in `parts.toml`; values and
their reasons in `hardware/circuit/README.md`.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import ceil
from pathlib import Path
from typing import NamedTuple

import cattrs

from firmware.boxfile.settings import Settings
from firmware.boxfile.wiring import in_runs, panel_part, wires
from firmware.errors import SettingsError
from firmware.written import read_toml
from hardware.plans.circuit import Kind, Part, parts

GOODS = Path(__file__).with_name("parts.toml")

OF_HEAD = {
    "button head": 0,
    "USB cable": 0,
    Kind.PLAIN_BUTTON.value: 1,
    Kind.C100N.value: 1,
    "pair of wires": 1,
    "lamp": 1,
    "470 ohm": 1,
}
"""What a button head takes, and how many of it each button; 0: one for all."""

PANELS = {Kind.MAIN_PANEL, Kind.PANEL}
NAMES = dict.fromkeys(
    (
        *(kind.value for kind in Kind if kind not in {Kind.PI, *PANELS}),
        *(f"panel {driver}" for driver in ("ssd1306", "ssd1309", "sh1106")),
        *OF_HEAD,
    )
)
"""What `parts.toml` has to know: the circuit's kinds, panels by their driver, what a button head takes."""

TERMS = (
    "rounded estimates of November 2026, with VAT, by the piece; shops sell small parts by the ten. "
    "Not in it: postage, the printed case with its screws, solder and tools, a television"
)
"""What is said of the sums."""


@dataclass(frozen=True, slots=True)
class Good:
    """What is bought, as `parts.toml` says it: its comments tell what each entry means."""

    part: str
    look_for: str
    euro: float
    shops: tuple[str, ...]
    alternatives: str = ""
    seen: str = ""


@dataclass(frozen=True, slots=True)
class Beside(Good):
    """What is bought though no drawing names it: `each` of it for every part of the kinds `of`."""

    of: tuple[Kind, ...] = ()
    each: float = 1
    pi: bool = False


@dataclass(frozen=True, slots=True)
class Goods:
    """All of `parts.toml`: goods by the circuit's kinds, and what is bought beside."""

    circuit: Mapping[str, Good]
    beside: tuple[Beside, ...]


class Row(NamedTuple):
    """One line of the bill.

    Attributes:
        ref: the parts' names in the drawings, in runs; empty for what has none.
        quantity: how many; of wire and tape, 1 set.
        part: what it is.
        look_for: by what to know it in a shop.
        alternatives: what serves as well, and what does not.
        each: about what one costs, EUR.
        shops: who keeps such.
        seen: a price that was really seen, and where.
        kind: of the parts; None for what has no name.
        pi: it is the Pi or belongs to it.
    """

    ref: str
    quantity: int
    part: str
    look_for: str
    alternatives: str
    each: float
    shops: str
    seen: str
    kind: Kind | None
    pi: bool = False

    @property
    def euro(self) -> float:
        """About what all of them cost, EUR."""
        return self.quantity * self.each


def bill(settings: Settings) -> list[Row]:
    """Every part of a box: the Pi, the circuit's parts kind by kind, then what no drawing names."""
    order, goods = list(Kind), _goods()
    bought = sorted(parts(settings)[1:], key=lambda part: order.index(part.kind))  # the first is the Pi
    words = {"seats": str(len(settings.seats)), "colours": _colours(settings)}
    beside = [
        _row(good, "", count, words, None, pi=good.pi)
        for good in goods.beside
        if (count := _needed(good, bought))
    ]
    named = _of_circuit(settings, goods, bought, words)
    return [*(row for row in beside if row.pi), *named, *(row for row in beside if not row.pi)]


def of_head(buttons: int) -> list[Row]:
    """What a Pico as button head takes, with so many buttons and their lamps."""
    goods = _goods().circuit
    return [_row(goods[name], "", each * buttons or 1, {}, None) for name, each in OF_HEAD.items()]


def sums(rows: Iterable[Row]) -> tuple[float, float]:
    """About what a box costs without its Pi, and what the Pi with supply and card costs, EUR."""
    together = {False: 0.0, True: 0.0}
    for row in rows:
        together[row.pi] += row.euro
    return together[False], together[True]


def as_csv(rows: Iterable[Row]) -> str:
    """A bill as CSV: a head, a line for each part, and the sums; the Pi's apart, if it is there."""
    rows = list(rows)
    box, pi = sums(rows)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    head = "ref,quantity,part,look for,alternatives,about EUR each,about EUR,shops,price seen"
    writer.writerow(head.split(","))
    for row in rows:
        prices = (f"{row.each:.2f}", f"{row.euro:.2f}")
        writer.writerow((*row[:5], *prices, row.shops, row.seen))
    together = "together, without the Pi" if pi else "together"
    writer.writerow(("", "", together, TERMS, "", "", f"{box:.0f}", "", ""))
    if pi:
        writer.writerow(("", "", "the Pi, its supply and card", "", "", "", f"{pi:.0f}", "", ""))
    return out.getvalue()


def read_goods(text: str) -> Goods:
    """What a text such as `parts.toml` says.

    Raises:
        SettingsError: with every fault found, also if a kind of part isn't there.
    """
    try:
        goods = _CONVERTER.structure(read_toml(text), Goods)
    except cattrs.ClassValidationError as error:
        raise SettingsError(GOODS.name, cattrs.transform_error(error)) from error
    except ValueError as error:
        raise SettingsError(GOODS.name, [str(error)]) from error
    if lost := [name for name in NAMES if name not in goods.circuit]:
        raise SettingsError(
            GOODS.name, [f'circuit."{name}": expected what to buy, got nothing' for name in lost]
        )
    return goods


_CONVERTER = cattrs.Converter(forbid_extra_keys=True)


@cache
def _goods() -> Goods:
    return read_goods(GOODS.read_text(encoding="utf-8"))


def _of_circuit(
    settings: Settings, goods: Goods, bought: Sequence[Part], words: Mapping[str, str]
) -> Iterator[Row]:
    """A row for all parts that are interchangeable: of one kind, panels of one driver, size and address."""
    panels = {panel_part(name): panel for name, panel in settings.panels.items()}
    alike: dict[tuple[Kind, str, str, str], list[str]] = {}
    for part in bought:
        panel = panels.get(part.ref)
        what = (
            (part.kind.value, "", "")
            if panel is None
            else (f"panel {panel.driver}", f"{panel.width}x{panel.height}", f"{panel.address:#04x}")
        )
        alike.setdefault((part.kind, *what), []).append(part.ref)
    for (kind, name, size, address), refs in alike.items():
        said = {**words, "size": size, "address": address}
        yield _row(goods.circuit[name], _runs(refs), len(refs), said, kind)


def _runs(refs: Iterable[str]) -> str:
    """``R1-R6 R51-R53``: by letter, then number."""
    split = sorted(
        (letters, int(number)) for ref in refs for letters, number in re.findall(r"(\D+)(\d+)", ref)
    )
    return " ".join(in_runs([f"{letters}{number}" for letters, number in split]))


def _needed(good: Beside, bought: Sequence[Part]) -> int:
    """How many of what no drawing names."""
    count = sum(part.kind in good.of for part in bought) if good.of else 1
    return ceil(count * good.each) if good.each else min(count, 1)


def _row(
    good: Good, ref: str, count: int, words: Mapping[str, str], kind: Kind | None, *, pi: bool = False
) -> Row:
    part = good.part.format(**words)
    if kind is Kind.MAIN_PANEL:
        part = f"main {part}"
    told = (part, good.look_for.format(**words), good.alternatives)
    return Row(ref, count, *told, good.euro, ", ".join(good.shops), good.seen, kind, pi)


def _colours(settings: Settings) -> str:
    return ", ".join(sorted({wire.colour.words for wire in wires(settings)}))
