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
        return sum(_mark(self, char).width + 1 for char in text) - 1 if text else 0

    def write(self, text: str) -> Image.Image:
        """The text, which is all `known`, as a picture of mode "1", as tall as a digit."""
        image = Image.new("1", (max(1, self.length(text)), self.tall))
        x = 0
        for char in text:
            image.paste(_mark(self, char), (x, 0))
            x += _mark(self, char).width + 1
        return image


def known(text: str) -> str:
    """What of a text there are narrow marks for: letters go."""
    return "".join(char for char in text if char in _STROKES).strip()


@lru_cache(maxsize=256)
def _mark(face: Slender, char: str) -> Image.Image:
    first, second, third, fourth, last = _STROKES[char].split()
    above = (face.tall - 3) // 2
    rows = [first, *[second] * above, third, *[fourth] * (face.tall - 3 - above), last]
    if len(first) > 1 and char not in _THIN:
        rows = [f"{row[0]}{row[1] * (face.width - 2)}{row[2]}" for row in rows]
    elif len(first) == 1:
        rows = [row * (face.width - 2) for row in rows]
    image = Image.new("1", (face.width if len(first) > 1 else face.width - 2, face.tall))
    image.putdata([LIT if mark == "#" else 0 for row in rows for mark in row.ljust(image.width, ".")])
    return image
