"""The loop-back on a real header: one output drives button lines through the documented jumper.

Wire the jumper's pin (``[check] jumper`` in box.toml) to each button line through 1 kΩ, a resistor a line:
somebody may press a button while the pin is high, and then 3.3 mA flow through its resistor instead of all
the pin can give. Unplug the pucks, whose capacitors would add to what is measured. Take the jumper off before
play: it joins the lines, and two seats answer to one press.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from typing import Protocol

from gpiozero import Factory, OutputDevice

from firmware.events import Edge, Line
from firmware.loopback import LIMIT_NS, PER_WAY, Loopback, Plan
from firmware.pi.opening import opening
from firmware.ports import Clock


class Outbox(Protocol):
    """Where the loop-back finds what the pins report: the reading end of a `firmware.ports.Inbox`."""

    def drain(self) -> Iterable[object]:
        """Everything there is now, in the order it came."""
        ...

    def wait(self, timeout_ns: int) -> None:
        """Sleep until something comes, or for ``timeout_ns``."""
        ...


class Driver(Protocol):
    """What closes and opens the joined lines: a `Jumper`."""

    def drive(self, closed: bool) -> None:
        """Close the joined lines, or open them."""
        ...


class Jumper:
    """The driver's pin; high from the start, which leaves the lines open.

    Raises:
        PinBusyError: if the pin can't be had.
    """

    def __init__(self, pin: int, factory: Factory) -> None:
        with opening(pin, "the jumper"):
            self._device = OutputDevice(pin, initial_value=True, pin_factory=factory)

    def drive(self, closed: bool) -> None:
        """Close the joined lines by driving the pin low, or open them."""
        self._device.value = not closed

    def close(self) -> None:
        """The pin is an input again."""
        with suppress(Exception):  # lgpio's error is known only where lgpio is
            self._device.close()


def run_loopback(
    jumper: Driver,
    outbox: Outbox,
    clock: Clock,
    lines: Collection[Line],
    *,
    per_way: int = PER_WAY,
    limit: int = LIMIT_NS,
    on_turn: Callable[[Plan], None] = lambda _: None,
    on_item: Callable[[Plan, object], None] = lambda _, __: None,
) -> Loopback:
    """Drive the lines and see what comes back; takes about 8 s, never longer than ``limit``.

    Args:
        jumper: what drives the lines.
        outbox: where the box's open button lines leave their edges.
        clock: the time.
        lines: the box's button lines, joined or not.
        per_way: how often to close them, and how often to open them.
        limit: the longest it may take, ns.
        on_turn: called after each turn; may show progress, redraw panels while `Plan.busy`, or `Plan.stop`.
        on_item: called with what came that is no edge, such as a key of the host's.
    """
    plan = Plan(lines, clock.now(), per_way=per_way, limit=limit)
    while plan.due is not None:
        outbox.wait(plan.due - clock.now())
        for item in outbox.drain():
            if isinstance(item, Edge):
                plan.feed(item)
            else:
                on_item(plan, item)
        wanted = plan.step(clock.now())
        if wanted is not None:
            jumper.drive(wanted)
        on_turn(plan)
    jumper.drive(False)
    return plan.result()
