"""The window's letters: the font that comes with pygame-ce, and the signs it lacks, drawn.

The font has every Polish letter, but no arrows, hearts or seats' shapes: those stand among its letters as
polygons as high as a capital.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from io import BytesIO
from pathlib import Path

import pygame
from pygame import Color, Surface

from companion.window.symbols import ARROW, HEART, smooth
from firmware.drawing.shapes import Polygon, outline
from firmware.views import SIGNS

_SIGNS: Mapping[str, Sequence[Polygon]] = {
    "↑": (ARROW,),
    "↓": (tuple((x, -y) for x, y in ARROW),),
    "→": (tuple((-y, x) for x, y in ARROW),),
    "←": (tuple((y, x) for x, y in ARROW),),
    "▮": (((-0.45, -1), (0.45, -1), (0.45, 1), (-0.45, 1)),),
    "♥": (HEART,),
    **{sign.shape: (outline(seat),) for seat, sign in SIGNS.items()},
}
_APART = re.compile(f"([{''.join(_SIGNS)}])")

_POINTS = 0.6875
"""What pygame makes of a height in its own font."""

_SIGN_ACROSS = 0.62
_SIGN_ADVANCE = 0.74
"""A sign's size and the room it takes, as shares of the letters' height."""


@lru_cache(maxsize=1)
def _file() -> bytes:
    """The font, read once: pygame keeps a file open for each size, and letters are fitted by trying many."""
    return Path(pygame.__file__).with_name(pygame.font.get_default_font()).read_bytes()


class Type:
    """Writes texts in letters of any height."""

    def __init__(self) -> None:
        self._fonts: dict[int, pygame.font.Font] = {}

    def _font(self, height: int) -> pygame.font.Font:
        if height not in self._fonts:
            size = max(1, int(height * _POINTS))
            self._fonts[height] = pygame.font.Font(BytesIO(_file()), size)
        return self._fonts[height]

    def width(self, text: str, height: int) -> int:
        """How wide a text is, pixels."""
        font, runs = self._font(height), _APART.split(text)
        signs = len(runs) // 2
        return sum(font.size(run)[0] for run in runs[::2] if run) + signs * round(height * _SIGN_ADVANCE)

    def ink(self, text: str, height: int, colour: Color) -> Surface:
        """A text with nothing around its ink, so that it can be centred by eye; 1 x 1 if it has none."""
        drawn, _ = self._drawn(text, height, colour)
        box = drawn.get_bounding_rect()
        return drawn.subsurface(box) if box.width and box.height else Surface((1, 1), pygame.SRCALPHA)

    def write(self, target: Surface, text: str, height: int, colour: Color, at: tuple[float, int]) -> None:
        """Write a text from a point rightwards; capitals are centred on it, so neighbours share a line."""
        drawn, above = self._drawn(text, height, colour)
        target.blit(drawn, (round(at[0]), at[1] - self._capital(height) - above))

    def _capital(self, height: int) -> int:
        """How far below a line's top the middle of its capitals is (px)."""
        return self._font(height).render("E", True, "white").get_bounding_rect().centery

    def _drawn(self, text: str, height: int, colour: Color) -> tuple[Surface, int]:
        """A text, and how far accents on its capitals stick out above the line (px): that makes it taller."""
        font, runs = self._font(height), _APART.split(text)
        tops = [metric[3] for metric in font.metrics("".join(runs[::2])) if metric is not None]
        above = max([0, *(top - font.get_ascent() for top in tops)])
        if len(runs) == 1:
            return font.render(text, True, colour), above
        whole = Surface((max(1, self.width(text, height)), font.get_height() + above), pygame.SRCALPHA)
        whole.fill((*colour[:3], 0))  # clear, but not black: edges mix with it
        x, advance, radius = 0, round(height * _SIGN_ADVANCE), max(1, round(height * _SIGN_ACROSS / 2))
        for place, run in enumerate(runs):
            if place % 2:
                middle = above + self._capital(height)
                sign = smooth(colour, _SIGNS[run], radius)
                whole.blit(sign, sign.get_rect(center=(x + advance // 2, middle)))
                x += advance
            elif run:
                own, rise = self._drawn(run, height, colour)
                whole.blit(own, (x, above - rise))
                x += own.width
        return whole, above
