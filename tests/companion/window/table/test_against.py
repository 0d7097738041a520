from __future__ import annotations

from pygame import Color, Rect

from companion.table.parts import Against, Side
from companion.window.theme import SPACE
from tests.companion.window.table.drawing import Drawn, draw, scale_of


def call(total: int | None) -> Drawn:
    right = None if total is None else total >= 17
    wrong = None if right is None else not right
    return draw(Against(17, (Side(3, "CHECK!", right), Side(1, "last card", wrong)), total), scale_of())


def test_nobody_is_right_while_it_is_counted() -> None:
    palette = scale_of().palette
    assert not call(None).count(palette.good)
    assert not call(None).count(palette.bad)


def tube(drawn: Drawn) -> Rect:
    """The left of the place, without the two sides."""
    return Rect(drawn.place.x, drawn.place.y, drawn.place.width // 4, drawn.place.height)


def seen(drawn: Drawn, colour: Color, part: Rect) -> Rect:
    """What holds all of a colour in one part of the picture."""
    return Drawn(drawn.surface.subsurface(part), part).box(colour)


def test_the_tube_is_filled_up_to_the_sum_seen_against_the_limit() -> None:
    palette = scale_of().palette
    for total, colour in ((5, palette.bad), (16, palette.bad), (17, palette.good), (30, palette.good)):
        drawn = call(total)
        high = seen(drawn, colour, tube(drawn)).height / (drawn.place.height - SPACE.pad)
        assert abs(high - total / 34) < 0.06


def test_more_than_twice_the_limit_is_a_full_tube() -> None:
    assert call(34).bytes == call(99).bytes


def test_one_side_has_a_tick_and_the_other_a_cross() -> None:
    palette = scale_of().palette
    for total, ticked in ((17, 0), (16, 1)):
        drawn = call(total)
        right, half = drawn.place.width // 2, drawn.place.height // 2
        for number in (0, 1):
            side = Rect(drawn.place.right - right, drawn.place.y + number * half, right, half)
            colour, other = (palette.good, palette.bad) if number == ticked else (palette.bad, palette.good)
            assert seen(drawn, colour, side).size > (10, 10)
            assert not seen(drawn, other, side).width
