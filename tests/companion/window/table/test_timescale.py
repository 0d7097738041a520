from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from companion.i18n import speaker
from companion.window.table.timescale import stagger, tick_text, time_scale
from firmware.events import NS_PER_MS, NS_PER_S, NS_PER_US

TIE = 500 * NS_PER_US
LEFT, RIGHT = 100, 900

times = st.integers(0, 10 * NS_PER_S)


def test_the_last_press_is_on_the_scale_near_its_end() -> None:
    scale = time_scale([0, 12 * NS_PER_MS], [], tie=TIE, left=LEFT, right=RIGHT)
    assert LEFT < scale.x(0) < LEFT + 50
    assert RIGHT - 50 < scale.x(12 * NS_PER_MS) < RIGHT
    assert (scale.start, scale.end) == (scale.left, scale.right)


def test_a_straggler_stands_behind_a_break_and_leaves_the_others_the_scale() -> None:
    scale = time_scale([0, 12 * NS_PER_MS, 5 * NS_PER_S], [], tie=TIE, left=LEFT, right=RIGHT)
    assert scale.end == RIGHT
    assert scale.right < RIGHT
    assert scale.right < scale.x(5 * NS_PER_S) < RIGHT
    assert scale.x(12 * NS_PER_MS) - scale.x(0) > 500


def test_a_press_just_before_the_first_is_on_the_scale_and_one_long_before_is_not() -> None:
    near = time_scale([0, 100 * NS_PER_MS], [-30 * NS_PER_MS], tie=TIE, left=LEFT, right=RIGHT)
    assert near.start == near.left
    assert near.left < near.x(-30 * NS_PER_MS) < near.x(0)
    far = time_scale([0, 100 * NS_PER_MS], [-NS_PER_S], tie=TIE, left=LEFT, right=RIGHT)
    assert far.start == LEFT < far.x(-NS_PER_S) < far.left


def test_between_the_simultaneous_there_is_still_a_scale_that_shows_the_tie() -> None:
    scale = time_scale([0, 100], [], tie=TIE, left=LEFT, right=RIGHT)
    assert scale.x(TIE) - scale.x(0) > 200


def test_ticks_are_said_as_fine_as_they_stand() -> None:
    pl, en = speaker("pl"), speaker("en")
    assert tick_text(en, 20 * NS_PER_MS, 5 * NS_PER_MS) == "20 ms"
    assert tick_text(pl, 500 * NS_PER_US, 500 * NS_PER_US) == "0,5 ms"
    assert tick_text(en, 50 * NS_PER_US, 10 * NS_PER_US) == "50 µs"
    assert tick_text(pl, -2 * NS_PER_S, NS_PER_S) == "−2 s"


@given(counted=st.lists(times, min_size=1, max_size=8), aside=st.lists(st.integers(-NS_PER_S, NS_PER_S)))
def test_everything_has_its_place_in_the_order_of_time(counted: list[int], aside: list[int]) -> None:
    scale = time_scale([0, *counted], aside, tie=TIE, left=LEFT, right=RIGHT)
    places = [scale.x(at) for at in sorted([0, *counted, *aside])]
    assert all(LEFT <= x <= RIGHT for x in places)
    assert all(one <= other for one, other in pairwise(places))
    assert 2 <= len(scale.ticks) <= 8


@given(
    wanted=st.lists(st.tuples(st.floats(0, 900), st.floats(10, 200)), max_size=8).map(sorted),
    rows=st.integers(1, 3),
)
def test_what_is_staggered_never_overlaps_and_stays_inside(
    wanted: list[tuple[float, float]], rows: int
) -> None:
    placed = stagger(wanted, rows, 0, 1000, 5)
    if placed is None:
        assert sum(width + 5 for _, width in wanted) > 1000 - 205
        return
    assert len(placed) == len(wanted)
    for row in range(rows):
        spans = [(x, x + wide) for (at, x), (_, wide) in zip(placed, wanted, strict=True) if at == row]
        assert all(left >= -0.01 and right <= 1000.01 for left, right in spans)
        assert all(right + 5 <= left + 0.01 for (_, right), (left, _) in pairwise(spans))


def test_what_fits_where_it_belongs_stays_there() -> None:
    assert stagger([(0, 50), (100, 50)], 2, 0, 200, 5) == [(0, 0), (0, 100)]
    assert stagger([(0, 50), (20, 50)], 2, 0, 200, 5) == [(0, 0), (1, 20)]
    assert stagger([(0, 150), (20, 50)], 1, 0, 200, 5) is None
