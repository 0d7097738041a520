"""The Game at work: cards laid one after the other, and a whole box with its knob."""

from __future__ import annotations

from tests.companion.games.sitting import Sitting, referee_for
from tests.companion.session.evening import Evening


def sit(options: str = "seats=1,2,3") -> Sitting:
    return Sitting(referee_for(f"the_game {options}"))


def laid(table: Sitting, *typed: str) -> Sitting:
    """Cards laid one after the other, each of them accepted; turns end by themselves or when done."""
    for text in typed:
        why = table.enter(text, table.now / 1e6 + 400)
        assert why is None, f"{text}: {why}"
    return table


def evening(options: str = "seats=1,2,3") -> Evening:
    """A box on which it was begun."""
    box = Evening()
    box.enter(f"game the_game {options}", 0)
    return box


def entered(box: Evening, *typed: str) -> Evening:
    """Typed one after the other, 400 ms apart, each accepted."""
    for text in typed:
        box.enter(text, box.now / 1e6 + 400)
        assert box.refused is None, f"{text}: {box.refused}"
    return box


def nothing_fits() -> list[str]:
    """Twenty cards after which no other fits: all the blue ones fall, all the red ones rise."""
    blue = [f"blue {value} falling" for value in range(10, 0, -1)]
    return [*blue, *(f"red {value} rising" for value in range(1, 11))]
