"""What is told of a game of 17 once it is over."""

from __future__ import annotations

from companion.session.finale import places
from tests.companion.games.ended import ENGLISH, facts_of, scores_of, told_at


def test_most_composure_wins_and_calls_traps_rows_and_nerves_are_told() -> None:
    told = told_at("seventeen-whole-game", 32.71)
    assert told.decided is not None
    assert ENGLISH.text(told.decided) == "Most composure: 3"
    assert scores_of(told) == {(1,): "1♥", (2,): "0♥", (3,): "3♥!", (4,): "0♥!"}
    assert facts_of(told) == {
        "Fastest call": ("499 ms", 2),
        "Closest race": ("200.0 ms", 3),
        "Calls that were right": ("2", 3),
        "Highest sum called": ("25", 4),
        "Nerves of steel": ("not one nerve", 1),
        "Longest row": ("cards: 3", None),
    }


def test_equal_composure_with_more_nerves_is_a_place_lower() -> None:
    told = told_at("seventeen-right-answers", 61.81)
    assert told.decided is not None
    assert ENGLISH.text(told.decided) == "Equal composure, equal nerves"
    assert [(place, side.seats) for place, side in places(told.sides)] == [
        (1, (2,)),
        (1, (3,)),
        (3, (4,)),
        (4, (1,)),
    ]
