"""What of a picture has to be sent: the changed parts, in windows that take few bytes on the wire.

A picture is here as the controllers keep it: a sequence of pages (eight rows of pixels each), each a byte a
column. Two places that changed go together where what lies between them is cheaper than pointing anew.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple, TypeAlias

Pages: TypeAlias = Sequence[bytes]

TRANSFER = 2
"""Bytes a transfer costs beside its payload: the panel's address and the control byte."""

WINDOW = 6 + 2 * TRANSFER
"""Bytes it takes to point an SSD1306 at a window: two commands with two arguments each, then the data."""

RUN = 3 + 2 * TRANSFER
"""Bytes it takes to point an SH1106 into one page: page, low and high half of the column, then the data."""


class Window(NamedTuple):
    """Columns ``left`` to ``right`` of pages ``top`` to ``bottom``, both ends excluded like a slice's."""

    left: int
    right: int
    top: int
    bottom: int

    def cut(self, pages: Pages) -> bytes:
        """What a picture has there, page after page."""
        return b"".join(page[self.left : self.right] for page in pages[self.top : self.bottom])


def windows(held: Pages | None, pages: Pages) -> list[Window]:
    """Windows for a controller whose windows may be of any height, as the SSD1306's.

    The cheapest cover of all is a hard problem. This one cuts where screens mostly want to be cut: first into
    columns with nothing new between them, then each column into bands, whose windows are as tall as they are.

    Args:
        held: what the panel shows; None if that isn't known.
        pages: what it is to show, of the same size.

    Returns:
        Windows that don't overlap and cover all that differs; none if nothing does. They never cost more than
        one window around everything, nor than the cheapest windows of one page each.
    """
    width = len(pages[0])
    if held is None:
        return [Window(0, width, 0, len(pages))]
    changed = _changed(held, pages)
    return [
        Window(left + start, left + end, band.top, band.bottom)
        for left, right in _spans(_BANDS[1], reduce(or_, changed), width)
        for band in _bands(_cut(changed, left, right, width), right - left)
        for start, end in _spans(_BANDS[band.bottom - band.top], band.bits, right - left)
    ]


def runs(held: Pages | None, pages: Pages) -> list[Window]:
    """Windows of one page each, for a controller that knows no others, as the SH1106.

    Args:
        held: what the panel shows; None if that isn't known.
        pages: what it is to show, of the same size.

    Returns:
        The cheapest runs that cover all that differs; none if nothing does.
    """
    width = len(pages[0])
    if held is None:
        return [Window(0, width, page, page + 1) for page in range(len(pages))]
    return [
        Window(left, right, page, page + 1)
        for page, bits in enumerate(_changed(held, pages))
        if bits
        for left, right in _spans(_RUNS, bits, width)
    ]


def _changed(held: Pages, pages: Pages) -> list[int]:
    """What differs, page by page, as one long number: its bytes are the columns."""
    return [
        int.from_bytes(before, "big") ^ int.from_bytes(after, "big") if before != after else 0
        for before, after in zip(held, pages, strict=True)
    ]


def _cut(changed: Sequence[int], left: int, right: int, width: int) -> list[int]:
    """Columns ``left`` to ``right`` of such numbers."""
    mask = (1 << 8 * (right - left)) - 1
    return [bits >> 8 * (width - right) & mask for bits in changed]


class _Band(NamedTuple):
    """Pages ``top`` to ``bottom`` sent together; ``bits`` is what changed in any of them."""

    top: int
    bottom: int
    bits: int
    cost: int


def _band(top: int, bottom: int, bits: int, width: int) -> _Band:
    height = bottom - top
    found = _BANDS[height].findall(bits.to_bytes(width, "big"))
    return _Band(top, bottom, bits, WINDOW * len(found) + height * sum(map(len, found)))


def _bands(changed: Sequence[int], width: int) -> list[_Band]:
    """From the top, each page that changed joins the band right above it, unless that costs more."""
    bands: list[_Band] = []
    for page, bits in enumerate(changed):
        if not bits:
            continue
        band = _band(page, page + 1, bits, width)
        if bands and bands[-1].bottom == page:
            above = bands[-1]
            joined = _band(above.top, page + 1, above.bits | bits, width)
            if joined.cost <= above.cost + band.cost:
                bands[-1] = joined
                continue
        bands.append(band)
    if len(bands) == 1:
        return bands
    around = _band(bands[0].top, bands[-1].bottom, reduce(or_, changed), width)
    return [around] if around.cost < sum(band.cost for band in bands) else bands


# One regular expression finds all spans in C. A gap is bridged where its bytes cost no more than a new start;
# as each gap is judged by itself, that choice is the best one.


def _bridging(gap: int) -> re.Pattern[bytes]:
    return re.compile(rb"[^\0]+(?:\0{1,%d}[^\0]+)*" % gap if gap else rb"[^\0]+")


_RUNS = _bridging(RUN)
_BANDS = [_bridging(WINDOW // max(1, height)) for height in range(17)]
"""By the height of the band in pages; 16 is the tallest controller's."""


def _spans(pattern: re.Pattern[bytes], bits: int, width: int) -> list[tuple[int, int]]:
    return [found.span() for found in pattern.finditer(bits.to_bytes(width, "big"))]
