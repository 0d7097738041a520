"""One OLED panel on its I2C bus: luma's device classes, with quick packing and no exit hooks of their own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias

from luma.core.device import device
from luma.core.interface.serial import i2c
from luma.oled.device import sh1106, ssd1306, ssd1309
from PIL import Image

from firmware.settings import PanelSettings

NOP = 0xE3
"""Does nothing, on every controller here (SSD1306 data sheet 10.1.20, SH1106 command 21)."""


class Port(Protocol):
    """What luma calls a serial interface."""

    def command(self, *cmd: int) -> None:
        """Send command bytes."""
        ...

    def data(self, data: Sequence[int]) -> None:
        """Send bytes for the display RAM."""
        ...

    def cleanup(self) -> None:
        """Close it."""
        ...


OpenPort: TypeAlias = Callable[[PanelSettings], Port]


class Oled(Protocol):
    """A panel set up and lit."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels, as the reader sees it: after rotation."""
        ...

    def display(self, image: Image.Image) -> None:
        """Send a whole mode ``"1"`` picture of this `size`."""
        ...

    def contrast(self, level: int) -> None:
        """How bright it is, 0..255; a controller's current grows with it (SSD1306 data sheet, 8.7)."""
        ...

    def blank(self) -> None:
        """Switch the display off, clear its memory and close the port."""
        ...

    def drop(self) -> None:
        """Close the port and leave the panel as it is."""
        ...


def open_i2c(settings: PanelSettings) -> Port:
    """Open /dev/i2c-<bus> for one address.

    Raises:
        luma.core.error.Error: no such bus, or no permission to use it.
        OSError: the bus can't be opened for another reason.
    """
    port: Port = i2c(port=settings.bus, address=settings.address)
    return port


def build(settings: PanelSettings, port: Port) -> Oled:
    """Set a panel up: reset its registers, clear its memory, light it.

    Raises:
        luma.core.error.Error: the panel doesn't answer, or this size doesn't exist with this driver.
        OSError: the panel stopped answering half-way.
    """
    # An absent panel is found out here, by one byte, before luma builds its tables for it.
    port.command(NOP)
    options = {"width": settings.width, "height": settings.height, "rotate": settings.rotate}
    if settings.driver == "sh1106" and settings.column_offset is not None:
        options["page_address_offset"] = settings.column_offset
    panel: Any = DRIVERS[settings.driver](port, **options)
    panel.contrast(settings.contrast)
    oled: Oled = panel
    return oled


def pack(image: Image.Image) -> list[bytes]:
    """A picture in the controllers' order, a page (eight rows) an item, a byte a column, top pixel in bit 0.

    Transposed, a column's pixels lie side by side, so Pillow packs eight of them into each byte; ``1;R`` puts
    the first in the lowest bit. luma's own way walks every pixel in Python.
    """
    columns = image.transpose(Image.Transpose.TRANSPOSE).tobytes("raw", "1;R")
    pages = image.height // 8
    return [columns[page::pages] for page in range(pages)]


class _Hookless(device):
    """Stands between luma's drivers and its `device`, whose only other work is to hook the exit.

    That hook can't be taken back and keeps its device alive: a panel built anew once a second while a plug
    is loose would pile them up, and each would talk to the bus at exit. Blanking is `LumaPanels.close`'s.
    """

    def __init__(self, const: Any = None, serial_interface: Port | None = None) -> None:
        self._const = const
        self._serial_interface = serial_interface

    def blank(self: Any) -> None:
        self.persist = False
        self.cleanup()

    def drop(self: Any) -> None:
        self.persist = True
        self.cleanup()


class _WindowedDisplay:
    """Sends a frame through the SSD1306's address window: two transfers."""

    def display(self: Any, image: Image.Image) -> None:
        frame = b"".join(pack(self.preprocess(image)))
        window = (self._colstart, self._colend - 1)
        self.command(self._const.COLUMNADDR, *window, self._const.PAGEADDR, 0, self._pages - 1)
        self.data(frame)


class _Ssd1306(_WindowedDisplay, ssd1306, _Hookless):
    pass


class _Ssd1309(_WindowedDisplay, ssd1309, _Hookless):
    pass


class _Sh1106(sh1106, _Hookless):
    """Sends a frame page by page, all the SH1106 can: two transfers each."""

    def display(self: Any, image: Image.Image) -> None:
        for page, columns in enumerate(pack(self.preprocess(image))):
            self.command(0xB0 + page, self._page_address_offset, 0x10)
            self.data(columns)


DRIVERS: dict[str, Callable[..., Any]] = {"ssd1306": _Ssd1306, "ssd1309": _Ssd1309, "sh1106": _Sh1106}
