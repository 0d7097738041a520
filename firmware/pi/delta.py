"""What of a picture has to be sent: the changed parts, in the windows that take the fewest bytes on the wire.

A picture is here as the controllers keep it: a sequence of pages (eight rows of pixels each), each a byte a
column. Two places that changed go together where what lies between them is cheaper than pointing anew.

The best cover by windows is a hard problem in general. So the pages are cut into bands, a band's windows are
as tall as it is, and of all ways to cut the cheapest is taken.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
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


class _Band(NamedTuple):
    """Some pages that are sent together: ``cost`` counts the bytes of these and of all pages above."""

    cost: int
    top: int
    spans: list[tuple[int, int]]


def windows(held: Pages | None, pages: Pages) -> list[Window]:
    """Windows for a controller whose windows may be of any height, as the SSD1306's.

    Args:
        held: what the panel shows; None if that isn't known.
        pages: what it is to show, of the same size.

    Returns:
        Windows that don't overlap and cover all that differs; none if nothing does.
    """
    width = len(pages[0])
    if held is None:
        return [Window(0, width, 0, len(pages))]
    changed = _changed(held, pages)
    bands = [_Band(0, 0, [])]
    for bottom, last in enumerate(changed, 1):
        band = _Band(bands[-1].cost, bottom - 1, [])
        bands.append(_cheapest(bands, changed, bottom, width) if last else band)
    return _read_back(bands)


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


def _cheapest(bands: Sequence[_Band], changed: Sequence[int], bottom: int, width: int) -> _Band:
    """The best last band of the pages above ``bottom``, of which the last one changed."""
    best: _Band | None = None
    union = 0
    for top in range(bottom - 1, -1, -1):
        if not changed[top]:
            continue  # no band begins with a page that needn't be sent
        union |= changed[top]
        height = bottom - top
        spans = _spans(_BANDS[height], union, width)
        cost = bands[top].cost + sum(WINDOW + height * (right - left) for left, right in spans)
        if best is None or cost < best.cost:
            best = _Band(cost, top, spans)
    assert best is not None
    return best


def _read_back(bands: Sequence[_Band]) -> list[Window]:
    """The windows of the bands chosen, the lowest band first."""
    found = []
    bottom = len(bands) - 1
    while bottom:
        band = bands[bottom]
        found += [Window(left, right, band.top, bottom) for left, right in band.spans]
        bottom = band.top
    return found


# One regular expression finds all spans in C. A gap is bridged where its bytes cost no more than a new start;
# as each gap is judged by itself, that choice is the best one.


def _bridging(gap: int) -> re.Pattern[bytes]:
    return re.compile(rb"[^\0]+(?:\0{1,%d}[^\0]+)*" % gap if gap else rb"[^\0]+")


_RUNS = _bridging(RUN)
_BANDS = [_bridging(WINDOW // max(1, height)) for height in range(17)]
"""By the height of the band in pages; 16 is the tallest controller's."""


def _spans(pattern: re.Pattern[bytes], bits: int, width: int) -> list[tuple[int, int]]:
    return [found.span() for found in pattern.finditer(bits.to_bytes(width, "big"))]
