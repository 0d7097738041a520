"""A jumper on mock pins: what one pin drives arrives at others, as late and as well as was planted."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from firmware.fakes.pins import StampedFactory, StampedPin
from firmware.ports import Clock


@dataclass(frozen=True, slots=True)
class Planted:
    """What becomes of an edge on its way to one line.

    Attributes:
        delay: how much later it is stamped than it was driven, ns.
        jitter: up to so much later still, ns, any amount as likely as another.
        lose_every: each so-manieth edge never arrives; 0 loses none.
        double_every: each so-manieth edge bounces once, half a millisecond later; 0 doubles none.
    """

    delay: int = 0
    jitter: int = 0
    lose_every: int = 0
    double_every: int = 0


class DriverPin(StampedPin):
    """A pin whose changes as an output go to its `jumper`."""

    jumper: MockJumper | None = None

    def _set_state(self, value: float) -> None:
        changes = bool(value) is not bool(self.state)
        super()._set_state(value)  # type: ignore[no-untyped-call]
        if changes and self.jumper is not None:
            self.jumper.driven(low=not value)


class MockJumper:
    """Joins a mock pin to others; plug it in before anything else asks for that pin.

    Args:
        factory: whose pins they are.
        clock: tells when an edge was driven.
        driver: GPIO of the driving pin.
        lines: GPIO of each joined pin, and what is planted on its wire.
        seed: makes the jitter repeatable.
    """

    BOUNCE_NS = 500_000

    def __init__(
        self, factory: StampedFactory, clock: Clock, driver: int, lines: Mapping[int, Planted], seed: int = 0
    ) -> None:
        self._factory = factory
        self._clock = clock
        self._lines = lines
        self._random = random.Random(seed)
        self._count = 0
        pin = factory.pin(driver, DriverPin)
        if not isinstance(pin, DriverPin):
            raise TypeError(f"expected GPIO {driver} not yet in use, got {pin!r}")
        pin.jumper = self

    def driven(self, *, low: bool) -> None:
        """The driving pin has changed: lines that are driven low close."""
        self._count += 1
        now = self._clock.now()
        for gpio, planted in self._lines.items():
            if planted.lose_every and self._count % planted.lose_every == 0:
                continue
            pin = self._factory.pin(gpio)
            if pin.function != "input":
                continue
            at = now + planted.delay + self._random.randint(0, planted.jitter)
            pin.edge_at(at, low)
            if planted.double_every and self._count % planted.double_every == 0:
                pin.edge_at(at + self.BOUNCE_NS // 2, not low)
                pin.edge_at(at + self.BOUNCE_NS, low)
