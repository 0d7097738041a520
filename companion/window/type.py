"""The window's letters: Atkinson Hyperlegible Next in two weights, and the signs it lacks, drawn.

Letters of everyday sizes are drawn larger and shrunk: at their own size each would begin on a whole pixel,
and the space between them would be seen to be uneven ("pok az"). The font has no arrows, hearts or seats'
shapes: those stand among its letters as polygons as high as a capital.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from io import BytesIO
from pathlib import Path

import pygame
from pygame import Color, Surface

from companion.window.symbols import ARROW, HEART, TICK, smooth
from firmware.drawing.shapes import Polygon, outline
from firmware.views import SIGNS

_SIGNS: Mapping[str, Sequence[Polygon]] = {
    "↑": (ARROW,),
    "↓": (tuple((x, -y) for x, y in ARROW),),
    "→": (tuple((-y, x) for x, y in ARROW),),
    "←": (tuple((y, x) for x, y in ARROW),),
    "▮": (((-0.45, -1), (0.45, -1), (0.45, 1), (-0.45, 1)),),
    "♥": (HEART,),
    "✓": (TICK,),
    **{sign.shape: (outline(seat),) for seat, sign in SIGNS.items()},
}
_APART = re.compile(f"([{''.join(_SIGNS)}])")

EM = 0.76
"""The font's size, as a share of the height of letters: of the room a line takes with accents and tails."""

_ASCENT, _CAPITAL = 0.984, 0.668
"""Of the font's size: from the top of a line to its letters' feet, and a capital's height (its ``hhea`` and
 ``OS/2`` tables)."""

_SIGN_ACROSS = 0.62
_SIGN_ADVANCE = 0.74
"""A sign's size and the room it takes, as shares of the letters' height."""

_FINE = 64
"""Letters of at least this size (px) stand on whole pixels and nobody sees it."""

_WRITING, _MEASURING = 48, 1024
"""So many sizes are kept open to write in, each with its letters' pictures, and to measure with, which takes
little: texts are fitted to their places by trying."""

MOST_PIXELS = 12_000_000
"""So much of what was written is kept, 48 MB: some pictures' worth at 4K, but not an evening's."""

_FOLDER = Path(__file__).with_name("fonts")


@lru_cache
def _file(strong: bool) -> bytes:
    """A weight, read once: pygame keeps a file open for each size."""
    weight = "ExtraBold" if strong else "SemiBold"
    return (_FOLDER / f"AtkinsonHyperlegibleNext-{weight}.ttf").read_bytes()


def _large(size: int) -> int:
    """How large letters of a size are drawn before they are shrunk (px): a power of two: few fonts serve."""
    return max(_FINE, 1 << (2 * size - 1).bit_length())


class Type:
    """Writes texts in letters of any height; ``strong`` ones are heavier, for what is read first."""

    def __init__(self) -> None:
        self._font = lru_cache(maxsize=_WRITING)(_opened)
        self._measure_in = lru_cache(maxsize=_MEASURING)(_opened)
        self._wide = lru_cache(maxsize=4096)(self._measure)
        self._kept: dict[tuple[str, int, tuple[int, ...], bool], Surface] = {}  # used last comes last
        self._pixels = 0

    @property
    def pixels(self) -> int:
        """How much of what was written is kept."""
        return self._pixels

    def width(self, text: str, height: int, *, strong: bool = False) -> int:
        """How wide a text is, pixels."""
        return self._wide(text, height, strong)

    def _measure(self, text: str, height: int, strong: bool) -> int:
        runs = _APART.split(text)
        signs = len(runs) // 2 * round(height * _SIGN_ADVANCE)
        return signs + sum(self._run(run, height, strong) for run in runs[::2] if run)

    def _run(self, run: str, height: int, strong: bool) -> int:
        size = size_of(height)
        if size >= _FINE:
            return self._measure_in(size, strong).size(_spelt(run))[0]
        large = _large(size)
        return max(1, round(self._measure_in(large, strong).size(_spelt(run))[0] * size / large))

    def ink(self, text: str, height: int, colour: Color, *, strong: bool = False) -> Surface:
        """A text with nothing around its ink, so that it can be centred by eye; 1 x 1 if it has none."""
        drawn = self._drawn(text, height, tuple(colour), strong)
        box = drawn.get_bounding_rect()
        return drawn.subsurface(box) if box.width and box.height else Surface((1, 1), pygame.SRCALPHA)

    def write(
        self,
        target: Surface,
        text: str,
        height: int,
        colour: Color,
        at: tuple[float, int],
        *,
        strong: bool = False,
    ) -> None:
        """Write a text from a point rightwards; capitals are centred on it, so neighbours share a line."""
        drawn = self._drawn(text, height, tuple(colour), strong)
        target.blit(drawn, (round(at[0]), at[1] - _middle(height)))

    def _drawn(self, text: str, height: int, colour: tuple[int, ...], strong: bool) -> Surface:
        key = text, height, colour, strong
        drawn = self._kept.pop(key, None)
        if drawn is None:
            drawn = self._draw(*key)
            self._pixels += drawn.width * drawn.height
        self._kept[key] = drawn
        while self._pixels > MOST_PIXELS and len(self._kept) > 1:
            gone = self._kept.pop(next(iter(self._kept)))
            self._pixels -= gone.width * gone.height
        return drawn

    def _draw(self, text: str, height: int, colour: tuple[int, ...], strong: bool) -> Surface:
        runs = _APART.split(text)
        if len(runs) == 1:
            return self._letters(text, height, Color(*colour), strong)
        tall = self._letters("", height, Color(*colour), strong).height
        whole = Surface((max(1, self.width(text, height, strong=strong)), tall), pygame.SRCALPHA)
        whole.fill((*colour[:3], 0))  # clear, but not black: edges mix with it
        x, advance, radius = 0, round(height * _SIGN_ADVANCE), max(1, round(height * _SIGN_ACROSS / 2))
        for place, run in enumerate(runs):
            if place % 2:
                sign = smooth(Color(*colour), _SIGNS[run], radius)
                whole.blit(sign, sign.get_rect(center=(x + advance // 2, _middle(height))))
                x += advance
            elif run:
                own = self._letters(run, height, Color(*colour), strong)
                whole.blit(own, (x, 0))
                x += own.width
        return whole

    def _letters(self, run: str, height: int, colour: Color, strong: bool) -> Surface:
        size = size_of(height)
        if size >= _FINE:
            return _rendered(self._font(size, strong), run, colour)
        large = _rendered(self._font(_large(size), strong), run or " ", colour)
        tall = max(1, round(large.height * size / _large(size)))
        return pygame.transform.smoothscale(large, (self._run(run or " ", height, strong), tall))


def _opened(size: int, strong: bool) -> pygame.font.Font:
    return pygame.font.Font(BytesIO(_file(strong)), size)


def _spelt(run: str) -> str:
    """A run in letters the font has: a µ is a u with a stem that goes on below the line."""
    return run.replace("µ", "u")


def _rendered(font: pygame.font.Font, run: str, colour: Color) -> Surface:
    drawn = font.render(_spelt(run), True, colour)
    for place in (n for n, letter in enumerate(run) if letter == "µ"):
        u = font.metrics("u")[0]
        assert u is not None
        left, right, _, top, _ = u
        x, stem = font.size(_spelt(run[:place]))[0] + left, max(1, round((right - left) * 0.29))
        drawn.fill(colour, (x, font.get_ascent() - top // 2, stem, top // 2 + round(top * 0.36)))
    return drawn


def size_of(height: int) -> int:
    """The font's size (px) of a letter height: what is called the size of letters elsewhere."""
    return max(1, round(height * EM))


def _middle(height: int) -> int:
    """How far below a line's top the middle of its capitals is (px)."""
    return round(size_of(height) * (_ASCENT - _CAPITAL / 2))
