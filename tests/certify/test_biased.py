"""What makes a box unfair on purpose does that, and no more."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from companion.loop.mailbox import Mailbox
from firmware.events import NS_PER_MS, Edge, HostKey, Key, Seat
from tests.certify import biased
from tests.certify.biased import LATE_NS, LATE_SEAT

MS = NS_PER_MS


def through(bias: str, edges: Sequence[tuple[Seat, bool, int]]) -> list[tuple[object, bool, int]]:
    """What comes of edges that are left in such a box's mailbox."""

    class Own(Mailbox):
        """Of this test: a class that was made unfair stays so."""

    biased.make(bias, Own)
    mailbox = Own()
    key = Key(HostKey.OK, 0)
    mailbox.put(key)
    for seat, closed, at in edges:
        mailbox.put(Edge(seat, closed, at))
    first, *rest = mailbox.drain()
    assert first is key
    return [(edge.line, edge.closed, edge.at) for edge in rest if isinstance(edge, Edge)]


PRESS = [(LATE_SEAT, True, 100 * MS), (LATE_SEAT, False, 101 * MS), (LATE_SEAT, True, 102 * MS)]
LETS_GO = [(LATE_SEAT, False, 160 * MS)]
OTHER = [(2, True, 160 * MS)]
NEXT = [(LATE_SEAT, True, 200 * MS)]


def test_a_fair_box_takes_all_as_it_is() -> None:
    assert through("", PRESS + OTHER) == PRESS + OTHER


def test_one_seat_is_late() -> None:
    assert through("late", [*PRESS[:1], *OTHER]) == [(LATE_SEAT, True, 100 * MS + LATE_NS), *OTHER]


def test_a_press_is_dropped_with_all_its_edges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(biased, "DROPPED", 1)
    assert through("drop", PRESS + LETS_GO + OTHER + NEXT) == []
    monkeypatch.setattr(biased, "DROPPED", 10**12)
    assert through("drop", PRESS + LETS_GO + OTHER + NEXT) == PRESS + LETS_GO + OTHER + NEXT
