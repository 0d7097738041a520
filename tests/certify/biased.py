"""Makes the box under test unfair on purpose, to see whether the certificate's judges find it.

Only its own process is changed, by the harness that has started it; nothing of this is in the box. Each fault
is one that a builder or a programmer could really make.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from companion.loop.mailbox import Item, Mailbox
from firmware.events import NS_PER_MS, NS_PER_US, Edge, Line, Press
from firmware.presses import race
from firmware.presses.spans import S, Span, firsts
from tests.kernel.fairness.plan import LINES

LATE_SEAT = 5
LATE_NS = 30 * NS_PER_US
"""By so much one seat's stamps are late: more than a clean pin's ever are, far less than a tie."""

DROPPED = 10_000
"""One press in so many is dropped."""

QUIET_NS = 25 * NS_PER_MS
"""An edge after so long without any begins a press; what bounces or is held rests less."""


class Late:
    """One seat's edges are stamped late."""

    def __call__(self, item: Item) -> Item | None:
        if isinstance(item, Edge) and item.line == LATE_SEAT:
            return replace(item, at=item.at + LATE_NS)
        return item


class Drop:
    """Now and then all edges of a press are dropped."""

    def __init__(self) -> None:
        self._chance = random.Random()
        self._last: dict[Line, int] = {}
        self._deaf: set[Line] = set()

    def __call__(self, item: Item) -> Item | None:
        if not isinstance(item, Edge):
            return item
        if item.at - self._last.get(item.line, 0) > QUIET_NS and item.closed:
            self._deaf.discard(item.line)
            if self._chance.randrange(DROPPED) == 0:
                self._deaf.add(item.line)
        self._last[item.line] = item.at
        return None if item.line in self._deaf else item


def by_pin(presses: tuple[S, ...], tie: int) -> tuple[S, ...]:
    """What should be a tie is the lowest pin's, as of lines that share an interrupt and are scanned."""
    return tuple(sorted(firsts(presses, tie), key=_pin)[:1])


def _pin(press: Span) -> int:
    assert isinstance(press, Press)
    return LINES[press.seat]


def make(bias: str, mailbox: type[Mailbox]) -> None:
    """Make it so: ``late``, ``drop`` or ``pin``; nothing if it is empty.

    Args:
        bias: which.
        mailbox: through which the box's edges go.
    """
    if bias == "pin":
        setattr(race, "firsts", by_pin)  # noqa: B010 - mypy wants it told that this is another's
    elif bias:
        _through(mailbox, BIASES[bias]())


def _through(mailbox: type[Mailbox], fault: Callable[[Item], Item | None]) -> None:
    drain = mailbox.drain

    def drained(self: Mailbox) -> Iterator[Item]:
        items = (fault(item) for item in drain(self))
        return (item for item in items if item is not None)

    mailbox.drain = drained  # type: ignore[method-assign]


BIASES: Mapping[str, Callable[[], Callable[[Item], Item | None]]] = {"late": Late, "drop": Drop}
ALL = (*BIASES, "pin")
