"""The picture of one key of the keyboard."""

from __future__ import annotations

import pygame
from pygame import Rect, Surface

from companion.window.theme import BOX, rounded
from companion.window.type import Type

ARROWS = "<>"
"""Stands for the two arrow keys: the font has no arrows, so they are drawn."""


def cap_width(type_: Type, cap: str, height: int) -> int:
    """How wide a key is, with letters ``height`` px high."""
    if cap == ARROWS:
        return round(height * 2.1)
    return max(type_.width(cap, height) + height // 2, round(height * 1.1))


def draw_cap(target: Surface, type_: Type, rect: Rect, cap: str, height: int) -> None:
    """Draw it, with letters ``height`` px high."""
    radius = max(2, rect.height // 5)
    rounded(target, BOX.cap_edge, rect, radius)
    top = Rect(rect.x, rect.y, rect.width, rect.height - max(1, rect.height // 9))
    rounded(target, BOX.cap, top, radius)
    y = rect.centery - max(1, rect.height // 18)
    if cap != ARROWS:
        left = rect.centerx - type_.width(cap, height) / 2
        type_.write(target, cap, height, BOX.cap_ink, (left, y))
        return
    reach = height // 3
    for way in (-1, 1):
        x = rect.centerx + way * rect.width // 4
        back = x - way * reach // 2
        head = [(x + way * reach, y), (back, y - reach), (back, y + reach)]
        pygame.draw.polygon(target, BOX.cap_ink, head)
