"""The two kinds of OLED controllers the box knows, as far as their data sheets can be seen from outside.

Section numbers are those of the SSD1306 data sheet (Solomon Systech, Rev 1.1, Apr 2008; the SSD1309's
commands are the same as far as they go here) and command numbers those of the SH1106's (Sino Wealth, V2.3).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar

from PIL import Image, ImageChops

from firmware.errors import OledCommandError

PAGES = 8
LINES = 64
"""COM lines and RAM rows of either controller."""

NOISE = 0xA5
"""What every RAM byte holds at power-on: the data sheets promise nothing, so certainly not blank."""

SWITCHES: Mapping[int, tuple[str, bool]] = {
    0xA0: ("remapped", False),  # 10.1.8  segment re-map
    0xA1: ("remapped", True),
    0xA4: ("all_on", False),  # 10.1.9  entire display on
    0xA5: ("all_on", True),
    0xA6: ("inverse", False),  # 10.1.10 normal or inverse
    0xA7: ("inverse", True),
    0xAE: ("on", False),  # 10.1.12 display off or on
    0xAF: ("on", True),
    0xC0: ("descending", False),  # 10.1.14 COM scan direction
    0xC8: ("descending", True),
}
"""Commands of one byte that set one bit of the set-up."""


class Chip(ABC):
    """A controller: a display RAM of eight pages, some registers, a command not yet complete.

    Attributes:
        ram: page by page, a byte a column, the top pixel in bit 0 (8.7).
        on: lit at all; a controller is off after reset.
        contrast: 0..255 (10.1.7).
    """

    columns: ClassVar[int]
    """Columns of the RAM, as many as there are segment lines."""
    registers: ClassVar[Mapping[int, tuple[str, range]]]
    """Commands with one argument that is kept: the attribute and the values allowed."""
    arguments: ClassVar[Mapping[int, int]]
    """How many arguments the commands have that can't be seen on the glass, and those of `address`."""

    def __init__(self) -> None:
        self.ram = bytearray([NOISE]) * (PAGES * self.columns)
        self.on = self.remapped = self.descending = self.inverse = self.all_on = False
        self.contrast = 0x7F
        self.multiplex = LINES - 1
        self.offset = self.start_line = 0
        self.page = self.column = 0
        self._pending: list[int] = []

    def command(self, byte: int) -> None:
        """Take one byte of a command; it acts when its last argument is here.

        Raises:
            OledCommandError: no such command, or an argument it can't have.
        """
        self._pending.append(byte)
        first, *arguments = self._pending
        if len(arguments) == (1 if first in self.registers else self.arguments.get(first, 0)):
            self._pending = []
            self._execute(first, arguments)

    def data(self, data: bytes) -> None:
        """Write bytes at the address pointer, which moves on as the addressing mode says.

        Raises:
            OledCommandError: a command still waits for its arguments.
        """
        if self._pending:
            raise OledCommandError(f"expected the rest of command 0x{self._pending[0]:02x}, data came")
        for byte in data:
            self.write(byte)

    @abstractmethod
    def write(self, byte: int) -> None:
        """Write one byte at the address pointer and move it on."""

    @abstractmethod
    def address(self, first: int, arguments: list[int]) -> bool:
        """Obey a command that moves the address pointer; False if this isn't one."""

    def segments(self) -> Image.Image:
        """The RAM as the outputs see it, a pixel a bit: x is the segment line, y the RAM row."""
        upended = b"".join(self.ram[column :: self.columns] for column in range(self.columns))
        sideways = Image.frombytes("1", (LINES, self.columns), upended, "raw", "1;R")
        return sideways.transpose(Image.Transpose.TRANSPOSE)

    def glass(self, column: int, top: int, size: tuple[int, int]) -> Image.Image:
        """What lit glass shows.

        Args:
            column: how many segments from the last the glass begins.
            top: the COM line of its top row.
            size: its width and height.
        """
        width, height = size
        if self.all_on:
            return Image.new("1", size, 255)
        rows = self.segments().transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        rows = ImageChops.invert(rows) if self.inverse else rows
        glass = Image.new("1", size)
        for y in range(height):
            row = self._row(top - y)
            if row is not None:
                glass.paste(rows.crop((column, row, column + width, row + 1)), (0, y))
        return glass

    def _row(self, com: int) -> int | None:
        """The RAM row on a COM line (tables 10-1 and 10-2); None for a line outside the multiplex ratio."""
        scanned = (self.multiplex - com if self.descending else com) + self.offset
        scanned %= LINES
        return (scanned + self.start_line) % LINES if scanned <= self.multiplex else None

    def _execute(self, first: int, arguments: list[int]) -> None:
        if first in SWITCHES:
            setattr(self, *SWITCHES[first])
        elif first in self.registers:
            name, allowed = self.registers[first]
            setattr(self, name, self._checked(first, arguments[0], allowed))
        elif 0x40 <= first <= 0x7F:  # 10.1.6 display start line
            self.start_line = first & 0x3F
        elif not self.address(first, arguments) and first not in self.arguments:
            chip = type(self).__name__.lower()
            raise OledCommandError(f"expected a command of the {chip}, 0x{first:02x} came")

    @staticmethod
    def _checked(first: int, value: int, allowed: range) -> int:
        if value not in allowed:
            expected = f"{allowed.start}..{allowed.stop - 1}"
            raise OledCommandError(f"expected {expected} after command 0x{first:02x}, 0x{value:02x} came")
        return value


class Ssd1306(Chip):
    """SSD1306 and SSD1309: 128 columns; three addressing modes (10.1.3), page addressing after reset."""

    columns = 128
    registers: ClassVar[Mapping[int, tuple[str, range]]] = {
        0x81: ("contrast", range(256)),
        0xA8: ("multiplex", range(15, 64)),  # 10.1.11
        0xD3: ("offset", range(64)),  # 10.1.15
    }
    arguments: ClassVar[Mapping[int, int]] = {
        0x20: 1,  # 10.1.3  addressing mode
        0x21: 2,  # 10.1.4  column window
        0x22: 2,  # 10.1.5  page window
        0x2E: 0,  # 10.2.3  stop scrolling: it never starts here
        0x8D: 1,  # application note: charge pump
        0xD5: 1,  # 10.1.16 clock
        0xD9: 1,  # 10.1.17 pre-charge
        0xDA: 1,  # 10.1.18 how the glass's COM lines are wired
        0xDB: 1,  # 10.1.19 Vcomh
        0xE3: 0,  # 10.1.20 nothing
    }

    HORIZONTAL, VERTICAL, PAGE = range(3)

    def __init__(self) -> None:
        super().__init__()
        self.mode = self.PAGE
        self._column_window = range(self.columns)
        self._page_window = range(PAGES)
        self._page_start = 0

    def address(self, first: int, arguments: list[int]) -> bool:
        """10.1.1 to 10.1.5 and 10.1.13; those of the other addressing mode leave the pointer alone."""
        paged = self.mode == self.PAGE
        if first == 0x20:
            self.mode = self._checked(first, arguments[0] & 3, range(3))
        elif first == 0x21:
            self._column_window = self._window(first, arguments, self.columns)
            self.column = self.column if paged else self._column_window.start
        elif first == 0x22:
            self._page_window = self._window(first, arguments, PAGES)
            self.page = self.page if paged else self._page_window.start
        elif first <= 0x1F:
            shift = 4 if first & 0x10 else 0
            self._page_start = (self._page_start & (0xF0 >> shift) | (first & 0x0F) << shift) % self.columns
            self.column = self._page_start if paged else self.column
        elif 0xB0 <= first <= 0xB7:
            self.page = first & 7 if paged else self.page
        else:
            return False
        return True

    def write(self, byte: int) -> None:
        """Write, then move on inside the window; the re-map reaches only what is written later (10.1.8)."""
        segment = self.columns - 1 - self.column if self.remapped else self.column
        self.ram[self.page * self.columns + segment] = byte
        if self.mode == self.PAGE:
            self.column = self.column + 1 if self.column < self.columns - 1 else self._page_start
        else:
            along, across = self._next_column, self._next_page
            if self.mode == self.VERTICAL:
                along, across = across, along
            if along():
                across()

    def _next_column(self) -> bool:
        """One column on; True if that is the window's first again."""
        last = self.column == self._column_window[-1]
        self.column = self._column_window.start if last else (self.column + 1) % self.columns
        return last

    def _next_page(self) -> bool:
        """The same with pages."""
        last = self.page == self._page_window[-1]
        self.page = self._page_window.start if last else (self.page + 1) % PAGES
        return last

    def _window(self, first: int, ends: list[int], size: int) -> range:
        start = self._checked(first, ends[0], range(size))
        return range(start, self._checked(first, ends[1], range(start, size)) + 1)


class Sh1106(Chip):
    """SH1106: 132 columns, page addressing only; the re-map (6) lies between RAM and outputs."""

    columns = 132
    registers: ClassVar[Mapping[int, tuple[str, range]]] = {
        0x81: ("contrast", range(256)),
        0xA8: ("multiplex", range(64)),  # 9
        0xD3: ("offset", range(64)),  # 14
    }
    arguments: ClassVar[Mapping[int, int]] = {
        0x20: 0,  # not an SH1106 command, but luma sends it and real chips don't mind
        0x30: 0,  # 3: charge pump voltage
        0x31: 0,
        0x32: 0,
        0x33: 0,
        0x8D: 0,  # as 0x20: what luma sends next is a column address here
        0xAD: 1,  # 10: DC-DC converter
        0xD5: 1,  # 15: clock
        0xD9: 1,  # 16: pre-charge
        0xDA: 1,  # 17: how the glass's COM lines are wired
        0xDB: 1,  # 18: Vcom
        0xE3: 0,  # 21: nothing
    }

    def address(self, first: int, arguments: list[int]) -> bool:  # noqa: ARG002 - these have none
        """Commands 1, 2 (column) and 12 (page)."""
        if first <= 0x0F:
            self.column = self.column & 0xF0 | first
        elif first <= 0x1F:
            self.column = self.column & 0x0F | (first & 0x0F) << 4
        elif 0xB0 <= first <= 0xB7:
            self.page = first & 7
        else:
            return False
        return True

    def write(self, byte: int) -> None:
        """Write, then go one column on, and no further than one past the last (command 1)."""
        if self.column < self.columns:
            self.ram[self.page * self.columns + self.column] = byte
            self.column += 1

    def segments(self) -> Image.Image:
        """The RAM by column, turned round by the re-map."""
        image = super().segments()
        return image.transpose(Image.Transpose.FLIP_LEFT_RIGHT) if self.remapped else image
