"""An OLED without glass: a serial port for luma.core that keeps what a real controller's memory would.

`OledMemory` takes the very bytes luma sends, decodes them as the data sheet says and shows the picture the
glass would show, so the whole way from a screen to the panel is tested, and the desk window shows it.
The controllers themselves are in `firmware.fakes.oled_chips`.

Every module is taken to be mounted as luma expects: upright with segments remapped (0xA1) and COM lines
scanned down from the last (0xC8), so its top left pixel is the last segment and the last COM line in use.
"""

from __future__ import annotations

import errno
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from luma.core.error import DeviceNotFoundError
from PIL import Image

from firmware.boxfile.settings import PanelSettings
from firmware.errors import OledCommandError, PanelError
from firmware.fakes.oled_chips import Chip, Sh1106, Ssd1306
from firmware.views import PanelId

GLASSES: Mapping[tuple[type[Chip], int, int], tuple[int, int]] = {
    (Ssd1306, 128, 64): (0, 63),
    (Ssd1306, 128, 32): (0, 31),
    (Ssd1306, 96, 16): (0, 15),
    (Ssd1306, 64, 48): (32, 47),
    (Ssd1306, 64, 32): (32, 31),
    (Sh1106, 128, 64): (2, 63),
    (Sh1106, 128, 32): (2, 47),
}
"""The glass sold with each controller, by width and height: its first RAM column, its top row's COM line."""

CHIPS: Mapping[str, type[Chip]] = {"ssd1306": Ssd1306, "ssd1309": Ssd1306, "sh1106": Sh1106}


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


class OledMemory:
    """One fake panel: give it to a luma device as its serial interface.

    It may be unplugged, plugged in again (its memory and set-up are then lost, as after a power cut) and made
    to fail for a few transfers; it fails as luma's ``i2c`` does. Safe to look at from any thread.

    Args:
        settings: the panel it stands for.
        first_column: the glass's first RAM column where it isn't the one in ``settings``.
        driver: the controller that is really there where it isn't the one in ``settings``: it takes any byte,
            as real ones do, and ignores what it doesn't know.

    Raises:
        PanelError: no glass of this size is sold with this controller.
    """

    def __init__(
        self, settings: PanelSettings, *, first_column: int | None = None, driver: str | None = None
    ) -> None:
        self.settings = settings
        self.sent = Sent()
        self.handles = 0
        """How many ports are open on it now."""
        self._kind = CHIPS[driver or settings.driver]
        self._forgives = (OledCommandError,) if driver else ()
        size = (settings.width, settings.height)
        if (self._kind, *size) not in GLASSES:
            raise PanelError(f"no {driver or settings.driver} glass is {size[0]}×{size[1]} pixels")
        self._column, self._top = GLASSES[self._kind, *size]
        if self._kind is Sh1106 and settings.column_offset is not None:
            self._column = settings.column_offset
        if first_column is not None:
            self._column = first_column
        self._chip = self._kind()
        self._plugged = True
        self._spared = self._glitches = 0
        self._lock = threading.Lock()

    def open(self) -> OledMemory:
        """A port on this panel: itself, with one more handle to be closed by `cleanup`."""
        self.handles += 1
        return self

    def command(self, *cmd: int) -> None:
        """Take command bytes; one command may be split over several calls.

        Raises:
            DeviceNotFoundError: the panel is unplugged or was told to fail.
            OledCommandError: the controller has no such command.
        """
        with self._lock:
            if self._broken():
                raise DeviceNotFoundError(f"I2C device not found on address: 0x{self.settings.address:02X}")
            self._count(len(cmd))
            for byte in cmd:
                with suppress(*self._forgives):
                    self._chip.command(byte)

    def data(self, data: Sequence[int]) -> None:
        """Take bytes for the display RAM, each a column of eight pixels, the top one in bit 0.

        Raises:
            OSError: the panel is unplugged or was told to fail: errno 121, as the kernel says.
            OledCommandError: a command still waits for its arguments.
        """
        with self._lock:
            if self._broken():
                raise OSError(errno.EREMOTEIO, "Remote I/O error")
            self._count(len(data))
            with suppress(*self._forgives):
                self._chip.data(bytes(data))

    def cleanup(self) -> None:
        """Close one handle."""
        self.handles -= 1

    def unplug(self) -> None:
        """Pull the plug: the glass is dark and every transfer fails."""
        with self._lock:
            self._plugged = False

    def plug(self) -> None:
        """Give it power again: set-up as after reset, memory full of noise, the display off."""
        with self._lock:
            self._chip = self._kind()
            self._plugged = True

    def glitch(self, transfers: int = 1, *, after: int = 0) -> None:
        """Let ``transfers`` fail, as noise does, ``after`` so many that work; nothing is forgotten."""
        with self._lock:
            self._spared, self._glitches = after, transfers

    def picture(self, *, upright: bool = False) -> Image.Image:
        """What the glass shows.

        Args:
            upright: turn it as the module is turned by its ``rotate`` setting, so that it can be read.

        Returns:
            A mode ``"1"`` image, ``width`` × ``height`` of the settings before any turn; lit pixels are 255.
        """
        with self._lock:
            size = (self.settings.width, self.settings.height)
            if self._plugged and self._chip.on:
                glass = self._chip.glass(self._column, self._top, size)
            else:
                glass = Image.new("1", size)
        return glass.rotate(90 * self.settings.rotate, expand=True) if upright else glass

    @property
    def ram(self) -> bytes:
        """The display RAM, page by page (eight), a byte a column (128, or 132 of an SH1106)."""
        with self._lock:
            return bytes(self._chip.ram)

    @property
    def on(self) -> bool:
        """Whether it has power and the display is switched on."""
        with self._lock:
            return self._plugged and self._chip.on

    @property
    def contrast(self) -> int:
        """The contrast register, 0..255."""
        with self._lock:
            return self._chip.contrast

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


class OledBench(Mapping[PanelId, OledMemory]):
    """The fake panels of one box, by name; `open_port` finds one by its bus, mux and address, as wires do."""

    def __init__(self, panels: Mapping[PanelId, PanelSettings]) -> None:
        self._panels = {name: OledMemory(settings) for name, settings in panels.items()}
        self._wired = {memory.settings.wires: memory for memory in self.values()}

    def open_port(self, settings: PanelSettings) -> OledMemory:
        """The port of the panel at the end of these wires.

        Raises:
            DeviceNotFoundError: no panel of this box is there.
        """
        memory = self._wired.get(settings.wires)
        if memory is None:
            raise DeviceNotFoundError(f"I2C device not found on address: 0x{settings.address:02X}")
        return memory.open()

    def __getitem__(self, name: PanelId) -> OledMemory:
        return self._panels[name]

    def __iter__(self) -> Iterator[PanelId]:
        return iter(self._panels)

    def __len__(self) -> int:
        return len(self._panels)
