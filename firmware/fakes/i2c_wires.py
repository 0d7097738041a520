"""I2C buses with muxes as the kernel and the wires make them, and pucks that hold their wires low."""

from __future__ import annotations

import errno
from collections.abc import Callable, Sequence
from contextlib import suppress

from luma.core.error import DeviceNotFoundError

from firmware.boxfile.settings import PanelSettings
from firmware.fakes.pins import StampedFactory, StampedPin
from firmware.pi.oled import OpenPort, Port

Wires = tuple[int, int | None]
"""A bus, and a mux on it."""


def acknowledged() -> None:
    """How a BCM2835 or BCM2711 sees SDA held low: all that is sent seems to arrive."""


class ResetPin(StampedPin):
    """A pin that is wired to the muxes' RESET."""

    wires: I2cWires | None = None

    def _set_state(self, value: float) -> None:
        super()._set_state(value)  # type: ignore[no-untyped-call]
        if self.wires is not None:
            self.wires.reset(low=not value)


class I2cWires:
    """What is between a program and its panels; `open_port` is what opens a way through it.

    Args:
        panels: opens a panel's own port, whatever the wires do.
        while_held: what a transfer does whose wires are held low: nothing, or it takes its time and raises.
        disconnects: the kernel disconnects a mux's channel after each transfer (``disconnect_on_idle``).

    Attributes:
        resets: how often RESET went low.
    """

    def __init__(
        self, panels: OpenPort, while_held: Callable[[], None] = acknowledged, *, disconnects: bool = False
    ) -> None:
        self._panels = panels
        self._while_held = while_held
        self._disconnects = disconnects
        self._holding: list[PanelSettings] = []
        self._connected: dict[Wires, int | None] = {}
        self._believed: dict[Wires, int | None] = {}  # by the kernel's driver
        self._low = False
        self.resets = 0

    def wire_reset(self, factory: StampedFactory, gpio: int) -> None:
        """Have a pin reset the muxes; before anything else asks for it.

        Raises:
            TypeError: something else did.
        """
        pin = factory.pin(gpio, ResetPin)
        if not isinstance(pin, ResetPin):
            raise TypeError(f"expected GPIO {gpio} not yet in use, got {pin!r}")
        pin.wires = self

    def hold(self, panel: PanelSettings) -> None:
        """A panel, or what is plugged in its place, holds its wires low from now on."""
        self._holding.append(panel)

    def let_go(self, panel: PanelSettings) -> None:
        """It does no longer."""
        self._holding.remove(panel)

    def reset(self, *, low: bool) -> None:
        """RESET has changed."""
        self.resets += low and not self._low
        self._low = low
        if low:
            self._connected.clear()

    def open_port(self, settings: PanelSettings) -> Port:
        """A way to one address; nobody need be there."""
        return _Way(self, settings)

    def carry(self, settings: PanelSettings, send: Callable[[Port], None]) -> None:
        """One transfer.

        Raises:
            OSError: as ioctl does.
        """
        try:
            self._transfer(settings, send)
        finally:
            if self._disconnects and settings.mux is not None:
                self._believed[settings.bus, settings.mux] = None
                with suppress(OSError):
                    self._to_mux((settings.bus, settings.mux), None)

    def _transfer(self, settings: PanelSettings, send: Callable[[Port], None]) -> None:
        wires = (settings.bus, settings.mux)
        if settings.mux is not None and self._believed.get(wires) != settings.channel:
            self._believed[wires] = None
            self._to_mux(wires, settings.channel)
            self._believed[wires] = settings.channel
        if self._held(settings.bus):
            self._while_held()
            return
        if settings.mux is not None and self._connected.get(wires) != settings.channel:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        try:
            port = self._panels(settings)
        except DeviceNotFoundError:
            raise OSError(errno.EREMOTEIO, "Remote I/O error") from None
        try:
            send(port)
        finally:
            port.cleanup()

    def _to_mux(self, wires: Wires, channel: int | None) -> None:
        """Write a mux's register."""
        if self._held(wires[0]):
            self._while_held()
        elif self._low:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        else:
            self._connected[wires] = channel

    def _held(self, bus: int) -> bool:
        return any(
            panel.bus == bus and (panel.mux is None or self._connected.get((bus, panel.mux)) == panel.channel)
            for panel in self._holding
        )


class _Way:
    """As luma's ``i2c``: a command that isn't answered is a device not found, all else ioctl's error."""

    def __init__(self, wires: I2cWires, settings: PanelSettings) -> None:
        self._wires = wires
        self._settings = settings

    def command(self, *cmd: int) -> None:
        """Send command bytes."""
        try:
            self._wires.carry(self._settings, lambda port: port.command(*cmd))
        except OSError as error:
            if error.errno not in {errno.EREMOTEIO, errno.EIO}:
                raise
            raise DeviceNotFoundError(f"not found on address: 0x{self._settings.address:02X}") from None

    def data(self, data: Sequence[int]) -> None:
        """Send bytes for the display RAM."""
        self._wires.carry(self._settings, lambda port: port.data(data))

    def cleanup(self) -> None:
        """Nothing is held open."""
