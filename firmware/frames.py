"""A screen's view as a 1-bit picture, for an OLED of 128x64, 128x32 or 64x48 px (or any other size).

Three bands: the title, the middle, the hint under a thin line. In the middle stands one big thing, with its
seat's sign; a few small lines and the table of seats go beside or below it, whichever leaves it larger.
Where all of that would leave the big thing small, the least important parts go, one after the other: text,
title, hint, scores. A figure (`firmware.figures`) that is the big thing itself makes them go sooner.

All moods share one layout: ``TURN`` is the exact inverse of ``CALM``, and ``WAIT`` only adds a frame, so
nothing jumps when a turn passes. Hence also the margin: on an inverted screen, letters that touch the edge
would run into the dark.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import NamedTuple, TypeAlias

from PIL import Image, ImageChops, ImageDraw

from firmware.blocks import Box, Lead, Lines, Table, fit_lines, fit_table, table_height, table_width
from firmware.figures import NARROW, Beside, Spot, fit_leading, lost
from firmware.lettering import LIT, SMALL, cell, cells, clean, cut, is_wordy, wrap, write
from firmware.views import Dice, Figure, Mood, Score, Screen

_BIG_NUMBER, _BIG_WORDS, _BIG_ON_LOW = 20, 12, 15
"""How tall the big thing's digits must be, px, before lesser parts may stay; numbers on low panels."""

_LOW = 36
"""Room of this height or less, px, is a low panel's."""

_SHARE, _SHARE_ON_SMALL, _SHARE_WITH_REASON = 72, 60, 45
"""How much of the size it could have alone a figure must keep for lesser parts to stay, percent."""

_LARGEST = 24
"""Size that text and scores may grow to where there is no big thing, px."""

_Part: TypeAlias = tuple[Lead | Beside | Lines | Table, Box]


def draw(screen: Screen, size: tuple[int, int] = (128, 64)) -> Image.Image:
    """Draw what one panel shows.

    Args:
        screen: the view; any part may be empty, any text of any length.
        size: the panel's width and height, px; at least 32 x 16.

    Returns:
        A picture of mode "1" and that size; lit pixels are 255.
    """
    image = Image.new("1", size)
    pen = ImageDraw.Draw(image)
    width, height = size
    _lay_out(screen, size).paint(pen)
    if screen.mood is Mood.WAIT:
        pen.rounded_rectangle((0, 0, width - 1, height - 1), radius=3, outline=LIT)
    return ImageChops.invert(image) if screen.mood is Mood.TURN else image


def dice_on(picture: Image.Image, screen: Screen) -> tuple[Spot, ...]:
    """The dice that lie still on a panel's picture, each with its place: for who can draw them in colour.

    Args:
        picture: what the panel shows.
        screen: what it should show. None lie there if it doesn't: a panel may be late, dimmed or moved.
    """
    if not isinstance(screen.figure, Dice) or picture != draw(screen, picture.size):
        return ()
    for part, box in _lay_out(screen, picture.size).middle.parts:
        if isinstance(part, Beside):
            left, top = part.at(box)
            return tuple(spot._replace(x=left + spot.x, y=top + spot.y) for spot in part.drawn.spots)
    return ()


def _lay_out(screen: Screen, size: tuple[int, int]) -> _Page:
    return _choose(_cleaned(screen), Box(2, 1, size[0] - 4, size[1] - 3))


def _cleaned(screen: Screen) -> Screen:
    return replace(
        screen,
        title=clean(screen.title),
        big=clean(screen.big),
        figure=_cleaned_figure(screen.figure),
        text=tuple(line for raw in screen.text if (line := clean(raw))),
        scores=tuple(replace(score, text=clean(score.text)) for score in screen.scores),
        hint=clean(screen.hint),
    )


def _cleaned_figure(figure: Figure | None) -> Figure | None:
    if not isinstance(figure, Dice):
        return figure
    faces = (replace(face, text=clean(face.text), word=clean(face.word)) for face in figure.faces)
    return replace(figure, faces=tuple(faces))


class _Group(NamedTuple):
    """The lines and the table that go to one place together, lines first."""

    text: tuple[str, ...] = ()
    scores: tuple[Score, ...] = ()

    def height(self, width: int) -> int:
        """Least height at ``width``, px."""
        room = width // cell(SMALL)
        lines = sum(len(wrap(line, room)) for line in self.text) * SMALL
        return lines + (table_height(self.scores, width) if self.scores else 0)

    def width(self, height: int) -> int:
        """Least width at ``height``, px."""
        lines = max((cells(line) for line in self.text), default=0) * cell(SMALL)
        table = table_width(self.scores, height - len(self.text) * SMALL) if self.scores else 0
        return max(lines, table)

    def place(self, box: Box, largest: int, centred: bool) -> tuple[tuple[_Part, ...], int]:
        """The parts, each with its box, and what is lost: see `_Middle`."""
        parts: list[_Part] = []
        loss = 0
        if self.text:
            under = table_height(self.scores, box.w) if self.scores else 0
            height = min(_Group(self.text).height(box.w), box.h - under) if under else box.h
            above, rest = box.top(height)
            lines = fit_lines(self.text, above, largest, centred)
            parts.append((lines, above))
            box, loss = rest, lines.lost
        if self.scores:
            table = fit_table(self.scores, box, largest)
            parts += [(table, box)] if table else []
            loss += 10 if table is None else 0 if table.whole else 1
        return tuple(parts), loss


class _Middle(NamedTuple):
    """What stands between title and hint, and where.

    Attributes:
        parts: each part with its box.
        digit: how tall the big thing's digits are, px; 0 without one.
        loss: 1 for each row of text or part that is cut, 10 for a part without room.
    """

    parts: tuple[_Part, ...]
    digit: int
    loss: int


class _Page(NamedTuple):
    """One screen's whole layout."""

    title: str
    hint: tuple[str, ...]
    middle: _Middle
    box: Box

    def paint(self, pen: ImageDraw.ImageDraw) -> None:
        """Draw it all, white on black."""
        x, y, width, height = self.box
        if self.title:
            _centred(pen, self.title, self.box, y, bold=True)
        row = y + height - len(self.hint) * SMALL
        if self.hint and row > y:
            pen.line((x, row - 1, x + width - 1, row - 1), fill=LIT)
        for number, hint in enumerate(self.hint):
            _centred(pen, hint, self.box, row + number * SMALL, bold=False)
        for part, box in self.middle.parts:
            part.paint(pen, box)


def _centred(pen: ImageDraw.ImageDraw, row: str, box: Box, y: int, *, bold: bool) -> None:
    row = cut(row, box.w // cell(SMALL))
    write(pen, (box.x + (box.w - cells(row) * cell(SMALL)) // 2, y), row, SMALL, bold=bold, ink=LIT)


def _choose(screen: Screen, box: Box) -> _Page:
    """The fullest page that loses nothing and whose big thing is big; else the best of them."""
    if _is_figure(screen) and _is_small(box):
        screen = replace(screen, title="")
    alone = _middle(Screen(big=screen.big, sign=screen.sign, figure=screen.figure), box).digit
    want = _wanted(screen, box, alone)
    pages = []
    for less, rows in _lessened(screen, box.w // cell(SMALL)):
        page = _page(less, rows, box)
        if page is None:
            continue
        enough = alone * _SHARE_WITH_REASON // 100 if len(rows) > 1 and _is_figure(screen) else want
        if page.middle.loss == 0 and page.middle.digit >= enough:
            return page
        pages.append(page)
    return max(pages, key=lambda page: (min(page.middle.digit, want), -page.middle.loss))


def _wanted(screen: Screen, box: Box, alone: int) -> int:
    """How tall the big thing must be, px, for lesser parts to stay; ``alone`` is how tall it could be.

    A figure needs most of its size, but less of it above a long hint: such a one is the reason why something
    isn't allowed, and soon gone.
    """
    if _is_figure(screen):
        return alone * (_SHARE_ON_SMALL if _is_small(box) else _SHARE) // 100
    number = _BIG_ON_LOW if box.h <= _LOW else _BIG_NUMBER
    return min(alone, _BIG_WORDS if is_wordy(screen.big) else number)


def _is_small(box: Box) -> bool:
    return box.h <= _LOW or box.w <= NARROW


def _is_figure(screen: Screen) -> bool:
    """Whether the big thing is the figure itself."""
    return screen.figure is not None and not screen.big


def _lessened(screen: Screen, room: int) -> Iterator[tuple[Screen, tuple[str, ...]]]:
    """The screen and its hint's rows, then with ever less, the least important first.

    Text goes line by line, then the title; a long hint has two rows, then one, cut, then none; last go the
    scores. Without a big thing, text and scores are what the screen is for, and stay.
    """
    first, *more = wrap(screen.hint, room) or [""]
    hints: list[tuple[str, ...]] = [(first, cut(" ".join(more), room))] if more else []
    hints += [(cut(screen.hint, room),)] if first else []
    leading = _leads(screen)
    for scores in (screen.scores, ()) if leading and screen.scores else (screen.scores,):
        for rows in [*hints, ()]:
            for title in (screen.title, "") if screen.title else ("",):
                for lines in range(len(screen.text), -1, -1) if leading else [len(screen.text)]:
                    yield replace(screen, scores=scores, title=title, text=screen.text[:lines]), rows


def _leads(screen: Screen) -> bool:
    return bool(screen.big or screen.sign or screen.figure)


def _page(screen: Screen, hint: tuple[str, ...], box: Box) -> _Page | None:
    """The page with just these parts; None if title and hint alone are too tall."""
    above, below = SMALL if screen.title else 0, len(hint) * SMALL + 1 if hint else 0
    if above + below > box.h:
        return None
    rest = box.top(above)[1].bottom(below)[1]
    return _Page(screen.title, hint, _middle(screen, rest), box)


def _middle(screen: Screen, box: Box) -> _Middle:
    """The arrangement that leaves the big thing largest, of those that lose least."""
    text, scores = screen.text, screen.scores
    if not _leads(screen):
        parts, loss = _Group(text, scores).place(box, _LARGEST, centred=True)
        return _Middle(parts, 0, loss)
    options = [
        _arrange(
            screen,
            box,
            below=_Group(() if text_beside else text, () if scores_beside else scores),
            beside=_Group(text if text_beside else (), scores if scores_beside else ()),
        )
        for text_beside, scores_beside in product(
            (False, True) if text else (False,), (False, True) if scores else (False,)
        )
    ]
    return max(options, key=lambda option: (-option.loss, option.digit))


def _arrange(screen: Screen, box: Box, below: _Group, beside: _Group) -> _Middle:
    """The big thing, with one group under all of it and another to its right."""
    height = below.height(box.w)
    under, rest = box.bottom(height + 1 if height else 0)
    under = under.top(height)[0]
    aside = rest
    if any(beside):
        aside, rest = rest.right(beside.width(rest.h))
    under_parts, under_loss = below.place(under, SMALL, centred=True)
    aside_parts, aside_loss = beside.place(aside, SMALL, centred=False)
    parts = under_parts + aside_parts
    lead = fit_leading(screen, rest.w, rest.h)
    if lead is None:
        return _Middle(parts, 0, under_loss + aside_loss + 10)
    return _Middle(((lead, rest), *parts), lead.digit, under_loss + aside_loss + lost(screen, lead))
