"""The sheet of legs names each pin as the circuit does."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import replace

from firmware.boxfile.settings import Settings, default, eight_seats, middle, minimal
from hardware.plans.circuit import Kind, parts
from hardware.plans.legs import SHOWN, legs, shown
from hardware.plans.meter import ALIKE


def boxes() -> list[Settings]:
    large = replace(minimal(), panels={"main": replace(minimal().panels["main"], driver="ssd1309")})
    dark = replace(minimal().seats[1], lamp=23)
    return [minimal(), middle(), default(), eight_seats(), large, replace(minimal(), seats={1: dark})]


def test_every_pin_of_every_part_is_named_where_it_is_drawn_or_may_be_put_in_either_way() -> None:
    svg = "{http://www.w3.org/2000/svg}"
    drawn = {
        group.get("id"): {text.text for text in group.iter(f"{svg}text")}
        for group in ET.fromstring(legs()).iter(f"{svg}g")
    }
    for part in (part for box in boxes() for part in parts(box) if part.kind is not Kind.PI):
        if part.kind not in SHOWN:
            assert frozenset(part.pins) in ALIKE[part.kind], part
            assert shown(part) in drawn
        elif part.kind is Kind.STRIP:  # of which four pairs are drawn
            assert set("12345678") <= drawn[shown(part)]
        else:
            assert set(part.pins) <= drawn[shown(part)], part


def test_the_regulators_tab_and_order_are_told() -> None:
    assert re.findall(">(GND|OUT|IN)<", legs())[:3] == ["GND", "OUT", "IN"]
    assert "tab = OUT" in legs()
