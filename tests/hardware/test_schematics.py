"""The drawn circuit and its page say what the circuit as data says, and their figures follow from it."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest

from firmware.boxfile.settings import Settings, default, eight_seats
from firmware.boxfile.wiring import CABLE, PANEL_MA, Use, channels
from hardware.plans.board_sheet import VALUES
from hardware.plans.circuit import Kind, Part, parts
from hardware.plans.files import CIRCUIT, DRAWN
from tests.hardware.test_legs import boxes

PAGE = " ".join((CIRCUIT / "README.md").read_text(encoding="utf-8").split())
VALUE = {**VALUES, Kind.R22: "22 Ω", Kind.FUSE: "0.75 A"}
SVG = "{http://www.w3.org/2000/svg}"
LAMP_MA = 20


def everything() -> dict[str, Part]:
    """Every part of all boxes, seat 3's by its name with n as well."""
    found = {part.ref: part for box in boxes() for part in parts(box)}
    return found | {f"{ref[:-1]}n": part for ref, part in found.items() if part.seat == 3}


def written(name: str) -> str:
    """All words of a drawing, one after the other."""
    root = ET.parse(CIRCUIT / f"{name}.svg").getroot()
    return " ".join(" ".join(" ".join(text.itertext()).split()) for text in root.iter(f"{SVG}text"))


def valued(text: str) -> Iterator[tuple[str, str]]:
    """Parts that are named with a value."""
    yield from re.findall(r"\b([RCF]\d*n?) (\d[\d.]* (?:[kn µ]?[ΩFA]|[kµn][ΩF]))", text)


def test_every_value_in_a_drawing_is_the_parts() -> None:
    named = {name: list(valued(written(name))) for name in DRAWN}
    assert {ref for pairs in named.values() for ref, _ in pairs} >= {
        *("Rn", "R1n", "R2n", "Cn", "R51", "R57", "R63", "R67", "C51", "C57", "R41", "R7n", "R80", "C80"),
        *("F1", "C61"),
    }
    for name, pairs in named.items():
        for ref, value in pairs:
            assert VALUE[everything()[ref].kind] == value, (name, ref)


def test_every_part_in_a_drawing_is_one_of_the_circuit() -> None:
    for name in DRAWN:
        refs = set(re.findall(r"\b(?:[RCDEFJSUX]|BZ|JP)(?:\d+n?|n)\b", written(name)))
        assert refs
        assert refs <= set(everything()), name


def test_the_page_gives_a_buttons_parts_their_values() -> None:
    rows = dict(re.findall(r"\| (R2n|R1n|Rn|Cn) \| (\d+ k?[ΩnF]+) \|", PAGE))
    assert rows == {ref: VALUE[everything()[ref].kind] for ref in ("Cn", "R2n", "R1n", "Rn")}


def test_drawings_number_a_cables_contacts_as_it_does() -> None:
    contact = {use: str(number) for number, use in CABLE.items()}
    assert {contact[Use.LAMP], contact[Use.POWER_5V]} <= set(written("lamp").split())
    for use in (Use.SDA, Use.SCL, Use.POWER_3V3):
        assert contact[use] in written("panels").split()


@pytest.mark.parametrize("box", [default(), eight_seats()], ids=["six", "eight"])
def test_the_page_tells_which_channel_is_whose(box: Settings) -> None:
    of_seats = {name: panel.channel for name, panel in box.panels.items() if isinstance(name, int)}
    assert of_seats == {seat: seat - 1 for seat in box.seats}
    assert "seat n's is channel n−1, the main panel's is channel 6" in PAGE
    assert box.panels["main"].channel == (None if len(box.seats) == 8 else 6)
    assert box.panels["main"].address == (0x3D if len(box.seats) == 8 else 0x3C)


def test_currents_are_added_up() -> None:
    eight = eight_seats()
    pulled = [part for part in parts(eight) if part.kind is Kind.R10K]
    lamps, panels = LAMP_MA * len(channels(eight)), PANEL_MA * len(eight.panels)
    assert f"{len(pulled)} pull-ups of 10 kΩ, all closed | {len(pulled) * 3.3 / 10:.1f} |" in PAGE
    assert f"eight lamps, {LAMP_MA} each | {lamps} |" in PAGE
    assert f"nine panels, {PANEL_MA} each, through U3 | {panels} |" in PAGE
    assert f"**{lamps + panels}**" in PAGE
    assert f"(5 − 3.3) V · {panels} mA = {1.7 * panels / 1e3:.2f} W" in PAGE
    through = (3.3 - 1.4) / 2.7
    assert f"0.8; {8 * round(through, 1):.1f} |" in PAGE


@pytest.mark.parametrize(
    ("pull_up", "says"), [(1800, "197 pF | **1.9 m**"), (1170, "303 pF | 4.1 m"), (924, "383 pF | 5.7 m")]
)
def test_how_long_a_cable_may_be(pull_up: float, says: str) -> None:
    capacitance = 300e-9 / (0.8473 * pull_up)
    metres = (capacitance * 1e12 - 100) / 50
    assert says.replace("**", "") == f"{capacitance * 1e12:.0f} pF | {metres:.1f} m"
    assert says in PAGE
