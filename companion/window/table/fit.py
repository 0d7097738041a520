"""Letters as large as their place allows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pygame import Color, Rect, Surface

from companion.window.scale import Scale
from companion.window.theme import SIZES, centred

_TOGETHER = re.compile(r" (?=\d+$)|(?<=\d) (?=(?:s|ms|µs)\b)| (?=(?:\.\.\.|…)$)|(?<=\?) (?=\?)")
"""A number at the end never stands on a line alone: it is a seat's, and belongs to the word before it. Nor
does a unit stand without its number, an ellipsis without its word, or one digit that is asked for without the
others."""


def fitted(scale: Scale, text: str, height: int, width: int, *, strong: bool = False) -> int:
    """The largest letter height (px), at most ``height``, at which a text is no wider than ``width`` (px)."""
    wide = scale.type.width(text, height, strong=strong)
    if wide <= width:
        return height
    size = max(1, min(height - 1, height * max(0, width) // wide + 1))
    while size > 1 and scale.type.width(text, size, strong=strong) > width:
        size -= 1
    return size


def cut(scale: Scale, text: str, height: int, width: int, *, strong: bool = False) -> str:
    """A text, or as much of its beginning as fits ``width`` (px) with an ellipsis."""
    if scale.type.width(text, height, strong=strong) <= width:
        return text
    keep = text
    while keep and scale.type.width(f"{keep.rstrip()}…", height, strong=strong) > width:
        keep = keep[:-1]
    return f"{keep.rstrip()}…" if keep else ""


def write_line(
    target: Surface,
    scale: Scale,
    rect: Rect,
    text: str,
    *,
    height: int,
    colour: Color,
    left: bool = False,
    strong: bool = False,
) -> None:
    """Write one line into a place: shrunk to fit, cut where nobody would read it, halfway up.

    ``left``: from the left, instead of centred; ``strong``: in the heavier letters.
    """
    size = max(fitted(scale, text, height, rect.width, strong=strong), min(height, scale.least))
    text = cut(scale, text, size, rect.width, strong=strong)
    width = scale.type.width(text, size, strong=strong)
    x = rect.x if left else rect.x + (rect.width - width) // 2
    scale.type.write(target, text, size, colour, (x, rect.centery), strong=strong)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of several: its words, its letters' height (px) and colour."""

    text: str
    size: int
    colour: Color


def write_lines(
    target: Surface, scale: Scale, rect: Rect, lines: Iterable[Line], *, top: float, leading: float
) -> None:
    """Write lines below each other, from ``top`` (px) on, ``leading`` letter heights from line to line."""
    for line in lines:
        high = round(line.size * leading)
        place = Rect(rect.x, round(top), rect.width, high)
        write_line(target, scale, place, line.text, height=line.size, colour=line.colour)
        top += high


def write_figure(
    target: Surface, scale: Scale, rect: Rect, text: str, *, share: float, colour: Color, tall: float = 1.0
) -> None:
    """Write a number, or a word, with its ink in the middle of a place.

    It is as large as a share of its width and one (``tall``) of its height allow.
    """
    size = fitted(scale, text, round(rect.height * tall), round(rect.width * share), strong=True)
    centred(target, scale.type.ink(text, size, colour, strong=True), rect.center)


def captioned(target: Surface, scale: Scale, rect: Rect, lines: Sequence[str]) -> Rect:
    """Write lines at the foot of a place, as large as can be, and tell what is left of it above them."""
    if not any(lines):
        return Rect(rect)
    most = max(scale.least, min(scale.letters(SIZES.text), rect.height // (3 * len(lines))))
    size = max(scale.least, min(fitted(scale, line, most, rect.width) for line in lines))
    top = rect.bottom - size * len(lines)
    for number, whole in enumerate(lines):
        line = cut(scale, whole, size, rect.width)
        left = rect.centerx - scale.type.width(line, size) / 2
        scale.type.write(target, line, size, scale.palette.ink, (left, top + number * size + size // 2))
    return Rect(rect.x, rect.y, rect.width, top - rect.y)


def wrapped(
    scale: Scale, text: str, height: int, width: int, most: int, *, strong: bool = False
) -> tuple[int, list[str]]:
    """The letter height (px), at most ``height``, of a text on at most so many lines; and those lines.

    They are as large as they can be, and cut where nobody would read them.
    """
    words = words_of(text)
    least = min(height, scale.least)
    for size in range(height, least - 1, -1):
        lines = flowed(scale, words, size, width, strong=strong)
        if len(lines) <= most and all(scale.type.width(line, size, strong=strong) <= width for line in lines):
            return size, lines
    lines = flowed(scale, words, least, width, strong=strong)
    lines = [*lines[: most - 1], " ".join(lines[most - 1 :])] if len(lines) > most else lines
    return least, [cut(scale, line, least, width, strong=strong) for line in lines]


def words_of(text: str) -> list[str]:
    """What of a text stays together on one line: a number at its end, and one and its unit, do."""
    return _TOGETHER.sub("\N{NO-BREAK SPACE}", text).split(" ")


def flowed(
    scale: Scale, words: Sequence[str], size: int, width: int, *, between: str = " ", strong: bool = False
) -> list[str]:
    """Words side by side on as few lines (``width``: px) as hold them; a wider one has its own."""
    lines: list[str] = []
    for word in words:
        longer = f"{lines[-1]}{between}{word}" if lines else ""
        if lines and scale.type.width(longer, size, strong=strong) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
