"""Tells electrical pulses, which hit several lines at once, from fingers.

Three or more pins in play closing within 0.1 ms and opening again within ``bounce``: a light switch or a
motor. A spike too short for a press, or one on a line not released yet, is evidence of a pulse, too.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence

from firmware.events import NS_PER_S, NS_PER_US, Event, Press, Seat, Within
from firmware.presses.contact import LULL_NS, Contacts
from firmware.times import Times

PULSE_NS = 100 * NS_PER_US
"""Lines hit by one electrical pulse close within this; fingers hardly ever do, three of them."""

PULSE_LINES = 3

_SPIKES_KEPT = 128
"""More than eight lines can spike between two steps of a loop."""

_KEPT_NS = NS_PER_S
"""So long before the first event at the gate nothing is evidence any more."""


class Pulses:
    """The evidence: edges, and what was no press.

    Args:
        contacts: each seat's contact.
        times: the box's times.
    """

    def __init__(self, contacts: Contacts[Seat], times: Times) -> None:
        self._contacts = contacts
        self._times = times
        self._edges: dict[Seat, deque[tuple[int, bool]]] = {seat: deque() for seat in contacts}
        self._strikes: deque[tuple[int, Seat]] = deque()
        self._untold: deque[tuple[int, Seat]] = deque(maxlen=_SPIKES_KEPT)

    def edge(self, seat: Seat, closed: bool, at: int, opened: int | None, since: int) -> None:
        """Remember when a line opened, and if it closed though the press before isn't over.

        Args:
            seat: whose.
            closed: its level from then on.
            at: the edge's stamp (ns).
            opened: when it had opened after a press that isn't over, or None.
            since: the stamp of the first event at the gate, or of the edge itself (ns).
        """
        edges = self._edges[seat]
        edges.append((at, closed))
        while edges[0][0] < since - _KEPT_NS:
            edges.popleft()
        if closed and opened is not None and self._times.gap <= at - opened < self._times.release:
            self.strike(at, seat, since)

    def strike(self, at: int, seat: Seat, since: int) -> None:
        """Keep what is no press as evidence; see `edge`."""
        while self._strikes and self._strikes[0][0] < since - _KEPT_NS:
            self._strikes.popleft()
        self._strikes.append((at, seat))

    def name(self, at: int, seat: Seat) -> None:
        """Tell of a spike, or of a press that a pulse has made, when next asked."""
        self._untold.append((at, seat))

    def spiked(self) -> list[tuple[int, Seat]]:
        """What was no press, spikes and pulses, since this was last asked: stamps (ns) and seats."""
        untold = list(self._untold)
        self._untold.clear()
        return untold

    def is_one(
        self, first: int, struck: Sequence[Press], in_play: Collection[Seat], within: Mapping[Seat, Within]
    ) -> bool:
        """Are these presses, with the spikes around the first's stamp, on enough lines in play?"""
        near = {seat for at, seat in self._strikes if abs(at - first) <= PULSE_NS}
        spiked = {seat for seat in near if not _by_device(within.get(seat))}
        seats = spiked.union(press.seat for press in struck)
        return len(seats.intersection(in_play)) >= PULSE_LINES

    def brief(self, press: Press) -> bool:
        """Did the line open within ``bounce`` of this press, for longer than a finger's bounces?"""
        edges, until = self._edges[press.seat], press.at + self._times.bounce
        ends = [*(at for at, _ in edges), until + LULL_NS][1:]  # the last has lasted: it was waited for
        opens = [
            at for (at, closed), end in zip(edges, ends, strict=True) if not closed and end - at >= LULL_NS
        ]
        opened = self._contacts[press.seat].opened or until + 1  # also where its edge was lost
        return any(press.at < at <= until for at in (*opens, opened))


def struck(first: Press, waiting: Iterable[Event]) -> list[Press]:
    """``first`` and the presses that wait and closed together with it: of pins, which a pulse hits."""
    near = (event for event in waiting if abs(event.at - first.at) <= PULSE_NS)
    presses = (event for event in near if isinstance(event, Press) and event.seat != first.seat)
    return [press for press in (first, *presses) if not _by_device(press.within)]


def _by_device(within: Within | None) -> bool:
    """Whether a stamp is of a device, which no pulse on wires hits; a button head has wires."""
    return within is not None and within.of != "" and within.apart > PULSE_NS
