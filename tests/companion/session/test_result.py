"""What is told of a finished game."""

from __future__ import annotations

from companion.session.result import reactions
from companion.session.state import State
from firmware.presses.race import By, Ruling


def test_a_race_that_its_first_press_opened_tells_no_reaction() -> None:
    opened_by_it = Ruling(2, (2, 3), (0, 5_000_000), (), By.TIME)
    waited_for = Ruling(3, (3,), (0,), (), By.TIME, reaction=250_000_000)
    assert reactions(State(rulings=(opened_by_it,))) == {}
    assert reactions(State(rulings=(opened_by_it, waited_for))) == {
        "3": {"best_ms": 250, "median_ms": 250, "presses": 1}
    }
