"""The steps make the whole circuit, and every single mistake in one of them is named by its end."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from functools import cache
from math import inf

import pytest

from companion.selftest.course import STEPS_BY_NAME
from firmware.boxfile.settings import KnobPins, PanelSettings, Settings, default, eight_seats, middle, minimal
from firmware.boxfile.wiring import panel_part
from firmware.events import Line
from firmware.views import PanelId
from hardware.plans.bill import bill
from hardware.plans.checks import Check, checks, found_loose
from hardware.plans.circuit import Kind, Part, Place, nets, parts
from hardware.plans.meter import CHIPS, Build, Measure, Reading
from hardware.plans.mistakes import UNSEEN, Mistake, Way, beside, mistakes, near
from hardware.plans.steps import Step, before, steps
from tests.companion.selftest.builder import Builder, Faults

LARGE = replace(minimal().panels["main"], driver="ssd1309", address=0x3D)
BOXES = {
    "minimal": minimal(),
    "middle": middle(),
    "six": default(),
    "eight": eight_seats(),
    "large panel": replace(minimal(), panels={"main": LARGE}),
    "a panel at one seat": replace(minimal(), panels={1: minimal().panels["main"]}),  # no board is drawn
    "keys": replace(minimal(), knob=KnobPins(ok=22, up=17, down=27, back=18), piezo=12),
}
NEAR = {name: near(box) for name, box in BOXES.items()}
EVERY_BOX = pytest.mark.parametrize("box", BOXES.values(), ids=BOXES)
TRIED = pytest.mark.parametrize("name", [name for name in BOXES if name != "eight"])  # which takes long


@cache
def walked(name: str) -> list[tuple[Step, Build, list[Mistake], list[Check]]]:
    """A box's steps, each with the box as it is measured, every mistake, and what is measured."""
    way, walk = steps(BOXES[name]), []
    for index, step in enumerate(way):
        good = before(BOXES[name], way, index)
        made = list(mistakes(step, good, NEAR[name]))
        walk.append((step, good, made, checks(step, good, made, NEAR[name])))
    return walk


# -- the way -------------------------------------------------------------------------------------------------


@EVERY_BOX
def test_every_part_is_placed_once(box: Settings) -> None:
    placed = [ref for step in steps(box) for ref in step.places]
    assert sorted(placed) == sorted(part.ref for part in parts(box))


@TRIED
def test_the_parts_of_all_steps_are_those_of_the_bill(name: str) -> None:
    kind_of = {part.ref: part.kind for part in parts(BOXES[name])}
    placed = Counter(kind_of[ref] for step in steps(BOXES[name]) for ref in step.places if ref != "PI")
    bought: Counter[Kind] = Counter()
    for row in bill(BOXES[name]):
        if row.kind is not None:
            bought[row.kind] += row.quantity
    assert placed == bought


@EVERY_BOX
def test_every_leg_is_soldered_once_and_its_part_is_there_by_then(box: Settings) -> None:
    there: set[str] = set()
    soldered: list[tuple[str, str]] = []
    for step in steps(box):
        there |= set(step.places)
        assert {ref for ref, _ in step.joints} <= there
        soldered += step.joints
    assert sorted(soldered) == sorted((part.ref, pin) for part in parts(box) for pin in part.pins)


@EVERY_BOX
def test_at_the_end_the_box_is_the_circuit(box: Settings) -> None:
    way = steps(box)
    built = before(box, way, len(way) - 1)
    joined: dict[str, set[tuple[str, str]]] = {}
    for joint, net in built.joints.items():
        joined.setdefault(net, set()).add(joint)
    assert joined == nets(parts(box))
    assert built.plugged == {part.ref for part in parts(box) if part.kind in CHIPS}


@EVERY_BOX
def test_power_comes_first_and_one_seat_is_tried_before_the_others_are_built(box: Settings) -> None:
    way = steps(box)
    assert {"PI"} | {part.ref for part in parts(box) if part.kind in {Kind.FUSE, Kind.REGULATOR}} <= set(
        way[0].places
    )
    tried = [index for index, step in enumerate(way) if "buttons" in step.checks and step.seat is not None]
    first = [index for index, step in enumerate(way) if step.seat is not None and step.seat != min(box.seats)]
    assert tried[0] < first[0]


@EVERY_BOX
def test_what_a_step_checks_the_self_test_has(box: Settings) -> None:
    names = [name for step in steps(box) for name in step.checks]
    assert set(names) <= {*STEPS_BY_NAME, "all"}


# -- every single mistake ------------------------------------------------------------------------------------


def panel_of(box: Settings, ref: str) -> PanelId:
    return next(name for name in box.panels if panel_part(name) == ref)


def planted(box: Settings, mistake: Mistake) -> tuple[Faults, Mapping[PanelId, str]] | None:
    """How the self-test's box behaves with that mistake, and panels whose bus can't be opened."""
    ref, kind = mistake.at[0], mistake.kind
    match mistake.way, kind:
        case Way.TURNED, Kind.BUTTON:
            return Faults(lights={int(ref[1:]): ()}), {}
        case ((Way.TURNED | Way.SHIFTED), Kind.ARRAY):
            return Faults(lights=dict.fromkeys(box.seats, ())), {}
        case ((Way.TURNED | Way.SHIFTED), Kind.MUX):
            behind = [name for name, panel in box.panels.items() if panel.mux is not None]
            return Faults(absent=behind), dict.fromkeys(behind, "mux")
        case ((Way.TURNED | Way.SHIFTED), (Kind.PANEL | Kind.MAIN_PANEL)):
            return Faults(absent=[panel_of(box, ref)]), {}
        case Way.OTHER_ADDRESS, _:
            name = panel_of(box, ref)
            other = replace(box.panels[name], address=box.panels[name].address ^ 1)
            return Faults(panels={name: other}), {}
        case Way.OTHER_DRIVER, _:
            name = panel_of(box, ref)
            return Faults(panels={name: replace(box.panels[name], driver="sh1106")}), {}
        case Way.TURNED, Kind.ENCODER:
            return Faults(phases=(("b",), ("a",))), {}
        case Way.EXCHANGED, _:
            mine, theirs = (int(each[1:]) for each in mistake.at)
            closes: dict[Line, tuple[Line, ...]] = {mine: (theirs,), theirs: (mine,)}
            changed: dict[PanelId, PanelSettings] = {mine: box.panels[theirs], theirs: box.panels[mine]}
            return Faults(closes=closes, lights={mine: (theirs,), theirs: (mine,)}, panels=changed), {}
        case Way.CAP_LEFT, _:
            two = tuple(box.seats)[:2]
            return Faults(closes=dict.fromkeys(two, two)), {}
    return None


def found_by_the_self_test(
    box: Settings, step: Step, good: Build, faults: Faults, closed: Mapping[PanelId, str]
) -> set[str]:
    """What it finds in a box as far as it is built; at the terminal all that comes later is skipped."""
    seats = [seat for seat in box.seats if f"S{seat}" not in good.parts]
    later: list[Line] = [*seats, *([] if "E1" in good.parts else ["ok"])]
    panels = [name for name in box.panels if panel_part(name) not in good.parts]
    lacking = Faults(closes=dict.fromkeys(later, ()), lights=dict.fromkeys(seats, ()), absent=panels)
    names = [name for name in step.checks if name != "loopback"]
    builder = Builder(lacking.both(faults), names, replace(box, language="en"), closed=closed)
    with closing(builder):
        skipped = [f"{what} {line}" for line in later for what in ("press", "lamp")]
        return set(builder.work(dict.fromkeys(skipped, "s")).found)


FOUND: dict[tuple[str, int, str], set[str]] = {}
"""What the self-test finds, by box, step and what is planted: mistakes that it meets as the same are many."""


def named_by_the_self_test(name: str, at: int, mistake: Mistake) -> bool:
    """Whether the self-test says anything it doesn't say of the same box without the mistake."""
    box, (step, good, _, _) = BOXES[name], walked(name)[at]
    if (fault := planted(box, mistake)) is None or not step.checks:
        return False
    for each in (fault, WELL):
        if (name, at, repr(each)) not in FOUND:
            FOUND[name, at, repr(each)] = found_by_the_self_test(box, step, good, *each)
    return not FOUND[name, at, repr(fault)] <= FOUND[name, at, repr(WELL)]


WELL: tuple[Faults, Mapping[PanelId, str]] = (Faults(), {})


def named(name: str, at: int, mistake: Mistake) -> bool:
    """Whether anything at the end of a step shows the mistake."""
    step, good, _, found = walked(name)[at]
    if found_loose(mistake):
        return True
    if step.volts and good.volts(step.volts) != mistake.build.volts(step.volts):
        return True
    if any(mistake.build.shows(check.measure, check.good) for check in found):
        return True
    return named_by_the_self_test(name, at, mistake)


@TRIED
def test_every_single_mistake_is_named_by_the_end_of_its_step(
    name: str, expected_logs: list[logging.LogRecord]
) -> None:
    box = BOXES[name]
    unseen: list[Mistake] = []
    made = 0
    for at, (_, _, every, _) in enumerate(walked(name)):
        made += len(every)
        unseen += [mistake for mistake in every if not named(name, at, mistake)]
    assert [each for each in unseen if (each.way, each.kind) not in UNSEEN] == []
    assert {(each.way, each.kind) for each in unseen} == {
        (way_, kind) for way_, kind in UNSEEN if kind in {part.kind for part in parts(box)}
    }
    assert made > 40 * len(box.seats)
    assert expected_logs  # panels that are gone are logged, too


@TRIED
def test_a_box_that_is_well_built_reads_as_the_guide_says(name: str) -> None:
    for step, good, _, found in walked(name):
        assert step.volts is None or good.volts(step.volts) == 3.3
        for check in found:
            assert not good.read(check.measure).told_from(check.good)
            assert check.finds


def test_no_leg_is_forgotten_among_the_mistakes() -> None:
    made = {(each.way, each.at) for _, _, every, _ in walked("six") for each in every}
    for part in parts(default()):
        assert part.kind is Kind.PI or (Way.LEFT_OUT, (part.ref,)) in made
        for pin in part.pins:
            assert (Way.OPEN, (part.ref, pin)) in made
        assert set(part.pins) <= {pin for pair in beside(part) for pin in pair}
        for one, other in beside(part):
            pins = part.pins
            if one in pins and other in pins and pins[one] != pins[other]:
                assert (Way.BRIDGED, (part.ref, one, other)) in made
    for joint, nets_ in NEAR["six"].items():
        assert all((Way.BRIDGED, (*joint, net)) in made for net in nets_)
    assert any(NEAR["six"].values())
    assert (Way.SWAPPED, ("J2", "3", "J1", "7")) in made  # wires of two sockets, side by side on the board
    assert (Way.SWAPPED, ("PI", "29", "31")) in made
    assert (Way.ASTRAY, ("S3", "NO", "NC")) in made
    assert (Way.ASTRAY, ("U2", "A2", "SD0")) in made
    assert {Way.CROSSED, Way.TURNED} <= {way_ for way_, at in made if at == ("J1",)}


# -- the meter -----------------------------------------------------------------------------------------------


def build(*made: Part) -> Build:
    return Build(
        {part.ref: part for part in made},
        {(part.ref, pin): net for part in made for pin, net in part.pins.items()},
    )


def resistor(ref: str, kind: Kind, one: str, other: str) -> Part:
    return Part(ref, kind, Place.BOARD, {"1": one, "2": other})


def test_resistors_in_a_row_add_and_beside_each_other_halve() -> None:
    row = build(resistor("R1", Kind.R1K, "A", "B"), resistor("R2", Kind.R10K, "B", "C"))
    assert row.read(Measure(("R1", "1"), ("R2", "2"))).most == pytest.approx(11_000)
    pair = build(resistor("R1", Kind.R1K, "A", "B"), resistor("R2", Kind.R1K, "A", "B"))
    assert pair.read(Measure(("R1", "1"), ("R1", "2"))).most == pytest.approx(500)


def test_a_bridge_of_four_resistors_and_one_across_reads_as_reckoned() -> None:
    across = build(
        resistor("R1", Kind.R1K, "A", "B"),
        resistor("R2", Kind.R10K, "A", "C"),
        resistor("R3", Kind.R10K, "B", "D"),
        resistor("R4", Kind.R1K, "C", "D"),
        resistor("R5", Kind.R330, "B", "C"),
    )
    # 2 V at A, 0 V at D: by symmetry B is at 1 V + u and C at 1 V - u, where the currents at B give u
    u = (1 / 1000 - 1 / 10_000) / (1 / 1000 + 1 / 10_000 + 2 / 330)
    expected = 2 / ((1 - u) / 1000 + (1 + u) / 10_000)
    assert across.read(Measure(("R1", "1"), ("R4", "2"))).most == pytest.approx(expected)


def test_a_leg_in_the_air_reads_nothing_and_one_that_is_gone_does_too() -> None:
    made = build(resistor("R1", Kind.R1K, "A", "B"), resistor("R2", Kind.R1K, "B", "C"))
    loose = made.without(("R1", "2"))
    assert loose.read(Measure(("R1", "1"), ("R2", "1"))) == Reading(inf, inf)
    assert made.read(Measure(("R9", "1"), ("R2", "1"))) == Reading(inf, inf)


def test_a_button_conducts_while_it_is_pressed_and_its_other_contact_while_it_isnt() -> None:
    button = Part("S1", Kind.PLAIN_BUTTON, Place.PUCK, {"NO": "A", "COM": "GND"})
    made = build(button, resistor("R1", Kind.R22, "A", "B"))
    end, ground = ("R1", "2"), ("S1", "COM")
    assert made.read(Measure(end, ground)).most == inf
    assert made.read(Measure(end, ground, pressed="S1")).most == pytest.approx(22)
    assert made.read(Measure(("S1", "NC"), ground)).most == 0


def test_what_is_inside_a_chip_makes_a_reading_vague_but_no_beep() -> None:
    panel = Part("D0", Kind.MAIN_PANEL, Place.BOX, {"SDA": "A", "GND": "GND"})
    made = replace(build(panel), plugged=frozenset({"D0"}))
    reading = made.read(Measure(("D0", "SDA"), ("D0", "GND")))
    assert reading.least == pytest.approx(300)
    assert reading.most == inf
    assert reading.words == "doesn't beep"
    assert not reading.told_from(Reading(1000, 1000))
    assert reading.told_from(Reading(0, 0))


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [(22, 47, True), (0.3, 0, False), (1000, 1100, False), (10_000, 1000, True), (inf, 1e5, True)],
)
def test_readings_are_told_apart_as_far_as_a_cheap_meter_and_5_percent_go(
    one: float, other: float, told: bool
) -> None:
    assert Reading(one, one).told_from(Reading(other, other)) is told
    assert Reading(other, other).told_from(Reading(one, one)) is told


@pytest.mark.parametrize(
    ("ohms", "words"), [(0, "beeps"), (22, "22 Ω"), (11_000, "11 kΩ"), (inf, "nothing (OL)"), (2000, "2 kΩ")]
)
def test_a_reading_is_written_as_a_meter_shows_it(ohms: float, words: str) -> None:
    assert Reading(ohms, ohms).words == words
