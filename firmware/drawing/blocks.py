"""The parts of a frame, each fitted to a box: the big thing with its sign, a few lines.

``fit_...`` decides sizes and what to cut; ``paint`` draws, white on black, centred in the box it is given.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple

from PIL import ImageDraw

from firmware.drawing.legibility import MAKES_ROOM
from firmware.drawing.lettering import (
    DARK,
    LIT,
    SMALL,
    Big,
    cell,
    cells,
    digit,
    draw_sign,
    enlarge,
    is_wordy,
    row_of,
    shortened,
    wrap,
    write,
)
from firmware.drawing.shapes import number_spot
from firmware.events import Seat
from firmware.views import Screen

GAP = 6
"""Free px between things side by side."""

_INSIDE = 18
"""A sign from this side on, px, carries its number inside if its shape has the room, else beside it."""

_DIE_SIDES = (28, 22, _INSIDE, _INSIDE - 4)
"""What a sign shrinks to, px, step by step, for the big thing beside it."""

_LEAST_SIGN = 9
"""Smallest side of a sign, px, at which the eight are told apart."""

GROWN = (24, 22, 20, 18, 16, 14, 12)
"""Sizes text and scores try where nothing big needs the space."""


_CLOSE = 10
"""From one of the smallest rows to the next where space is short, px, or more if their ink would touch."""


class Box(NamedTuple):
    """A rectangle of the panel, px; ``x`` and ``y`` are its top left corner."""

    x: int
    y: int
    w: int
    h: int

    def top(self, height: int) -> tuple[Box, Box]:
        """``height`` px off the top, or all there is, and the rest."""
        height = max(0, min(height, self.h))
        return Box(self.x, self.y, self.w, height), Box(self.x, self.y + height, self.w, self.h - height)

    def bottom(self, height: int) -> tuple[Box, Box]:
        """``height`` px off the bottom, and the rest."""
        rest, below = self.top(self.h - height)
        return below, rest

    def right(self, width: int) -> tuple[Box, Box]:
        """``width`` px off the right, or all there is, and the rest less a gap."""
        width = min(width, self.w)
        beside = Box(self.x + self.w - width, self.y, width, self.h)
        return beside, Box(self.x, self.y, max(0, self.w - width - GAP), self.h)


class Badge(NamedTuple):
    """A seat's shape, ``side`` px square, with its number on it, or beside it where it is small.

    It has no number where the big thing is that number.
    """

    seat: Seat
    side: int
    numbered: bool

    @property
    def width(self) -> int:
        """How wide it is with its number, px."""
        return self.side + (cell(SMALL) + 1 if self.numbered and not self._inside else 0)

    @property
    def _inside(self) -> bool:
        return self.side >= _INSIDE and number_spot(self.seat).height * self.side / 2 >= digit(SMALL)[1]

    def paint(self, pen: ImageDraw.ImageDraw, left: int, box: Box) -> None:
        """Draw it from ``left`` on, in the middle of the box's height."""
        above = box.y + (box.h - self.side) // 2
        draw_sign(pen, (left, above), self.seat, self.side, ink=LIT)
        if not self.numbered:
            return
        top, tall = digit(SMALL)
        if not self._inside:
            at = left + self.side + 1, above + (self.side - tall) // 2 - top
            write(pen, at, str(self.seat), SMALL, bold=True, ink=LIT)
            return
        spot = number_spot(self.seat)
        room = spot.height * self.side / 2
        size = next((size for size in (32, 28, *GROWN) if digit(size)[1] <= room), SMALL)
        top, tall = digit(size)
        x = left + (spot.x + 1) / 2 * self.side - (cell(size) - 1) / 2
        y = above + (spot.y + 1) / 2 * self.side - tall / 2 - top
        write(pen, (round(x), round(y)), str(self.seat), size, bold=True, ink=DARK if spot.on_shape else LIT)


class Lead(NamedTuple):
    """The big thing and its seat's badge, one of them at least, fitted to a box.

    Attributes:
        badge: whose it is, or None.
        big: the big thing, or None.
        stacked: the badge stands above the big thing, not left of it.
    """

    badge: Badge | None
    big: Big | None
    stacked: bool = False

    @property
    def digit(self) -> int:
        """How tall a digit of the big thing is, px; the badge's side where it stands alone."""
        return self.big.digit if self.big else self.badge.side if self.badge else 0

    @property
    def whole(self) -> bool:
        """Whether nothing was cut."""
        return self.big is None or self.big.whole

    @property
    def width(self) -> int:
        """How wide it all is, px."""
        badge, big = self.badge.width if self.badge else 0, self.big.image.width if self.big else 0
        return max(badge, big) if self.stacked else badge + (GAP if badge and big else 0) + big

    def paint(self, pen: ImageDraw.ImageDraw, box: Box) -> None:
        """Draw badge and letters side by side, or one above the other, in the middle of the box."""
        over = under = box
        left = right = box.x + (box.w - self.width) // 2
        if self.stacked and self.badge and self.big:
            over, under = box.top(box.h - 1 - self.big.image.height)
            left = box.x + (box.w - self.badge.width) // 2
            right = box.x + (box.w - self.big.image.width) // 2
        elif self.badge:
            right += self.badge.width + GAP
        if self.badge:
            self.badge.paint(pen, left, over)
        if self.big:
            image = self.big.image
            pen.bitmap((right, under.y + (under.h - image.height) // 2), image, fill=LIT)


def fit_lead(screen: Screen, width: int, height: int) -> Lead | None:
    """The badge and the big thing in a box, a pixel free below; None if it has no room at all.

    The badge becomes tiny, and goes, before anything of the big thing is cut.
    """
    height -= 1
    seat, text = screen.sign, screen.big
    if seat is None:
        big = enlarge(text, width, height)
        return Lead(None, big) if big else None
    if not text:
        side = min(width - cell(SMALL) - 1, height)
        return Lead(Badge(seat, side, True), None) if side >= _LEAST_SIGN else None
    widest = width * 3 // 10 if width >= 100 else width * 4 // 9
    sides = [side for side in (widest, *_DIE_SIDES) if side <= min(height, widest)] or [height]
    badges = [Badge(seat, side, text != str(seat)) for side in sides if side >= _LEAST_SIGN]
    leads = [_beside(badge, text, width, height) for badge in badges]
    # A dot above 1 would be an i.
    under = enlarge(text, width, height - _LEAST_SIGN - 1) if is_wordy(text) else None
    if under and (side := min(height - 1 - under.image.height, width - cell(SMALL) - 1)) >= _LEAST_SIGN:
        leads.append(Lead(Badge(seat, side, True), under, stacked=True))
    best = max(filter(None, leads), key=lambda lead: (lead.whole, min(lead.digit, MAKES_ROOM)), default=None)
    if best and best.whole:
        return best
    if (tiny := _beside(Badge(seat, _LEAST_SIGN, True), text, width, height)) and tiny.whole:
        return tiny
    big = enlarge(text, width, height)
    return Lead(None, big) if big else best


def _beside(badge: Badge, text: str, width: int, height: int) -> Lead | None:
    """The big thing at the badge's right, or None."""
    big = enlarge(text, width - badge.width - GAP, height) if badge.side <= height else None
    return Lead(badge, big) if big else None


class Lines(NamedTuple):
    """The few small lines, fitted to a box; ``lost`` counts rows that are cut or missing."""

    rows: tuple[str, ...]
    size: int
    lost: int
    centred: bool

    @property
    def tall(self) -> int:
        """How tall a digit is, px."""
        return digit(self.size)[1]

    def paint(self, pen: ImageDraw.ImageDraw, box: Box) -> None:
        """Draw the rows from the left or centred, in the middle of the box's height."""
        places = tuple(number * self.size for number in range(len(self.rows)))
        height = self.size * len(self.rows)
        if height > box.h:
            places, height = closer(self.rows)
        top = box.y + (box.h - height) // 2
        for row, y in zip(self.rows, places, strict=True):
            spare = box.w - cells(row) * cell(self.size)
            left = box.x + (spare // 2 if self.centred else 0)
            write(pen, (left, top + y), row, self.size, bold=False, ink=LIT)


@lru_cache(maxsize=256)
def closer(rows: tuple[str, ...]) -> tuple[tuple[int, ...], int]:
    """Where the smallest rows begin, px, as close as they can be read, and how tall that is."""
    places: list[int] = []
    bottom = 0
    for row in rows:
        _, top, _, end = row_of(row, SMALL, bold=False).getbbox() or (0, 2, 0, 3)
        places.append(max(places[-1] + _CLOSE, bottom + 1 - top) if places else -top)
        bottom = places[-1] + end
    return tuple(places), bottom


@lru_cache(maxsize=512)
def fit_lines(lines: tuple[str, ...], box: Box, largest: int, centred: bool) -> Lines:
    """Lines as large as they can be unbroken, else as they can be broken, else small, close and shortened."""
    for wrapping in (False, True):
        for size in (size for size in GROWN if size <= largest):
            room = box.w // cell(size)
            rows = tuple(row for line in lines for row in (wrap(line, room) if wrapping else [line]))
            high = len(rows) * size
            if (high if size > SMALL else min(high, closer(rows)[1])) <= box.h and all(
                cells(row) <= room for row in rows
            ):
                return Lines(rows, size, 0, centred)
    room = box.w // cell(SMALL)
    wrapped = tuple(row for line in lines for row in wrap(line, room))
    most = max((n for n in range(len(wrapped) + 1) if closer(wrapped[:n])[1] <= box.h), default=0)
    rows = ()
    for line in lines:
        rows += shortened(line, room, most - len(rows))
    return Lines(rows, SMALL, sum(a != b for a, b in zip_longest(rows, wrapped)), centred)
