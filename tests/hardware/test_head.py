"""The drawing, the bill and the page of a Pico as button head say what its firmware does."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from firmware.boxfile.settings import load
from firmware.plugged import HeadLine
from hardware.plans import files
from hardware.plans.__main__ import main
from hardware.plans.bill import Row, of_head, sums
from hardware.plans.head import ALL, FIRST_LAMP, FIRST_LINE, PINS, Lines, heads, pin_of, svg

README = (files.HEAD / "README.md").read_text(encoding="utf-8")
TWO_HEADS = """\
[seats.1]
button = { head = "pico-E6616407E3512B2F", line = 3 }
[seats.2]
button = { head = "pico-E6616407E3512B2F", line = 8 }
[seats.3]
button = { head = "pico-0123456789ABCDEF", line = 3 }
"""


def box(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "garage.toml"
    path.write_text(text, encoding="utf-8")
    return path


def drawn(lines: Lines) -> dict[str, list[str]]:
    """What is written in each part of the drawing that can be lit."""
    space = "{http://www.w3.org/2000/svg}"
    groups = ET.fromstring(svg(lines)).iter(f"{space}g")
    return {
        str(group.get("id")): [text.text or "" for text in group.iter(f"{space}text")] for group in groups
    }


def test_lines_and_lamps_are_where_the_firmware_has_them() -> None:
    header = (files.HEAD / "head.h").read_text(encoding="utf-8")
    said = [int(number) for number in re.findall(r"(?:FIRST_LINE|FIRST_LAMP) = (\d+)", header)]
    assert said == [FIRST_LINE, FIRST_LAMP]


def test_pins_are_those_of_the_data_sheet() -> None:
    assert len(PINS) == 40
    assert [pin for pin, name in enumerate(PINS, start=1) if name == "GND"] == [3, 8, 13, 18, 23, 28, 33, 38]
    assert [pin_of(gpio) for gpio in range(2, 10)] == [4, 5, 6, 7, 9, 10, 11, 12]
    assert [(f"GP{line + 1}", pin_of(line + 1)) for line in ALL] == [
        (HeadLine(line).gp, HeadLine(line).pin) for line in ALL
    ]
    assert [pin_of(gpio) for gpio in range(10, 18)] == [14, 15, 16, 17, 19, 20, 21, 22]


def test_each_line_in_use_is_drawn_from_its_pin_with_its_seat_and_no_other() -> None:
    assert drawn({3: 1, 8: 2}) == {
        "ground": ["3", "GND", "ground", "23", "GND", "ground"],
        "line-3": ["button 1, 100 nF", "6", "GP4"],
        "lamp-3": ["470 Ω, lamp 1", "16", "GP12"],
        "line-8": ["button 2, 100 nF", "12", "GP9"],
        "lamp-8": ["470 Ω, lamp 2", "22", "GP17"],
    }
    assert drawn({1: 1})["ground"] == ["3", "GND", "ground"]


def test_a_box_file_says_whose_buttons_each_head_has(tmp_path: Path) -> None:
    one = load(box(tmp_path, '[seats.4]\nbutton = { head = "pico", line = 1 }\n[seats.5]\nbutton = "usb"\n'))
    assert heads(one) == {"pico": {1: 4}}
    two = load(box(tmp_path, TWO_HEADS))
    assert heads(two) == {"pico-E6616407E3512B2F": {3: 1, 8: 2}, "pico-0123456789ABCDEF": {3: 3}}


def test_a_box_of_heads_alone_gets_a_drawing_and_a_bill_of_each_and_a_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(box(tmp_path, TWO_HEADS))]) == 0
    assert capsys.readouterr().err == ""
    made = {path.name for path in (tmp_path / "garage").iterdir()}
    each = {f"garage-pico-{serial}{end}" for serial in ("E6616407E3512B2F", "0123456789ABCDEF")
            for end in (".svg", "-bom.csv")}  # fmt: skip
    assert made == {*each, "garage-guide.html"}
    page = (tmp_path / "garage" / "garage-guide.html").read_text(encoding="utf-8")
    assert re.findall(r'data-box="([^"]+)">([^<]+)<', page) == [
        (f"garage-{head}", f"garage-{head}") for head in ("pico-E6616407E3512B2F", "pico-0123456789ABCDEF")
    ]


def test_a_seat_on_a_head_beside_one_on_a_pin_has_a_part_of_the_same_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("hardware.plans.__main__._draw", lambda _: 0)
    pin = "[seats.1]\nbutton = 5\n"
    assert main([str(box(tmp_path, pin + '[seats.2]\nbutton = { head = "pico", line = 1 }\n'))]) == 0
    page = (tmp_path / "garage" / "garage-guide.html").read_text(encoding="utf-8")
    chosen = re.findall(r'data-box="([^"]+)">([^<]+)<', page)
    assert chosen == [("garage", "1 seats"), ("garage-pico", "a Pico on USB")]
    assert capsys.readouterr().err == ""


def test_a_button_more_is_a_button_its_capacitor_wires_and_lamp_more() -> None:
    def counted(rows: list[Row]) -> dict[str, int]:
        return {row.part: row.quantity for row in rows}

    two, eight = counted(of_head(2)), counted(of_head(8))
    assert list(two.values()) == [1, 1, 2, 2, 2, 2, 2]
    assert list(eight.values()) == [1, 1, 8, 8, 8, 8, 8]


def test_the_page_of_the_firmware_tells_the_prices_and_pins_and_shows_the_drawing() -> None:
    said = re.search(r"about (\d+) € for two buttons, (\d+) € for eight", README)
    assert said is not None
    assert [int(euro) for euro in said.groups()] == [round(sums(of_head(count))[0]) for count in (2, 8)]
    assert "](wiring.svg)" in README
    links = re.findall(r"\]\(([^):]+)\)", README)
    assert [link for link in links if not (files.HEAD / link.partition("#")[0]).exists()] == []


def test_what_the_page_of_the_firmware_has_for_box_files_is_read(tmp_path: Path) -> None:
    written = re.findall(r"^    (button = \{ head = .*?\})", README, re.MULTILINE)
    assert len(written) == 2
    for line in written:
        assert heads(load(box(tmp_path, f"[seats.1]\n{line}\n")))
