"""A box and what plays a script on it, each in its thread, without waiting for anything."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from companion.loop.mailbox import Item, Mailbox
from companion.scripts.real_time import RealTimePlayer
from firmware.events import NS_PER_S
from firmware.pi.clock import MonotonicClock

PLAYERS = 2
"""A box's loop, and what plays a script on it; each has a thread of its own."""


class JumpingTime:
    """The time of a box that a script is played on: it stands still but for jumps to what is waited for next.

    It jumps only while loop and player both wait, so neither ever comes late, however busy the machine is.
    """

    def __init__(self) -> None:
        self._now = 1000 * NS_PER_S
        self._changed = threading.Condition()
        self._waiting: dict[threading.Thread, tuple[int, Callable[[], bool]]] = {}

    def now(self) -> int:
        return self._now

    def wait(self, until: int, woken: Callable[[], bool]) -> None:
        """Wait for a moment (ns), or until ``woken`` is true."""
        me = threading.current_thread()
        with self._changed:
            self._waiting[me] = until, woken
            self._jump()
            while self._now < until and not woken():
                self._changed.wait()
            del self._waiting[me]

    def wake(self) -> None:
        """Something that may wake somebody has changed."""
        with self._changed:
            self._changed.notify_all()

    def _jump(self) -> None:
        """On to the next moment, if everybody waits for one."""
        if len(self._waiting) == PLAYERS and not any(woken() for _, woken in self._waiting.values()):
            self._now = max(self._now, min(until for until, _ in self._waiting.values()))
            self._changed.notify_all()


def jump(patch: Callable[[type, str, Callable[..., Any]], None] = setattr) -> None:
    """From now on a box of this process that plays a script lives in jumping time.

    Args:
        patch: sets what an attribute of a class is.
    """
    time = JumpingTime()
    put, stop = Mailbox.put, RealTimePlayer.stop

    def wait_in_loop(mailbox: Mailbox, timeout_ns: int) -> None:
        time.wait(time.now() + timeout_ns, lambda: not mailbox._items.empty())

    def wait_in_player(player: RealTimePlayer, at: int) -> bool:
        time.wait(player._table.origin + at, player._left.is_set)
        return not player._left.is_set()

    def put_and_wake(mailbox: Mailbox, item: Item | None) -> None:
        put(mailbox, item)
        time.wake()

    def stop_and_wake(player: RealTimePlayer) -> None:
        stop(player)
        time.wake()

    patch(MonotonicClock, "now", lambda _: time.now())
    patch(Mailbox, "wait", wait_in_loop)
    patch(Mailbox, "put", put_and_wake)
    patch(RealTimePlayer, "_wait_until", wait_in_player)
    patch(RealTimePlayer, "stop", stop_and_wake)
