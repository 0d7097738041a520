"""Presses -> answers: a press is yes, said at the place of its button; a hold is no, said once.

A press is judged when it ends, since only then it is known not to be a hold.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.selftest.check_events import CheckEvent, Pressed, Released, Said
from companion.selftest.step import Known
from firmware.events import Line, Tick
from firmware.presses.hostkeys import HOLD_NS


@dataclass(frozen=True, slots=True)
class Hearing:
    """Which buttons are down, and since when (ns), that have not yet answered."""

    down: tuple[tuple[Line, int], ...] = ()

    def wake_at(self) -> int | None:
        """When the next of them becomes a hold (ns), or None."""
        return min((at + HOLD_NS for _, at in self.down), default=None)

    def take(self, event: CheckEvent, known: Known) -> tuple[Hearing, tuple[Said, ...]]:
        """What an event makes of it, and the answers it gives."""
        match event:
            case Pressed(line, at) if line not in known.deaf and line not in {"up", "down"}:
                return replace(self, down=(*self.down, (line, at))), ()
            case Released(line, at) if any(line == other for other, _ in self.down):
                left = tuple(each for each in self.down if each[0] != line)
                return Hearing(left), (Said(line != "back", known.where.get(line), at),)
            case Tick(at):
                held = [each for each in self.down if at >= each[1] + HOLD_NS]
                left = tuple(each for each in self.down if each not in held)
                return Hearing(left), tuple(Said(False, known.where.get(line), at) for line, _ in held)
        return self, ()
