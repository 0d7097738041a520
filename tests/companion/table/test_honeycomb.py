from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from math import dist, isclose, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.table import honeycomb
from companion.table.honeycomb import (
    FIELDS,
    POINT_ROWS,
    POINTS,
    centre,
    largest_group,
    neighbours,
    spot,
)

some_fields = st.sets(st.sampled_from(FIELDS))


def share_a_side(one: str, other: str) -> bool:
    """By the drawing: middles of fields that share a side are as far apart as a field is wide."""
    return isclose(dist(centre(one), centre(other)), sqrt(3))


def test_there_are_37_fields_named_row_by_row() -> None:
    assert len(FIELDS) == 37
    assert Counter(field[0] for field in FIELDS) == {"A": 4, "B": 5, "C": 6, "D": 7, "E": 6, "F": 5, "G": 4}
    assert FIELDS[:6] == ("A1", "A2", "A3", "A4", "B1", "B2")
    assert FIELDS[-1] == "G4"
    assert sorted(FIELDS) == list(FIELDS)


def test_there_are_54_points_in_six_lines() -> None:
    assert len(set(POINTS)) == 54
    assert [len(row) for row in POINT_ROWS] == [7, 9, 11, 11, 9, 7]
    assert tuple(point for row in POINT_ROWS for point in row) == POINTS


def test_a_point_is_wherever_three_fields_meet_and_nowhere_else() -> None:
    meeting = {
        three
        for three in combinations(FIELDS, 3)
        if all(share_a_side(one, other) for one, other in combinations(three, 2))
    }
    assert set(POINTS) == meeting


@pytest.mark.parametrize(
    ("line", "places"),
    [
        (0, "A1-B1-B2 A1-A2-B2 A2-B2-B3 A2-A3-B3 A3-B3-B4 A3-A4-B4 A4-B4-B5"),
        (1, "B1-C1-C2 B1-B2-C2 B2-C2-C3 B2-B3-C3 B3-C3-C4 B3-B4-C4 B4-C4-C5 B4-B5-C5 B5-C5-C6"),
        (5, "F1-F2-G1 F2-G1-G2 F2-F3-G2 F3-G2-G3 F3-F4-G3 F4-G3-G4 F4-F5-G4"),
    ],
)
def test_points_lie_along_the_wave_as_drawn_in_the_example(line: int, places: str) -> None:
    assert ["-".join(point) for point in POINT_ROWS[line]] == places.split()


def test_fields_are_drawn_row_under_row_with_d4_in_the_middle() -> None:
    assert centre("D4") == (0, 0)
    for one, other in pairwise(FIELDS):
        (x, y), (next_x, next_y) = centre(one), centre(other)
        assert (next_x > x and next_y == y) if one[0] == other[0] else next_y == y + 1.5


def test_a_point_is_drawn_a_side_from_its_fields_and_further_from_the_others() -> None:
    for point in POINTS:
        for field in FIELDS:
            away = dist(spot(point), centre(field))
            assert isclose(away, 1) if field in point else away > 1.9


def test_lines_are_drawn_from_left_to_right_one_under_the_other() -> None:
    for row in POINT_ROWS:
        assert all(spot(one)[0] < spot(other)[0] for one, other in pairwise(row))
        assert all(isclose(dist(spot(one), spot(other)), 1) for one, other in pairwise(row))
    for upper, lower in pairwise(POINT_ROWS):
        assert max(spot(point)[1] for point in upper) < min(spot(point)[1] for point in lower)


def test_neighbours_are_the_fields_that_share_a_side() -> None:
    for field in FIELDS:
        assert neighbours(field) == {other for other in FIELDS if share_a_side(field, other)}
    assert neighbours("A1") == {"A2", "B1", "B2"}
    assert neighbours("D4") == {"C3", "C4", "D3", "D5", "E3", "E4"}


def test_a_field_of_the_middle_has_six_points_of_the_rim_three_of_a_corner_two() -> None:
    points = {field: sum(field in point for point in POINTS) for field in FIELDS}
    assert points == {field: {6: 6, 4: 3, 3: 2}[len(neighbours(field))] for field in FIELDS}


def test_a_field_that_is_none_is_named() -> None:
    for ask in (neighbours, centre, lambda field: largest_group([field])):
        with pytest.raises(KeyError, match="A5"):
            ask("A5")


# -- groups --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "largest"),
    [
        ("", 0),
        ("D4", 1),
        ("A1 A3", 1),
        ("A1 A2 C1 C2", 2),  # two equal groups: one counts
        ("B1 C2 D3 E3 F3 G3 A4 B5", 6),  # a line down the board, and two apart
        ("C3 C4 D3 D5 E3 E4", 6),  # a ring round an empty field
        ("A1 A2 A3 B1 B2 B3 C2 C3 E5 F5 G1", 8),  # the rulebook's end: 8, and 3 elsewhere
        (" ".join(FIELDS), 37),
    ],
)
def test_the_largest_group_counts(fields: str, largest: int) -> None:
    assert largest_group(fields.split()) == largest


def by_labels(fields: set[str]) -> int:
    """The largest group another way: every field takes the least name it touches until nothing changes."""
    label = {field: field for field in fields}
    changed = True
    while changed:
        changed = False
        for one, other in combinations(sorted(fields), 2):
            if share_a_side(one, other) and label[one] != label[other]:
                label[one] = label[other] = min(label[one], label[other])
                changed = True
    return max(Counter(label.values()).values(), default=0)


@given(some_fields)
def test_the_largest_group_is_what_another_way_of_counting_finds(fields: set[str]) -> None:
    assert largest_group(fields) == by_labels(fields)


@given(some_fields, st.sampled_from(FIELDS))
def test_one_more_field_joins_at_most_its_neighbours_groups(fields: set[str], more: str) -> None:
    before, after = largest_group(fields), largest_group(fields | {more})
    assert before <= after <= len(fields | {more})
    if not neighbours(more) & fields:
        assert after == max(before, 1)


def test_groups_are_told_with_their_fields_the_largest_first() -> None:
    assert honeycomb.groups(("G4", "A1", "A2", "B2", "D4")) == (
        frozenset({"A1", "A2", "B2"}),
        frozenset({"D4"}),
        frozenset({"G4"}),
    )
    assert honeycomb.groups(()) == ()


@pytest.mark.parametrize("field", FIELDS)
def test_what_lies_behind_a_sides_middle_is_the_field_told(field: str) -> None:
    x, y = centre(field)
    around = honeycomb.sides(field)
    assert {behind for _, _, behind in around} - {None} == neighbours(field)
    for start, end, behind in around:
        assert dist(start, end) == pytest.approx(1)
        assert dist(start, (x, y)) == pytest.approx(1)
        if behind is not None:
            middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
            assert centre(behind) == pytest.approx((2 * middle[0] - x, 2 * middle[1] - y))


def test_every_number_stands_at_a_corner_of_its_three_fields() -> None:
    for point in POINTS:
        for field in point:
            assert any(dist(spot(point), corner) < 1e-9 for corner in honeycomb.corners(field))


def test_the_board_reaches_as_far_as_its_corners() -> None:
    corners = [corner for field in FIELDS for corner in honeycomb.corners(field)]
    for axis, reach in enumerate((honeycomb.WIDTH, honeycomb.HEIGHT)):
        along = [corner[axis] for corner in corners]
        assert max(along) - min(along) == pytest.approx(reach)
