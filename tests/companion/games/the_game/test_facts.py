"""What is told of The Game once it is over."""

from __future__ import annotations

from companion.games.facts import Ending
from tests.companion.games.ended import ENGLISH, facts_of, told_at


def said(told: Ending) -> tuple[str, ...]:
    return tuple(ENGLISH.text(one) for one in (told.decided, told.reached, told.left) if one is not None)


def test_lost_together_is_told_with_how_many_cards_were_left() -> None:
    told = told_at("the-game-lost", 203.01)
    assert not told.sides
    assert said(told) == ("No card fits any more", "20 of 50", "Cards left: 30")
    assert told.share == 400


def test_whoever_could_not_lay_has_decided_it() -> None:
    assert said(told_at("the-game-lost", 37.01))[0] == "Seat 2 can't lay"


def test_won_together_is_told_with_tricks_turns_and_their_time() -> None:
    told = told_at("the-game-won", 88.81)
    assert said(told) == ("All 50 cards laid", "50 of 50")
    assert facts_of(told) == {
        "Turned back": ("22", None),
        "Largest leap": ("8", None),
        "Time per turn": ("2.14 s", None),
        "Turns": ("41", None),
    }
