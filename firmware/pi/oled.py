"""One OLED panel on its I2C bus: luma's device classes, which here send only what changed.

They pack a picture quickly, remember what the panel holds and hook nothing to the program's exit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias

from luma.core.device import device
from luma.core.interface.serial import i2c
from luma.oled.device import sh1106, ssd1306
from PIL import Image

from firmware.boxfile.settings import PanelSettings
from firmware.pi.delta import Pages, Window, runs, windows
from firmware.pi.mux import bus_number

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


def open_i2c(settings: PanelSettings) -> Port:
    """Open the bus a panel is on, /dev/i2c-N, for its address.

    Raises:
        PanelError: there is no such mux, or it has no such channel.
        luma.core.error.Error: no such bus, or no permission to use it.
        OSError: the bus can't be opened for another reason.
    """
    port: Port = i2c(port=bus_number(settings), address=settings.address)
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
    oled = DRIVERS[settings.driver](port, **options)
    oled.contrast(settings.contrast)
    return oled


def pack(image: Image.Image, rotate: int = 0) -> list[bytes]:
    """A picture in the controllers' order, a page (eight rows) an item, a byte a column, top pixel in bit 0.

    Transposed, a column's pixels lie side by side, so Pillow packs eight of them into each byte; ``1;R`` puts
    the first in the lowest bit. luma's own way walks every pixel in Python.

    Args:
        image: mode ``"1"``, as the reader sees it.
        rotate: quarter turns clockwise that the panel is mounted by.
    """
    sideways = image.transpose(_SIDEWAYS[rotate])
    columns, pages = sideways.tobytes("raw", "1;R"), sideways.width // 8
    return [columns[page::pages] for page in range(pages)]


_SIDEWAYS = (
    Image.Transpose.TRANSPOSE,
    Image.Transpose.FLIP_TOP_BOTTOM,
    Image.Transpose.TRANSVERSE,
    Image.Transpose.FLIP_LEFT_RIGHT,
)
"""So many quarter turns clockwise, then transposed: all in one go."""


class Oled(device):
    """A panel set up and lit. Stands before luma's drivers: sends only what is new to what the panel holds.

    Attributes:
        size: width and height in pixels, as the reader sees it: after rotation.
    """

    size: tuple[int, int]
    _setup: tuple[int, ...] = ()
    """luma's commands that set the panel up, without the first, which switches it off."""
    _level = 0
    _held: Pages | None = None
    """The picture the panel holds; None where that isn't sure."""
    _windows: Callable[[Pages | None, Pages], list[Window]]
    """What of a picture has to be sent."""

    def _point(self, window: Window) -> None:
        """Have the next data go there."""
        raise NotImplementedError

    def display(self: Any, image: Image.Image) -> None:
        """Show a mode ``"1"`` picture of this `size`: what differs from the one before is sent."""
        self._bring(pack(image, self.rotate))

    def command(self: Any, *cmd: int) -> None:
        """Send command bytes, and remember those that set the panel up."""
        if len(cmd) > 1 and cmd[0] == self._const.DISPLAYOFF:
            self._setup = cmd[1:]
        self._serial_interface.command(*cmd)

    def contrast(self: Any, level: int) -> None:
        """How bright it is, 0..255; a controller's current grows with it (SSD1306 data sheet, 8.7)."""
        self.command(self._const.SETCONTRAST, level)
        self._level = level

    def probe(self) -> None:
        """See whether it still answers; nothing on the glass changes."""
        self.command(NOP)

    def renew(self: Any) -> None:
        """Send again all it was ever told, so that one that lost its power shows its picture again.

        Nobody sees it on a panel that is well: each register gets the value it has, and it stays on.
        """
        pages, self._held = self._held, None
        self.command(*self._setup)
        self.contrast(self._level)
        self._bring(pages)
        self.show()  # last, so that a panel that had lost it all never shows the noise it woke up with

    def blank(self: Any) -> None:
        """Switch the display off, clear its memory and close the port."""
        self._held = None  # whatever the panel holds by now, none of it is to stay
        self.persist = False
        self.cleanup()

    def drop(self: Any) -> None:
        """Close the port and leave the panel as it is."""
        self.persist = True
        self.cleanup()

    def _bring(self: Any, pages: Pages) -> None:
        held, self._held = self._held, None  # not known before all of it has arrived
        for window in self._windows(held, pages):
            self._point(window)
            self.data(window.cut(pages))
        self._held = pages


class _Unhooked(device):
    """Stands between luma's drivers and its `device`, whose only work of its own is to hook the exit.

    That hook can't be taken back and keeps its device alive: a panel built anew once a second while a plug
    is loose would pile them up, and each would talk to the bus at exit. Blanking is `LumaPanels.close`'s.
    """

    def __init__(self, const: object, serial_interface: Port) -> None:
        self._const = const
        self._serial_interface = serial_interface


class _Windowed(Oled, ssd1306, _Unhooked):
    """The way of SSD1306 and SSD1309: a window of columns and pages, filled from its first corner on."""

    _windows = staticmethod(windows)

    def _point(self: Any, window: Window) -> None:
        left, right = self._colstart + window.left, self._colstart + window.right - 1
        self.command(self._const.COLUMNADDR, left, right, self._const.PAGEADDR, window.top, window.bottom - 1)


class _Paged(Oled, sh1106, _Unhooked):
    """The SH1106's way: one page, from one column on."""

    _windows = staticmethod(runs)

    def _point(self: Any, window: Window) -> None:
        column = self._page_address_offset + window.left
        self.command(0xB0 + window.top, column & 0x0F, 0x10 | column >> 4)


DRIVERS: dict[str, Callable[..., Oled]] = {"ssd1306": _Windowed, "ssd1309": _Windowed, "sh1106": _Paged}
