"""The table of seats with their scores: plain where there is room for it, ever denser where there is not.

A seat's number stands dark on a lit tag, and its score light beside that, so that "1" and "3" are never read
as 13; of a strong score all is lit, with a dark line after the number. Where space is short the seat's shape
goes first, then letters and marks become narrow, then low; letters go from "100p" before a digit does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from firmware.drawing.blocks import GROWN, Box
from firmware.drawing.lettering import DARK, LIT, SMALL, cell, cells, cut, digit, draw_sign, row_of, row_width
from firmware.drawing.slender import Slender, known
from firmware.events import Seat
from firmware.views import Score


class Style(NamedTuple):
    """One way to write a score.

    Attributes:
        size: Terminus's, px; of narrow digits, those.
        sign: the seat's shape stands before its number.
        gap: free px between two rows; at -1 their tags share a rim.
        slim: nothing is free round a score: a strong one has no room to be lit.
    """

    size: int | Slender
    sign: bool = False
    gap: int = 1
    slim: bool = False

    @property
    def tall(self) -> int:
        """How tall a digit is, px."""
        return self.size.tall if isinstance(self.size, Slender) else digit(self.size)[1]

    @property
    def tag(self) -> tuple[int, int]:
        """Width and height of the lit tag with the seat's number, px."""
        wide = self.size.width if isinstance(self.size, Slender) else cell(self.size)
        return wide + 2, self.tall + 2

    @property
    def before(self) -> int:
        """How far the tag stands from the cell's left, px."""
        return self.tall + 3 if self.sign else 0

    @property
    def start(self) -> int:
        """Where a score's text begins, px from the cell's left."""
        inside = 1 if self.slim else 2 if self.tall < digit(SMALL)[1] else 3
        return self.before + self.tag[0] + inside

    @property
    def apart(self) -> int:
        """Free px between two cells: more than between a seat and its score."""
        return 2 if self.slim else max(3, self.tall - 2 if self.sign else self.tall // 2)

    def written(self, text: str) -> Image.Image:
        """A score's text, as wide as its cells; a digit's top is one below the tag's."""
        if isinstance(self.size, Slender):
            return self.size.write(known(text))
        return row_of(text, self.size, bold=False)

    def width(self, text: str) -> int:
        """How wide that is, px."""
        if isinstance(self.size, Slender):
            return max(1, self.size.length(known(text)))
        return max(1, row_width(text, self.size))

    def rises(self, text: str) -> tuple[int, int]:
        """How far its ink is above and below the tag, px: accents and what hangs below the line."""
        if isinstance(self.size, Slender) or not text:
            return 0, 0
        over, under = zip(*(_rises(char, self.size) for char in text), strict=True)
        return max(over), max(under)

    def keeps(self, texts: tuple[str, ...]) -> bool:
        """Whether nothing of the scores is lost, but letters beside digits."""
        return not isinstance(self.size, Slender) or all(
            not text or any(map(str.isdigit, known(text))) for text in texts
        )

    def paint(self, pen: ImageDraw.ImageDraw, score: Score, at: tuple[int, int], width: int) -> None:
        """Draw a cell from its tag's top left corner on; ``width`` is what of it may be lit, px."""
        x, y = at
        over, under = self.rises(score.text)
        ends = y - over, y + self.tag[1] + under - 1
        tag = x + self.before
        beside = tag + self.tag[0]
        lit = score.strong and not self.slim
        if lit:
            pen.rectangle((x, ends[0], x + width - 1, ends[1]), fill=LIT)
            pen.line((beside, ends[0], beside, ends[1]), fill=DARK)
        if self.sign:
            draw_sign(pen, (x + lit, y + lit), score.seat, self.tall + 1, ink=DARK if lit else LIT)
        pen.rectangle((tag, y, beside - 1, y + self.tag[1] - 1), fill=LIT)
        self._number(pen, score.seat, (tag + 1, y + 1))
        top = y + 1 - (0 if isinstance(self.size, Slender) else digit(self.size)[0])
        pen.bitmap((x + self.start, top), self.written(score.text), fill=DARK if lit else LIT)

    def _number(self, pen: ImageDraw.ImageDraw, seat: Seat, at: tuple[int, int]) -> None:
        size = self.size
        image = size.write(str(seat)) if isinstance(size, Slender) else row_of(str(seat), size)
        left, top, right, bottom = image.getbbox() or (0, 0, 0, 0)
        spare = self.tag[0] - 2 - (right - left)
        pen.bitmap((at[0] + spare // 2, at[1]), image.crop((left, top, right, bottom)), fill=DARK)


@lru_cache(maxsize=512)
def _rises(char: str, size: int) -> tuple[int, int]:
    top, tall = digit(size)
    box = row_of(char, size, bold=False).getbbox()
    return (max(0, top - 1 - box[1]), max(0, box[3] - top - tall - 1)) if box else (0, 0)


PLAIN: tuple[Style, ...] = (Style(SMALL, sign=True), Style(SMALL), Style(Slender(4, 8)))
"""Ever denser ways to write scores beside something larger, each as tall as a small line."""

TINY: tuple[Style, ...] = (*(Style(Slender(3, tall)) for tall in (8, 7, 6, 5)), Style(Slender(3, 5), gap=-1))
"""Denser still, for who leans in."""

SLIM: tuple[Style, ...] = (Style(Slender(3, 5), slim=True), Style(Slender(3, 5), slim=True, gap=-1))
"""The densest: where all scores would have no room otherwise, whatever else went."""

ALONE = (*(Style(size, sign=True) for size in GROWN if size > SMALL), Style(14), *PLAIN, *TINY, *SLIM)
"""All ways, for scores that stand alone."""

NO_LETTERS, NO_ROOM, NO_DIGITS, NO_SCORES = 1, 5, 20, 30
"""What is lost with words of scores, with what is free round them, with their digits, and with the table."""


@dataclass(frozen=True, eq=False)
class Grid:
    """Scores in one style; ``lost``: how much it counts what of them is cut or has no room."""

    scores: tuple[Score, ...]
    style: Style
    lost: int

    @cached_property
    def width(self) -> int:
        """Of a cell, px."""
        style = self.style
        longest = max(style.width(score.text) if score.text else 0 for score in self.scores)
        return style.start + longest + (1 - style.slim) if longest else style.before + style.tag[0]

    @cached_property
    def rise(self) -> tuple[int, int]:
        """How far ink is above and below the tags, px."""
        over, under = zip(*(self.style.rises(score.text) for score in self.scores), strict=True)
        return max(over), max(under)

    @cached_property
    def pitch(self) -> int:
        """From one row to the next, px."""
        return sum(self.rise) + self.style.tag[1] + self.style.gap

    def columns(self, width: int) -> int:
        """How many go side by side in ``width``, px; 0 if not even one does."""
        return min(len(self.scores), (width + self.style.apart) // (self.width + self.style.apart))

    def rows(self, columns: int) -> int:
        """How many rows they take in so many columns."""
        return -(-len(self.scores) // columns)

    def height(self, columns: int) -> int:
        """How tall they are in so many columns, px."""
        return self.rows(columns) * self.pitch - self.style.gap

    def height_in(self, width: int) -> int:
        """Least height in ``width``, px."""
        return self.height(max(1, self.columns(width)))

    def width_in(self, height: int) -> int:
        """Least width in ``height``, px."""
        columns = self.rows(max(1, (height + self.style.gap) // self.pitch))
        return columns * (self.width + self.style.apart) - self.style.apart


class Table(NamedTuple):
    """The seats' scores, fitted to a box in columns."""

    grid: Grid
    columns: int

    @property
    def tall(self) -> int:
        """How tall a digit is, px."""
        return self.grid.style.tall

    def paint(self, pen: ImageDraw.ImageDraw, box: Box) -> None:
        """Draw the seats row by row."""
        for score, at in self.cells(box):
            self.grid.style.paint(pen, score, at, self.grid.width)

    def cells(self, box: Box) -> Iterator[tuple[Score, tuple[int, int]]]:
        """Each score and where its tag's row begins, the columns evenly over all of the box's width."""
        grid, columns = self.grid, self.columns
        spare = box.w - columns * grid.width
        top = box.y + (box.h - grid.height(columns)) // 2 + grid.rise[0]
        for number, score in enumerate(grid.scores):
            row, column = divmod(number, columns)
            x = box.x + column * grid.width + spare * (2 * column + 1) // (2 * columns)
            yield score, (x, top + row * grid.pitch)


@lru_cache(maxsize=256)
def grids(scores: tuple[Score, ...], styles: tuple[Style, ...] = ALONE) -> tuple[Grid, ...]:
    """All seats in ever denser styles, then with less of their scores; none if there are no scores.

    Words are cut, then go; digits are cut in the last style of all only.
    """
    if not scores:
        return ()
    texts = tuple(score.text for score in scores)
    brief = tuple(known(text) or text for text in texts)
    ways = [(texts, style, 0) for style in styles if not isinstance(style.size, Slender)]
    ways += [(brief, style, NO_ROOM if style.slim else 0) for style in styles if style.keeps(brief)]
    if PLAIN[1] in styles and not SLIM[-1].keeps(texts):
        ways += [(less, PLAIN[1], NO_LETTERS) for less in _shorter(texts)]
    ways += [(texts, style, NO_LETTERS) for style in styles if not style.keeps(texts)]
    if SLIM[-1] in styles:
        ways += [(less, SLIM[-1], NO_DIGITS) for less in (*_shorter(texts), ("",) * len(texts))]
    return tuple(Grid(_saying(scores, less), style, lost) for less, style, lost in ways)


def _saying(scores: tuple[Score, ...], texts: tuple[str, ...]) -> tuple[Score, ...]:
    return tuple(Score(its.seat, text, its.strong) for its, text in zip(scores, texts, strict=True))


def _shorter(texts: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Ever less of each text, its lost end told by an ellipsis."""
    for room in range(max(map(cells, texts)), 1, -1):
        yield tuple(cut(text, room) for text in texts)


def fit_table(grids: tuple[Grid, ...], box: Box) -> Table | None:
    """The first of these that has room, or None.

    In as many columns as fill the least rows most evenly: four seats in 2 x 2, not 3 + 1.
    """
    for grid in grids:
        columns = grid.columns(box.w)
        if columns and grid.height(columns) <= box.h:
            return Table(grid, grid.rows(grid.rows(columns)))
    return None
