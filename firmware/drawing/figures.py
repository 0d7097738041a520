"""What is drawn rather than written, fitted to a space: dice with their words, an hourglass.

Dice are as large as they can be with the words under them, or beside them where a panel is low. A word that
has no room is shortened; where not even four letters of it fit, or the dice would get tiny, words go.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from firmware.drawing.blocks import GAP, Box, Lead, fit_lead
from firmware.drawing.dieface import draw_die, draw_rolling
from firmware.drawing.lettering import LIT, SMALL, cell, cells, cut, is_wordy, write
from firmware.drawing.sandglass import LEAST, TALLEST, draw_sand
from firmware.views import Dice, Face, Figure, Sand, Screen

_DICE_APART = 4
"""Free px between dice, and between a die and the word beside it."""

_LEAST_DIE, _LEAST_WORDY = 14, 15
"""Sides of the smallest die, px: at all, and with a word."""

_SHORTEST = 4
"""So many letters of a word still say which it is."""

_TALL_DIGITS, _LOW_DIGITS, _WORD_HEIGHT = 30, 15, 12
"""How tall a time must stay, px, for its hourglass to stand beside it; digits elsewhere; words."""

NARROW = 60
"""Room of this width or less, px, is a narrow panel's."""


class Spot(NamedTuple):
    """Where a die lies in a picture: its top left corner and its side, px."""

    face: Face
    x: int
    y: int
    side: int


class Drawn(NamedTuple):
    """A figure, ready to paint.

    Attributes:
        image: mode "1".
        tall: how large it is: a die's side, the hourglass's height, px.
        spots: the dice that lie still.
        whole: no die went without its word.
    """

    image: Image.Image
    tall: int
    spots: tuple[Spot, ...] = ()
    whole: bool = True


@lru_cache(maxsize=128)
def fit_figure(figure: Figure, width: int, height: int) -> Drawn | None:
    """The figure as large as fits ``width`` x ``height`` px; None if it has no room at all."""
    if isinstance(figure, Sand):
        tall = min(height, TALLEST, (width - 1) * 8 // 5)
        return Drawn(draw_sand(figure.left, figure.running, tall), tall) if tall >= LEAST else None
    if not isinstance(figure, Dice) or not figure.faces:
        return None
    rows = max(_rows(figure, width, height), key=_worth, default=None)
    return rows.draw(figure) if rows else None


class _Rows(NamedTuple):
    """One way to lay dice out: in so many columns, each with a word under or beside it, or without.

    ``letters`` is how many cells a word may take; 0 where there are none.
    """

    columns: int
    side: int
    letters: int
    beside: bool
    one: bool

    def cell(self) -> tuple[int, int]:
        """Width and height of a die with its word, px."""
        word = self.letters * cell(SMALL)
        if self.beside:
            return self.side + (_DICE_APART + word if word else 0), self.side
        return max(self.side, word), self.side + (SMALL if word else 0)

    def draw(self, dice: Dice) -> Drawn:
        """The dice, one after the other."""
        width, height = self.cell()
        lines = -(-len(dice.faces) // self.columns)
        across, down = width + _DICE_APART, height + _DICE_APART
        image = Image.new("1", (self.columns * across - _DICE_APART, lines * down - _DICE_APART))
        spots = []
        for number, face in enumerate(dice.faces):
            row, column = divmod(number, self.columns)
            x = column * across + (0 if self.beside else (width - self.side) // 2)
            if dice.rolling and not face.still:
                image.paste(draw_rolling(self.side, leans_left=number % 2 == 0), (x, row * down))
                continue
            image.paste(draw_die(face.text, self.side, crossed=face.crossed), (x, row * down))
            self._write(ImageDraw.Draw(image), face.word, (column * across, row * down))
            spots.append(Spot(face, x, row * down, self.side))
        return Drawn(image, self.side, tuple(spots), self.letters > 0 or not _longest(dice))

    def _write(self, pen: ImageDraw.ImageDraw, word: str, at: tuple[int, int]) -> None:
        word = _shortened(word, self.letters)
        x, y = at
        if self.beside:
            x, y = x + self.side + _DICE_APART, y + (self.side - SMALL) // 2
        else:
            x, y = x + (self.cell()[0] - cells(word) * cell(SMALL) + 1) // 2, y + self.side
        write(pen, (x, y), word, SMALL, bold=False, ink=LIT)


def _shortened(word: str, room: int) -> str:
    """The word in at most ``room`` cells; a few of its letters need no ellipsis to be read as a beginning."""
    if cells(word) <= room or not _SHORTEST <= room <= _SHORTEST + 1:
        return cut(word, room)
    return word[:_SHORTEST] + "." * (room - _SHORTEST)


def _room(dice: Dice, width: int) -> int:
    """How many cells of ``width`` px words may take; 0 if that leaves too little of them to be told apart.

    In English, *with* is all that four letters leave of *without*.
    """
    longest = _longest(dice)
    room = min(longest, width // cell(SMALL))
    words = {face.word for face in dice.faces}
    short = {_shortened(word, room).rstrip(".") for word in words}
    return room if room >= min(longest, _SHORTEST) and len(short) == len(words) else 0


def _longest(dice: Dice) -> int:
    """Cells of the longest word to be read now."""
    return max((cells(face.word) for face in dice.faces if face.still or not dice.rolling), default=0)


def _rows(dice: Dice, width: int, height: int) -> Iterator[_Rows]:
    """All ways that fit."""
    for lines in (1, 2) if len(dice.faces) > 2 else (1,):
        columns = -(-len(dice.faces) // lines)
        wide = (width + _DICE_APART) // columns - _DICE_APART
        high = (height + _DICE_APART) // lines - _DICE_APART
        one = lines == 1
        if (side := min(wide, high)) >= _LEAST_DIE:
            yield _Rows(columns, side, 0, beside=False, one=one)
        letters = _room(dice, wide)
        if (side := min(wide, high - SMALL)) >= _LEAST_WORDY and letters:
            yield _Rows(columns, side, letters, beside=False, one=one)
        letters = _room(dice, wide - _DICE_APART - high)
        if high >= _LEAST_WORDY and letters:
            yield _Rows(columns, high, letters, beside=True, one=one)


def _worth(rows: _Rows) -> tuple[bool, int]:
    """Words first, then size; a second row has to earn its place."""
    return rows.letters > 0, rows.side if rows.one else rows.side * 4 // 5


class Beside(NamedTuple):
    """A figure, with the big thing or a seat's sign at its right or alone, fitted to a box.

    Attributes:
        drawn: the figure.
        lead: what stands at its right, or None.
    """

    drawn: Drawn
    lead: Lead | None = None

    @property
    def digit(self) -> int:
        """How tall a digit of the big thing is, px; without one, how large the figure is."""
        return self.lead.digit if self.lead and self.lead.big else self.drawn.tall

    @property
    def whole(self) -> bool:
        """Whether nothing was cut."""
        return self.drawn.whole and (self.lead is None or self.lead.whole)

    def paint(self, pen: ImageDraw.ImageDraw, box: Box) -> None:
        """Draw figure and big thing with the same room left, between and right of them."""
        x, y = self.at(box)
        pen.bitmap((x, y), self.drawn.image, fill=LIT)
        if self.lead:
            free = x - box.x
            start = x + self.drawn.image.width + free
            self.lead.paint(pen, Box(start, box.y, self.lead.width, box.h))

    def at(self, box: Box) -> tuple[int, int]:
        """Where the figure's top left corner is."""
        image = self.drawn.image
        spare = box.w - image.width - (self.lead.width if self.lead else 0)
        return box.x + spare // (3 if self.lead else 2), box.y + (box.h - image.height) // 2


def fit_leading(screen: Screen, width: int, height: int) -> Beside | Lead | None:
    """What leads a screen: its figure, big thing and sign; None if it has no room at all.

    Beside a time the hourglass is smaller, or goes, rather than make the time small; dice stay whatever goes.
    """
    figure = screen.figure
    if figure is None:
        return fit_lead(screen, width, height)
    if screen.big:
        beside = _beside_big(screen, figure, width, height)
        if beside or isinstance(figure, Sand):
            return beside or fit_lead(screen, width, height)
    elif screen.sign and width > NARROW:
        lead = fit_lead(screen, width * 3 // 10, height)
        drawn = lead and fit_figure(figure, width - lead.width - GAP, height - 1)
        if drawn:
            return Beside(drawn, lead)
    drawn = fit_figure(figure, width, height - 1)
    return Beside(drawn) if drawn else None


def _beside_big(screen: Screen, figure: Figure, width: int, height: int) -> Beside | None:
    """The largest figure with which the big thing stays big."""
    plain = fit_lead(screen, width, height)
    if plain is None:
        return None
    most = width // 2 if isinstance(figure, Sand) else width * 3 // 4
    for share in (10, 8, 6):
        drawn = fit_figure(figure, most * share // 10, (height - 1) * share // 10)
        lead = drawn and fit_lead(screen, width - drawn.image.width - _DICE_APART, height)
        if drawn and lead and lead.whole and lead.digit >= min(plain.digit, _floor(screen, width)):
            return Beside(drawn, lead)
    return None


def _floor(screen: Screen, width: int) -> int:
    """How tall the big thing's digits must stay beside a figure, px: time is read from afar, so are dice."""
    if is_wordy(screen.big):
        return _WORD_HEIGHT
    return _TALL_DIGITS if isinstance(screen.figure, Sand) and width > NARROW else _LOW_DIGITS


def lost(screen: Screen, fitted: Beside | Lead) -> int:
    """How many parts of what leads a screen were cut or left out."""
    if not isinstance(fitted, Beside):
        signless = screen.sign is not None and fitted.badge is None
        return (not fitted.whole) + (screen.figure is not None) + signless
    return (not fitted.whole) + (fitted.lead is None and bool(screen.big or screen.sign))
