"""An OLED without glass: a serial port for luma.core that keeps what a real controller's memory would.

`OledMemory` takes the very bytes luma sends, decodes them as the data sheet says and shows the picture the
glass would show, so the whole way from a screen to the panel is tested, and the desk window shows it.
The controllers themselves are in `firmware.fakes.oled_chips`.

Every module is taken to be mounted as luma expects: upright with segments remapped (0xA1) and COM lines
scanned down from the last (0xC8), so its top left pixel is the last segment and the last COM line in use.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence

from luma.core.error import DeviceNotFoundError
from PIL import Image

from firmware.boxfile.settings import PanelSettings
from firmware.errors import PanelError
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


class OledMemory:
    """One fake panel: give it to a luma device as its serial interface.

    Safe to look at from any thread.

    Args:
        settings: the panel it stands for.

    Raises:
        PanelError: no glass of this size is sold with this controller.
    """

    def __init__(self, settings: PanelSettings) -> None:
        self.settings = settings
        kind = CHIPS[settings.driver]
        size = (settings.width, settings.height)
        if (kind, *size) not in GLASSES:
            raise PanelError(f"no {settings.driver} glass is {size[0]}×{size[1]} pixels")
        self._column, self._top = GLASSES[kind, *size]
        if kind is Sh1106 and settings.column_offset is not None:
            self._column = settings.column_offset
        self._chip = kind()
        self._lock = threading.RLock()

    def command(self, *cmd: int) -> None:
        """Take command bytes; one command may be split over several calls.

        Raises:
            OledCommandError: the controller has no such command.
        """
        with self._lock:
            for byte in cmd:
                self._chip.command(byte)

    def data(self, data: Sequence[int]) -> None:
        """Take bytes for the display RAM, each a column of eight pixels, the top one in bit 0.

        Raises:
            OledCommandError: a command still waits for its arguments.
        """
        with self._lock:
            self._chip.data(bytes(data))

    def cleanup(self) -> None:
        """Nothing is held open."""

    def picture(self, *, upright: bool = False) -> Image.Image:
        """What the glass shows.

        Args:
            upright: turn it as the module is turned by its ``rotate`` setting, so that it can be read.

        Returns:
            A mode ``"1"`` image, ``width`` × ``height`` of the settings before any turn; lit pixels are 255.
        """
        with self._lock:
            size = (self.settings.width, self.settings.height)
            glass = self._chip.glass(self._column, self._top, size) if self._chip.on else Image.new("1", size)
        return glass.rotate(90 * self.settings.rotate, expand=True) if upright else glass

    @property
    def contrast(self) -> int:
        """The contrast register, 0..255."""
        with self._lock:
            return self._chip.contrast


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
        return memory

    def __getitem__(self, name: PanelId) -> OledMemory:
        return self._panels[name]

    def __iter__(self) -> Iterator[PanelId]:
        return iter(self._panels)

    def __len__(self) -> int:
        return len(self._panels)
