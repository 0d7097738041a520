"""What can be said of the enclosure without making a solid; the rest is `make test-enclosure`."""

from __future__ import annotations

import re
import struct
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from firmware.boxfile.settings import default
from firmware.boxfile.settings import load as load_box
from firmware.views import SIGNS
from hardware.enclosure import fingerprint
from hardware.enclosure.boards import BOARDS, OPENINGS, Board
from hardware.enclosure.parameters import HERE, SEATS, EnclosureError, load
from hardware.enclosure.strokes import GLYPHS, lines
from hardware.plans.bill import bill
from hardware.plans.circuit import Kind

HARDWARE = HERE.parent


def test_the_measures_on_file_can_be_made() -> None:
    load()


def test_as_many_sockets_as_the_reference_box_has_seats() -> None:
    assert load().seats == len(load_box(HARDWARE / "box.toml").seats)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"seats": 9}, "seats: 2 to 8 expected, not 9"),
        ({"seats": 1}, "seats: 2 to 8 expected, not 1"),
        ({"centre": {"board": "pi2"}}, "centre.board: one of pi3, pi4, pi5, zero2w expected, not pi2"),
        ({"centre": {"openings": ["power", "cheese"]}}, "centre.openings: .* expected, not cheese"),
        ({"puck": {"panel": "7.5"}}, "puck.panel: one of 0.96, 1.3, 2.42 expected, not 7.5"),
        ({"puck": {"way_in": "door"}}, "puck.way_in: socket or cable expected, not door"),
        ({"shell": {"wall": 1.0}}, "shell.wall: 1.2 mm or more expected, not 1"),
        ({"feet": {"recess": 1.5}}, "shell.floor less feet.recess: 1.2 mm or more expected, not 0.9"),
        ({"button": {"panel": 6.0}}, "button.panel: at most plate and lid, 4 mm, expected, not 6"),
        ({"relief": {"cap": 30.0}}, "relief.cap: less than the plunger's 22.6 mm expected, not 30"),
        ({"piezo": {"disc": 30.0}}, "piezo.disc: 0, or 16 to 27 mm expected, not 30"),
        ({"piezo": {"thickness": 1.3}}, "piezo.thickness: less than 1.2 mm, .* not 1.3"),
        ({"knob": {"colour": "red"}}, "colour"),
        ({"knob": {"height": "tall"}}, "knob.height"),
    ],
)
def test_what_cannot_be_made_is_refused_in_one_line(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(EnclosureError, match=said) as refused:
        load(**changes)
    assert "\n" not in str(refused.value)


BLADE = 8.0
"""What is allowed for a blade, mm; wires soldered on lie beside it."""


def test_the_button_that_the_bill_names_fits_the_puck() -> None:
    """Its measures: an OpenSCAD model of BerryBase's button, where its body ends 33.3 mm below the collar."""
    (named,) = [row for row in bill(default()) if row.kind is Kind.BUTTON]
    assert "BerryBase 'Arcade Button 30mm, LED 5 V' fits the printed puck" in named.look_for
    button = load().button
    assert (button.hole, button.collar, button.plunger) == (30.0, 33.3, 22.6)
    assert button.depth >= 33.3 + BLADE
    assert f"Deeper than {button.depth:g} mm" in named.alternatives


def test_piezo_and_off_button_that_the_bill_names_fit_the_centre_box() -> None:
    named = {row.kind: row for row in bill(default())}
    assert f"{load().piezo.disc:g} mm" in named[Kind.PIEZO].part
    assert "PBS-110, thread 7 mm" in named[Kind.KEY].look_for
    assert load().off.hole == 7.2


def test_changes_leave_the_rest_of_a_table_alone() -> None:
    changed = load(button={"hole": 24.0})
    assert changed.button.hole == 24.0
    assert changed.button.depth == load().button.depth


@pytest.mark.parametrize(
    ("seats", "rows", "columns"), [(2, 1, 2), (4, 1, 4), (5, 2, 3), (6, 2, 3), (7, 2, 4), (8, 2, 4)]
)
def test_sockets_stand_in_one_row_up_to_four(seats: int, rows: int, columns: int) -> None:
    asked = load(seats=seats)
    assert (asked.rows, asked.columns) == (rows, columns)


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_holes_and_plugs_lie_on_the_board(board: Board) -> None:
    for x, y in board.holes:
        assert 3 <= x <= board.length - 3
        assert 3 <= y <= board.width - 3
    for plug in board.plugs:
        assert plug.name in OPENINGS
        assert plug.at - plug.width / 2 + 2 > 0
        assert plug.at + plug.width / 2 - 2 < (board.width if plug.at_end else board.length)
    assert "power" in {plug.name for plug in board.plugs}


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_a_wall_stays_between_two_openings(board: Board) -> None:
    for at_end in (True, False):
        row = sorted((plug.at, plug.width) for plug in board.plugs if plug.at_end is at_end)
        for (one, width), (other, next_width) in pairwise(row):
            assert other - one - (width + next_width) / 2 >= load().printer.thinnest


def test_a_number_is_as_tall_as_asked_and_stands_in_the_middle() -> None:
    for seat in range(1, SEATS.stop):
        points = [point for line in lines(str(seat), 10.0) for point in line]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        assert max(ys) == pytest.approx(5.0, abs=0.05)
        assert min(ys) == pytest.approx(-5.0, abs=0.05)
        assert max(xs) + min(xs) == pytest.approx(0.0, abs=0.5)


def test_letters_keep_the_distance_asked_for() -> None:
    left, right = lines("II", 8.0, gap=3.0)
    assert right[0][0] - left[0][0] == pytest.approx(3.0)
    assert set("PIERWSZY NO LAN12345678") <= GLYPHS.keys()


def test_the_parts_to_print_are_those_of_the_sources() -> None:
    assert not fingerprint.stale(*fingerprint.PARTS)


def test_the_pictures_are_those_of_the_sources() -> None:
    assert not fingerprint.stale(*fingerprint.DRAWN)


def test_stale_files_are_told(tmp_path: Path) -> None:
    folder, names = tmp_path, ("strokes.py",)
    assert "not made yet" in fingerprint.stale(folder, names, ".stl")
    (folder / "a.stl").write_bytes(b"a part")
    fingerprint.record(folder, names, ".stl")
    assert not fingerprint.stale(folder, names, ".stl")
    assert "other sources" in fingerprint.stale(folder, ("forms.py",), ".stl")
    (folder / "a.stl").write_bytes(b"another")
    assert "not the files" in fingerprint.stale(folder, names, ".stl")


def test_every_part_is_there_and_fits_the_bed() -> None:
    wanted = {"centre-tray", "centre-lid", "centre-strap", "knob", "puck-tray", "puck-lid", "puck-strap"}
    for seat, sign in SIGNS.items():
        wanted |= {f"puck-face-{seat}-{sign.name}", f"puck-cap-{seat}-{sign.name}"}
    assert {file.stem for file in fingerprint.STL.glob("*.stl")} == wanted
    for file in fingerprint.STL.glob("*.stl"):
        size = _size(file)
        assert all(0 < reach <= room for reach, room in zip(size, load().printer.bed, strict=True)), file.name


def _size(file: Path) -> list[float]:
    """Of what a binary STL holds: 80 bytes, a count; a triangle is a normal, three corners and two bytes."""
    data = file.read_bytes()
    (count,) = struct.unpack_from("<I", data, 80)
    assert len(data) == 84 + 50 * count
    corners = [struct.unpack_from("<9f", data, 84 + 50 * at + 12) for at in range(count)]
    return [
        max(max(c[axis::3]) for c in corners) - min(min(c[axis::3]) for c in corners) for axis in range(3)
    ]


def test_the_readme_shows_every_picture_and_none_that_is_missing() -> None:
    shown = re.findall(r"\((pictures/[^)]+)\)", (HERE / "README.md").read_text(encoding="utf-8"))
    assert sorted(shown) == sorted(f"pictures/{file.name}" for file in fingerprint.PICTURES.glob("*.png"))
