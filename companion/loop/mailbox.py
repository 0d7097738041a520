"""Where pins, keys and the window leave what happened, for the loop to find in the order it came."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import TypeAlias

from firmware.events import NS_PER_S, Edge, Event, HostEvent, Resumed
from firmware.plugged import Found


@dataclass(frozen=True, slots=True)
class Told:
    """What a recorded game was told: handed to the session just so, whatever buttons, clocks and dice say."""

    event: Event


Item: TypeAlias = Edge | HostEvent | Resumed | Told | Found
"""What can be left for the loop."""


class Mailbox:
    """Where pins, keys and the window leave what happened; a `firmware.ports.Inbox`."""

    def __init__(self) -> None:
        self._items: SimpleQueue[Item | None] = SimpleQueue()
        self._woken_by: Item | None = None

    def put(self, item: Item | None) -> None:
        """Leave one item, or None just to wake the loop; from any thread."""
        self._items.put(item)

    def drain(self) -> Iterator[Item]:
        """Everything there is now, in the order it came."""
        if self._woken_by is not None:
            yield self._woken_by
            self._woken_by = None
        while True:
            try:
                item = self._items.get_nowait()
            except Empty:
                return
            if item is not None:
                yield item

    def wait(self, timeout_ns: int) -> None:
        """Sleep until something comes, or for ``timeout_ns``."""
        timeout = max(0, timeout_ns) / NS_PER_S
        with suppress(Empty):
            self._woken_by = self._items.get(timeout=timeout)
