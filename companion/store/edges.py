"""What presses were made of, as a journal keeps it: ``["edges", [[3, 1, 1234567890], ...], 1234567999]``.

No session sees it. It is there for whoever judges again (`companion.audit`), so it stands before whatever was
made of it, in the same transaction, and says as well what the first judge knew beside the edges. A program
of before there were any reads a run up to its first ones, as with every newer kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from firmware.events import NS_PER_S, SEATS, Seat, Within

MOST = 1 << 63
"""No moment is so much."""

MOST_WAITING = 64
WAITS_NS = NS_PER_S
"""So many edges wait for the next event, or for so long."""


class How(StrEnum):
    """By what a line's level is known."""

    EDGE = ""
    LATE = "late"
    """An edge that came later than it may without changing what is judged; by how much (ns) stands beside."""
    SEEN = "seen"
    """It was read so, and no edge had told of it."""
    START = "start"
    """So it was when the box was switched on."""
    LEFT = "left"
    """So it was after edges that aren't kept; how many stands beside it."""
    ASIDE = "aside"
    """No edge: the press of this stamp was nobody's in a game, or a script has told it, and no edges have."""


class OnLine(NamedTuple):
    """What is known of a seat's line.

    Attributes:
        seat: whose line.
        closed: its level from then on.
        at: since when (ns).
        within: how unsure that is; None: a pin's.
        how: by what it is known.
        many: see `How`.
    """

    seat: Seat
    closed: bool
    at: int
    within: Within | None = None
    how: How = How.EDGE
    many: int = 0


@dataclass(frozen=True, slots=True)
class Edges:
    """What has come since the last time that was written.

    Attributes:
        lines: each line's in their order.
        at: when it was written (ns).
    """

    lines: tuple[OnLine, ...]
    at: int


class Waiting:
    """What is to be written with the next event."""

    def __init__(self) -> None:
        self._lines: list[OnLine] = []

    def __len__(self) -> int:
        return len(self._lines)

    def put(self, line: OnLine) -> None:
        """Take what has come on a line."""
        self._lines.append(line)

    def due(self, now: int) -> bool:
        """Whether it has waited for too long: spikes lead to no event."""
        return len(self) >= MOST_WAITING or (len(self) > 0 and now - self._lines[0].at >= WAITS_NS)

    def taken(self, now: int) -> Edges:
        """All of it, to be written now (ns)."""
        lines, self._lines = self._lines, []
        return Edges(tuple(lines), now)


def words(edges: Edges) -> list[Any]:
    """As JSON. Of a line ``[seat, 1, at]``, how unsure if no pin's, and by what it is known if by no edge."""
    return ["edges", [_words(one) for one in edges.lines], edges.at]


def _words(one: OnLine) -> list[Any]:
    known = [str(one.how), one.many] if one.how else []
    return [one.seat, int(one.closed), one.at, *(one.within or ()), *known]


def read(lines: Sequence[Sequence[Any]], at: int) -> Edges:
    """What `words` has told of.

    Raises:
        TypeError, ValueError: it is something else.
    """
    _integers(at)
    return Edges(tuple(_read(*one) for one in lines), at)


def _read(seat: int, closed: int, at: int, *more: Any) -> OnLine:
    within = Within(*more[:4]) if len(more) >= 4 else None
    how, many = more[4 if within else 0 :] or (How.EDGE, 0)
    _integers(seat, closed, at, many, *(within or ())[:3])
    if seat not in SEATS or closed not in (0, 1) or not isinstance(within.of if within else "", str):
        raise ValueError(seat)
    return OnLine(seat, bool(closed), at, within, How(how), many)


def _integers(*values: Any) -> None:
    if not all(type(value) is int and abs(value) < MOST for value in values):
        raise TypeError(values)
