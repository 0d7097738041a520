from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.games.clocks import SAND_STEPS, sand, sand_changes_at
from firmware.events import NS_PER_S
from firmware.views import Sand

totals = st.integers(5 * NS_PER_S, 3600 * NS_PER_S)


@given(totals, st.data())
def test_a_picture_of_sand_stays_until_it_is_said_to_change(total: int, data: st.DataObject) -> None:
    left = data.draw(st.integers(1, total))
    after = sand_changes_at(left, total, 0)
    assert 0 < after <= left
    assert sand(left - after + 1, total, True) == sand(left, total, True)
    assert sand(left - after, total, True).left < sand(left, total, True).left


def test_sand_takes_as_many_steps_as_it_can_show() -> None:
    total, now, steps = 15 * NS_PER_S, 0, 0
    while now < total:
        now = sand_changes_at(total - now, total, now)
        steps += 1
    assert (now, steps) == (total, SAND_STEPS)


def test_the_first_grain_and_the_last_are_seen() -> None:
    total = 15 * NS_PER_S
    assert sand(total, total, False) == Sand(1000, running=False)
    assert sand(1, total, True) == Sand(16, running=True)
    assert sand(0, total, True) == Sand(0, running=True)


def test_sand_added_to_a_full_glass_does_not_overflow_it() -> None:
    total = 15 * NS_PER_S
    assert sand(2 * total, total, True) == Sand(1000, running=True)
    assert sand_changes_at(2 * total, total, 0) == total + total // SAND_STEPS


def test_an_empty_glass_asks_for_no_change_at_once() -> None:
    assert sand_changes_at(0, 15 * NS_PER_S, 7) > 7
