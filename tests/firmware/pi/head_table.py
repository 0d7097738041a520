"""A table at which button heads are plugged in, and what is heard of them."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from firmware.boxfile.settings import HeadButton, InputButton
from firmware.events import NS_PER_MS, NS_PER_US, Edge, Seat, Within
from firmware.fakes.hand_clock import HandClock
from firmware.far_clock import Clocks
from firmware.pi.inputs import Inputs
from firmware.pi.pico import ASK_AT_FIRST_NS, AT_FIRST
from tests.firmware.pi.head_layer import SERIAL, FakeHead, HeadLayer
from tests.firmware.pi.test_inputs import Table

DEVICE = f"pico-{SERIAL}"


def line(number: int, head: str = "pico") -> InputButton:
    return HeadButton(head, number).button


SEATS = {1: line(1), 2: line(2), 3: line(3)}


def each(fault: str) -> list[str]:
    """That fault at each seat."""
    return [f"{fault} {seat}" for seat in SEATS]


class HostClock(HandClock):
    """The host's clocks: CLOCK_MONOTONIC is set by hand, CLOCK_MONOTONIC_RAW isn't slewed with it."""

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self._slewed = at, 10 * at, 0

    def raw(self) -> int:
        """CLOCK_MONOTONIC_RAW."""
        at, raw, ppm = self._slewed
        return raw + (self.now() - at) * 1_000_000 // (1_000_000 + ppm)

    def both(self) -> Clocks:
        at = self.now()
        return Clocks(at, self.raw(), 0)

    def slew(self, ppm: int) -> None:
        """From now on CLOCK_MONOTONIC is so much faster than it should be."""
        self._slewed = self.now(), self.raw(), ppm


class HeadTable(Table):
    """A table with button heads."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.clock: HostClock = HostClock(self.clock.now())
        self._said = Within(0, 0)
        self.heads = HeadLayer(self.layer.dev.parent, self.layer.sys, self.clock.raw)

    def open(self, given: Mapping[Seat, InputButton] | None = None, **more: Any) -> Inputs:
        return super().open(given, clocks=self.clock.both, **more)

    def close(self) -> None:
        super().close()
        self.heads.close()

    def settle(self) -> None:
        super().settle()
        while self.heads.turn():
            super().settle()

    def known(self) -> None:
        """Let heads be asked for their time as often as it takes until seats may have them."""
        self.settle()
        for _ in range(AT_FIRST - 1):
            self.later(ASK_AT_FIRST_NS)

    def seated(self, **about: Any) -> FakeHead:
        """A head whose first three lines are the first three seats'."""
        head = self.heads.plug(**about)
        self.open(SEATS)
        self.known()
        assert {self.finding().seat for _ in SEATS} == set(SEATS)  # they aren't there yet
        assert self.said().before < NS_PER_MS
        head.forget()
        return head

    def said(self) -> Within:
        """How unsure presses are said to be since this was last asked."""
        found = [self.finding() for _ in range(self.found.qsize())]
        self._said = found[-1].button.within if found else self._said
        return self._said

    def exchange(self, head: FakeHead, up: int, down: int) -> None:
        """Answer a question that took so long to come by hand; the answer takes so long (ns)."""
        number = head.told(b"TIME")
        self.clock.advance(up)
        head.sends = False
        head.answer(b"TIME", number)
        self.clock.advance(down)
        head.sends = True
        head.deliver()
        self.settle()

    def got(self, count: int) -> list[tuple[object, bool, int]]:
        """So many edges: whose, closed, and when, µs after the first of them."""
        edges = [self.seats_edge() for _ in range(count)]
        first = edges[0].at
        assert all((one.at - first) % NS_PER_US == 0 for one in edges)
        return [(one.line, one.closed, (one.at - first) // NS_PER_US) for one in edges]

    def seats_edge(self) -> Edge:
        edge = self.edge()
        assert isinstance(edge, Edge)
        return edge


def within_of(edge: Edge) -> Within:
    assert edge.within is not None
    return edge.within


def holds(edge: Edge, contact: int) -> bool:
    """Whether a contact at that moment (ns) may have had this stamp."""
    return edge.at - within_of(edge).before <= contact <= edge.at + within_of(edge).after


def open_here(head: FakeHead) -> bool:
    """Whether anybody in this process but the head itself has its port open."""
    opened = []
    for fd in Path("/proc/self/fd").iterdir():
        with suppress(FileNotFoundError):  # that of this folder itself
            opened.append(fd.readlink())
    return opened.count(head.terminal) > 1
