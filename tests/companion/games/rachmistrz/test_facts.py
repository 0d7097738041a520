"""What is told of a game of Rachmistrz once it is over."""

from __future__ import annotations

from companion.session.finale import places
from tests.companion.games.ended import facts_of, scores_of, told_at


def test_sums_groups_numbers_and_mistakes_of_all_rounds_are_told() -> None:
    told = told_at("rachmistrz-whole-game", 213.91)
    assert scores_of(told) == {(1,): "-3p", (2,): "9p", (3,): "0p"}
    assert facts_of(told) == {
        "Most sums found": ("13", 2),
        "Fastest sum": ("1.00 s", 1),
        "Closest race": ("2.10 s", 1),
        "Largest group": ("9", 2),
        "Largest number": ("53", 2),
        "First in a row": ("4", 2),
        "Most wrong sums": ("2", 1),
        "Sums found by all": ("26", None),
    }


def test_five_with_equal_points_share_the_second_place() -> None:
    told = told_at("rachmistrz-board", 162.01)
    assert [place for place, _ in places(told.sides)] == [1, 2, 2, 2, 2, 2]
