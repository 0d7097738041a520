"""One die as a 1-bit picture, drawn so that *with* and *without* can't be taken for each other.

*With* is a lit die with a dark letter. *Without* is an outline with a lit letter, and a cross behind that
letter, whose arms run out over the die's corners: either half of it alone still says so. A die that rolls is
an outline on its edge with a question mark, and no cross.
"""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw

from firmware.drawing.lettering import DARK, LIT, letters

_DIE_OVERSAMPLE = 8

_LEAST_CAPITAL = 8
"""Height of the smallest letter on a die, px."""

_TILT = 14
"""How far a rolling die leans, degrees."""


@lru_cache(maxsize=128)
def draw_die(text: str, side: int, *, crossed: bool) -> Image.Image:
    """A die at rest, mode "1".

    Args:
        text: what it shows, at most two cells.
        side: the picture's width and height, px.
        crossed: it stands for *without*.
    """
    if not crossed:
        die = _plate(side, 0, filled=True)
        die.paste(DARK, mask=_letter(text, side, side * 6 // 10))
        return die
    die = _plate(side, max(2, round(side / 9)), filled=False)
    letter = _letter(text, side, side * 56 // 100)
    arm, air = max(2.0, side / 7), max(1, side // 18)
    room = Image.new("1", die.size)
    left, top, right, bottom = letter.getbbox() or (0, 0, 0, 0)
    ImageDraw.Draw(room).rounded_rectangle(
        (left - air, top - air, right - 1 + air, bottom - 1 + air), 2 * air, fill=LIT
    )
    die.paste(DARK, mask=_cross(side, arm + 2 * air))
    die.paste(DARK, mask=room)
    die.paste(LIT, mask=ImageChops.logical_and(_cross(side, arm), ImageChops.invert(room)))
    die.paste(LIT, mask=letter)
    return die


@lru_cache(maxsize=16)
def draw_rolling(side: int, *, leans_left: bool) -> Image.Image:
    """A die that rolls, mode "1", ``side`` px wide and high."""
    large = _large_plate(side, round(side * 0.1), filled=False)
    die = _small(large.rotate(_TILT if leans_left else -_TILT, Image.Resampling.BICUBIC))
    die.paste(LIT, mask=_letter("?", side, side // 2))
    return die


def _small(large: Image.Image) -> Image.Image:
    """Lit where at least half of a pixel is covered."""
    return large.reduce(_DIE_OVERSAMPLE).convert("1", dither=Image.Dither.NONE)


def _plate(side: int, inset: int, *, filled: bool) -> Image.Image:
    return _small(_large_plate(side, inset, filled=filled))


def _large_plate(side: int, inset: int, *, filled: bool) -> Image.Image:
    """A square with round corners, ``inset`` px from the picture's edges; not filled, it is a rim."""
    large = Image.new("L", (side * _DIE_OVERSAMPLE, side * _DIE_OVERSAMPLE))
    far = (side - inset) * _DIE_OVERSAMPLE - 1
    near = inset * _DIE_OVERSAMPLE
    ImageDraw.Draw(large).rounded_rectangle(
        (near, near, far, far),
        (side - 2 * inset) * _DIE_OVERSAMPLE // 5,
        fill=255 if filled else 0,
        outline=255,
        width=max(1, round(side / 20)) * _DIE_OVERSAMPLE,
    )
    return large


def _cross(side: int, breadth: float) -> Image.Image:
    """Both diagonals of the whole picture."""
    end = side * _DIE_OVERSAMPLE
    large = Image.new("L", (end, end))
    for diagonal in ((0, 0, end, end), (end, 0, 0, end)):
        ImageDraw.Draw(large).line(diagonal, fill=255, width=round(breadth * _DIE_OVERSAMPLE))
    return _small(large)


def _letter(text: str, side: int, capital: int) -> Image.Image:
    """The text in the middle of a picture of that side; accents stand above capitals of the same height."""
    mask = Image.new("1", (side, side))
    drawn = letters(text, max(capital, _LEAST_CAPITAL), side * 8 // 10)
    if drawn is not None:
        left, _, right, _ = drawn.image.getbbox() or (0, 0, 0, 0)
        x = (side - (right - left)) // 2 - left
        mask.paste(drawn.image, (x, (side - drawn.capital + 1) // 2 - drawn.above))
    return mask
