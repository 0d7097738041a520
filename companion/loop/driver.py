"""How the one thread that owns all state drives it: takes in what has come, acts, and sleeps.

It sleeps until the next edge or the next deadline. Virtual time works the same way, with a hand-set clock
that jumps from deadline to deadline (`Driven.run_until`).
"""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator

from companion.loop.mailbox import Item, Mailbox
from firmware.events import NS_PER_S, Edge
from firmware.ports import Clock
from firmware.presses.lateness import Lateness

log = logging.getLogger("pierwszy.loop")

HEARTBEAT_NS = 10 * NS_PER_S
"""The longest sleep: a thread that has died is noticed, a dead one sends no edge."""

LOGGED_EVERY = 500
"""Edges after which the lateness so far goes into the log."""


class Driven(ABC):
    """What is stepped by one thread.

    Args:
        mailbox: where everything comes in.
        clock: the time.

    Attributes:
        lateness: how late edges came, from the kernel's stamp until they were taken in here.
        heartbeat: the longest `run` sleeps, ns.
        on_turn: called by `run` after each step, by the thread that does all the work: the sign that it does.
    """

    def __init__(self, mailbox: Mailbox, clock: Clock) -> None:
        self.lateness = Lateness()
        self.heartbeat = HEARTBEAT_NS
        self.on_turn: Callable[[], None] = lambda: None
        self._stopped = False
        self._logged = 0
        self._mailbox = mailbox
        self._clock = clock

    def run(self) -> None:
        """Run until `stop`."""
        while not self.stopped:
            due = self.step()
            self.on_turn()
            self._log_lateness(LOGGED_EVERY)
            if not self._stopped:  # the step that stopped it may have drained what would wake it
                now = self._clock.now()
                self._mailbox.wait(min(self.heartbeat, self.heartbeat if due is None else due - now))
        self._log_lateness(1)

    def stop(self) -> None:
        """End `run`; from any thread."""
        self._stopped = True
        self._mailbox.put(None)

    @property
    def stopped(self) -> bool:
        """Whether `stop` was called."""
        return self._stopped

    def run_until(self, until: int, set_clock: Callable[[int], None]) -> None:
        """Virtual time: step at every deadline up to and including ``until``."""
        due = self.step()
        while due is not None and due <= until and not self.stopped:
            set_clock(max(due, self._clock.now()))
            due = self.step()
        set_clock(max(until, self._clock.now()))

    @abstractmethod
    def step(self) -> int | None:
        """Take in what has come, judge what is due, show it; returns the next deadline (ns) or None."""

    def _drained(self) -> Iterator[Item]:
        """What has come."""
        for item in self._mailbox.drain():
            if isinstance(item, Edge):
                self.lateness.add(self._clock.now() - item.at)
            yield item

    def _log_lateness(self, after: int) -> None:
        """Write it down if at least so many edges have come since it was last."""
        if self.lateness.count - self._logged >= after:
            self._logged = self.lateness.count
            log.info("lateness of edges: %s", self.lateness)
