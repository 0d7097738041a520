"""Every part, for every number of seats, is a solid that prints without supports; all of it fits together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
import trimesh
from build123d import Pos

from hardware.enclosure import bought
from hardware.enclosure.assembly import Piece, printed
from hardware.enclosure.making import pool
from hardware.enclosure.parameters import load
from hardware.enclosure.printable import examine, faults
from hardware.enclosure.puck import PuckDesign
from tests.enclosure.trying import Tried, clashes, try_centre, try_puck

ALL_OPENINGS = {"openings": ["power", "hdmi", "usb", "ethernet"]}
BOXES: Mapping[str, dict[str, Any]] = {
    "2 seats, Pi Zero 2 W": {"seats": 2, "centre": {"board": "zero2w", **ALL_OPENINGS}},
    "3 seats, Pi 3, panel of 0.96": {"seats": 3, "centre": {"board": "pi3", "panel": "0.96", **ALL_OPENINGS}},
    "4 seats, Pi 5, panel of 1.3, no off button": {
        "seats": 4,
        "off": {"hole": 0.0},
        "centre": {"board": "pi5", "panel": "1.3", **ALL_OPENINGS},
    },
    "5 seats, Pi 4, thick walls": {"seats": 5, "shell": {"wall": 3.2, "floor": 3.0}, "centre": ALL_OPENINGS},
    "6 seats, as on file": {"seats": 6},
    "7 seats, Pi 3, screws into plastic": {
        "seats": 7,
        "lid_screw": {"pilot": 2.6},
        "centre": {"board": "pi3"},
    },
    "8 seats, Pi 5, piezo of 27": {
        "seats": 8,
        "piezo": {"disc": 27.0},
        "centre": {"board": "pi5", **ALL_OPENINGS},
    },
}
PUCKS: Mapping[str, dict[str, Any]] = {
    "as on file": {},
    "button of 24 with long plugs": {
        "button": {"hole": 24.0, "collar": 27.0, "plunger": 19.0, "depth": 55.0},
        "relief": {"cap": 16.0},
    },
    "button of 33, panel of 1.3": {"button": {"hole": 33.0, "collar": 36.0}, "puck": {"panel": "1.3"}},
    "cable tied, short button": {"puck": {"way_in": "cable", "tilt": 20.0}, "button": {"depth": 32.0}},
}
FEW = ("puck-tray", "puck-lid", "puck-strap", "puck-face-8-moon", "puck-cap-8-moon")
"""What differs from the parts on file."""


def _puck_parts(changes: dict[str, Any]) -> Sequence[str]:
    return FEW if changes else [name for name in printed(load()) if name.startswith("puck")]


@pytest.fixture(scope="module")
def made() -> Mapping[str, Tried]:
    """All of them, made on every processor."""
    with pool() as workers:
        pucks = workers.map(
            try_puck, [load(**changes) for changes in PUCKS.values()], map(_puck_parts, PUCKS.values())
        )
        boxes = workers.map(try_centre, [load(**changes) for changes in BOXES.values()])
        return dict(zip([*PUCKS, *BOXES], [*pucks, *boxes], strict=True))


@pytest.mark.parametrize("name", [*BOXES, *PUCKS])
def test_every_part_prints_without_supports(made: Mapping[str, Tried], name: str) -> None:
    one = made[name]
    wrong = [f"{part}: {fault}" for part, found in one.prints.items() for fault in faults(found, one.asked)]
    assert wrong == []
    assert len(one.prints) >= 3


@pytest.mark.parametrize("name", [*BOXES, *PUCKS])
def test_nothing_is_where_something_else_is(made: Mapping[str, Tried], name: str) -> None:
    assert made[name].clashes == []


def test_every_part_on_file_was_measured(made: Mapping[str, Tried]) -> None:
    assert {*made["as on file"].prints, *made["6 seats, as on file"].prints} == {*printed(load())}


# The measures themselves: each finds the fault it is for.

ASKED = load()


def _found(mesh: trimesh.Trimesh) -> list[str]:
    mesh.apply_translation((0, 0, -mesh.bounds[0][2]))
    return faults(examine(mesh, ASKED), ASKED)


def _box(*size: float, at: tuple[float, float, float] = (0, 0, 0)) -> trimesh.Trimesh:
    mesh: trimesh.Trimesh = trimesh.creation.box(size)
    mesh.apply_translation(at)
    return mesh


def test_a_plain_block_has_no_fault() -> None:
    assert _found(_box(20, 20, 10)) == []


def test_a_hole_in_the_surface_is_found() -> None:
    mesh = _box(20, 20, 10)
    mesh.update_faces([True] * 11 + [False])
    assert _found(mesh) == ["its surface isn't closed"]


def test_two_bodies_are_found() -> None:
    both = trimesh.util.concatenate(_box(5, 5, 5), _box(5, 5, 5, at=(9, 0, 0)))
    assert isinstance(both, trimesh.Trimesh)
    assert "it is 2 bodies, not one" in _found(both)


def test_a_part_too_large_for_the_bed_is_found() -> None:
    assert "221 x 20 x 10 mm doesn't fit the bed of 220 x 220 x 250 mm" in _found(_box(221, 20, 10))


def test_a_thin_wall_is_found() -> None:
    assert "a wall is 1.00 mm thin" in _found(_box(20, 20, 1))


def test_an_arm_in_the_air_is_found() -> None:
    arm = trimesh.boolean.union([_box(5, 5, 20), _box(15, 5, 4, at=(5, 0, 8))])
    assert any("hang in the air" in fault for fault in _found(arm))


def test_a_bridge_is_measured_and_one_too_wide_is_found() -> None:
    def gate(span: float) -> trimesh.Trimesh:
        legs = [_box(4, 6, 10, at=(side * (span / 2 + 2), 0, 5)) for side in (-1, 1)]
        joined: trimesh.Trimesh = trimesh.boolean.union([*legs, _box(span + 8, 6, 3, at=(0, 0, 11))])
        return joined

    assert examine(gate(12.0), ASKED).bridge == pytest.approx(12.0, abs=0.3)
    assert _found(gate(12.0)) == []
    assert any("a bridge is 24." in fault for fault in _found(gate(24.0)))


def test_a_slope_of_45_degrees_needs_nothing_below_and_a_flatter_one_does() -> None:
    def widening(outwards: float) -> trimesh.Trimesh:
        """A block that widens by `outwards` on each side over 10 mm of height."""
        mesh = _box(20, 20, 10)
        mesh.vertices[mesh.vertices[:, 2] > 0, :2] *= (20 + 2 * outwards) / 20
        return mesh

    assert _found(widening(9.9)) == []
    assert _found(widening(15.0)) != []


def test_a_lid_has_the_clearance_asked_for_and_little_more() -> None:
    design, air = PuckDesign(ASKED), ASKED.printer.clearance
    tray = Piece("tray", design.tray, "#000000")
    for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        for shift, meets in ((air - 0.05, False), (air + 0.15, True)):
            lid = Piece("lid", design.wedge.slope * Pos(x * shift, y * shift) * design.lid, "#000000")
            assert bool(clashes([tray, lid])) is meets, (x, y, shift)


def test_a_panel_and_a_button_have_the_clearance_asked_for_and_little_more() -> None:
    design, air = PuckDesign(ASKED), ASKED.printer.clearance
    lid = Piece("lid", design.lid, "#000000")
    _, board = bought.oled(design.mount.panel)
    body, _ = bought.arcade_button(ASKED.button)
    panel = Piece("panel", Pos(0, design.panel) * board, "#000000")
    button = Piece("button", Pos(0, design.button, design.cover) * body, "#000000")
    for piece, room in ((panel, air), (button, 0.2)):
        for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            assert not clashes([lid, piece.moved(Pos(x * (room - 0.05), y * (room - 0.05)))])
            assert clashes([lid, piece.moved(Pos(x * (room + 0.1), y * (room + 0.1)))])
