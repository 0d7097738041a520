"""What is told of a game of Kezao once it is over."""

from __future__ import annotations

from tests.companion.games.ended import facts_of, scores_of, told_at


def test_cards_races_rounds_and_wrong_cards_of_all_rolls_are_told() -> None:
    told = told_at("kezao-whole-match", 55.71)
    assert scores_of(told) == {(2,): "0p", (4,): "3p", (5,): "1p"}
    assert facts_of(told) == {
        "Fastest card": ("300 ms", 2),
        "Most races won": ("25 of 42", 4),
        "Rounds in a row": ("2", 4),
        "Most cards laid": ("25", 4),
        "Most wrong cards": ("1", 4),
        "Ties": ("1", None),
        "Rounds played": ("4", None),
    }
