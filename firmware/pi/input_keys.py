"""Reports of a plugged-in device -> which of its buttons closed and opened, and when.

The kernel gives whole reports (drivers/input/evdev.c): what happened, then SYN_REPORT, all with the stamp of
the moment at which the report was there. What a reader too slow has lost it tells by SYN_DROPPED; what comes
then up to the end of that report may be only its rest.
"""

from __future__ import annotations

import struct
from collections.abc import Collection
from typing import NamedTuple

from firmware.events import NS_PER_S, NS_PER_US, Within

EVENT = struct.Struct("@LLHHi")
"""``struct input_event``: s, us, type, code, value; the first two are as long as a long of this process."""

EV_SYN, EV_KEY = 0, 1
SYN_REPORT, SYN_DROPPED = 0, 3
OPEN, CLOSED = 0, 1
"""Values of a button; 2 is a repetition that nobody has pressed."""

FLOOD = 1000
"""More events of buttons than this in a second are none that anybody has pressed."""

LOST = 32
"""As many at least the kernel loses at once: its buffer holds 64, of which one ends each report."""


class Change(NamedTuple):
    """A button closed or opened, with its stamp (ns), and how unsure that is if the device knows of each."""

    code: int
    closed: bool
    at: int
    within: Within | None = None


class Keys:
    """The buttons of one device.

    Args:
        down: those that were down when it was opened; nobody knows since when.
        now: when that was (ns). What the kernel has told before means nothing.

    Attributes:
        down: those that are down now.
        lost: whether the kernel has lost some, so that `settle` must be told what is down.
        flooding: whether more happened in a second than anybody can press.
    """

    def __init__(self, down: Collection[int], now: int) -> None:
        self.down = set(down)
        self.lost = False
        self.flooding = False
        self._opened = now
        self._skipping = False
        self._second, self._count = now, 0

    def take(self, data: bytes) -> list[Change]:
        """Take what was read: what changed, in order."""
        changes = []
        whole = len(data) - len(data) % EVENT.size
        for seconds, micros, kind, code, value in EVENT.iter_unpack(data[:whole]):
            at = seconds * NS_PER_S + micros * NS_PER_US
            if kind == EV_SYN and code == SYN_DROPPED:
                # That of the moment at which it was told by which clock to stamp has lost nothing.
                self._skipping = at > self._opened
                self.lost |= self._skipping
                self._meter(at, LOST if self._skipping else 0)
            elif kind == EV_SYN and code == SYN_REPORT:
                self._skipping = False
            elif kind == EV_KEY and not self._skipping:
                self._meter(at, 1)
                if value in (OPEN, CLOSED) and (code in self.down) != bool(value):
                    changes.append(self._change(code, at))
        return changes

    def settle(self, down: Collection[int], now: int) -> list[Change]:
        """Make it so that these are down, the kernel says.

        Returns:
            What has opened. What has closed is no press: nobody knows when it was.
        """
        self.lost = False
        opened = [self._change(code, now) for code in sorted(self.down.difference(down))]
        self.down.update(down)
        return opened

    def _change(self, code: int, at: int) -> Change:
        self.down ^= {code}
        return Change(code, code in self.down, at)

    def _meter(self, at: int, events: int) -> None:
        if at - self._second >= NS_PER_S:
            self._second, self._count = at, 0
        self._count += events
        self.flooding |= self._count > FLOOD
