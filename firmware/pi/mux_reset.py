"""The pin that resets the muxes, which then let go of every channel, whoever holds its wires.

Wire ``[mux] reset`` of box.toml to RESET (RST) of each mux, with 10 kΩ to the mux's 3.3 V if its board has
none. The pin is an output that is high in play. When the program dies it stays so or becomes an input,
which the resistor keeps high; if that happens within a pulse, the next start ends it.

The kernel's driver (i2c-mux-pca954x.c) remembers which channel it has selected and writes the mux's
register for another one only: after a reset it would go on talking to nobody. It forgets when a write
fails. So while the pin is low, and the mux answers to nothing, two of its channels are asked for: one of
them isn't the one remembered.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress

from gpiozero import Factory, OutputDevice

from firmware.boxfile.settings import PanelSettings, Settings
from firmware.errors import PinBusyError
from firmware.pi.held import NOBODY
from firmware.pi.oled import OpenPort, open_i2c
from firmware.pi.opening import opening
from firmware.pi.probing import answers

log = logging.getLogger("pierwszy.panels")


class MuxReset:
    """Resets every mux when it is called, from any thread.

    The pulse is as long as two transfers that fail, 100 µs or more: 6 ns are enough (TCA9548A data sheet,
    t_W(L)), and 500 ns later SDA is free (t_rst).

    Args:
        pin: GPIO of the pin.
        panels: those of the box, of which some are behind muxes.
        factory: makes the pin.
        open_port: opens the way to one panel.

    Raises:
        PinBusyError: if the pin can't be had.
    """

    def __init__(
        self, pin: int, panels: Iterable[PanelSettings], factory: Factory, open_port: OpenPort
    ) -> None:
        self._muxes = sorted({(panel.bus, panel.mux) for panel in panels if panel.mux is not None})
        self._open_port = open_port
        self._one_at_a_time = threading.Lock()
        with opening(pin, "the muxes' reset"):
            self._device = OutputDevice(pin, initial_value=True, pin_factory=factory)

    def __call__(self) -> None:
        """Reset them; a pin that fails changes nothing."""
        self._pulse(lambda: None)

    def silences(self, panel: PanelSettings) -> bool:
        """Whether a panel behind a mux that answers otherwise doesn't in a reset; else its wire is loose."""
        answered: list[bool] = []
        self._pulse(lambda: answered.append(answers(panel, self._open_port)))
        return answered == [False]

    def _pulse(self, act: Callable[[], None]) -> None:
        with self._one_at_a_time, suppress(Exception):  # lgpio's error is known only where lgpio is
            self._device.off()
            try:
                act()
                for bus, mux in self._muxes:
                    for channel in (0, 1):
                        nobody = PanelSettings("ssd1306", bus=bus, mux=mux, channel=channel, address=NOBODY)
                        answers(nobody, self._open_port)
            finally:
                self._device.on()

    def close(self) -> None:
        """The pin is an input again."""
        with suppress(Exception):
            self._device.close()


@contextmanager
def mux_reset(
    settings: Settings, factory: Factory, open_port: OpenPort = open_i2c
) -> Iterator[MuxReset | None]:
    """The reset of a box's muxes; None if it has none, or its pin can't be had, which is only logged."""
    with ExitStack() as stack:
        reset = None
        if (pin := settings.mux_reset) is not None:
            try:
                made = MuxReset(pin, settings.panels.values(), factory, open_port)
                reset = stack.enter_context(closing(made))
            except PinBusyError as busy:
                log.warning("%s; going on without it", busy)
        yield reset
