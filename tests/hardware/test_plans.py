"""What `make hardware` makes is fresh; how it follows from a box. Needs neither graphviz nor what draws."""

from __future__ import annotations

import csv
import io
import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from firmware.boxfile.settings import KnobPins, Settings, default, eight_seats, load, middle, minimal
from firmware.boxfile.wiring import wires
from hardware.plans import files
from hardware.plans.bill import as_csv, bill
from hardware.plans.harness import board, seat
from hardware.plans.stamp import MARK, digest, stamped

STALE = "stale: run `make hardware`"

SHIPPED = {"six": default(), "eight": eight_seats(), "middle": middle(), "minimal": minimal()}
BOXES = pytest.mark.parametrize("box", SHIPPED.values(), ids=SHIPPED)


@pytest.mark.parametrize(
    ("path", "text"), [*files.harnesses(), *files.lists()], ids=lambda value: getattr(value, "name", "")
)
def test_lists_and_wiring_sources_are_what_the_box_files_give(path: Path, text: str) -> None:
    assert path.read_text(encoding="utf-8") == text, STALE


@pytest.mark.parametrize(
    ("path", "source"), list(files.drawings()), ids=lambda value: getattr(value, "name", "")
)
def test_each_drawing_was_made_of_what_is_there_now(path: Path, source: str) -> None:
    svg = path.read_text(encoding="utf-8")
    assert MARK.format(digest(source)) in svg, STALE
    assert ET.fromstring(svg).tag.endswith("svg")


def test_nothing_that_is_made_names_the_folder_it_was_made_in() -> None:
    made = [*files.harnesses(), *files.lists(), *files.drawings()]
    assert [path.name for path, text in made if str(files.HARDWARE.parent) in text] == []


def test_nothing_is_left_of_a_box_that_is_gone() -> None:
    made = {path for path, _ in (*files.harnesses(), *files.lists(), *files.drawings())}
    there = {*files.WIRING.iterdir(), *files.CIRCUIT.glob("*.svg"), *files.HARDWARE.glob("bom*.csv")}
    assert there == made


def test_every_box_that_ships_is_drawn() -> None:
    assert [name for name, _ in files.boxes()] == ["box", "box-eight", "box-middle", "box-minimal"]
    assert [settings.seats for _, settings in files.boxes()] == [box.seats for box in SHIPPED.values()]


def test_a_drawing_bears_the_mark_of_its_source_and_no_other() -> None:
    svg = '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>\n'
    marked = stamped(svg, "one")
    assert MARK.format(digest("one")) in marked
    assert digest("one") != digest("two")
    assert ET.fromstring(marked).tag.endswith("svg")
    assert stamped("<svg/>", "one") == f"{MARK.format(digest('one'))}\n<svg/>"


# -- wiring --------------------------------------------------------------------------------------------------


def joined(harness: dict[str, Any]) -> list[tuple[str, object, str, object]]:
    """Every wire of a harness: from which part's pin to which part's pin."""
    found = []
    for first, _, last in harness["connections"]:
        ((here, from_pins),) = first.items()
        ((there, to_pins),) = last.items()
        found += [(here, one, there, other) for one, other in zip(from_pins, to_pins, strict=True)]
    return found


@BOXES
def test_every_wire_of_the_header_is_drawn_once_in_its_colour(box: Settings) -> None:
    harness = board(box)
    assert sorted(pin for _, pin, _, _ in joined(harness)) == [wire.pin.number for wire in wires(box)]  # type: ignore[type-var]
    drawn = Counter(colour for cable in harness["cables"].values() for colour in cable["colors"])
    assert drawn == Counter(f"{w.colour}BK" if w.ringed else str(w.colour) for w in wires(box))


@pytest.mark.parametrize("box", [default(), eight_seats()], ids=["six", "eight"])
def test_a_seats_cable_reaches_each_contact_of_its_puck(box: Settings) -> None:
    harness = seat(box)
    labels = {
        name: dict(zip(c.get("pins", range(1, 9)), c["pinlabels"], strict=False))
        for name, c in harness["connectors"].items()
    }
    ends = {
        (labels[here][one], f"{there} {labels[there][other]}")
        for here, one, there, other in joined(harness)
        if here == "X1"
    }
    assert ends == {
        ("button", "S1 NO"),
        ("ground", "S1 COM"),
        ("5 V", "H1 +"),
        ("lamp", "H1 -"),
        ("ground", "D1 GND"),
        ("3.3 V", "D1 VCC"),
        ("SCL", "D1 SCL"),
        ("SDA", "D1 SDA"),
    }


def test_no_contact_is_read_as_a_truth() -> None:
    """A bare NO is false in YAML: WireViz then fails."""
    for _, text in files.harnesses():
        read = yaml.safe_load(text)
        labels = [label for part in read["connectors"].values() for label in part["pinlabels"]]
        assert all(isinstance(label, str) for label in labels)


# -- bill of materials ---------------------------------------------------------------------------------------


def quantities(box: Settings) -> dict[str, int]:
    return {row.ref: row.quantity for row in bill(box) if row.ref}


def named(refs: str) -> list[str]:
    """``R11-R13 C1`` as the four parts it names."""
    parts = []
    for run in refs.split():
        first, _, last = run.partition("-")
        kind = first.rstrip("0123456789")
        start = int(first.removeprefix(kind))
        parts += [f"{kind}{n}" for n in range(start, int((last or first).removeprefix(kind)) + 1)]
    return parts


def test_a_seat_more_is_a_button_a_panel_and_their_parts_more() -> None:
    six, eight = quantities(default()), quantities(eight_seats())
    assert (six["S1-S6 H1-H6"], eight["S1-S8 H1-H8"]) == (6, 8)
    assert (six["D1-D6"], eight["D1-D8"]) == (6, 8)
    assert (six["J1-J6 X1-X6"], eight["J1-J8 X1-X8"]) == (12, 16)
    lost = 4  # the off button with its three parts: eight seats leave no pin for it
    assert sum(eight.values()) - sum(six.values()) + lost == 2 * len(
        ["button", "C", "R2", "R1", "R", "J", "X", "D", "R7"]
    )


@BOXES
def test_every_part_a_wire_comes_to_is_on_the_bill(box: Settings) -> None:
    bought = {part for ref in quantities(box) for part in named(ref)}
    reached = {stop.part for wire in wires(box) for stop in wire.to}
    assert reached <= bought


@BOXES
def test_no_part_is_named_twice_and_each_is_counted(box: Settings) -> None:
    parts = [part for ref in quantities(box) for part in named(ref)]
    assert [part for part, times in Counter(parts).items() if times > 1] == []
    for row in bill(box):
        names = named(row.ref)
        apart = {name[0] for name in names} == {"S", "H"}  # a button and its lamp are bought as one
        assert not names or row.quantity == (len(names) // 2 if apart else len(names))


def test_the_least_box_needs_no_lamp_mux_or_regulator() -> None:
    bought = {part for ref in quantities(minimal()) for part in named(ref)}
    assert bought.isdisjoint({"U1", "U2", "U3", "F1", "E1", "BZ1", "H1"})
    assert {"S1", "S2", "D0", "J1", "J2"} <= bought


def test_keys_instead_of_a_knob_are_bought_with_their_parts() -> None:
    keyed = quantities(replace(minimal(), knob=KnobPins(ok=22, up=17, down=27)))
    assert keyed["S53 S55-S56"] == 3
    assert keyed["R63 R65-R66"] == 3
    assert "E1" not in keyed


def test_the_bill_is_a_table_with_a_head(tmp_path: Path) -> None:
    mine = tmp_path / "box-mine.toml"
    mine.write_text("[seats.1]\nbutton = 5\n")
    text = as_csv(load(mine))
    head, *rows = csv.reader(io.StringIO(text))
    assert head == ["ref", "quantity", "part", "look for", "alternatives"]
    assert all(len(row) == len(head) and int(row[1]) > 0 and row[2] for row in rows)
