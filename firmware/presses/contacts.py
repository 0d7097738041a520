"""The contacts of several lines: as time passes, each is judged by its level, read when it is due.

Seats, the host's own buttons and the self-test all watch their lines by this one pump.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from firmware.events import Line
from firmware.ports import Clock
from firmware.presses.contact import Contact, Kind
from firmware.times import Times, earliest

L = TypeVar("L", bound=Line)


class Reading(NamedTuple):
    """A line's level, and a moment (ns) by which it had been read."""

    closed: bool
    by: int


Read: TypeAlias = Callable[[Line], Reading]
"""Reads a line's level now."""


def reader(closed: Callable[[Line], bool], clock: Clock) -> Read:
    """Reads by ``closed``, and looks at the clock afterwards: a busy machine may come between the two."""
    return lambda line: Reading(closed(line), clock.now())


class Contacts(dict[L, Contact], Generic[L]):
    """Each line's contact.

    Args:
        lines: the lines, in the order they are judged in.
        times: the box's times.
        read: reads the level of a line.
        now: the time (ns).
    """

    def __init__(self, lines: Collection[L], times: Times, read: Read, now: int) -> None:
        super().__init__((line, Contact(times, read(line).closed, now)) for line in lines)
        self._read = read

    def advance(self, now: int) -> int | None:
        """Judge what is due by ``now``.

        Returns:
            None, or if the step was stopped half-way, when it went on (ns): nothing more was judged then.
        """
        for line, contact in self.items():
            if (due := contact.deadline()) is not None and due <= now:
                level, by = self._read(line)
                if not contact.advance(now, level, by):
                    return by
        return None

    def outcomes(self) -> Iterator[tuple[L, Kind, int]]:
        """What was judged since this was last asked: each line's in order, with its stamp (ns)."""
        for line, contact in self.items():
            while contact.outcomes:
                yield line, *contact.outcomes.popleft()

    def deadline(self) -> int | None:
        """When time alone decides something next (ns), or None."""
        return earliest(*(contact.deadline() for contact in self.values()))
