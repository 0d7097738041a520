"""A QR code on a panel, and beside it in letters what it says.

Phones read lit ground with dark modules, of two pixels or more; the other way round they don't. So the code
has all of the panel's height, and no mood, margin or title but one that warns. A panel that is too small for
one shows the words alone.
"""

from __future__ import annotations

import re
from dataclasses import replace

from PIL import Image, ImageDraw

from firmware.drawing.blocks import closer
from firmware.drawing.lettering import LIT, SMALL, cell, cells, cut, enlarge, wrap, write
from firmware.views import Code, Screen

_LEAST_MODULE, _LEAST_QUIET, _QUIET = 2, 2, 4
"""Side of a module, px; light modules around a code at the least, and as many as it should have."""

_LEAST_BESIDE, _LEAST_BIG = 54, 12
"""Room for words beside it, and height of the big thing's letters, px: else it is a row like others."""

_APART = 3


def draw_code_page(screen: Screen, code: Code, size: tuple[int, int]) -> Image.Image | None:
    """The picture of a cleaned screen that shows a code, mode "1"; None if the panel has no room for it."""
    width, height = size
    count = len(code.rows)
    module = height // (count + 2 * _LEAST_QUIET)
    side = min(height, (count + 2 * _QUIET) * module)
    if module < _LEAST_MODULE or width - side - 2 * _APART < _LEAST_BESIDE:
        return None
    image = Image.new("1", size)
    pen = ImageDraw.Draw(image)
    top, quiet = (height - side) // 2, (side - count * module) // 2
    pen.rectangle((0, top, side - 1, top + side - 1), fill=LIT)
    for y, row in enumerate(code.rows):
        for x, dark in enumerate(row):
            if dark == "1":
                left, above = quiet + x * module, top + quiet + y * module
                pen.rectangle((left, above, left + module - 1, above + module - 1), fill=0)
    _write_beside(pen, screen, (side + _APART, width - side - 2 * _APART, height - 3))
    return image


def _write_beside(pen: ImageDraw.ImageDraw, screen: Screen, at: tuple[int, int, int]) -> None:
    """A warning, the text, the big thing, what to do: these go, from the last on, where there is no room."""
    left, width, height = at
    room = width // cell(SMALL)
    rows = [row for line in screen.text for row in _broken(line, room)]
    if screen.title.startswith("!"):
        rows = [*wrap(screen.title, room), *rows]
    hint = _broken(screen.hint, room)
    for below in (hint, []):
        high = closer((*rows, *below))[1] + 2 * _APART
        big = enlarge(screen.big, width, height - high) if screen.big else None
        if big and big.whole and big.digit >= _LEAST_BIG:
            break
    else:
        rows, big = [*rows, *_broken(screen.big, room)], None
        while closer(tuple(rows))[1] > height:
            rows.pop()
    y = 1
    places, tall = closer(tuple(rows))
    for row, place in zip(rows, places, strict=True):
        write(pen, (left, y + place), cut(row, room), SMALL, bold=False, ink=LIT)
    if big is None:
        return
    under = closer(tuple(below))
    free = height - tall - under[1]
    pen.bitmap((left, y + tall + (free - big.image.height) // 2), big.image, fill=LIT)
    for row, place in zip(below, under[0], strict=True):
        write(pen, (left, y + height - under[1] + place), cut(row, room), SMALL, bold=False, ink=LIT)


def words_alone(screen: Screen, width: int) -> Screen:
    """A cleaned screen without its code: of its words the address comes first, and what to do has no room."""
    text = [row for line in (*screen.text, screen.big) for row in _broken(line, width // cell(SMALL))]
    title = screen.title if screen.title.startswith("!") else ""
    return replace(screen, title=title, big="", text=tuple(text), hint="", figure=None)


def _broken(line: str, room: int) -> list[str]:
    """A line in rows, an address broken behind its dots."""
    rows: list[str] = []
    for word in wrap(line, room):
        if cells(word) <= room:
            rows.append(word)
            continue
        start = len(rows)
        for piece in re.findall(r"[^.:/]*[.:/]?", word):
            if len(rows) > start and cells(rows[-1] + piece) <= room:
                rows[-1] += piece
            elif piece:
                rows.append(piece)
    return rows
