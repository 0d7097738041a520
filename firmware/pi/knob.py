"""The host's knob: a rotary encoder, or an up and a down key that stand for it.

Wire an encoder's A and B, or each key, between its GPIO and ground, the encoder's common to ground. The
knob's push switch is an ordinary button line, ``"ok"``.
"""

from __future__ import annotations

from contextlib import ExitStack, closing, suppress
from functools import partial

from gpiozero import Factory, RotaryEncoder

from firmware.boxfile.settings import KnobPins
from firmware.events import NS_PER_MS, Edge, HostEvent, Knob
from firmware.pi.buttons import ButtonLine
from firmware.pi.opening import opening
from firmware.ports import Clock, Inbox

KEY_QUIET_NS = 20 * NS_PER_MS
"""A key that closes sooner after its last edge is bouncing; taps come no faster than about 10 a second."""


class Encoder:
    """A rotary encoder that goes through a full cycle from one detent to the next.

    It leaves one `Knob` in the inbox for each step, stamped when it is understood.

    Raises:
        PinBusyError: if a pin can't be had.
    """

    def __init__(self, a: int, b: int, factory: Factory, inbox: Inbox, clock: Clock) -> None:
        self._inbox = inbox
        self._clock = clock
        with opening(a, f"the knob (with GPIO {b})"):
            self._device = RotaryEncoder(a, b, pin_factory=factory)
            self._device.when_rotated_clockwise = partial(self._turn, 1)
            self._device.when_rotated_counter_clockwise = partial(self._turn, -1)

    def _turn(self, steps: int) -> None:
        with suppress(Exception):  # runs in the thread that serves every pin
            self._inbox.put(Knob(steps, self._clock.now()))

    def close(self) -> None:
        """The pins are free."""
        with suppress(Exception):
            for half in (self._device.a, self._device.b):
                half.pin.when_changed = None
            self._device.close()


class Steps:
    """An inbox for a key's edges, which makes each press one step of the knob.

    It tells a press from bounce by the stamps: lgpio's own debounce can drop the opening edge, and with it
    every later press.
    """

    def __init__(self, steps: int, inbox: Inbox, clock: Clock) -> None:
        self._steps = steps
        self._inbox = inbox
        self._clock = clock
        self._last: int | None = None

    def put(self, edge: Edge | HostEvent) -> None:
        """A key's contact has closed or opened."""
        quiet = self._last is None or edge.at - self._last >= KEY_QUIET_NS
        self._last = edge.at
        if quiet and isinstance(edge, Edge) and edge.closed:
            self._inbox.put(Knob(self._steps, self._clock.now()))


def open_knob(pins: KnobPins, factory: Factory, inbox: Inbox, clock: Clock) -> list[Encoder | ButtonLine]:
    """Open what turns; its parts close themselves.

    Raises:
        PinBusyError: if a pin can't be had; what was opened by then is closed again.
    """
    if pins.a is not None and pins.b is not None:
        return [Encoder(pins.a, pins.b, factory, inbox, clock)]
    parts: list[Encoder | ButtonLine] = []
    with ExitStack() as stack:
        for line, pin, steps in (("up", pins.up, 1), ("down", pins.down, -1)):
            if pin is not None:
                key = ButtonLine(line, pin, factory, Steps(steps, inbox, clock), f"the knob's {line} key")
                parts.append(stack.enter_context(closing(key)))
        stack.pop_all()
    return parts
