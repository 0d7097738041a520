"""What is told of a quiz once it is over."""

from __future__ import annotations

from companion.session.finale import places
from tests.companion.games.ended import ENGLISH, facts_of, scores_of, told_at

QUIZ = """
0    game buzzer seats=1,2,3 target=3
1    ok
1.5  ok
2    press 2
2.1  press 1
3    enter right
3.5  ok
4    ok
4.5  ok
5    press 1
5.1  press 2
6    enter wrong
6.5  ok                 # nobody knows it
7    ok
7.5  ok
8    press 2
9    enter right
9.5  ok
10   ok
10.5 ok
11   press 2
12   enter right
"""


def test_a_team_has_one_place_and_teams_with_equal_points_share_it() -> None:
    told = told_at("buzzer-evening", 110.41)
    assert scores_of(told) == {(1, 2, 7): "10p", (3, 4): "20p", (5, 6): "10p"}
    assert [(place, side.seats) for place, side in places(told.sides)] == [
        (1, (3, 4)),
        (2, (1, 2, 7)),
        (2, (5, 6)),
    ]


def test_right_answers_are_counted_the_last_one_too_and_a_wrong_one_ends_a_row() -> None:
    told = told_at(QUIZ, 12.5)
    assert told.decided is not None
    assert ENGLISH.text(told.decided) == "3 points reached"
    found = facts_of(told)
    assert found["Most right answers"] == ("3", 2)
    assert found["Right in a row"] == ("2", 2)
    assert found["Questions"][1] is None


def test_each_seat_reads_how_quick_it_was() -> None:
    notes = told_at(QUIZ, 12.5).notes
    assert {seat: ENGLISH.text(note) for seat, note in notes.items()} == {1: "500 ms", 2: "500 ms"}
