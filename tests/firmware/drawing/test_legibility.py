from __future__ import annotations

import pytest

from firmware.drawing.legibility import scale_of
from tests.firmware.drawing.arcs import MAIN, MAIN_AT_MM, NUMBER_ARC, SEAT, SEAT_AT_MM, WORD_ARC, arc_minutes


def test_the_table_of_the_docstring_holds() -> None:
    seen = [
        (px, round(arc_minutes(px, SEAT, SEAT_AT_MM), 1), round(arc_minutes(px, MAIN, MAIN_AT_MM), 1))
        for px in (8, 12, 14, 15, 20, 30, 60)
    ]
    assert seen == [
        (8, 4.7, 5.9),
        (12, 7.0, 8.9),
        (14, 8.2, 10.3),
        (15, 8.8, 11.1),
        (20, 11.7, 14.8),
        (30, 17.5, 22.1),
        (60, 35.0, 44.3),
    ]


def test_small_lines_are_for_who_leans_in() -> None:
    assert arc_minutes(8, SEAT, 580) >= WORD_ARC > arc_minutes(8, SEAT, 600)
    assert arc_minutes(8, MAIN, 1470) >= WORD_ARC > arc_minutes(8, MAIN, 1490)


@pytest.mark.parametrize(("words", "least"), [(True, WORD_ARC), (False, NUMBER_ARC)])
def test_what_makes_lesser_parts_go_is_read_from_where_people_sit(words: bool, least: float) -> None:
    large = scale_of(words=words, small=False).large
    assert arc_minutes(large, SEAT, SEAT_AT_MM) >= least
    assert arc_minutes(large, MAIN, MAIN_AT_MM) >= least
