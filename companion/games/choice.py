"""What the knob can choose, in steps where it takes several."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from companion.words import Text


@dataclass(frozen=True, slots=True)
class Choice:
    """Something the knob can choose, and how it is shown.

    Attributes:
        text: the words `Enter` would carry; empty: what `Referee.on_ok` does.
        label: as shown.
        then: what there is to choose next, if this is only the first step; ``text`` then but names it among
            its neighbours.
        start: where the knob stands in that.
        about: what it is about besides its label; an ok on its way while that changes is refused.
    """

    text: str
    label: Text
    then: Callable[[], tuple[Choice, ...]] | None = field(default=None, compare=False)
    start: int = field(default=0, compare=False)
    about: object = None


READ = "read"
"""The text of a `Choice` that is only there to be read: ok leads back to the game."""


def to_read(*lines: Text) -> tuple[Choice, ...]:
    """Lines that can be looked at one by one, as the next step of a `Choice`."""
    return tuple(Choice(READ, line) for line in lines)
