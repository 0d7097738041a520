"""A box without pins, an emulated head at it, and a pin beside that: all by one clock, which never runs by
itself.

What the head says goes to `firmware.pi.pico.Head` as packets, as late as a kernel may hand them on, and what
that says goes back to the head; its edges go to the box's arbiter as `firmware.pi.inputs` would give them.
"""

from __future__ import annotations

import os
import select
import struct
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from types import TracebackType
from typing import NamedTuple, Self

from firmware.button_codes import LINES as CODES
from firmware.events import NS_PER_MS, NS_PER_S, NS_PER_US, Edge, Line, Seat
from firmware.far_clock import Clocks
from firmware.pi.head_records import NAME
from firmware.pi.input_device import InputDevice
from firmware.pi.input_wish import Wish
from firmware.pi.pico import LOOKS_MS, Head
from firmware.presses.contact import reader
from firmware.times import Times
from tests.certify.at_table import Kept, Table
from tests.head.emulated import HEAD, image_of
from tests.kernel.guest.head_drowsy import DrowsyHead

READ = struct.pack(">5I2I20x", 1, 0, 0, 1, 2, 0, 128)
"""A read of the head's records, as usbip asks for one."""

COMMAND_BYTES, SOON_MS = 12, 10_000
READS = 64

LOOK_NS = 200 * NS_PER_US
"""So long at most what the head says waits for the box."""

CRYSTAL_PPM, SLEW_PPM = 50, 300
"""By how much the head's clock, and CLOCK_MONOTONIC, may run fast or slow here."""

PIN_LATE_NS, PIN_COMES_NS = 20 * NS_PER_US, NS_PER_MS
"""By how much a pin's stamp is late at most, and how long it takes at most until the box hears of it."""

REST_NS = NS_PER_MS
"""From all having been judged to the next touch."""

KNOWN_NS = NS_PER_S // 2
"""Within so long a head's clock is known well enough for seats."""


class Change(NamedTuple):
    """A contact closes or opens, ``at`` ns after its race begins."""

    at: int
    seat: Seat
    closed: bool


class BoxClocks:
    """The box's clocks, by the emulator's.

    Args:
        head: whose clock is the emulator's.
        chance: by how much they run unlike.
    """

    def __init__(self, head: DrowsyHead, chance: Random) -> None:
        self._head = head
        self._began = chance.randrange(NS_PER_S, 1000 * NS_PER_S)
        self._rate = 1 + chance.uniform(-CRYSTAL_PPM, CRYSTAL_PPM) / 1e6
        self._slew = 1 + chance.uniform(-SLEW_PPM, SLEW_PPM) / 1e6

    def at(self, heads: float) -> int:
        """A moment of the emulator's clock by CLOCK_MONOTONIC (ns)."""
        return self._began + round(heads * self._rate * self._slew)

    def heads(self, at: int) -> float:
        """A moment of CLOCK_MONOTONIC by the emulator's clock (ns)."""
        return (at - self._began) / self._rate / self._slew

    def now(self) -> int:
        """CLOCK_MONOTONIC now (ns)."""
        return self.at(self._head.now)

    def both(self) -> Clocks:
        """That and CLOCK_MONOTONIC_RAW."""
        return Clocks(self.now(), round(self._head.now * self._rate), 0)


class HeadTable:
    """Such a table.

    Args:
        lines: the seats of the head, each with the line of its number.
        pin: the seat with a pin.
        chance: of clocks, and of what is how late.
    """

    def __init__(self, lines: Sequence[Seat], pin: Seat, chance: Random) -> None:
        self._lines, self._pin, self._chance = lines, pin, chance
        self._head = DrowsyHead(bytes(image_of((HEAD / "head.uf2").read_bytes())))
        self._head.plug_in()
        self._head.usb.take(READ * READS)
        self._clocks = BoxClocks(self._head, chance)
        self._far, near = os.openpty()
        node = Path(os.ttyname(near))
        told = InputDevice("pico-1", NAME, node.name, LOOKS_MS, "head", frozenset(CODES), False, 1, node)
        self._pico = Head(told, node.parent, self._clocks, self._clocks.both)
        os.close(near)
        self._answer()
        self._to_come: list[tuple[int, Edge]] = []
        self._closed: set[Line] = set()
        read = reader(self._closed.__contains__, self._clocks)
        self._table = Table.of([*lines, pin], Times(), read, self._clocks.now())
        self._live_until(self._clocks.now() + KNOWN_NS)
        assert self._pico.ready, "a head whose clock is known"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pico.close()
        os.close(self._far)
        if fault is None:
            assert self._head.usb.faults == [], self._head.usb.faults

    @property
    def kept(self) -> Kept:
        """What the box was told, and has told."""
        return self._table.kept

    def play(self, changes: Iterable[Change]) -> dict[Seat, int]:
        """Do this; returns when each seat first touched, by the box's clock."""
        began = self._head.now + 2 * REST_NS
        touched: dict[Seat, int] = {}
        last = 0
        for at, seat, closed in changes:
            moment = self._clocks.at(began + at)
            if closed:
                touched.setdefault(seat, moment)
            if seat == self._pin:
                self._pull(moment, closed)
            else:
                self._head.at(began + at - self._head.now, partial(self._head.hold, 1 << seat - 1, closed))
            last = max(last, moment)
        self._live_until(last + REST_NS)
        while (due := self._table.deadline) is not None:
            self._live_until(due)
        return touched

    def _pull(self, moment: int, closed: bool) -> None:
        stamp = moment + self._chance.randrange(PIN_LATE_NS)
        self._to_come.append((stamp + self._chance.randrange(PIN_COMES_NS), Edge(self._pin, closed, stamp)))

    # -- time passes ---------------------------------------------------------------------------------------

    def _live_until(self, then: int) -> None:
        """Let time pass up to a moment, and the box do what is due meanwhile."""
        while (now := self._clocks.now()) < then:
            look = now + self._chance.randrange(LOOK_NS // 4, LOOK_NS)
            self._head.live_until(self._clocks.heads(min(then, look)) + NS_PER_US)
            self._step()

    def _step(self) -> None:
        now = self._clocks.now()
        self._table.woke(now)
        came, self._head.usb.came = self._head.usb.came, []
        self._head.usb.take(READ * len(came))
        for _, packet in came:
            for change in self._pico.take(packet):
                self._edge(Edge(change.code - CODES.start + 1, change.closed, change.at, change.within))
        for due, edge in sorted(self._to_come, key=lambda each: each[0]):
            if due <= now:
                self._to_come.remove((due, edge))
                self._edge(edge)
        assert self._pico.broken is None, self._pico.broken
        if self._pico.due is not None and self._pico.due <= now:
            self._pico.tend(now)
            self._answer()
        if self._pico.news:
            self._pico.news = False
            self._renew()
        self._table.judge(now)

    def _edge(self, edge: Edge) -> None:
        assert isinstance(edge.line, int)
        (self._closed.add if edge.closed else self._closed.discard)(edge.line)
        self._table.feed(edge, self._clocks.now())

    def _renew(self) -> None:
        """What is said of the head's buttons has changed."""
        for seat in self._lines:
            button = self._pico.button(Wish("pico-1", CODES[seat - 1]))
            self._table.plugged(seat, button.within)

    def _answer(self) -> None:
        """What the box has said goes to the head."""
        poll = select.poll()
        poll.register(self._far, select.POLLIN)
        assert poll.poll(SOON_MS), "a box that asks"
        self._head.usb.send(os.read(self._far, READS * COMMAND_BYTES))
        self._head.wake()
