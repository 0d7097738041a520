"""What both faces of the window are: the table, for people round it, and the box, as it would be built."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

from pygame import Surface

from firmware.events import Seat
from firmware.views import Cue


@dataclass(frozen=True, slots=True)
class Held:
    """What hands do at this window now.

    Attributes:
        seats: whose button is held down.
        turned: steps the knob has been turned, clockwise positive.
        knob: whether the knob is pressed.
        full: the window fills the screen.
        heard: what sounds and is to be read.
        silent: there is no sound card for it to sound on.
    """

    seats: Collection[Seat] = ()
    turned: int = 0
    knob: bool = False
    full: bool = False
    heard: tuple[Cue, ...] = ()
    silent: bool = False


class Face(Protocol):
    """Draws the program behind the window at one size, and knows what lies where."""

    @property
    def moving(self) -> bool:
        """Whether what was painted last moves by itself."""
        ...

    def paint(self, target: Surface, held: Held, now: int) -> bool:
        """Bring the window up to ``now`` (ns); True if any pixel had to be painted."""
        ...

    def forget(self) -> None:
        """What was painted is gone: all of it is to be painted again."""
        ...

    def target(self, x: int, y: int) -> object | None:
        """What lies at a point of the window, if it can be pressed, turned or chosen."""
        ...
