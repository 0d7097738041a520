"""The fake panels, made to fail as real ones do, and to tell what was sent to them."""

from __future__ import annotations

import errno
from collections.abc import ItemsView, Mapping, Sequence, ValuesView
from contextlib import suppress
from dataclasses import dataclass, replace

from luma.core.error import DeviceNotFoundError

from firmware.boxfile.settings import PanelSettings
from firmware.errors import OledCommandError
from firmware.fakes.oled_bench import OledBench, OledMemory
from firmware.views import PanelId


@dataclass(frozen=True, slots=True)
class Sent:
    """What went over the bus to one panel.

    Attributes:
        transfers: I2C messages; each adds two bytes to the payload, address and control byte.
        payload: command and data bytes.
    """

    transfers: int = 0
    payload: int = 0

    @property
    def wire(self) -> int:
        """Bytes on the wire; nine clocks each."""
        return self.payload + 2 * self.transfers


class FaultyOled(OledMemory):
    """A fake panel that may be unplugged, plugged in again, and made to fail for a few transfers.

    Plugged in again, its memory and set-up are lost, as after a power cut. It fails as luma's ``i2c`` does.

    Args:
        settings: the panel it stands for.
        first_column: the glass's first RAM column where it isn't the one in ``settings``.
        driver: the controller that is really there where it isn't the one in ``settings``: it takes any byte,
            as real ones do, and ignores what it doesn't know.

    Attributes:
        handles: how many ports are open on it now.
    """

    def __init__(
        self, settings: PanelSettings, *, first_column: int | None = None, driver: str | None = None
    ) -> None:
        super().__init__(replace(settings, driver=driver or settings.driver))  # type: ignore[arg-type]
        self.settings = settings
        self.sent = Sent()
        self.handles = 0
        self._forgives = driver is not None
        if first_column is not None:
            self._column = first_column
        self._plugged = True
        self._spared = self._glitches = 0

    def open(self) -> FaultyOled:
        """A port on this panel: itself, with one more handle to be closed by `cleanup`."""
        self.handles += 1
        return self

    def command(self, *cmd: int) -> None:
        with self._lock:
            if self._broken():
                raise DeviceNotFoundError(f"I2C device not found on address: 0x{self.settings.address:02X}")
            self._count(len(cmd))
            for byte in cmd:
                with suppress(*self._forgiven()):
                    super().command(byte)

    def data(self, data: Sequence[int]) -> None:
        with self._lock:
            if self._broken():
                raise OSError(errno.EREMOTEIO, "Remote I/O error")
            self._count(len(data))
            with suppress(*self._forgiven()):
                super().data(data)

    def cleanup(self) -> None:
        """Close one handle."""
        self.handles -= 1

    def unplug(self) -> None:
        """Pull the plug: the glass is dark and every transfer fails."""
        with self._lock:
            self._plugged = self._chip.on = False

    def plug(self) -> None:
        """Give it power again: set-up as after reset, memory full of noise, the display off."""
        with self._lock:
            self._chip = type(self._chip)()
            self._plugged = True

    def glitch(self, transfers: int = 1, *, after: int = 0) -> None:
        """Let ``transfers`` fail, as noise does, ``after`` so many that work; nothing is forgotten."""
        with self._lock:
            self._spared, self._glitches = after, transfers

    @property
    def ram(self) -> bytes:
        """The display RAM, page by page (eight), a byte a column (128, or 132 of an SH1106)."""
        with self._lock:
            return bytes(self._chip.ram)

    @property
    def on(self) -> bool:
        """Whether it has power and the display is switched on."""
        with self._lock:
            return self._chip.on

    def _forgiven(self) -> tuple[type[OledCommandError], ...]:
        return (OledCommandError,) if self._forgives else ()

    def _broken(self) -> bool:
        if not self._plugged:
            return True
        if self._spared:
            self._spared -= 1
            return False
        if self._glitches:
            self._glitches -= 1
            return True
        return False

    def _count(self, payload: int) -> None:
        self.sent = Sent(self.sent.transfers + 1, self.sent.payload + payload)


class FaultyBench(OledBench):
    """Such panels of one box, by name."""

    _panels: dict[PanelId, FaultyOled]  # type: ignore[assignment]
    _wired: dict[tuple[int, int | None, int | None, int], FaultyOled]  # type: ignore[assignment]

    def __init__(self, panels: Mapping[PanelId, PanelSettings]) -> None:
        self._panels = {name: FaultyOled(settings) for name, settings in panels.items()}
        self._wired = {memory.settings.wires: memory for memory in self._panels.values()}

    def open_port(self, settings: PanelSettings) -> FaultyOled:
        super().open_port(settings)
        return self._wired[settings.wires].open()

    def __getitem__(self, name: PanelId) -> FaultyOled:
        return self._panels[name]

    def values(self) -> ValuesView[FaultyOled]:
        return self._panels.values()

    def items(self) -> ItemsView[PanelId, FaultyOled]:
        return self._panels.items()
