"""How long after a ruling is due it is seen: lamp set, screens handed to the panels.

In real time, on mock pins, with the loop in a thread of its own as on a Pi. A ruling is due ``settle`` after
the last stamp that could still tie with the first press; what comes on top of that is measured, once with
the panels at rest and once with every panel redrawn without a pause. What a bare sleep on this machine
oversleeps is printed beside it: the loop can't be better than that.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count, islice, pairwise
from queue import Empty, SimpleQueue

from companion.games.buzzer.state import Phase
from companion.scripts.mock import MockTable
from firmware.boxfile.settings import Settings, eight_seats
from firmware.drawing.frames import draw
from firmware.events import NS_PER_MS, NS_PER_S, NS_PER_US, Enter, HostKey, Key, Seat
from firmware.pi.clock import MonotonicClock
from firmware.pi.panels import LumaPanels
from firmware.views import PanelId, Screen
from tests.benchmarks.machine import heading, percentiles
from tests.firmware.fakes.faulty_oled import FaultyBench

RACES = 320
RIVAL_NS = 5 * NS_PER_MS
PRESS_NS = 15 * NS_PER_MS
BOUNCE_NS = (0, 200 * NS_PER_US, 350 * NS_PER_US)
"""A closing contact: closed, open again, closed for good."""

TWO_OKS_S = 0.31
"""The session takes two oks closer than 300 ms for one."""

OPEN_AGAIN_S = 0.05
"""A button let go counts as open after 30 ms."""


class Quiz:
    """A quiz on the real loop: whoever answers is wrong, so that the next seat may race."""

    def __init__(self, settings: Settings, panels: LumaPanels) -> None:
        self.table = MockTable(settings, MonotonicClock(), panels)
        self._settings = settings
        self._seen: SimpleQueue[int] = SimpleQueue()
        self._waiting = False
        self.table.loop.on_show = self._shown
        self.table.loop.on_hush = panels.hush

    def _shown(self) -> None:
        """In the loop's thread, right after lamps and screens were set."""
        if self._waiting and self.table.loop.state.play.phase is Phase.RULED:
            self._waiting = False
            self._seen.put(time.monotonic_ns())

    def tell(self, event: HostKey | str) -> None:
        """Do what the host does."""
        now = time.monotonic_ns()
        self.table.mailbox.put(Key(event, now) if isinstance(event, HostKey) else Enter(event, now))

    def races(self) -> Iterator[int]:
        """How late each ruling was seen (ns), race after race."""
        seats = sorted(self._settings.seats)
        self.tell("game buzzer")
        for question in count():
            for step in range(2 if question == 0 else 4):  # right, the next question, read, open
                if step or question:
                    time.sleep(TWO_OKS_S)
                self.tell(HostKey.OK)
            time.sleep(OPEN_AGAIN_S)
            for winner, rival in pairwise(seats):
                yield self._race(winner, rival)
                time.sleep(OPEN_AGAIN_S)
                self.tell("wrong")
                time.sleep(OPEN_AGAIN_S)
            yield self._race(seats[-1], None)
            time.sleep(OPEN_AGAIN_S)

    def _race(self, winner: Seat, rival: Seat | None) -> int:
        first = time.monotonic_ns()
        self._waiting = True
        edges = list(_edges(winner, first))
        if rival is not None:
            edges += _edges(rival, first + RIVAL_NS)
        for at, seat, closed in sorted(edges):
            time.sleep(max(0, at - time.monotonic_ns()) / NS_PER_S)
            self.table.touch(seat, closed, at)
        times = self._settings.times
        return self._seen.get(timeout=5) - (first + times.tie + times.settle)


def _edges(seat: Seat, at: int) -> Iterator[tuple[int, Seat, bool]]:
    for number, after in enumerate(BOUNCE_NS):
        yield at + after, seat, number % 2 == 0
    yield at + PRESS_NS, seat, False


@contextmanager
def redrawn(panels: LumaPanels, names: list[PanelId]) -> Iterator[None]:
    """Give every panel a new screen as soon as the last is on its glass."""
    stop = threading.Event()

    def redraw() -> None:
        for number in count():
            if stop.is_set():
                return
            panels.show({name: Screen("12,4 ms", str(number), 3, ("a line", "another")) for name in names})
            panels.flush(1.0)

    thread = threading.Thread(target=redraw)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def measure(*, busy: bool) -> None:
    """Run the races and print one line."""
    settings = eight_seats()
    bench = FaultyBench(settings.panels)
    panels = LumaPanels(settings.panels, draw=draw, open_port=bench.open_port)
    quiz = Quiz(settings, panels)
    loop = threading.Thread(target=quiz.table.loop.run)
    loop.start()
    try:
        if busy:
            sent = sum(memory.sent.transfers for memory in bench.values())
            start = time.monotonic()
            with redrawn(panels, list(settings.panels)):
                late = list(islice(quiz.races(), RACES))
            sent = sum(memory.sent.transfers for memory in bench.values()) - sent
            what = f"{len(bench)} panels redrawn ({sent / (time.monotonic() - start):.0f} transfers a second)"
        else:
            late = list(islice(quiz.races(), RACES))
            what = f"{len(bench)} panels at rest"
    finally:
        quiz.table.loop.stop()
        loop.join()
        quiz.table.box.close()
    print(f"  {RACES} races, {what}: {percentiles(late)}", flush=True)


def measure_sleep() -> None:
    """Print how much a wait of a ruling's length oversleeps here, in a program that does nothing else."""
    wait_ns = eight_seats().times.settle
    over = []
    for _ in range(RACES):
        start = time.monotonic_ns()
        try:
            SimpleQueue[None]().get(timeout=wait_ns / NS_PER_S)
        except Empty:
            over.append(time.monotonic_ns() - start - wait_ns)
    print(f"  a bare sleep of {wait_ns // NS_PER_MS} ms, over by: {percentiles(over)}", flush=True)


if __name__ == "__main__":
    heading("from a ruling being due to its lamp and screens being set (real time, mock pins)")
    measure_sleep()
    measure(busy=False)
    measure(busy=True)
