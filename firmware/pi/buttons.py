"""Buttons: raw edges with the kernel's stamp, straight into the inbox.

Wire each button between its GPIO and ground; the pin is pulled up inside the Pi, so closed is low. What an
edge means is `firmware.presses.contact`'s business: nothing here debounces, since gpiozero's and lgpio's
debounce stamp the *last* bounce and so let the cleaner switch win.
"""

from __future__ import annotations

from contextlib import suppress

from gpiozero import Factory, InputDevice

from firmware.events import Edge, Line
from firmware.pi.clock import to_ns
from firmware.pi.opening import opening
from firmware.ports import Inbox


class ButtonLine:
    """One button's line.

    Keep a reference for as long as edges are wanted: gpiozero holds the handler weakly.

    Args:
        user: what is said to need the pin if it can't be had; empty for the button of that line.

    Attributes:
        line: whose it is.
        failing: True if the level could not be read last time.
        lost: edges the inbox refused, which should never be.

    Raises:
        PinBusyError: if the pin can't be had.
    """

    def __init__(self, line: Line, pin: int, factory: Factory, inbox: Inbox, user: str = "") -> None:
        self.line = line
        self.failing = False
        self.lost = 0
        self._inbox = inbox
        self._last = False
        named = f"seat {line}'s button" if isinstance(line, int) else f"the {line} button"
        with opening(pin, user or named):
            self._device = InputDevice(pin, pull_up=True, pin_factory=factory)
            self._pin = self._device.pin
            self._pin.bounce = None
            self._pin.edges = "both"
            self._pin.when_changed = self._edge

    def _edge(self, ticks: float, state: float) -> None:
        """Runs in the one thread that serves every pin: an exception here would end them all."""
        try:
            self._inbox.put(Edge(self.line, not state, to_ns(ticks)))
        except Exception:  # noqa: BLE001
            self.lost += 1

    def closed(self) -> bool:
        """Read the level now; the last one read if the pin fails."""
        try:
            self._last = not self._pin.state
        except Exception:  # noqa: BLE001 - lgpio's error is known only where lgpio is
            self.failing = True
        else:
            self.failing = False
        return self._last

    def close(self) -> None:
        """No more edges; the pin is free."""
        with suppress(Exception):  # a pin that fails now can't be freed any better
            self._pin.when_changed = None  # LGPIOPin.close() leaves its callback running
            self._device.close()
