"""A chess clock at work, for its tests."""

from __future__ import annotations

from tests.companion.games.sitting import Sitting, referee_for
from tests.companion.session.evening import Evening


def sit(options: str = "seats=1,2,3 time=60") -> Sitting:
    """A clock that waits to be started."""
    return Sitting(referee_for(f"turns {options}"))


def running(options: str = "seats=1,2,3 time=60") -> Sitting:
    """A clock started at 1000 ms by ok."""
    table = sit(options)
    assert table.ok(1000) is None
    return table


def each(table: Sitting | Evening, key: str) -> list[int]:
    """What the snapshot says of each seat."""
    return [player[key] for player in table.see["players"].values()]


def evening_of(options: str) -> Evening:
    """A box on which a clock was started at 1000 ms."""
    evening = Evening()
    evening.enter(f"game turns {options}", 0)
    assert evening.refused is None
    evening.ok(1000)
    return evening
