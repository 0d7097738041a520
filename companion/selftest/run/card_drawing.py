"""Draws the self-test's screens: a test picture has a border on the panel's very last pixels."""

from __future__ import annotations

from PIL import Image, ImageDraw

from companion.selftest.check_screens import Card
from firmware.drawing.frames import draw
from firmware.drawing.lettering import LIT
from firmware.views import Screen

MARGIN = 3
"""From the edge to what stands inside, px: the border, and two dark ones so that a cut is seen."""

CORNER = 5
"""Side of the corner that is filled: the upper left, for who can't read the rest, px."""

LOWEST = 32
"""A panel lower than this has no room for words inside its border."""


def draw_checked(screen: Screen, size: tuple[int, int]) -> Image.Image:
    """Draw what one panel shows, as `firmware.drawing.frames.draw` does; test pictures get their border."""
    if not isinstance(screen, Card):
        return draw(screen, size)
    width, height = size
    picture = Image.new("1", size)
    if height >= LOWEST:
        picture.paste(draw(screen, (width - 2 * MARGIN, height - 2 * MARGIN)), (MARGIN, MARGIN))
    pen = ImageDraw.Draw(picture)
    pen.rectangle((0, 0, width - 1, height - 1), outline=LIT)
    pen.polygon(((0, 0), (CORNER, 0), (0, CORNER)), fill=LIT)
    return picture
