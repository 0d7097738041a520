"""A perfboard joins what the circuit joins and nothing else; parts have room; the drawing says all of it."""

from __future__ import annotations

import tomllib
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest

from firmware.boxfile.settings import Settings, default, eight_seats, middle, minimal
from firmware.boxfile.wiring import wires
from hardware.plans.board_sheet import sheet
from hardware.plans.circuit import Kind, Place, parts
from hardware.plans.files import HARDWARE
from hardware.plans.layout import SIZES, PlanError, lay_out
from hardware.plans.perfboard import COLUMNS, ROWS, SCREWS, STEP, Board, Hole, edges, faults, to_join

BOXES = {"minimal": minimal(), "middle": middle(), "six": default(), "eight": eight_seats()}

boxes = pytest.mark.parametrize("box", BOXES.values(), ids=BOXES)


def without(box: Settings, *seats: int) -> Settings:
    """The box, these seats and their panels left out."""
    return replace(
        box,
        seats={seat: pins for seat, pins in box.seats.items() if seat not in seats},
        panels={name: panel for name, panel in box.panels.items() if name not in seats},
    )


# -- what is joined ------------------------------------------------------------------------------------------


def conducting(board: Board) -> set[frozenset[tuple[str, str]]]:
    """Which pins conduct, from where things lie alone: hole after hole, wire after wire."""
    neighbours: dict[Hole, set[Hole]] = {}
    for path in board.traces:
        for (x, y), (to_x, to_y) in pairwise(path):
            steps = max(abs(to_x - x), abs(to_y - y))
            line = [Hole(x + (to_x - x) * i // steps, y + (to_y - y) * i // steps) for i in range(steps + 1)]
            for one, other in pairwise(line):
                neighbours.setdefault(one, set()).add(other)
                neighbours.setdefault(other, set()).add(one)
    for path in board.links:
        neighbours.setdefault(path[0], set()).add(path[-1])
        neighbours.setdefault(path[-1], set()).add(path[0])
    found = set()
    for _, start in board.ends():
        reached, todo = {start}, [start]
        while todo:
            new = neighbours.get(todo.pop(), set()) - reached
            reached |= new
            todo += new
        found.add(frozenset(end for end, hole in board.ends() if hole in reached))
    return found


@boxes
def test_what_conducts_is_what_the_circuit_joins(box: Settings) -> None:
    assert conducting(lay_out(box)) == set(to_join(box).values())


@boxes
def test_every_part_of_the_board_and_every_wire_of_the_pi_is_there(box: Settings) -> None:
    board = lay_out(box)
    assert set(board.pieces) == {part.ref for part in parts(box) if part.place is Place.BOARD}
    for part in parts(box):
        if part.place is Place.BOARD:
            assert set(board.pieces[part.ref].legs) == set(part.pins)
    assert {pin for ref, pin in board.leads if ref == "PI"} == {str(wire.pin.number) for wire in wires(box)}


def test_knob_panel_and_sockets_come_with_a_wire_for_each_net() -> None:
    ends = {end for ends in to_join(default()).values() for end in ends}
    assert {pin for ref, pin in ends if ref == "J3"} == set("12345678")
    assert {pin for ref, pin in ends if ref == "E1"} == {"A", "B", "C", "S1"}, "one ground for both"
    assert {pin for ref, pin in ends if ref == "D0"} == {"GND", "VCC", "SCL", "SDA"}
    assert not {ref for ref, _ in ends} & {"X3", "S3", "C3", "R23", "D3"}, "they are in the puck"


def test_a_panels_reset_line_stays_with_the_panel() -> None:
    box = minimal()
    large = replace(box, panels={"main": replace(box.panels["main"], driver="ssd1309")})
    assert to_join(large) == to_join(box)


# -- boxes of one's own --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "box",
    [
        *(without(default(), *range(seats + 1, 7)) for seats in range(2, 6)),
        without(eight_seats(), 8),
        without(middle(), 4),
        without(middle(), 3, 4),
        replace(default(), jumper=None, piezo=None, power_button=None),
        replace(default(), knob=None, mux_reset=None),
        replace(without(default(), 3, 4, 5, 6), panels={1: default().panels[1], 2: default().panels[2]}),
    ],
    ids=["2", "3", "4", "5", "7", "middle 3", "middle 2", "bare", "no knob", "the Pi's own 3.3 V"],
)
def test_other_boxes_are_laid_out_by_the_same_rules(box: Settings) -> None:
    assert conducting(lay_out(box)) == set(to_join(box).values())


def test_a_box_with_no_rule_for_it_is_refused_in_a_line() -> None:
    box = default()
    mixed = replace(box, panels={name: panel for name, panel in box.panels.items() if name != 6})
    with pytest.raises(
        PlanError, match=r"box\.toml: its perfboard can't be laid out: expected panels at all seats"
    ):
        lay_out(mixed)
    assert "expected panels at all seats or at none" in sheet(mixed)
    apart = {name: replace(panel, mux=None, channel=None) for name, panel in box.panels.items()}
    with pytest.raises(PlanError, match="expected every seat's panel behind a mux"):
        lay_out(replace(box, panels=apart, mux_reset=None))
    aloft = {name: replace(panel, mux=0x71) for name, panel in box.panels.items()}
    with pytest.raises(PlanError, match="3V3P: expected joined"):
        lay_out(replace(box, panels=aloft))


# -- room ----------------------------------------------------------------------------------------------------


@boxes
def test_legs_are_as_far_apart_as_the_parts_can_be_had_or_bent(box: Settings) -> None:
    spans = {
        **dict.fromkeys((Kind.R330, Kind.R1K, Kind.R10K), 4),  # 10.16 mm
        **dict.fromkeys((Kind.C10N, Kind.C100N, Kind.FUSE, Kind.TERMINAL_2, Kind.TERMINAL_4), 2),  # 5.08
        **dict.fromkeys((Kind.C10U, Kind.C100U, Kind.REGULATOR), 1),
    }
    for piece in lay_out(box).pieces.values():
        if piece.kind in spans:
            holes = list(piece.legs.values())
            steps = {abs(a.column - b.column) + abs(a.row - b.row) for a, b in pairwise(holes)}
            assert steps == {spans[piece.kind]}


def test_chips_have_their_pins_in_order_with_the_rows_of_their_makers() -> None:
    board = lay_out(default())
    array, mux = board.pieces["U1"], board.pieces["U2"]
    assert len({*array.legs.values(), *array.idle}) == 18
    assert abs(array.legs["9"].row - array.legs["10"].row) * STEP == pytest.approx(7.62)
    assert array.legs["1"].column == array.legs["18"].column == array.legs["9"].column + 8
    assert len({*mux.legs.values(), *mux.idle}) == 24
    assert (mux.legs["VIN"].row - mux.legs["SC6"].row) * STEP == pytest.approx(15.24)
    assert [mux.legs[pin].column for pin in ("VIN", "GND", "SDA", "SCL", "RST", "A0")] == list(range(2, 8))
    assert [mux.legs[pin].column for pin in ("SD2", "SC2", "SD3", "SC3")] == [13, 12, 11, 10]


def test_the_regulators_tab_has_a_millimetre_of_air() -> None:
    board = lay_out(default())
    left, top, _, bottom = board.pieces["U3"].bodies[0]
    others = [body for ref, piece in board.pieces.items() if ref != "U3" for body in piece.bodies]
    behind = [body[2] for body in others if body[2] <= left and body[1] < bottom and body[3] > top]
    assert (left - max(behind)) * STEP > 1.0


def test_the_board_and_its_screws_are_those_of_the_case() -> None:
    centre = tomllib.loads((HARDWARE / "enclosure" / "enclosure.toml").read_text(encoding="utf-8"))["centre"]
    left, top, right, bottom = edges()
    assert [round((right - left) * STEP, 2), round((bottom - top) * STEP, 2)] == centre["perfboard"]
    assert [round(step * STEP, 2) for step in SCREWS] == centre["perfboard_holes"]


def test_every_kind_on_a_board_has_a_size() -> None:
    assert {part.kind for box in BOXES.values() for part in parts(box) if part.place is Place.BOARD} == set(
        SIZES
    )


# -- what would be noticed -----------------------------------------------------------------------------------


def spoiled(change: Callable[[Board], object]) -> list[str]:
    board = lay_out(default())
    change(board)
    return list(faults(board, default()))


def moved(board: Board, ref: str, by: int) -> None:
    piece = board.pieces[ref]
    legs = {pin: Hole(hole.column + by, hole.row) for pin, hole in piece.legs.items()}
    bodies = [(x + by, y, to_x + by, to_y) for x, y, to_x, to_y in piece.bodies]
    board.pieces[ref] = replace(piece, legs=legs, bodies=bodies)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda board: board.links.clear(), "3V3P: expected joined, in pieces"),
        (lambda board: board.traces.append((Hole(4, 8), Hole(4, 9))), "3V3P and 5VF: expected apart, joined"),
        (lambda board: board.traces.append((Hole(2, 16), Hole(2, 17))), "P2: a wire at a pin of U2"),
        (lambda board: board.traces.append((Hole(17, 17), Hole(17, 18))), "a wire that joins nothing"),
        (lambda board: board.leads.update({("J1", "4"): board.leads["J1", "8"]}), "two legs in one hole"),
        (lambda board: board.leads.pop(("J1", "5")), "J1 5: expected once on the board and in the circuit"),
        (lambda board: board.leads.update({("J1", "5"): Hole(32, 26)}), "Z32: there is no such hole"),
        (lambda board: board.leads.update({("J1", "5"): Hole(4, 5)}), "J1 5 under R1"),
        (lambda board: board.links.append((Hole(19, 18), Hole(21, 23))), "a link's end under U1"),
        (lambda board: board.links.append((Hole(20, 20), Hole(30, 26))), "a link through U1"),
        (lambda board: moved(board, "C63", -1), "U3 and C63: expected beside each other"),
        (lambda board: moved(board, "C63", 3), "C63: beyond the board's edge"),
    ],
)  # fmt: skip
def test_a_fault_of_any_kind_is_told(change: Callable[[Board], object], said: str) -> None:
    assert any(said in fault for fault in spoiled(change)), spoiled(change)


@boxes
def test_any_bare_wire_left_out_is_told(box: Settings) -> None:
    whole = lay_out(box)
    for at, path in enumerate(whole.traces):
        board = replace(whole, traces=[*whole.traces[:at], *whole.traces[at + 1 :]])
        assert next(faults(board, box), None), path


def test_the_six_seat_box_has_one_insulated_wire() -> None:
    assert [[str(hole) for hole in path] for path in lay_out(default()).links] == [["I1", "W1"]]


# -- the drawing ---------------------------------------------------------------------------------------------


@boxes
def test_the_page_is_an_a4_at_twice_the_size_with_an_id_for_each_part_wire_and_hole(box: Settings) -> None:
    root, board = ET.fromstring(sheet(box)), lay_out(box)
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("210mm", "297mm", "0 0 210 297")
    ids = Counter(element.get("id") for element in root.iter() if element.get("id"))
    assert [name for name, times in ids.items() if times > 1] == []
    wanted = {f"part-{ref}" for ref in board.pieces} | {f"hole-{hole}" for hole in board.taken()}
    wanted |= {f"wire-{path[0]}-{path[-1]}" for path in (*board.traces, *board.links)}
    wanted |= {f"lead-{ref}-{pin}" for ref, pin in board.leads}
    assert wanted == {name for name in ids if name and not name.endswith("-back")}


@boxes
def test_every_part_is_named_on_both_sides_and_every_row_and_column(box: Settings) -> None:
    texts = Counter(
        element.text for element in ET.fromstring(sheet(box)).iter("{http://www.w3.org/2000/svg}text")
    )
    for ref in lay_out(box).pieces:
        assert texts[ref] >= 2
    assert all(texts[str(column)] >= 4 for column in range(1, COLUMNS + 1))
    assert all(texts[Hole(1, row).letter] >= 4 for row in range(1, ROWS + 1))
