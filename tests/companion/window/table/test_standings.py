"""Standings are read from a sofa, however many lines there are and however long names are."""

from __future__ import annotations

import pytest
from pygame import Rect

from companion.table.parts import Standings
from tests.companion.window.table.drawing import draw, scale_of

LONG = tuple((f"Maksymilian Żół{n} · Lisy", f"{n}. · 1000 ms") for n in range(1, 9))


@pytest.mark.parametrize("rows", range(1, 9))
@pytest.mark.parametrize("unit", [0.625, 1.0, 1.5])
def test_standings_keep_to_their_place(rows: int, unit: float) -> None:
    place = Rect(60, 60, round(700 * unit), round(320 * unit))
    seen = draw(Standings(LONG[:rows]), scale_of("dark", unit), place.size)
    assert place.inflate(2, 2).contains(seen.ink)


def test_more_than_a_few_stand_in_two_columns() -> None:
    scale = scale_of("light")
    few, many = (draw(Standings(LONG[:rows]), scale, (900, 320)) for rows in (4, 8))
    assert few.ink.width < many.ink.width
