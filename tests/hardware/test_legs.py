"""The sheet of legs names each pin as the circuit does."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import replace

from firmware.boxfile.settings import Settings, default, eight_seats, middle, minimal
from hardware.plans.circuit import Kind, parts
from hardware.plans.legs import DRAWN, EITHER_WAY, legs


def boxes() -> list[Settings]:
    large = replace(minimal(), panels={"main": replace(minimal().panels["main"], driver="ssd1309")})
    dark = replace(minimal().seats[1], lamp=23)
    return [minimal(), middle(), default(), eight_seats(), large, replace(minimal(), seats={1: dark})]


def test_every_kind_is_drawn_with_its_pins_or_may_be_put_in_either_way() -> None:
    for part in (part for box in boxes() for part in parts(box) if part.kind is not Kind.PI):
        if part.kind in EITHER_WAY:
            assert set(part.pins) == {"1", "2"}, part
        else:
            assert set(part.pins) <= set(DRAWN[part.kind]), part


def test_every_pin_that_is_listed_is_written_on_the_sheet() -> None:
    svg = "{http://www.w3.org/2000/svg}"
    drawn = {
        group.get("id", ""): Counter(text.text for text in group.iter(f"{svg}text"))
        for group in ET.fromstring(legs()).iter(f"{svg}g")
    }
    shown = {
        Kind.REGULATOR: "regulator",
        Kind.ARRAY: "array",
        Kind.MUX: "mux",
        Kind.C10U: "polar",
        Kind.ENCODER: "encoder",
        Kind.BUTTON: "button",
        Kind.MAIN_PANEL: "large_panel",
        Kind.SOCKET: "socket",
        Kind.TERMINAL_4: "terminal",
    }
    for kind, name in shown.items():
        assert set(DRAWN[kind]) <= set(drawn[f"legs-{name}"]), kind
    assert set("12345678") <= set(drawn["legs-strip"])


def test_the_regulators_tab_and_order_are_told() -> None:
    assert DRAWN[Kind.REGULATOR] == ("GND", "OUT", "IN")
    assert "tab = OUT" in legs()
