"""What `make hardware` makes is fresh; how it follows from a box. Needs neither graphviz nor what draws."""

from __future__ import annotations

import csv
import io
import re
import xml.etree.ElementTree as ET
from collections import Counter
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pytest
import yaml

from companion import cli
from firmware.boxfile.settings import KnobPins, Settings, default, eight_seats, load, middle, minimal
from firmware.boxfile.wiring import wires
from firmware.errors import SettingsError
from hardware.plans import __main__ as plans
from hardware.plans import files
from hardware.plans.__main__ import main
from hardware.plans.bill import GOODS, as_csv, bill, read_goods
from hardware.plans.circuit import Kind, parts
from hardware.plans.harness import board, seat
from hardware.plans.stamp import MARK, digest, stamped
from tests.companion.selftest.builder import Builder

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
    there = {*files.WIRING.iterdir(), *files.HARDWARE.glob("bom*.csv")}
    there |= {path for folder in (files.CIRCUIT, files.HEAD) for path in folder.glob("*.svg")}
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
    (socket,) = [part for part in parts(box) if part.ref == "X1"]
    assert harness["connectors"]["X1"]["loops"] == [
        [int(pin) for pin, net in socket.pins.items() if net == "GND"]
    ]


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
    found = []
    for run in refs.split():
        first, _, last = run.partition("-")
        kind = first.rstrip("0123456789")
        start = int(first.removeprefix(kind))
        found += [f"{kind}{n}" for n in range(start, int((last or first).removeprefix(kind)) + 1)]
    return found


def with_main_panel(driver: Literal["ssd1309", "sh1106"]) -> Settings:
    box = minimal()
    return replace(box, panels={"main": replace(box.panels["main"], driver=driver)})


UNUSUAL = {
    "keys": replace(minimal(), knob=KnobPins(ok=22, up=17, down=27)),
    "2.42 inch": with_main_panel("ssd1309"),
    "1.3 inch": with_main_panel("sh1106"),
}


@pytest.mark.parametrize("box", [*SHIPPED.values(), *UNUSUAL.values()], ids=[*SHIPPED, *UNUSUAL])
def test_every_part_of_the_circuit_is_bought_once_by_its_kind(box: Settings) -> None:
    kinds = {part.ref: part.kind for part in parts(box) if part.kind is not Kind.PI}
    bought = [(ref, row.kind) for row in bill(box) for ref in named(row.ref)]
    assert sorted(bought) == sorted(kinds.items())
    assert all(row.quantity == len(named(row.ref)) for row in bill(box) if row.ref)


@pytest.mark.parametrize("box", [*SHIPPED.values(), *UNUSUAL.values()], ids=[*SHIPPED, *UNUSUAL])
def test_the_sums_are_those_of_the_lines_as_they_stand_in_the_table(box: Settings) -> None:
    head, *rows = csv.reader(io.StringIO(as_csv(bill(box))))
    *lines, without, pi = [dict(zip(head, row, strict=True)) for row in rows]
    for line in lines:
        assert float(line["about EUR"]) == pytest.approx(
            int(line["quantity"]) * float(line["about EUR each"])
        )
        assert line["part"]
        assert line["look for"]
        assert line["shops"]
    assert float(pi["about EUR"]) == sum(float(line["about EUR"]) for line in lines[:3])
    assert float(without["about EUR"]) == pytest.approx(
        sum(float(line["about EUR"]) for line in lines[3:]), abs=0.5
    )


def test_two_shops_are_named_for_each_part() -> None:
    rows = [row for box in (*SHIPPED.values(), *UNUSUAL.values()) for row in bill(box)]
    assert {row.part for row in rows if ", " not in row.shops} == {"black insulating tape"}


def test_a_seat_more_is_a_button_a_panel_and_their_parts_more() -> None:
    six, eight = quantities(default()), quantities(eight_seats())
    assert (six["S1-S6"], eight["S1-S8"]) == (6, 8)
    assert (six["D1-D6"], eight["D1-D8"]) == (6, 8)
    assert (six["J1-J6 X1-X6"], eight["J1-J8 X1-X8"]) == (12, 16)
    lost = 4  # the off button with its three parts: eight seats leave no pin for it
    assert sum(eight.values()) - sum(six.values()) + lost == 2 * len(
        ["button", "C", "R2", "R1", "R", "J", "X", "D", "R7"]
    )


def test_the_least_box_needs_no_lamp_mux_or_regulator() -> None:
    bought = {part for ref in quantities(minimal()) for part in named(ref)}
    assert bought.isdisjoint({"U1", "U2", "U3", "F1", "E1", "BZ1", "H1"})
    assert {"S1", "S2", "D0", "J1", "J2"} <= bought


def test_the_middle_box_has_lamps_and_a_knob_but_no_network_sockets() -> None:
    bought = {part for ref in quantities(middle()) for part in named(ref)}
    assert {"U1", "F1", "E1", "S57", "J4", "D0"} <= bought
    assert bought.isdisjoint({"U2", "U3", "X1", "D1", "BZ1"})
    assert not [row for row in bill(middle()) if "punch-down" in row.part]


def test_what_no_drawing_names_follows_from_what_it_is_for() -> None:
    def beside(box: Settings, word: str) -> list[int]:
        return [row.quantity for row in bill(box) if not row.ref and word in row.part]

    assert (beside(default(), "punch-down"), beside(minimal(), "punch-down")) == ([1], [])
    assert (beside(default(), "solid wires"), beside(eight_seats(), "solid wires")) == ([6], [8])
    assert (beside(default(), "spade"), beside(minimal(), "spade")) == ([12, 12], [4])
    assert beside(middle(), "two twisted pairs") == [4]


@pytest.mark.parametrize(
    ("box", "said"),
    [
        (default(), "SSD1306, address 0x3c"),
        (eight_seats(), "SSD1306, address 0x3d"),
        (with_main_panel("ssd1309"), "seven pins"),
        (with_main_panel("sh1106"), "SH1106, address 0x3c"),
    ],
    ids=["six", "eight", "2.42 inch", "1.3 inch"],
)
def test_the_main_panel_is_told_by_its_driver_and_address(box: Settings, said: str) -> None:
    (panel,) = [row for row in bill(box) if row.ref == "D0"]
    assert said in panel.look_for
    assert panel.part.startswith("main OLED, 128x64")


@pytest.mark.parametrize(
    ("was", "becomes", "said"),
    [
        (
            "[circuit.piezo]",
            "[circuit.horn]",
            'parts.toml: circuit."piezo": expected what to buy, got nothing',
        ),
        ("euro = 4.0", "euro = 'four'", "euro"),
        ("each = 2", "eech = 2", "eech"),
        ("[circuit.piezo]", "[circuit.piezo", "parts.toml: expected"),
    ],
    ids=["a kind is missing", "no price", "an unknown entry", "no TOML"],
)
def test_a_mistake_in_the_table_of_parts_is_told_in_a_line(was: str, becomes: str, said: str) -> None:
    text = GOODS.read_text(encoding="utf-8")
    with pytest.raises(SettingsError, match=re.escape(said)) as refused:
        read_goods(text.replace(was, becomes, 1))
    assert all(line.startswith("parts.toml: ") for line in refused.value.lines)


# -- somebody's own box --------------------------------------------------------------------------------------


def test_tables_and_bill_of_ones_own_box_stand_beside_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without graphviz: the drawings that need it are missing, and it is said."""
    monkeypatch.setenv("PATH", "")
    mine = tmp_path / "garage.toml"
    mine.write_text("[seats.1]\nbutton = 5\n")
    assert main([str(mine)]) == 1
    assert "sudo apt install graphviz" in capsys.readouterr().err
    made = {path.name for path in (tmp_path / "garage").iterdir()}
    assert {"garage.txt", "garage-bom.csv", "garage.yml", "garage-seat.yml", "garage-header.svg"} <= made
    assert (tmp_path / "garage" / "garage-bom.csv").read_text() == as_csv(bill(load(mine)))
    assert "made of garage.toml" in (tmp_path / "garage" / "garage.yml").read_text()


def test_what_is_to_be_said_of_ones_own_box_is_said_and_a_board_without_a_place_is_no_success(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plans, "_draw", lambda _: 0)
    mine = tmp_path / "garage.toml"
    mine.write_text("".join(f"[seats.{seat}]\nbutton = {4 + seat}\n" for seat in range(1, 5)))
    assert main([str(mine)]) == 0
    assert capsys.readouterr().err == ""
    mine.write_text(mine.read_text() + "lamp = 4\n[seats.5]\nbutton = 10\n")
    assert main([str(mine)]) == 1
    warned, board = capsys.readouterr().err.splitlines()
    assert warned.startswith("seats.4.lamp: expected a GPIO 9..27")
    assert board.endswith("can't be laid out: expected 4 seats at most where they have no panels")


PLUGGED = '[seats.7]\nbutton = "usb"\n[seats.8]\nbutton = "usb"\n'
NO_WIRES = "garage.toml: buttons that are plugged in need no wires: seats 7, 8"


@pytest.mark.parametrize(
    ("more", "made", "said"),
    [
        ("", set(), []),
        ("[seats.1]\nbutton = 5\n", {"garage.yml", "garage-seat.yml", "garage.txt", "garage-bom.csv"}, []),
        (
            '[main]\npanel = { driver = "ssd1306" }\n[knob]\nok = 5\na = 6\nb = 7\n',
            {"garage.yml", "garage.txt", "garage-bom.csv"},
            ["garage.toml: its perfboard can't be laid out: expected a seat's button on a pin"],
        ),
    ],
    ids=["nothing else", "a seat on a pin", "a knob and a panel"],
)
def test_buttons_that_are_plugged_in_need_no_wires_and_of_the_rest_is_drawn_what_can_be(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    more: str,
    made: set[str],
    said: list[str],
) -> None:
    monkeypatch.setattr(plans, "_draw", lambda _: 0)
    mine = tmp_path / "garage.toml"
    mine.write_text(PLUGGED + more)
    assert main([str(mine)]) == (1 if said else 0)
    assert capsys.readouterr().err.splitlines() == [NO_WIRES, *said]
    there = {path.name for path in (tmp_path / "garage").glob("*")}
    assert made <= there if made else not there


def test_drawings_of_ones_own_box_are_those_of_its_wires(tmp_path: Path) -> None:
    mine = tmp_path / "garage.toml"
    mine.write_text("[seats.1]\nbutton = 5\n")
    texts, drawings = files.of_own(*files.named(mine), tmp_path / "out")
    assert [(path.name, text) for path, text in drawings] == [
        (path.with_suffix(".svg").name, text) for path, text in texts if path.suffix == ".yml"
    ]
    assert {path.parent for path, _ in (*texts, *drawings)} == {tmp_path / "out"}


@pytest.mark.parametrize(
    ("text", "said"),
    [("[seats.1]\nbutton = 99\n", "seats.1.button: "), (None, "expected a box file, got no such file")],
    ids=["a pin that isn't there", "no file"],
)
def test_a_wrong_box_file_makes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str | None, said: str
) -> None:
    mine = tmp_path / "garage.toml"
    if text is not None:
        mine.write_text(text)
    assert main([str(mine)]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "garage").exists()


def test_a_folder_that_cannot_be_written_is_told_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = tmp_path / "garage"  # without a suffix, its folder would have its own name
    mine.write_text("[seats.1]\nbutton = 5\n")
    assert main([str(mine)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("--into: expected a folder that can be written, got ")


def test_a_folder_for_the_boxes_that_ship_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["--into", "somewhere"])
    assert "expected FILE before it" in capsys.readouterr().err


# -- the middle box ------------------------------------------------------------------------------------------


@pytest.mark.plays("seventeen")
def test_four_play_on_the_middle_box(capsys: pytest.CaptureFixture[str]) -> None:
    journey = files.HARDWARE.parent / "tests" / "journeys" / "seventeen-nearest-left.table"
    assert cli.main(["replay", "--settings", str(files.HARDWARE / "box-middle.toml"), str(journey)]) == 0
    capsys.readouterr()


def test_a_well_built_middle_box_passes_the_check() -> None:
    with closing(Builder(names=("buttons", "lamps", "knob", "panels"), settings=middle())) as builder:
        assert builder.work().found == []
