"""The circuit as data: each pin is on the net that header, sockets and reasons say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from firmware.boxfile.settings import Settings, default, eight_seats, middle, minimal
from firmware.boxfile.wiring import wires
from hardware.plans.circuit import Kind, Net, nets, parts

BOXES = {"minimal": minimal(), "middle": middle(), "six": default(), "eight": eight_seats()}


def circuit(box: Settings) -> Mapping[Net, frozenset[tuple[str, str]]]:
    return nets(parts(box))


@pytest.mark.parametrize("box", BOXES.values(), ids=BOXES)
def test_no_part_is_named_twice_and_no_pin_is_alone(box: Settings) -> None:
    refs = [part.ref for part in parts(box)]
    assert len(refs) == len(set(refs))
    assert [net for net, pins in circuit(box).items() if len(pins) < 2] == []


@pytest.mark.parametrize("box", BOXES.values(), ids=BOXES)
def test_every_wire_of_the_header_comes_to_the_parts_its_table_names(box: Settings) -> None:
    found = circuit(box)
    pi = parts(box)[0].pins
    assert {int(pin) for pin in pi} == {wire.pin.number for wire in wires(box)}
    through = ("F1", "U1", "R")  # what a wire passes on its way, so that the next part is on another net
    for wire in wires(box):
        reached = {ref for ref, _ in found[pi[str(wire.pin.number)]]}
        for stop in wire.to:
            assert stop.part in reached, wire
            if (stop.part.startswith(through) and wire.pin.gpio is not None) or stop.part == "F1":
                break


def test_a_button_closes_its_line_to_ground_through_22_ohm_with_the_capacitor_across_both() -> None:
    found = circuit(default())
    assert found["CONTACT3"] == {("S3", "NO"), ("R23", "2")}
    assert found["BUTTON3"] == {
        *(("J3", "1"), ("X3", "1"), ("C3", "1"), ("R23", "1"), ("R3", "2"), ("R13", "2"), ("R73", "2"))
    }
    assert {("S3", "COM"), ("C3", "2"), ("J3", "2"), ("X3", "2")} <= found["GND"]
    assert ("R13", "1") in found["3V3"]


def test_a_lamp_hangs_between_the_fuse_and_its_channel_of_the_array() -> None:
    found = circuit(default())
    assert found["LAMP3"] == {("U1", "16"), ("J3", "5"), ("X3", "5"), ("S3", "-")}
    assert found["GPIO25"] == {("PI", "22"), ("U1", "3")}
    assert {("S3", "+"), ("U1", "10"), ("F1", "2"), ("U3", "IN")} <= found["5VF"]


def test_each_panel_has_a_channel_of_its_own_and_the_regulators_supply() -> None:
    found = circuit(default())
    assert found["SDA3"] == {("U2", "SD2"), ("J3", "3"), ("X3", "3"), ("D3", "SDA")}
    assert found["SCLmain"] == {("U2", "SC6"), ("D0", "SCL")}
    assert found["SDA"] == {("PI", "3"), ("U2", "SDA")}
    assert {("D0", "VCC"), ("D3", "VCC"), ("U2", "VIN"), ("U3", "OUT")} <= found["3V3P"]
    assert found["GPIO7"] == {("PI", "26"), ("U2", "RST")}


def test_where_the_mux_is_full_the_main_panel_hangs_on_the_bus_itself() -> None:
    assert circuit(eight_seats())["SDA"] == {("PI", "3"), ("U2", "SDA"), ("D0", "SDA")}


def test_few_panels_take_the_pis_own_supply() -> None:
    assert ("D0", "VCC") in circuit(middle())["3V3"]
    assert "3V3P" not in circuit(middle())


@pytest.mark.parametrize(("address", "level"), [(0x3C, "GND"), (0x3D, "3V3")])
def test_an_ssd1309_is_reset_by_resistor_and_capacitor_and_its_dc_is_its_address(
    address: int, level: Net
) -> None:
    box = minimal()
    panel = replace(box.panels["main"], driver="ssd1309", address=address)
    made = parts(replace(box, panels={"main": panel}))
    found = nets(made)
    assert found["RES0"] == {("D0", "RES"), ("R80", "2"), ("C80", "+")}
    assert {("R80", "1")} <= found["3V3"]
    assert ("D0", "DC") in found[level]
    assert ("D0", "CS") in found["GND"]
    assert {part.ref for part in made if part.kind is Kind.C10U} == {"C80"}


def test_the_jumper_joins_one_pin_to_each_line_by_a_resistor_of_its_own() -> None:
    found = circuit(middle())
    assert found["GPIO4"] == {("PI", "7"), ("JP1", "1"), ("JP1", "3"), ("JP1", "5"), ("JP1", "7")}
    assert found["JUMPER2"] == {("JP1", "4"), ("R72", "1")}


def test_keys_and_the_off_button_are_wired_as_the_knobs_switch() -> None:
    found = circuit(middle())
    assert found["OK"] == {("R53", "2"), ("R63", "2"), ("C53", "1"), ("E1", "S1")}
    assert found["POWER_BUTTON"] == {("R57", "2"), ("R67", "2"), ("C57", "1"), ("S57", "1")}
