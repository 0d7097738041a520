from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.window.table.tumble import hull, pose, sides, turned

shares = st.floats(0, 1)
dice, throws = st.integers(0, 9), st.integers(0, 50)


@given(dice, throws)
def test_every_die_lands_flat_and_straight_where_it_lies(die: int, throw: int) -> None:
    end = pose(1.0, die, throw)
    assert all(abs(value) < 1e-9 for value in (*end.away, end.high, *end.turns))


@given(dice, throws)
def test_a_die_starts_somewhere_else_and_turned(die: int, throw: int) -> None:
    start = pose(0.0, die, throw)
    assert abs(start.away[0]) > 0.5
    assert start.high > 0.5
    assert any(abs(turn) > 1 for turn in start.turns)


@given(shares, throws)
def test_neighbours_go_ways_of_their_own(share: float, throw: int) -> None:
    if share < 0.8:
        assert pose(share, 0, throw) != pose(share, 1, throw)


@given(shares, dice, throws)
def test_a_die_shows_one_to_three_sides_and_stays_above_the_table(share: float, die: int, throw: int) -> None:
    at = pose(share, die, throw)
    assert at.high >= 0
    assert 1 <= len(sides(at.turns)) <= 3


@given(st.tuples(*[st.floats(-1, 1)] * 3), st.tuples(*[st.floats(-7, 7)] * 3))
def test_turning_keeps_a_point_s_distance(
    point: tuple[float, float, float], turns: tuple[float, float, float]
) -> None:
    before, after = (sum(value**2 for value in each) for each in (point, turned(point, turns)))
    assert abs(before - after) < 1e-9


def test_a_hull_leaves_out_what_is_inside() -> None:
    square = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]
    assert sorted(hull([*square, (1.0, 1.0), (1.0, 0.0)])) == sorted(square)
