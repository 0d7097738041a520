"""The lamps in the buttons: on or off; blinking is the loop's business, dimming would flicker.

Wire each lamp to a transistor its GPIO drives: high is lit. A lamp that fails leaves the game running and
is named as a fault.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress

from gpiozero import LED, Factory

from firmware.errors import PinBusyError
from firmware.events import Seat
from firmware.pi.opening import opening


class Lamps:
    """The lamps of those seats that have one."""

    def __init__(self, pins: Mapping[Seat, int], factory: Factory) -> None:
        self._leds: dict[Seat, LED] = {}
        self._lit: dict[Seat, bool] = {}
        self._failing: set[Seat] = set()
        for seat, pin in pins.items():
            try:
                with opening(pin, f"seat {seat}'s lamp"):
                    self._leds[seat] = LED(pin, pin_factory=factory)
            except PinBusyError:
                self._failing.add(seat)

    def show(self, lit: Collection[Seat]) -> None:
        """Light exactly these seats' lamps; writes only to those that change."""
        for seat, led in self._leds.items():
            on = seat in lit
            if self._lit.get(seat) is on:
                continue
            try:
                led.value = on
            except Exception:  # noqa: BLE001 - lgpio's error is known only where lgpio is
                self._failing.add(seat)
            else:
                self._lit[seat] = on
                self._failing.discard(seat)

    def failing(self) -> Collection[Seat]:
        """Seats whose lamp can't be switched now, or could not be opened."""
        return sorted(self._failing)

    def close(self) -> None:
        """All dark; the pins are free."""
        self.show(())
        for led in self._leds.values():
            with suppress(Exception):
                led.close()
