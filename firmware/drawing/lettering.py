"""Words to pixels: Terminus, cleaned, cut and wrapped by cells, and as large as a space allows.

Terminus is a bitmap font: every character is one cell, so a text's width is known by counting. The signs of
seats (``views.SIGNS``), half of which Terminus lacks, are drawn from `firmware.drawing.shapes` and take two
cells.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, pairwise, product
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont, ImageOps

from firmware.drawing.legibility import SMALL_HEIGHT
from firmware.drawing.shapes import OUTLINED, outline
from firmware.events import Seat
from firmware.views import SIGNS

FONTS = Path(__file__).parents[1] / "fonts"
SMALL = SMALL_HEIGHT
"""The smallest size ever drawn."""

LIT, DARK = 255, 0
"""Pillow keeps the very byte it is given in a mode "1" picture, and inverts it as one: lit is 255, not 1."""

_SEAT_OF_SHAPE = {sign.shape: seat for seat, sign in SIGNS.items()}
_RUNS = re.compile(f"([{''.join(_SEAT_OF_SHAPE)}])")
"""Splits a text into letters and signs, by turns."""
_SENTENCES = re.compile(r"(?<=[.?!]) ")
_VALUE = re.compile(f"(?: (?:[{''.join(_SEAT_OF_SHAPE)}] )?\\S*\\d\\S*)+$")
"""Numbers at the end of a text, each with the seat's sign before it."""

_NARROW = " .,:;!'·"
"""Half a cell in big letters, where a whole one would cost a clock its size."""

_BIG_SIZES = ((32, 3), (28, 3), (24, 3), (32, 2), (28, 2), (24, 2), (22, 2), (20, 2), (18, 2),
              (32, 1), (28, 1), (24, 1), (22, 1), (20, 1), (18, 1), (16, 1), (14, 1), (12, 1))  # fmt: skip
"""Sizes and whole-number magnifications of big letters, the tallest first (60 px down to 8 px digits)."""

_HEAVY = ((18, 3), (14, 3), (18, 2), (14, 2), (24, 1), (22, 1), (20, 1), (18, 1), (14, 1), (12, 1))
"""Sizes and magnifications of letters with thick strokes, the tallest first."""

_THIN_FROM = 22
"""From this size on Terminus's strokes grow no thicker: heavy letters are struck twice, a px apart."""

_MOST_WORDS = 12
"""Longer texts stay in one row and are cut: no number of rows would make them big."""

_LEAST_CUT = 4
"""Cells a text is cut to at least: less of it, and an ellipsis, would tell nothing."""

_SIGN_OVERSAMPLE = 16


@lru_cache(maxsize=64)
def _font(size: int, bold: bool) -> ImageFont.FreeTypeFont:
    name = "terminus-bold.otb" if bold else "terminus-normal.otb"
    return ImageFont.truetype(FONTS / name, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=64)
def cell(size: int) -> int:
    """Width of one character of Terminus ``size``, px; its height is ``size``."""
    return int(_font(size, True).getlength("0"))


@lru_cache(maxsize=1024)
def clean(text: str) -> str:
    """One line of whole characters: composed, no control or combining ones, no double spaces.

    Terminus gives every code point a cell, so joiners, variation selectors and stray marks would show
    as boxes of their own.
    """
    kept = (
        " " if (kind := unicodedata.category(char))[0] == "Z" or kind == "Cc" else char
        for char in unicodedata.normalize("NFC", text)
        if unicodedata.category(char) not in {"Cf", "Cs", "Mn", "Me"}
    )
    return " ".join("".join(kept).split())


def is_wordy(text: str) -> bool:
    """Whether there are words in the text, not just numbers, arrows and signs."""
    return any(char.isalpha() for char in text)


@lru_cache(maxsize=4096)
def cells(text: str) -> int:
    """How many cells a cleaned text takes: one a character, two a seat's sign."""
    return sum(2 if char in _SEAT_OF_SHAPE else 1 for char in text)


def cut(text: str, room: int) -> str:
    """The text in at most ``room`` cells, its lost end told by an ellipsis."""
    if cells(text) <= room:
        return text
    text = text[: max(0, room)]
    while text and cells(text) > room - 1:
        text = text[:-1]
    return text.rstrip() + "…" if room > 0 else ""


def wrap(text: str, room: int) -> list[str]:
    """The text in rows of at most ``room`` cells, broken between words; a longer word stays whole."""
    rows: list[str] = []
    for word in text.split():
        if rows and cells(rows[-1]) + 1 + cells(word) <= room:
            rows[-1] += f" {word}"
        else:
            rows.append(word)
    return rows


def shortened(text: str, room: int, rows: int) -> tuple[str, ...]:
    """The text in at most so many rows of ``room`` cells, by its least important words shorter.

    What to do, if it is a sentence of its own at the end ("Got a number? Press!"), stays rather than the
    rest; so does a number at the end ("your number: 8"), with an ellipsis before it.
    """
    if rows < 1:
        return ()
    last = _SENTENCES.split(text)[-1]
    for whole in (text, last) if last.endswith("!") else (text,):
        if fit(wrapped := wrap(whole, room), room, rows):
            return tuple(wrapped)
    *above, end = [*wrap(text, room)[: rows - 1], " ".join(wrap(text, room)[rows - 1 :])]
    value = found[0] if (found := _VALUE.search(end)) else ""
    if value and cells(value) + 2 <= room:
        end = cut(end.removesuffix(value), room - cells(value)) + value
    return tuple(cut(row, room) for row in (*above, end))


def fit(rows: Sequence[str], room: int, most: int) -> bool:
    """Whether these are at most so many rows of ``room`` cells."""
    return len(rows) <= most and all(cells(row) <= room for row in rows)


def write(
    draw: ImageDraw.ImageDraw, at: tuple[int, int], text: str, size: int, *, bold: bool, ink: int
) -> None:
    """Draw one cleaned row with its cells' top left corner at ``at``; ``ink`` is 255 (lit) or 0."""
    x, y = at
    for run in _RUNS.split(text):
        if seat := _SEAT_OF_SHAPE.get(run):
            draw_sign(draw, (x + 1, y + 1), seat, size - 3, ink=ink)
        else:
            draw.text((x, y), run, font=_font(size, bold), fill=ink)
        x += cells(run) * cell(size)


@lru_cache(maxsize=256)
def _sign_mask(seat: Seat, side: int) -> Image.Image:
    """A seat's shape, ``side`` px square, mode "1": a pixel is lit if at least half of it is covered."""
    large = side * _SIGN_OVERSAMPLE
    mask = Image.new("L", (large, large))
    corners = [(round((x + 1) / 2 * large - 0.5), round((y + 1) / 2 * large - 0.5)) for x, y in outline(seat)]
    ImageDraw.Draw(mask).polygon(corners, fill=255)
    mask = mask.reduce(_SIGN_OVERSAMPLE).point(lambda value: 255 if value >= 128 else 0)
    # Pillow rounds a polygon's left and right edges differently; at 9 px one lopsided pixel shows.
    twin = ImageOps.flip(mask) if SIGNS[seat].name == "moon" else ImageOps.mirror(mask)
    mask = ImageChops.lighter(mask, twin)
    if seat in OUTLINED:
        rim = 1 if side < 12 else max(2, side // 10)
        mask.paste(0, mask=mask.filter(ImageFilter.MinFilter(2 * rim + 1)))
    return mask.convert("1", dither=Image.Dither.NONE)


def draw_sign(draw: ImageDraw.ImageDraw, at: tuple[int, int], seat: Seat, side: int, *, ink: int) -> None:
    """Draw a seat's shape in the square of ``side`` px whose top left corner is ``at``."""
    draw.bitmap(at, _sign_mask(seat, side), fill=ink)


class Big(NamedTuple):
    """Big letters, ready to draw.

    Attributes:
        image: the letters, mode "1", cropped to their ink.
        digit: how tall a digit is at this size, px.
        whole: False if some of the text had to be cut.
    """

    image: Image.Image
    digit: int
    whole: bool


@lru_cache(maxsize=512)
def enlarge(text: str, width: int, height: int) -> Big | None:
    """The cleaned text in the largest letters whose ink fits ``width`` x ``height`` px.

    Several words may take two or three rows if that makes them larger; numbers stay in one. If even the
    smallest letters are too wide, the text is cut; None if they are too tall, or little of it would be left.
    """
    if big := _largest(_splits(text), width, height):
        return big
    room = width // cell(SMALL)
    image = _stack((cut(text, room),), SMALL) if room >= _LEAST_CUT else Image.new("1", (0, 0))
    return Big(image, digit(SMALL)[1], False) if 0 < image.height <= height else None


def enlarge_rows(rows: tuple[str, ...], width: int, height: int) -> Big | None:
    """These cleaned rows, as they are, in the largest letters whose ink fits; None if none do."""
    return _largest((rows,), width, height) if rows else None


def _largest(splits: tuple[tuple[str, ...], ...], width: int, height: int) -> Big | None:
    """The largest letters in which one of these ways to split a text fits."""
    for (size, times), rows in product(_BIG_SIZES, splits):
        wide = any(row_width(row, size) * times > width for row in rows)
        if not wide and 0 < _stack(rows, size).height * times <= height:
            return Big(_large(rows, size, times), digit(size)[1] * times, True)
    return None


class Letters(NamedTuple):
    """A few letters with thick strokes, ready to draw.

    Attributes:
        image: their whole cells, mode "1".
        above: how far below its top a capital begins, px: what is above is accents'.
        capital: how tall a capital or a digit is, px.
    """

    image: Image.Image
    above: int
    capital: int


@lru_cache(maxsize=128)
def letters(text: str, height: int, width: int) -> Letters | None:
    """A short cleaned text at most ``width`` px wide, its capitals at most ``height`` px tall.

    None if even the smallest letters are too large.
    """
    for size, times in _HEAVY:
        top, tall = digit(size)
        if tall * times <= height and row_width(text, size) * times <= width:
            image = _magnify(row_of(text, size), times)
            struck = Image.new("1", (image.width + (size * times >= _THIN_FROM), image.height))
            for x in range(struck.width - image.width + 1):
                struck.paste(LIT, (x, 0), image)
            return Letters(struck, top * times, tall * times)
    return None


@lru_cache(maxsize=64)
def digit(size: int) -> tuple[int, int]:
    """How far below its cell's top a bold digit's ink begins, and how tall it is, px."""
    probe = Image.new("1", (cell(size), size))
    ImageDraw.Draw(probe).text((0, 0), "8", font=_font(size, True), fill=LIT)
    _, top, _, bottom = probe.getbbox() or (0, 0, 0, 0)
    return top, bottom - top


@lru_cache(maxsize=256)
def _splits(text: str) -> tuple[tuple[str, ...], ...]:
    """The text in one row, then in two and three, each split as evenly as its words allow."""
    words = text.split()
    splits: list[tuple[str, ...]] = [(text,)]
    most = min(3, len(words)) if is_wordy(text) and len(words) <= _MOST_WORDS else 1
    for breaks in range(1, most):
        ways = (
            tuple(" ".join(words[start:end]) for start, end in pairwise((0, *places, len(words))))
            for places in combinations(range(1, len(words)), breaks)
        )
        splits.append(min(ways, key=lambda rows: max(cells(row) for row in rows)))
    return tuple(splits)


def _advance(char: str, size: int) -> int:
    if char in _NARROW:
        return (cell(size) + 1) // 2
    return cell(size) * (2 if char in _SEAT_OF_SHAPE else 1)


@lru_cache(maxsize=4096)
def row_width(row: str, size: int) -> int:
    """How wide `row_of` draws a row, px."""
    return sum(_advance(char, size) for char in row)


@lru_cache(maxsize=512)
def row_of(row: str, size: int, *, bold: bool = True) -> Image.Image:
    """One row of letters at their own size, one cell high, narrow characters moved together."""
    image = Image.new("1", (max(1, row_width(row, size)), size))
    x = 0
    for char in row:
        shift = (cell(size) - _advance(char, size)) // 2 if char in _NARROW else 0
        image.paste(LIT, (x - shift, 0), _letter(char, size, bold))
        x += _advance(char, size)
    return image


@lru_cache(maxsize=1024)
def _letter(char: str, size: int, bold: bool) -> Image.Image:
    image = Image.new("1", (cells(char) * cell(size), size))
    write(ImageDraw.Draw(image), (0, 0), char, size, bold=bold, ink=LIT)
    return image


@lru_cache(maxsize=512)
def _stack(rows: tuple[str, ...], size: int) -> Image.Image:
    """Rows below each other, centred and cropped to their ink, or to what any digit's would be."""
    strips = [strip.crop((0, box[1], strip.width, box[3])) for row in rows
              for strip in [row_of(row, size)] if (box := strip.getbbox())]  # fmt: skip
    if not strips:
        return Image.new("1", (0, 0))
    # Closer, a number below a word looks like the word's accents: "Gracz 3" like "Grącz".
    gap = 1 if len(strips) > 2 else 1 + size // 12
    height = sum(strip.height + gap for strip in strips) - gap
    image = Image.new("1", (max(strip.width for strip in strips), height))
    y = 0
    for strip in strips:
        image.paste(strip, ((image.width - strip.width) // 2, y))
        y += strip.height + gap
    left, top, right, bottom = image.getbbox() or (0, 0, 0, 0)
    if len(rows) == 1:  # a digit takes the room of any: else a clock and what is beside it moves every second
        first, last = _digits_ink(size)
        left = min(left, first) if rows[0][0].isdigit() else left
        right = max(right, image.width - cell(size) + last) if rows[0][-1].isdigit() else right
    return image.crop((left, top, right, bottom))


@lru_cache(maxsize=64)
def _digits_ink(size: int) -> tuple[int, int]:
    """Where in its cell the ink of any digit begins and ends, px from the left."""
    boxes = [box for number in range(10) if (box := row_of(str(number), size).getbbox())]
    return min(box[0] for box in boxes), max(box[2] for box in boxes)


@lru_cache(maxsize=512)
def _large(rows: tuple[str, ...], size: int, times: int) -> Image.Image:
    return _magnify(_stack(rows, size), times)


def _magnify(image: Image.Image, times: int) -> Image.Image:
    """The image ``times`` as large, its stairs smoothed: a grey enlargement, lit where at least half grey."""
    if times == 1:
        return image
    framed = Image.new("L", (image.width + 2, image.height + 2))
    framed.paste(image.convert("L"), (1, 1))
    large = framed.resize((framed.width * times, framed.height * times), Image.Resampling.BICUBIC)
    lit = large.convert("1", dither=Image.Dither.NONE)
    return lit.crop((times, times, lit.width - times, lit.height - times))
