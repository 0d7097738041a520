"""Hands on buttons of polled devices and of pins, with the truth of when each contact closed.

A device is asked for its report every ``period``, at a phase that nothing decides; from contact to report it
takes its ``delay``, always the same. So a press shows in the first report asked for at least ``delay`` after
it, together with whatever else has changed by then; where nothing has, nothing is sent. Pins are pulled
inside the kernel (`injector`).
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from heapq import heappop, heappush
from itertools import count

from firmware.events import NS_PER_S, NS_PER_US, Seat
from tests.kernel.guest.injector import Injector, Pull
from tests.kernel.guest.uhid import Device

EARLY_NS = 200 * NS_PER_US
"""So long before something is due the hand is awake: a sleep here may last longer than it should."""

LATE_NS = 250 * NS_PER_US
"""A real report is stamped some microseconds after it was asked for. One as late as this was kept by a
machine busy elsewhere, and spoils its race."""

PRIORITY = 2
"""The hand is never late for what the programs in the guest do."""


@dataclass(frozen=True, slots=True)
class Polled:
    """A device and how it is asked.

    Attributes:
        device: the device.
        period: from one question to the next (ns).
        delay: from a contact to the report that could tell of it (ns).
    """

    device: Device
    period: int
    delay: int


@dataclass(frozen=True, slots=True)
class Button:
    """A seat's button: on a device, or on a pin.

    Attributes:
        of: its device; None for a pin.
        code: the button's name there, or the pin's chip and line.
    """

    of: Polled | None
    code: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class Touch:
    """A finger on a seat's button, from ``at`` (ns) for ``held``."""

    seat: Seat
    at: int
    held: int


@dataclass
class Played:
    """What truly happened.

    Attributes:
        closed: when each seat's contact closed, at the earliest and at the latest (ns).
        stamped: between which moments the kernel stamped that (ns).
        late: the most that a report of that came later than it was asked for (ns).
    """

    closed: dict[Seat, tuple[int, int]] = field(default_factory=dict)
    stamped: dict[Seat, tuple[int, int]] = field(default_factory=dict)
    late: int = 0

    @property
    def spoilt(self) -> bool:
        """Whether the machine was too busy for this to count."""
        return self.late > LATE_NS

    def order(self) -> list[Seat]:
        """The seats as their contacts closed."""
        return sorted(self.closed, key=lambda seat: self.closed[seat])


class Hand:
    """Does things when they are due, in a thread that nothing in the guest holds up.

    Args:
        seed: of the phases at which devices are asked.
    """

    def __init__(self, seed: object = 0) -> None:
        self._chance = random.Random(f"{seed}")
        self._injector = Injector()
        self._due: list[tuple[int, int, Callable[[], object]]] = []
        self._number = count()

    def at(self, when: int, do: Callable[[], object]) -> None:
        """Do something at a moment (ns)."""
        heappush(self._due, (when, next(self._number), do))

    def touch(self, buttons: Mapping[Seat, Button], touches: Sequence[Touch]) -> Played:
        """Plan these touches; what is returned is true once `work` has been done."""
        played = Played()
        devices = {button.of for touch in touches if (button := buttons[touch.seat]).of is not None}
        for polled in devices:
            on = [touch for touch in touches if buttons[touch.seat].of is polled]
            phase = self._chance.randrange(polled.period)
            for when, down in reports(polled, on, phase):
                codes = tuple(buttons[seat].code for seat in down)
                self.at(when, partial(self._report, polled, when, codes, played, down))
            played.closed |= {touch.seat: (touch.at, touch.at) for touch in on}
        for touch in touches:
            button = buttons[touch.seat]
            if button.of is None:
                self.at(touch.at, partial(self._pull, touch.seat, button, True, played))
                self.at(touch.at + touch.held, partial(self._pull, touch.seat, button, False, played))
        return played

    def _report(
        self, polled: Polled, when: int, codes: tuple[str, ...], played: Played, down: Iterable[Seat]
    ) -> None:
        before, after = polled.device.report(*codes)
        for seat in set(down) - set(played.stamped):
            played.stamped[seat] = before, after
            played.late = max(played.late, after - when)

    def _pull(self, seat: Seat, button: Button, closed: bool, played: Played) -> None:
        (pulled,) = self._injector.play([Pull(button.code, button.line, 0, closed)])
        if closed:
            played.closed[seat] = played.stamped[seat] = (pulled.before_ns, pulled.after_ns)

    def work(self) -> None:
        """Do all that is planned, and what comes to it meanwhile."""
        own = os.sched_getscheduler(0), os.sched_getparam(0)
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(PRIORITY))
        try:
            while self._due:
                when, _, do = heappop(self._due)
                _sleep_until(when)
                self._put_off(time.monotonic_ns() - when)
                do()
        finally:
            os.sched_setscheduler(0, *own)

    def _put_off(self, late: int) -> None:
        """Do all that follows as much later, so that a machine busy elsewhere makes no tap shorter."""
        if late > LATE_NS:
            self._due = [(when + late, number, do) for when, number, do in self._due]


def reports(polled: Polled, touches: Iterable[Touch], phase: int) -> list[tuple[int, tuple[Seat, ...]]]:
    """The reports a device sends of these touches: when, and which seats' buttons are down in each.

    Args:
        polled: the device.
        touches: what is done to its buttons.
        phase: when it is asked, modulo its period (ns).
    """
    flips = [(touch.at, touch.seat, True) for touch in touches]
    flips += [(touch.at + touch.held, touch.seat, False) for touch in touches]
    sent: list[tuple[int, tuple[Seat, ...]]] = []
    down: list[Seat] = []
    for at, seat, closed in sorted(flips):
        if closed:
            down.append(seat)
        else:
            down.remove(seat)
        asked = at + polled.delay + (phase - at - polled.delay) % polled.period
        if sent and sent[-1][0] == asked:
            sent.pop()
        sent.append((asked, tuple(down)))
    return sent


def _sleep_until(when: int) -> None:
    time.sleep(max(0, when - EARLY_NS - time.monotonic_ns()) / NS_PER_S)
    while time.monotonic_ns() < when:
        pass
