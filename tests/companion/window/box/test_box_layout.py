from __future__ import annotations

import math
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect

from companion.window.box.box_layout import PANEL, BoxLayout, lay_out
from companion.window.scale import SMALLEST
from companion.window.table.control_bar import Control

SIZES = st.tuples(st.integers(SMALLEST[0], 3840), st.integers(SMALLEST[1], 2160))
SEATS = st.sets(st.integers(1, 8), min_size=1)


def _around(layout: BoxLayout) -> list[int]:
    """Seats as they are met going clockwise round the box, from nine o'clock."""
    cx, cy = layout.box.center
    return [
        puck.seat
        for puck in sorted(
            layout.pucks, key=lambda p: math.atan2(p.frame.centery - cy, p.frame.centerx - cx) % math.tau
        )
    ]


def scales(layout: BoxLayout) -> tuple[int, int]:
    """Window pixels to a pixel of the main panel, and to one of a seat's, which are all alike."""
    (seats,) = {puck.glass.size for puck in layout.pucks}
    for size in (layout.glass.size, seats):
        assert size == (PANEL[0] * (size[0] // PANEL[0]), PANEL[1] * (size[0] // PANEL[0]))
    return layout.glass.width // PANEL[0], seats[0] // PANEL[0]


@given(SIZES, SEATS)
def test_plates_never_overlap_and_stay_inside(size: tuple[int, int], seats: set[int]) -> None:
    layout = lay_out(size, seats)
    plates = [layout.box, layout.bar, *(puck.frame for puck in layout.pucks)]
    window = Rect((0, 0), size)
    assert all(window.contains(plate) for plate in plates)
    assert not any(one.colliderect(other) for one, other in combinations(plates, 2))


@given(SIZES, SEATS)
def test_parts_of_a_plate_never_overlap_and_stay_on_it(size: tuple[int, int], seats: set[int]) -> None:
    layout = lay_out(size, seats)
    assert layout.box.contains(layout.bezel)
    assert layout.box.contains(layout.knob)
    assert layout.bezel.contains(layout.glass)
    assert layout.knob.contains(layout.dial)
    assert not layout.bezel.colliderect(layout.knob)
    for puck in layout.pucks:
        assert puck.frame.contains(puck.bezel)
        assert puck.frame.contains(puck.button)
        assert puck.frame.contains(puck.cap)
        assert puck.bezel.contains(puck.glass)
        assert not puck.bezel.colliderect(puck.button)
        assert not puck.bezel.colliderect(puck.cap)


@given(SIZES, SEATS)
def test_glass_is_a_whole_multiple_of_a_panel_and_the_main_one_is_largest(
    size: tuple[int, int], seats: set[int]
) -> None:
    main, small = scales(lay_out(size, seats))
    assert main >= small >= 1


@given(SIZES, SEATS)
def test_pucks_lie_clockwise_round_the_box(size: tuple[int, int], seats: set[int]) -> None:
    around = _around(lay_out(size, seats))
    first = around.index(min(seats))
    assert around[first:] + around[:first] == sorted(seats)


@pytest.mark.parametrize(
    ("size", "seat_scale", "main_scale"),
    [((800, 480), 1, 2), ((1280, 720), 2, 3), ((1920, 1080), 3, 4), ((3840, 2160), 6, 9)],
)
def test_eight_seats_use_the_room_there_is(size: tuple[int, int], seat_scale: int, main_scale: int) -> None:
    layout = lay_out(size, range(1, 9))
    assert scales(layout) == (main_scale, seat_scale)


@given(st.tuples(st.integers(1, 700), st.integers(1, 500)), SEATS)
def test_a_tiny_window_shows_a_corner_of_the_smallest_one(size: tuple[int, int], seats: set[int]) -> None:
    assert lay_out(size, seats).size == (max(size[0], SMALLEST[0]), max(size[1], SMALLEST[1]))


@given(SIZES, SEATS)
def test_every_button_and_knob_part_is_found_by_a_finger(size: tuple[int, int], seats: set[int]) -> None:
    layout = lay_out(size, seats)
    for puck in layout.pucks:
        assert layout.target(*puck.button.center) == puck.seat
        assert layout.target(*puck.glass.center) is None
    assert layout.target(*layout.dial.center) is Control.OK
    assert layout.target(layout.knob.left + 1, layout.dial.centery) is Control.LEFT
    assert layout.target(layout.knob.right - 2, layout.dial.centery) is Control.RIGHT
    assert layout.target(*layout.bar.center) is Control.BOX


@pytest.mark.parametrize("seats", [[], range(1, 10)])
def test_no_seat_or_nine_are_refused(seats: list[int]) -> None:
    with pytest.raises(ValueError, match=f"1 to 8 seats, not {len(seats)}"):
        lay_out((1280, 720), seats)
