from __future__ import annotations

import pytest

from firmware.drawing.shapes import OUTLINED, Point, Polygon, number_spot, outline
from firmware.views import SIGNS


def contains(polygon: Polygon, point: Point) -> bool:
    """Even-odd rule, independent of any drawing library."""
    x, y = point
    inside = False
    for (x1, y1), (x2, y2) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            inside = not inside
    return inside


def area(polygon: Polygon) -> float:
    corners = zip(polygon, (*polygon[1:], polygon[0]), strict=True)
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in corners)) / 2


@pytest.mark.parametrize("seat", SIGNS)
def test_a_shape_fills_the_unit_square_and_stays_in_it(seat: int) -> None:
    xs, ys = zip(*outline(seat), strict=True)
    assert min(*xs, *ys) >= -1
    assert max(*xs, *ys) <= 1
    assert max(ys) - min(ys) >= 1.7
    assert max(xs) - min(xs) >= 1.6


def test_shapes_differ_in_area_enough_to_differ_at_a_glance() -> None:
    areas = [area(outline(seat)) for seat in SIGNS]
    assert min(areas) > 1
    assert len({outline(seat) for seat in SIGNS}) == len(SIGNS)


def test_circle_and_moon_are_round() -> None:
    assert len(outline(1)) >= 48
    assert len(outline(8)) >= 48
    assert all(abs(x * x + y * y - 0.95**2) < 1e-9 for x, y in outline(1))


@pytest.mark.parametrize("seat", SIGNS)
def test_a_number_stands_on_its_shape_or_clear_of_it(seat: int) -> None:
    x, y, height, on_shape = number_spot(seat)
    half, wide = height / 2, height * 0.35
    box = [(x + dx, y + dy) for dx in (-wide, 0, wide) for dy in (-half, 0, half)]
    filled = [contains(outline(seat), point) for point in box]
    if on_shape or seat in OUTLINED:
        assert all(filled)
    else:
        assert not any(filled)


def test_there_is_no_ninth_shape() -> None:
    with pytest.raises(KeyError):
        outline(9)
    with pytest.raises(KeyError):
        number_spot(0)
