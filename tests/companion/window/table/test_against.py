from __future__ import annotations

import pytest
from pygame import Color, Rect

from companion.table.parts import Against, Side
from tests.companion.window.table.drawing import Drawn, draw, scale_of

WIDE = (600, 240)


def call(total: int | None, size: tuple[int, int] = WIDE) -> Drawn:
    right = None if total is None else total >= 17
    wrong = None if right is None else not right
    return draw(Against(17, (Side(3, "CHECK!", right), Side(1, "last card", wrong)), total), scale_of(), size)


def test_nobody_is_right_while_it_is_counted() -> None:
    palette = scale_of().palette
    assert not call(None).count(palette.good)
    assert not call(None).count(palette.bad)


def seen(drawn: Drawn, colour: Color, left: float, right: float) -> Rect:
    """What holds all of a colour between two shares of the picture's width."""
    place = drawn.place
    x, end = place.x + round(place.width * left), place.x + round(place.width * right)
    part = Rect(x, place.y, end - x, place.height)
    return Drawn(drawn.surface.subsurface(part), part).box(colour)


def test_the_bar_is_filled_up_to_the_sum_seen_against_the_limit() -> None:
    palette = scale_of().palette
    for total, colour in ((5, palette.bad), (16, palette.bad), (17, palette.good), (30, palette.good)):
        full = seen(call(total), colour, 0.32, 0.68).width / (WIDE[0] * 0.4)
        assert abs(full - total / 34) < 0.08


def test_the_sum_is_the_largest_there_is() -> None:
    drawn = call(18)
    assert seen(drawn, scale_of().palette.ink, 0.33, 0.67).height > WIDE[1] * 0.45


def test_one_side_has_a_tick_and_the_other_a_cross() -> None:
    palette = scale_of().palette
    for total, ticked in ((17, 0), (16, 1)):
        for number, (left, right) in enumerate(((0.02, 0.29), (0.71, 0.98))):
            colour, other = (palette.good, palette.bad) if number == ticked else (palette.bad, palette.good)
            drawn = call(total)
            assert seen(drawn, colour, left, right).size > (10, 10)
            assert not seen(drawn, other, left, right).width


@pytest.mark.parametrize("size", [(320, 220), (900, 460), (220, 90)])
@pytest.mark.parametrize("total", [None, 0, 17, 99])
def test_a_sum_stays_in_its_place(total: int | None, size: tuple[int, int]) -> None:
    drawn = call(total, size)
    assert drawn.place.inflate(4, 4).contains(drawn.ink)
