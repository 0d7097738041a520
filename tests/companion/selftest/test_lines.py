from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.selftest.check_events import Chattering, CheckEvent, Opened, Pressed, Released, Spiked
from companion.selftest.lines import Lines
from firmware.events import NS_PER_MS, Edge, Line
from firmware.presses.contact import Reading
from firmware.times import Times


class Wires:
    """Lines with a level each."""

    def __init__(self, *closed: Line) -> None:
        self.closed = set(closed)
        self.now = 0
        self.lines = Lines((1, 2, "ok"), Times(), self.read, self.now)
        self.heard: list[CheckEvent] = []

    def read(self, line: Line) -> Reading:
        return Reading(line in self.closed, self.now)

    def edge(self, line: Line, closed: bool, at: int) -> None:
        self.until(at)
        (self.closed.add if closed else self.closed.discard)(line)
        self.lines.feed(Edge(line, closed, at))
        self.look(at)

    def until(self, now: int) -> None:
        while (due := self.lines.deadline()) is not None and due <= now:
            self.look(due)

    def look(self, now: int) -> None:
        self.now = now
        self.heard += self.lines.events(now)


def test_a_press_its_end_and_how_many_edges_it_had() -> None:
    wires = Wires()
    for at, closed in ((10, True), (11, False), (12, True), (92, False)):
        wires.edge(1, closed, at * NS_PER_MS)
    wires.until(10**9)
    assert wires.heard == [Pressed(1, 10 * NS_PER_MS), Released(1, 92 * NS_PER_MS, 4)]


def test_a_spike() -> None:
    wires = Wires()
    wires.edge(1, True, NS_PER_MS)
    wires.edge(1, False, NS_PER_MS + 4_000)
    wires.until(10**9)
    assert wires.heard == [Spiked(1, NS_PER_MS)]


def test_a_line_closed_from_the_start_opens() -> None:
    wires = Wires(2)
    assert wires.lines.closed == {2}
    wires.edge(2, False, 50 * NS_PER_MS)
    wires.until(10**9)
    assert [type(event) for event in wires.heard] == [Opened]
    assert wires.lines.closed == set()


def test_an_encoders_phases_are_handed_on_as_they_come() -> None:
    wires = Wires()
    wires.edge("a", True, 5)
    wires.edge("b", False, 6)
    assert wires.heard == [Edge("a", True, 5), Edge("b", False, 6)]


@given(st.floats(1, 15), st.integers(50, 100))
def test_hum_is_chatter_within_a_second_told_once(share: float, hertz: int) -> None:
    wires = Wires()
    period = 10**9 // hertz
    for number in range(2 * hertz):
        wires.edge(2, True, number * period)
        wires.edge(2, False, number * period + round(share / 20 * period))
    assert [event for event in wires.heard if isinstance(event, Chattering)][1:] == []
    assert any(isinstance(event, Chattering) and event.at <= 10**9 for event in wires.heard)


@given(st.integers(80, 140), st.integers(0, 6))
def test_the_quickest_fingers_are_no_chatter(apart_ms: int, bounces: int) -> None:
    wires = Wires()
    for number in range(30):
        at = number * apart_ms * NS_PER_MS
        for bounce in range(bounces):
            wires.edge(1, True, at + bounce * 800_000)
            wires.edge(1, False, at + bounce * 800_000 + 400_000)
        wires.edge(1, True, at + bounces * 800_000)
        wires.edge(1, False, at + 40 * NS_PER_MS)
    wires.until(10**11)
    assert not [event for event in wires.heard if isinstance(event, Chattering)]
    assert len([event for event in wires.heard if isinstance(event, Pressed)]) == 30
