from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect

from companion.window.scale import MARGIN, SMALLEST, safe
from companion.window.table.table_layout import TableLayout, lay_out

sizes = st.tuples(st.integers(640, 3840), st.integers(400, 2160))


def _places(layout: TableLayout) -> list[Rect]:
    rows = (
        layout.top,
        layout.heading,
        layout.middle,
        layout.below,
        layout.finish,
        layout.choices,
        layout.controls,
    )
    return [rect for rect in (*rows, *layout.rails, *layout.plates.values()) if rect.width and rect.height]


@given(
    size=sizes,
    seats=st.integers(0, 8),
    races=st.booleans(),
    middle=st.booleans(),
    below=st.booleans(),
    leads=st.booleans(),
    turns=st.booleans(),
    margin=st.sampled_from([0, 2.5, MARGIN, 10]),
)
def test_nothing_overlaps_and_nothing_is_outside(
    size: tuple[int, int],
    seats: int,
    races: bool,
    middle: bool,
    below: bool,
    leads: bool,
    turns: bool,
    margin: float,
) -> None:
    layout = lay_out(
        size,
        range(1, seats + 1),
        races=races,
        middle=middle,
        below=below,
        leads=leads,
        turns=turns,
        margin=margin,
    )
    places, seen = _places(layout), Rect(0, 0, *size).inflate(*(-2 * margin * side / 100 for side in size))
    assert all(safe(size, margin).contains(rect) for rect in places)
    assert all(seen.contains(rect) for rect in places)
    assert not any(one.colliderect(other) for one, other in combinations(places, 2))
    assert set(layout.plates) == set(range(1, seats + 1))
    assert all(plate.height >= 26 and plate.width >= 102 for plate in layout.plates.values())


@pytest.mark.parametrize("seats", range(1, 9))
def test_seats_go_clockwise_from_the_top_left(seats: int) -> None:
    plates = lay_out((1280, 720), range(1, seats + 1)).plates
    left = [seat for seat, rect in plates.items() if rect.x < 640]
    right = [seat for seat, rect in plates.items() if rect.x >= 640]
    assert plates[1].x < 640
    assert sorted(right, key=lambda seat: plates[seat].y) == sorted(right)
    assert sorted(left, key=lambda seat: plates[seat].y) == [1, *sorted(left, reverse=True)[:-1]]
    assert 0 <= len(left) - len(right) <= 1 or len(right) - len(left) == 1


def test_rails_stand_between_the_seats_and_the_middle_where_there_are_turns() -> None:
    layout = lay_out((1280, 720), range(1, 5), turns=True)
    left, right = layout.rails
    assert layout.plates[1].right < left.left < left.right <= layout.heading.left
    assert layout.heading.right <= right.left < right.right < layout.plates[2].left
    assert lay_out((1280, 720), range(1, 5)).rails == ()
    assert lay_out((1280, 720), [1], turns=True).rails == ()


def test_without_a_middle_the_heading_has_its_place() -> None:
    with_it, without = (lay_out((1280, 720), range(1, 5), middle=middle) for middle in (True, False))
    assert without.heading.height == with_it.heading.height + with_it.middle.height


def test_a_window_too_small_is_laid_out_as_the_smallest_one() -> None:
    assert lay_out((10, 10), range(1, 9), races=True) == lay_out(SMALLEST, range(1, 9), races=True)


def test_what_needs_the_height_has_a_lower_heading_above_it_with_races_or_without() -> None:
    for races in (True, False):
        high, low = (lay_out((1280, 720), range(1, 5), races=races, tall=tall) for tall in (False, True))
        assert low.heading.height < high.heading.height * 0.8
        assert low.middle.bottom == high.middle.bottom
