"""Digits of equal width, so that a time that runs doesn't tremble."""

from __future__ import annotations

from functools import lru_cache

import pygame
from pygame import Color, Surface

from companion.window.scale import Scale
from companion.window.table.fit import fitted
from companion.window.type import Type


def time_digits(scale: Scale, text: str, *, height: int, width: int, ink: Color) -> Surface:
    """A time as a picture, at most ``width`` px wide, with letters at most ``height`` px high."""
    wide = "".join("0" if letter.isdigit() else letter for letter in text)
    return _set(scale.type, text, fitted(scale, wide, height, width), int(ink))


@lru_cache(maxsize=16)
def _set(type_: Type, text: str, height: int, ink: int) -> Surface:
    cells = [type_.width("0" if letter.isdigit() else letter, height) for letter in text]
    picture = Surface((max(1, sum(cells)), max(1, round(height * 0.7))), pygame.SRCALPHA)
    x = 0
    for letter, cell in zip(text, cells, strict=True):
        at = x + (cell - type_.width(letter, height)) / 2
        type_.write(picture, letter, height, Color(ink), (at, picture.height // 2))
        x += cell
    return picture
