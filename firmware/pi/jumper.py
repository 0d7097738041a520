"""The pin that drives the loop-back; what is measured with it is `firmware.presses.loopback`'s.

Wire the jumper's pin (``[check] jumper`` in box.toml) to each button line through 1 kΩ, a resistor a line:
somebody may press a button while the pin is high, and then 3.3 mA flow through its resistor instead of all
the pin can give. Unplug the pucks, whose capacitors would add to what is measured. Take the jumper off before
play: it joins the lines, and two seats answer to one press.
"""

from __future__ import annotations

from contextlib import suppress

from gpiozero import Factory, OutputDevice

from firmware.pi.opening import opening


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
