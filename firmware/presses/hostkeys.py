"""The host's own buttons -> keys: ``ok`` pressed accepts, ``ok`` held opens the menu; ``back`` is back.

The same `Contact` that judges seats judges these, so a bouncing knob can't accept twice. A key is stamped
when it takes effect, not when the finger came down: what it opens can't have been open before anyone saw it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from firmware.events import NS_PER_MS, Edge, HostKey, Key, Line
from firmware.presses.contact import Contacts, Kind, Read
from firmware.times import Times, earliest

HOLD_NS = 800 * NS_PER_MS
"""Held this long, ok means the menu."""


class HostButtons:
    """Turns edges of the lines ``ok`` and ``back`` into `Key` events."""

    def __init__(self, lines: Collection[Line], times: Times, read: Read, now: int) -> None:
        self.contacts = Contacts(lines, times, read, now)
        self._held_since: int | None = None

    def feed(self, edge: Edge) -> None:
        """Take one edge of a host's line."""
        self.contacts[edge.line].edge(edge.closed, edge.at)

    def keys(self, now: int) -> Iterator[Key]:
        """The keys that have taken effect by ``now``."""
        self.contacts.advance(now)
        for line, contact in self.contacts.items():
            while contact.outcomes:
                kind, at, *_ = contact.outcomes.popleft()
                if line == "back" and kind is Kind.PRESS:
                    yield Key(HostKey.BACK, now)
                elif line == "ok" and kind is Kind.PRESS:
                    self._held_since = at
                elif line == "ok" and kind is Kind.RELEASE and self._held_since is not None:
                    held = at - self._held_since
                    self._held_since = None
                    yield Key(HostKey.HOLD_OK if held >= HOLD_NS else HostKey.OK, now)
        hold = self._hold_due()
        if hold is not None and now >= hold:
            self._held_since = None
            yield Key(HostKey.HOLD_OK, now)

    def deadline(self) -> int | None:
        """When `keys` has something to judge next (ns), or None."""
        return earliest(self.contacts.deadline(), self._hold_due())

    def _hold_due(self) -> int | None:
        """When ok will have been held long enough, unless it already looks let go."""
        if self._held_since is None or self.contacts["ok"].opened is not None:
            return None
        return self._held_since + HOLD_NS
