"""Digits and marks narrower than any font's, for scores that have to share a small panel with many others.

They are those of a pocket calculator, told apart by their strokes alone: three pixels by five at the least,
made larger by repeating the rows and the column in their middle. Letters have no room in so few pixels.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from firmware.drawing.lettering import LIT

_STROKES: Mapping[str, str] = {
    "0": "### #.# #.# #.# ###",
    "1": ".#. ##. .#. .#. ###",
    "2": "### ..# ### #.. ###",
    "3": "### ..# ### ..# ###",
    "4": "#.# #.# ### ..# ..#",
    "5": "### #.. ### ..# ###",
    "6": "### #.. ### #.# ###",
    "7": "### ..# ..# ..# ..#",
    "8": "### #.# ### #.# ###",
    "9": "### #.# ### ..# ###",
    "-": "... ... ### ... ...",
    "−": "... ... ### ... ...",
    "–": "... ... ### ... ...",
    "+": "... .#. ### .#. ...",
    "=": "... ### ... ### ...",
    "×": "... #.# .#. #.# ...",
    "/": "..# ..# .#. #.. #..",
    "%": "#.# ..# .#. #.. #.#",
    "?": "### ..# .## ... .#.",
    "♥": "#.# ### ### .#. ...",
    "✓": "..# ..# #.# .#. ...",
    "…": "... ... ... ... #.#",
    "!": "# # # . #",
    ":": ". # . # .",
    ".": ". . . . #",
    ",": ". . . # #",
    " ": ". . . . .",
}
"""Each mark's rows, from the top."""

_THIN = "1+×?"
"""What has its one stroke in the middle, which is not made wider."""


class Slender(NamedTuple):
    """A size of the narrow digits: width and height of a digit, px; at least 3 x 5."""

    width: int
    tall: int

    def length(self, text: str) -> int:
        """Width of a text, px, its last letter's gap not counted."""
        return sum(self._advance(char) for char in text) - 1 if text else 0

    def _advance(self, char: str) -> int:
        return self.width + 1 if len(_STROKES[char]) > len(_STROKES[":"]) else self.width - 1

    def write(self, text: str) -> Image.Image:
        """The text, which is all `known`, as a picture of mode "1", as tall as a digit."""
        return _written(self, text)


def known(text: str) -> str:
    """What of a text there are narrow marks for: letters go."""
    return "".join(char for char in text if char in _STROKES).strip()


@lru_cache(maxsize=256)
def _written(face: Slender, text: str) -> Image.Image:
    image = Image.new("1", (max(1, face.length(text)), face.tall))
    above = (face.tall - 3) // 2
    x = 0
    for char in text:
        first, second, third, fourth, last = _STROKES[char].split()
        rows = [first, *[second] * above, third, *[fourth] * (face.tall - 3 - above), last]
        for y, row in enumerate(rows):
            middle = row[len(row) // 2] * (face.width - 2)
            wide = row if char in _THIN else f"{row[0]}{middle}{row[-1]}" if len(row) > 1 else middle
            for step, mark in enumerate(wide):
                image.putpixel((x + step, y), LIT if mark == "#" else 0)
        x += face.length(char) + 1
    return image
