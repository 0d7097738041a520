"""A quiz at the table, at the moments a test begins with."""

from __future__ import annotations

from tests.companion.games.sitting import Sitting, referee_for
from tests.companion.session.evening import Evening

TIE = 0.5
"""The box's usual tie, ms."""


def sit(options: str = "seats=1,2,3,4") -> Sitting:
    return Sitting(referee_for(f"buzzer {options}"))


def opened(options: str = "seats=1,2,3,4") -> Sitting:
    """A question open since 1000 ms."""
    table = sit(options)
    assert table.ok(500) is None
    assert table.ok(1000) is None
    assert table.see["phase"] == "open"
    return table


def ruled(options: str = "seats=1,2,3,4", first: int = 2, ms: float = 1500) -> Sitting:
    """A question that ``first`` has won at ``ms``."""
    table = opened(options)
    table.press(first, ms)
    table.wait(ms + 40)
    assert table.ruling["winner"] == first
    return table


def tied(options: str = "seats=1,2,3,4") -> Sitting:
    table = opened(options)
    table.press(4, 1500)
    table.press(2, 1500 + TIE)
    table.press(3, 1500 + TIE + 0.001)
    table.wait(1600)
    return table


def points(table: Sitting) -> list[int]:
    return [player["points"] for player in table.see["players"].values()]


def barred(table: Sitting) -> list[str]:
    return [seat for seat, player in table.see["players"].items() if player["barred"]]


def choices(table: Sitting) -> list[str]:
    return [choice.text for choice in table.referee.choices(table.state)]


def labels(table: Sitting) -> list[str]:
    return [str(choice.label) for choice in table.referee.choices(table.state)]


def without(table: Sitting, seat: int) -> None:
    table.state = table.referee.without(table.state, seat)
    assert table.state is not None


def quiz(options: str = "") -> Evening:
    """A question for three, open since 2000 ms."""
    evening = Evening()
    evening.enter(f"game buzzer seats=1,2,3 {options}", 0)
    evening.ok(1000)
    evening.ok(2000)
    assert evening.see["phase"] == "open"
    return evening


def changed(table: Sitting, options: str) -> None:
    """The game goes on with another set-up."""
    referee = referee_for(f"buzzer {options}")
    state = referee.takes_over(table.state, table.referee.setup)
    assert state is not None
    table.referee, table.state = referee, state
    table.check()
