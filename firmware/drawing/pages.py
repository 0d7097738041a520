"""What stands where on a panel, and what goes where there is no room for all of it.

Three bands: the title, the middle, the hint under a thin line. In the middle stands one big thing, with its
seat's sign; a few small lines and the table of seats go beside or below it, whichever leaves it larger.
Where all of that would leave the big thing smaller than a seat reads (`firmware.drawing.legibility`), lesser
parts go, one after the other: the title unless it warns, an hourglass beside the big thing, what is roomy
about the scores (`firmware.drawing.scoreboard`), then text, its last line first. The hint, what to do, is cut
only if the big thing could hardly be read at all. Scores become tiny before that, but never go: where one
stands is always to be seen. A figure (`firmware.drawing.figures`) that is the big thing itself makes parts go
sooner.

A low panel is no tall one cut off: text and hint may stand in a column beside the big thing, which then has
all of the height, and a title stands there only instead of them. A narrow one shows no title that it would
have to cut, and no line above its hint.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import NamedTuple, TypeAlias

from PIL import ImageDraw

from firmware.drawing.blocks import Box, Lead, Lines, closer, fit_lines
from firmware.drawing.figures import NARROW, Beside, fit_leading, lost
from firmware.drawing.legibility import scale_of
from firmware.drawing.lettering import (
    LIT,
    SMALL,
    cell,
    cells,
    cut,
    digit,
    enlarge_rows,
    fit,
    is_wordy,
    shortened,
    wrap,
    write,
)
from firmware.drawing.scoreboard import NO_SCORES, PLAIN, SLIM, TINY, Grid, Style, Table, fit_table, grids
from firmware.views import Sand, Screen

_LOW = 36
"""Room of this height or less, px, is a low panel's."""

_SHARE, _SHARE_ON_SMALL, _SHARE_WITH_REASON = 72, 60, 45
"""How much of the size it could have alone a figure must keep for lesser parts to stay, percent."""

_MOST_HINTS = 3
"""Rows a long hint may take: the reason why something isn't allowed is read in full, and soon gone."""

_GONE = 10
"""What a part without any room counts among what is lost."""

_LARGEST_GROUP = 24
"""Size that text and scores may grow to where there is no big thing, px."""

_Part: TypeAlias = tuple[Lead | Beside | Lines | Table, Box]


class _Group(NamedTuple):
    """The lines and the table that go to one place together, lines first; ``scores`` as they may be."""

    text: tuple[str, ...] = ()
    scores: tuple[Grid, ...] = ()

    def height(self, width: int) -> int:
        """Least height at ``width``, px."""
        return _rows_height(_wrapped(self.text, width // cell(SMALL)), width) + self._table_height(width)

    def width(self, height: int, *, broken: bool) -> int:
        """Least width at ``height``, px; lines may be broken for it, or not."""
        longest = max((cells(line) for line in self.text), default=0)
        rooms = range(longest) if broken else ()
        least = next(
            (room for room in rooms if fit(_wrapped(self.text, room), room, height // SMALL)), longest
        )
        above = height - len(self.text) * SMALL
        table = self.scores[0].width_in(above) if self.scores else 0
        return max(least * cell(SMALL), table)

    def _table_height(self, width: int) -> int:
        """Least height of the scores, no larger than a small line, px."""
        tall = digit(SMALL)[1]
        return next((grid.height_in(width) for grid in self.scores if grid.style.tall <= tall), 0)

    def place(self, box: Box, largest: int, centred: bool) -> tuple[tuple[_Part, ...], int]:
        """The parts, each with its box, and what is lost: see `Middle`."""
        parts: list[_Part] = []
        loss = 0
        if self.text:
            under = self._table_height(box.w)
            height = min(_Group(self.text).height(box.w), box.h - under) if under else box.h
            above, rest = box.top(height)
            lines = fit_lines(self.text, above, largest, centred)
            parts.append((lines, above))
            box, loss = rest, lines.lost
        if self.scores:
            table = fit_table(self.scores, box)
            parts += [(table, box)] if table else []
            loss += table.grid.lost if table else NO_SCORES
        return tuple(parts), loss


@lru_cache(maxsize=512)
def _wrapped(text: tuple[str, ...], room: int) -> tuple[str, ...]:
    return tuple(row for line in text for row in wrap(line, room))


def _rows_height(rows: tuple[str, ...], width: int) -> int:
    """Least height of the smallest rows, px: on a narrow panel they stand closer than their cells."""
    return closer(rows)[1] if width <= NARROW else len(rows) * SMALL


class Middle(NamedTuple):
    """What stands between title and hint, and where.

    Attributes:
        parts: each part with its box.
        digit: how tall the big thing's digits are, px; 0 without one.
        loss: 1 for each row of text or part that is cut, 10 for a part without room, more for scores.
    """

    parts: tuple[_Part, ...]
    digit: int
    loss: int


class Page(NamedTuple):
    """One screen's whole layout."""

    title: str
    hint: tuple[str, ...]
    middle: Middle
    box: Box

    def tells(self, tall: int) -> bool:
        """Whether nothing on it is lost and its big thing is at least that tall, px."""
        return self.middle.loss == 0 and self.middle.digit >= tall

    def is_readable(self, least: int) -> bool:
        """Whether it tells so much, for which a title has gone that could."""
        return _is_bare(self.title) and self.tells(least)

    def paint(self, pen: ImageDraw.ImageDraw) -> None:
        """Draw it all, white on black."""
        x, y, width, _ = self.box
        if self.title:
            title = cut(self.title, width // cell(SMALL))
            left = x + (width - cells(title) * cell(SMALL)) // 2
            write(pen, (left, y), title, SMALL, bold=True, ink=LIT)
        bottom, above = self.box.bottom(_hint_height(self.hint, self.box))
        if self.hint and width > NARROW and above.h > 0:
            pen.line((x, bottom.y, x + width - 1, bottom.y), fill=LIT)
        rows = self.box.bottom(_rows_height(self.hint, width))[0]
        Lines(self.hint, SMALL, 0, centred=True).paint(pen, rows)
        for part, box in self.middle.parts:
            part.paint(pen, box)


def _hint_height(rows: tuple[str, ...], box: Box) -> int:
    """Height of the hint and the line above it, px; a narrow panel has no pixel for that line."""
    return _rows_height(rows, box.w) + (1 if rows and box.w > NARROW else 0)


def choose(screen: Screen, box: Box) -> Page:
    """The fullest page of a cleaned screen that loses nothing and whose big thing is large; else the best.

    For that, title and text may go; but scores become tiny, and the hint is cut, only where the big thing
    would not be even the least that can be read.
    """
    if _is_small(box) and _leads(screen) and not _keeps_title(screen, box):
        screen = replace(screen, title="")
    want, least = _wanted(screen, box)
    room = box.w // cell(SMALL)
    most = min(len(wrap(screen.hint, room)), _MOST_HINTS)
    hints = [shortened(screen.hint, room, rows) for rows in range(most, -1, -1)]
    pages: list[Page] = []
    for page in _pages(screen, hints[0], box, PLAIN):
        if page.tells(want):
            return page
        pages.append(page)
    if readable := next((page for page in pages if page.is_readable(least)), None):
        return readable
    crowded = bool(screen.scores) and _leads(screen)
    for page in _pages(screen, hints[0], box, TINY) if crowded else ():
        if page.is_readable(least):
            return page
        pages.append(page)

    def worth(page: Page) -> tuple[int, int, int]:
        return -(page.middle.loss // _GONE), min(page.middle.digit, least), -page.middle.loss

    last = replace(screen, text=()) if crowded else screen
    for unsaid, hint in enumerate(hints):
        if any(worth(page) >= (0, least, -unsaid) for page in pages):
            break
        styles = (*PLAIN, *TINY, *SLIM) if unsaid else SLIM
        for page in _pages(last, hint, box, styles):
            lost = page.middle.loss + unsaid
            pages.append(page._replace(middle=page.middle._replace(loss=lost)))
    return max(pages, key=worth) if pages else choose(replace(screen, scores=()), box)


def _pages(screen: Screen, hint: tuple[str, ...], box: Box, styles: tuple[Style, ...]) -> Iterator[Page]:
    """The screen's pages under that hint, the fullest first, its scores in these styles.

    Its title and the hourglass beside its big thing go first, then scores are denser, then the text's last
    lines go, too. Without a big thing, text is what the screen is for, and stays.
    """
    leads = _leads(screen)
    tables = [grids(screen.scores, (style,)) for style in styles] if leads else [grids(screen.scores)]
    titles = (screen.title,) if _is_bare(screen.title) else (screen.title, "")
    figures = (screen.figure, None) if screen.big and isinstance(screen.figure, Sand) else (screen.figure,)
    for lines in range(len(screen.text), -1, -1) if leads else [len(screen.text)]:
        for table, figure, title in product(tables if screen.scores else [()], figures, titles):
            less = replace(screen, title=title, figure=figure, text=screen.text[:lines])
            if page := _page(less, table, hint, box):
                yield page


def _keeps_title(screen: Screen, box: Box) -> bool:
    """Whether a small panel may show the title.

    One that warns, or one that is whole, above no figure, and on a low panel instead of text and hint.
    """
    if _is_bare(screen.title):
        return True
    whole = cells(screen.title) <= box.w // cell(SMALL)
    return whole and not _is_figure(screen) and (box.h > _LOW or not (screen.text or screen.hint))


def _wanted(screen: Screen, box: Box) -> tuple[int, int]:
    """How tall the big thing should be, px, for title and text to stay, and must be for hint and scores.

    A figure needs most of the size it could have alone, but less of it above a hint that is read in full:
    that may be the reason why something isn't allowed, and soon gone. Lines that are the big thing together
    stand under a title while they can be read.
    """
    if not _leads(screen):
        alone = _listed(screen.text, grids(screen.scores), box).digit
        least = min(alone, scale_of(words=is_wordy(" ".join(screen.text)), small=_is_small(box)).least)
        return least, least
    alone = _middle(Screen(big=screen.big, sign=screen.sign, figure=screen.figure), (), box).digit
    if _is_figure(screen):
        share = _SHARE_ON_SMALL if _is_small(box) else _SHARE
        return alone * share // 100, alone * _SHARE_WITH_REASON // 100
    scale = scale_of(words=is_wordy(screen.big), small=_is_small(box), narrow=box.w <= NARROW)
    return min(alone, scale.large), min(alone, scale.least)


def _is_small(box: Box) -> bool:
    return box.h <= _LOW or box.w <= NARROW


def _is_figure(screen: Screen) -> bool:
    """Whether the big thing is the figure itself."""
    return screen.figure is not None and not screen.big


def _is_bare(title: str) -> bool:
    """Whether there is no title that could go: one that warns of a fault never does."""
    return not title or title.startswith("!")


def _leads(screen: Screen) -> bool:
    return bool(screen.big or screen.sign or screen.figure)


def _page(screen: Screen, table: tuple[Grid, ...], hint: tuple[str, ...], box: Box) -> Page | None:
    """The page with just these parts; None if they leave no room for the scores, or none at all."""
    above, below = SMALL if screen.title else 0, _hint_height(hint, box)
    is_low = box.h <= _LOW and _leads(screen)
    under = box.top(above)[1]
    rest = under.bottom(below)[1]
    if above + below > box.h or (table and not fit_table(table, under if is_low else rest)):
        return None
    page = Page(screen.title, hint, _middle(screen, table, rest), box)
    if not is_low:
        return page
    column = tuple(filter(None, (*screen.text, " ".join(hint))))
    aside = replace(screen, text=column)
    low = Page(screen.title, (), _middle(aside, table, under, low=True), box)
    return max(page, low, key=lambda page: (-page.middle.loss, page.middle.digit))


def _middle(screen: Screen, table: tuple[Grid, ...], box: Box, *, low: bool = False) -> Middle:
    """The arrangement that leaves the big thing largest, of those that lose least.

    Args:
        screen: what to arrange.
        table: its scores, as they may be.
        box: where.
        low: lines beside the big thing may be broken for it.
    """
    text = screen.text
    if not _leads(screen):
        return _listed(text, table, box)
    options = [
        _arrange(screen, box, _Group(under, table_under), _Group(beside, table_beside), broken=broken)
        for under, beside, broken in (
            (text, (), False),
            *([((), text, False)] if text else []),
            *([((), text, True)] if text and low else []),
        )
        for table_under, table_beside in (((table, ()), ((), table)) if table else (((), ()),))
    ]
    return max(options, key=lambda option: (-option.loss, option.digit))


def _listed(text: tuple[str, ...], table: tuple[Grid, ...], box: Box) -> Middle:
    """Lines and scores as large as they can be; a few short lines alone are the big thing together.

    So is what grows, and counts as large as its smallest part.
    """
    parts, loss = _Group(text, table).place(box, _LARGEST_GROUP, centred=True)
    big = None if table else enlarge_rows(text, box.w, box.h - 1)
    if big is None or big.digit < scale_of(words=is_wordy(" ".join(text)), small=_is_small(box)).least:
        sizes = [part.tall for part, _ in parts if isinstance(part, Lines | Table)]
        return Middle(parts, min(sizes, default=0), loss)
    return Middle(((Lead(None, big), box),), big.digit, 0)


def _arrange(screen: Screen, box: Box, below: _Group, beside: _Group, *, broken: bool) -> Middle:
    """The big thing, with one group under all of it and another, its lines broken or not, to its right."""
    height = below.height(box.w)
    under, rest = box.bottom(height + 1 if height else 0)
    under = under.top(height)[0]
    aside = rest
    if beside.text or beside.scores:
        aside, rest = rest.right(beside.width(rest.h, broken=broken))
    under_parts, under_loss = below.place(under, SMALL, centred=True)
    aside_parts, aside_loss = beside.place(aside, SMALL, centred=False)
    parts = under_parts + aside_parts
    lead = fit_leading(screen, rest.w, rest.h)
    if lead is None:
        return Middle(parts, 0, under_loss + aside_loss + _GONE)
    return Middle(((lead, rest), *parts), lead.digit, under_loss + aside_loss + lost(screen, lead))
