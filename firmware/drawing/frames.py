"""A screen's view as a 1-bit picture, for an OLED of 128x64, 128x32 or 64x48 px (or any other size).

What stands where is decided by `firmware.drawing.pages`. All moods share one layout: ``TURN`` is the exact
inverse of ``CALM``, and ``WAIT`` only adds a frame, so nothing jumps when a turn passes. Hence also the
margin: on an inverted screen, letters that touch the edge would run into the dark.
"""

from __future__ import annotations

from dataclasses import replace

from PIL import Image, ImageChops, ImageDraw

from firmware.drawing.blocks import Box
from firmware.drawing.code_page import draw_code_page, words_alone
from firmware.drawing.figures import Beside, Spot
from firmware.drawing.legibility import EDGES_HEIGHT, EDGES_WIDTH
from firmware.drawing.lettering import LIT, clean
from firmware.drawing.pages import Page, choose
from firmware.views import Code, Dice, Mood, Screen


def draw(screen: Screen, size: tuple[int, int] = (128, 64)) -> Image.Image:
    """Draw what one panel shows.

    Args:
        screen: the view; any part may be empty, any text of any length.
        size: the panel's width and height, px; at least 32 x 16.

    Returns:
        A picture of mode "1" and that size; lit pixels are 255.
    """
    if isinstance(screen.figure, Code):
        drawn = draw_code_page(_cleaned(screen), screen.figure, size)
        if drawn is not None:
            return drawn
    return _painted(lay_out(screen, size), screen.mood, size)


def _painted(page: Page, mood: Mood, size: tuple[int, int]) -> Image.Image:
    image = Image.new("1", size)
    pen = ImageDraw.Draw(image)
    width, height = size
    page.paint(pen)
    if mood is Mood.WAIT:
        pen.rounded_rectangle((0, 0, width - 1, height - 1), radius=3, outline=LIT)
    return ImageChops.invert(image) if mood is Mood.TURN else image


def dice_on(picture: Image.Image, screen: Screen) -> tuple[Spot, ...]:
    """The dice that lie still on a panel's picture, each with its place: for who can draw them in colour.

    Args:
        picture: what the panel shows.
        screen: what it should show. None lie there if it doesn't: a panel may be late, dimmed or moved.
    """
    if not isinstance(screen.figure, Dice):
        return ()
    page = lay_out(screen, picture.size)
    if picture != _painted(page, screen.mood, picture.size):
        return ()
    for part, box in page.middle.parts:
        if isinstance(part, Beside):
            left, top = part.at(box)
            return tuple(spot._replace(x=left + spot.x, y=top + spot.y) for spot in part.drawn.spots)
    return ()


def lay_out(screen: Screen, size: tuple[int, int]) -> Page:
    """Decide what one panel of that size, px, shows of a view, where and how large."""
    width, height = size[0] - EDGES_WIDTH, size[1] - EDGES_HEIGHT
    screen = _cleaned(screen)
    if isinstance(screen.figure, Code):
        screen = words_alone(screen, width)
    return choose(screen, Box(EDGES_WIDTH // 2, EDGES_HEIGHT // 2, width, height))


def _cleaned(screen: Screen) -> Screen:
    figure = screen.figure
    if isinstance(figure, Dice):
        faces = (replace(face, text=clean(face.text), word=clean(face.word)) for face in figure.faces)
        figure = replace(figure, faces=tuple(faces))
    return replace(
        screen,
        title=clean(screen.title),
        big=clean(screen.big),
        figure=figure,
        text=tuple(line for raw in screen.text if (line := clean(raw))),
        scores=tuple(replace(score, text=clean(score.text)) for score in screen.scores),
        hint=clean(screen.hint),
    )
