"""What is told of a game of 7 Ate 9 once it is over."""

from __future__ import annotations

from tests.companion.games.ended import ENGLISH, facts_of, scores_of, told_at


def test_rounds_cards_in_a_row_and_by_how_little_the_last_card_came_are_told() -> None:
    told = told_at("seven-ate-nine-match", 104.66)
    assert told.decided is not None
    assert ENGLISH.text(told.decided) == "The last card, 100.0 ms ahead"
    assert scores_of(told)[1,] == "3/3"
    assert scores_of(told)[2,] == "2/3"
    assert facts_of(told) == {
        "Fastest card": ("549 ms", 1),
        "Closest race": ("3.2 ms", 2),
        "Cards in a row": ("18", 1),
        "Most cards laid": ("25", 1),
        "Most wrong cards": ("1", 2),
        "Ties": ("1", None),
    }


def test_whoever_was_late_with_a_card_at_the_last_one_is_told_by_how_much() -> None:
    notes = told_at("seven-ate-nine-match", 104.66).notes
    assert {seat: ENGLISH.text(note) for seat, note in notes.items()} == {3: "+100.0 ms"}


def test_a_player_alone_has_a_time_and_no_rivals() -> None:
    told = told_at("seven-ate-nine-alone", 139.01)
    assert told.reached is not None
    assert (ENGLISH.text(told.reached), told.sides) == ("21.4", ())
    assert facts_of(told) == {
        "Cards laid": ("72", None),
        "Time per card": ("0.3 s", None),
        "Wrong cards": ("1", 3),
    }
