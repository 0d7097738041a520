"""The host's knob: a rotary encoder, or an up and a down key that stand for it.

Wire an encoder's A and B, or each key, between its GPIO and ground, the encoder's common to ground. The
knob's push switch is an ordinary button line, ``"ok"``.
"""

from __future__ import annotations

from contextlib import ExitStack, closing, suppress

from gpiozero import Factory, InputDevice, RotaryEncoder

from firmware.boxfile.settings import KnobPins
from firmware.events import NS_PER_MS, Knob
from firmware.pi.clock import to_ns
from firmware.pi.opening import opening
from firmware.ports import Clock, Inbox

KEY_QUIET_NS = 20 * NS_PER_MS
"""A key that closes sooner after its last edge is bouncing; taps come no faster than about 10 a second."""


class Turns:
    """Leaves one `Knob` in the inbox for each step, stamped when it is understood; never raises."""

    def __init__(self, inbox: Inbox, clock: Clock) -> None:
        self._inbox = inbox
        self._clock = clock
        self.lost = 0

    def turn(self, steps: int) -> None:
        """The knob went ``steps`` on; clockwise is positive."""
        try:
            self._inbox.put(Knob(steps, self._clock.now()))
        except Exception:  # noqa: BLE001 - runs in the thread that serves every pin
            self.lost += 1

    def up(self) -> None:
        """One step clockwise."""
        self.turn(1)

    def down(self) -> None:
        """One step back."""
        self.turn(-1)


class Encoder:
    """A rotary encoder that goes through a full cycle from one detent to the next.

    Raises:
        PinBusyError: if a pin can't be had.
    """

    def __init__(self, a: int, b: int, factory: Factory, turns: Turns) -> None:
        with opening(a, f"the knob (with GPIO {b})"):
            self._device = RotaryEncoder(a, b, pin_factory=factory)
            self._device.when_rotated_clockwise = turns.up
            self._device.when_rotated_counter_clockwise = turns.down

    def close(self) -> None:
        """The pins are free."""
        with suppress(Exception):
            for half in (self._device.a, self._device.b):
                half.pin.when_changed = None
            self._device.close()


class StepKey:
    """A key that stands for one step of the knob.

    It tells a press from bounce by the stamps: lgpio's own debounce can drop the opening edge, and with it
    every later press.

    Raises:
        PinBusyError: if the pin can't be had.
    """

    def __init__(self, pin: int, steps: int, factory: Factory, turns: Turns) -> None:
        self._steps = steps
        self._turns = turns
        self._last: int | None = None
        with opening(pin, "the knob's " + ("up key" if steps > 0 else "down key")):
            self._device = InputDevice(pin, pull_up=True, pin_factory=factory)
            self._pin = self._device.pin
            self._pin.edges = "both"
            self._pin.when_changed = self._edge

    def _edge(self, ticks: float, state: float) -> None:
        at = to_ns(ticks)
        quiet = self._last is None or at - self._last >= KEY_QUIET_NS
        self._last = at
        if quiet and not state:
            self._turns.turn(self._steps)

    def close(self) -> None:
        """The pin is free."""
        with suppress(Exception):
            self._pin.when_changed = None
            self._device.close()


def open_knob(pins: KnobPins, factory: Factory, inbox: Inbox, clock: Clock) -> list[Encoder | StepKey]:
    """Open what turns; its parts close themselves.

    Raises:
        PinBusyError: if a pin can't be had; what was opened by then is closed again.
    """
    turns = Turns(inbox, clock)
    if pins.a is not None and pins.b is not None:
        return [Encoder(pins.a, pins.b, factory, turns)]
    with ExitStack() as stack:
        keys = [(pin, steps) for pin, steps in ((pins.up, 1), (pins.down, -1)) if pin is not None]
        parts = [stack.enter_context(closing(StepKey(pin, steps, factory, turns))) for pin, steps in keys]
        stack.pop_all()
    return [*parts]
