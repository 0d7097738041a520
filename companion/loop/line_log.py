"""Hands a line's edges to the arbiter, and keeps them for whoever judges again (`companion.store.edges`).

With the edges goes what else the arbiter knew of a line: how it was when the box was switched on, and what
was read where an edge was lost. A line that chatters would fill a card: while it is noisy, or spent by a
press and not let go after `MOST_EDGES`, its edges are left out. They are kept again from when it is at rest;
how many weren't is said.
"""

from __future__ import annotations

from collections import Counter
from functools import partial

from companion.store.edges import How, OnLine, Waiting
from firmware.events import NS_PER_S, Edge, Press, Seat
from firmware.presses.arbiter import Arbiter, in_time

MOST_EDGES = 256
"""Of one press: contacts bounce ten times or twenty as they are let go."""

MOST_KEPT = 4096
"""While nothing can be written, no more wait."""


class LineLog:
    """Feeds an arbiter.

    Args:
        arbiter: judges.
        waiting: what is kept; None: nothing is.
        now: the time (ns).
    """

    def __init__(self, arbiter: Arbiter, waiting: Waiting | None, now: int) -> None:
        self._arbiter = arbiter
        self._waiting = waiting
        self._of_press = Counter[Seat]()
        self._left_out = Counter[Seat]()
        self._starts = [OnLine(seat, c.stuck, now, how=How.START) for seat, c in arbiter.contacts.items()]
        if waiting is not None:
            for seat, contact in arbiter.contacts.items():
                contact.on_belief = partial(self._believed, seat)

    def feed(self, edge: Edge, now: int) -> None:
        """Take one edge of a seat's line at ``now`` (ns)."""
        seat = edge.line
        assert isinstance(seat, int)
        contact = self._arbiter.contacts[seat]
        rested = contact.candidate is None and contact.opened is None
        idle = rested and contact.down is None
        within = self._arbiter.feed(edge, now)
        if self._waiting is None:
            return
        while self._starts:
            self._waiting.put(self._starts.pop())
        self._of_press[seat] = 1 if idle else self._of_press[seat] + 1
        spent = self._of_press[seat] > MOST_EDGES and contact.down is not None
        goes_on = self._left_out[seat] and not rested
        if contact.fault == "noisy" or spent or goes_on or len(self._waiting) >= MOST_KEPT:
            self._left_out[seat] += 1
            return
        # As it came, whatever the arbiter takes it for; but what a mad clock says would be no stamp at all.
        at = edge.at if edge.at - now < NS_PER_S else now
        if many := self._left_out.pop(seat, 0):
            down = contact.down is not None
            self._waiting.put(OnLine(seat, down, at, how=How.LEFT, many=many))
        late = now - at
        how = How.LATE if late > in_time(self._arbiter.settle) else How.EDGE
        self._waiting.put(OnLine(seat, edge.closed, at, within, how, late if how else 0))

    def aside(self, press: Press) -> None:
        """A press of the arbiter's isn't the journal's, or one of the journal's not the arbiter's."""
        if self._waiting is not None:
            self._waiting.put(OnLine(press.seat, True, press.at, press.within, How.ASIDE))

    def _believed(self, seat: Seat, closed: bool, since: int) -> None:
        if self._waiting is not None and not self._left_out[seat]:
            self._waiting.put(OnLine(seat, closed, since, self._arbiter.within.get(seat), How.SEEN))
