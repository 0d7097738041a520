"""Carries a loop-back's plan out: drives what it is given, feeds the plan with what came back."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Protocol

from firmware.events import Edge, Line
from firmware.ports import Clock
from firmware.presses.loopback import Loopback, Plan


class Driver(Protocol):
    def drive(self, closed: bool) -> None: ...


class Outbox(Protocol):
    def drain(self) -> Iterable[object]: ...

    def wait(self, timeout_ns: int) -> None: ...


def measured(
    driver: Driver, outbox: Outbox, clock: Clock, lines: Collection[Line], per_way: int = 1000
) -> Loopback:
    """What a whole loop-back tells."""
    plan = Plan(lines, clock.now(), per_way=per_way)
    while plan.due is not None:
        outbox.wait(plan.due - clock.now())
        for item in outbox.drain():
            assert isinstance(item, Edge)
            plan.feed(item)
        wanted = plan.step(clock.now())
        if wanted is not None:
            driver.drive(wanted)
    return plan.result()
