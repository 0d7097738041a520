"""A tie and the order of a race fit the main panel's lines: a line wider than it would be left out."""

from __future__ import annotations

import pytest

from firmware.events import Seat
from tests.companion.session.evening import Evening

CELLS = 21
"""128 px of 6 px each."""


def ruled(typed: str, first: int, *seats: Seat, apart: float) -> tuple[str, ...]:
    """The main panel's lines after these seats raced, so many ms apart."""
    evening = Evening()
    evening.enter(f"game {typed}", 100)
    if first:
        evening.tap(first, 500)
    else:
        evening.ok(500)
        evening.ok(1000)
    for index, seat in enumerate(seats):
        evening.press(seat, 2000 + index * apart)
    evening.enter("nothing", 3000)
    return evening.shown.main.text


@pytest.mark.plays("seventeen")
@pytest.mark.parametrize("lang", ["pl", "en"])
def test_a_tie_of_five_callers_is_told_on_the_main_panel(lang: str) -> None:
    lines = ruled(f"seventeen seats=1,2,3,4,5,6 lang={lang}", 1, 2, 3, 4, 5, 6, apart=0)
    assert "2, 3, 4, 5, 6" in lines[0]
    assert all(len(line) <= CELLS for line in lines)


@pytest.mark.plays("buzzer")
@pytest.mark.parametrize("lang", ["pl", "en"])
def test_a_quiz_tells_the_whole_order_with_margins_each_on_a_line(lang: str) -> None:
    lines = ruled(f"buzzer seats=1,2,3,4,5,6,7,8 lang={lang}", 0, 8, 3, 1, 4, 2, apart=112.4)
    assert [line.split()[0] for line in lines] == ["3", "1", "4", "2"]
    assert all(len(line) <= CELLS and line.endswith(" ms") for line in lines)
