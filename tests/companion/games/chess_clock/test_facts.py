"""What is told of a chess clock once one alone has time left."""

from __future__ import annotations

from companion.session.finale import places
from tests.companion.games.ended import ENGLISH, facts_of, scores_of, told_at

THREE = """
0  game turns seats=1,2,3 time=10,20,30
1  ok
4  press 1
9  press 2
12 press 3
40 ok
80 ok
"""


def test_the_flag_that_fell_decides_and_moves_are_told() -> None:
    told = told_at("turns-evening", 786.11)
    assert told.decided is not None
    assert ENGLISH.text(told.decided) == "Seat 2: time is up"
    assert scores_of(told) == {(1,): "14:43", (2,): "flag down"}
    assert facts_of(told) == {
        "Longest thought": ("10.8 s", 1),
        "Quickest on average": ("2.00 s", 2),
        "Most moves": ("4", 1),
        "Moves": ("6", None),
        "Time per move": ("2:02", None),
    }


def test_whose_flag_fell_first_is_last() -> None:
    assert [side.seats for _, side in places(told_at(THREE, 79).sides)] == [(3,), (2,), (1,)]
