from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.window.table.sand import above, below, neck_side, wall

STEPS = 400
ACROSS = [(step + 0.5) / STEPS for step in range(STEPS)]


def upper(surface: Callable[[float], float]) -> float:
    """The area of sand above the neck, of a half glass."""
    return sum(max(0.0, -surface(x) - neck_side(x)) for x in ACROSS) / STEPS


def lower(surface: Callable[[float], float]) -> float:
    return sum(max(0.0, 1 - max(surface(x), neck_side(x))) for x in ACROSS) / STEPS


WHOLE = upper(above(1.0))


@given(st.floats(0, 1))
def test_the_sand_seen_above_is_its_share_and_the_rest_lies_below(share: float) -> None:
    assert upper(above(share)) == pytest.approx(share * WHOLE, abs=WHOLE * 0.01)
    assert lower(below(share)) == pytest.approx((1 - share) * WHOLE, abs=WHOLE * 0.01)


def test_an_empty_bulb_has_no_sand_at_all() -> None:
    assert upper(above(0.0)) == pytest.approx(0, abs=1e-3)
    assert lower(below(1.0)) == pytest.approx(0, abs=1e-3)


def test_a_full_glass_is_level_then_a_dimple_sinks_and_a_heap_grows() -> None:
    assert above(1.0)(0) == above(1.0)(0.9)
    assert above(0.9)(0) > above(0.9)(0.9)
    assert below(0.5)(0) < below(0.5)(0.9)


def test_the_glass_is_narrowest_in_the_middle_and_never_narrows_away_from_it() -> None:
    widths = [wall(step / 50) for step in range(51)]
    assert widths == sorted(widths)
    assert widths[0] < 0.05
    assert widths[-1] == 1
