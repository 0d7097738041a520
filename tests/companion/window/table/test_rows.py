from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect

from companion.window.table.rows import in_rows

PLACE = Rect(40, 30, 660, 320)


@given(st.integers(1, 10), st.integers(200, 2000), st.integers(150, 1200), st.integers(0, 30))
def test_things_lie_inside_their_place_and_apart(count: int, width: int, height: int, below: int) -> None:
    place = Rect(7, 9, width, height)
    rows = in_rows(place, count, gap=(0.28, 0.14), below=below, widest=230)
    assert len(rows) == count
    for number, thing in enumerate(rows):
        assert place.inflate(4, 4).contains(Rect(thing.x, thing.y, thing.width, thing.height + below))
        assert thing.collidelist(rows[number + 1 :]) == -1


@pytest.mark.parametrize(("count", "rows"), [(1, 1), (3, 1), (4, 1), (10, 2)])
def test_one_row_unless_more_make_things_much_larger(count: int, rows: int) -> None:
    assert len({thing.y for thing in in_rows(PLACE, count, gap=(0.28, 0.14), widest=230)}) == rows


def test_nothing_is_wider_than_wanted() -> None:
    (thing,) = in_rows(PLACE, 1, gap=(0.2, 0.2), tall=1.35, widest=100)
    assert thing.size == (100, 135)
    assert thing.centerx == PLACE.centerx
