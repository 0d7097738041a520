"""The strip along the lower edge: which key does what."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from pygame import Rect, Surface

from companion.window import theme
from companion.window.type import Type
from companion.words import Say
from firmware.events import Seat

_ARROWS = "<>"
"""Stands for the two arrow keys: the font has no arrows, so they are drawn."""

_SMALLEST = 14
"""The least height of the strip's letters, pixels; below that, keys are left out from the end."""


def hints(say: Say, seats: Sequence[Seat]) -> list[tuple[str, str]]:
    """The keys and what they do, the most needed first."""
    buttons = f"{seats[0]}–{seats[-1]}" if len(seats) > 1 else f"{seats[0]}"
    return [
        (buttons, say("press")),
        (_ARROWS, say("knob")),
        ("Enter", say("ok")),
        ("M", say("menu")),
        ("Esc", say("back")),
        ("Backspace", say("undo")),
        ("P", say("pause")),
        ("T", say("write")),
        ("Tab", say("table")),
        ("H", say("rules")),
        ("S", say("sound")),
        ("W", say("watch")),
        ("B", say("board")),
        ("F11", say("full screen")),
        ("Shift+Backspace", say("redo")),
    ]


def _cap_width(type_: Type, cap: str, height: int) -> int:
    return (
        round(height * 2.1)
        if cap == _ARROWS
        else max(type_.width(cap, height) + height // 2, round(height * 1.1))
    )


def _hint_width(type_: Type, hint: tuple[str, str], height: int) -> int:
    return _cap_width(type_, hint[0], height) + height // 3 + type_.width(hint[1], height) + height // 5


def draw_cap(target: Surface, type_: Type, rect: Rect, cap: str, height: int) -> None:
    """The picture of one key of the keyboard."""
    radius = max(2, rect.height // 5)
    theme.rounded(target, theme.BOX.cap_edge, rect, radius)
    theme.rounded(
        target,
        theme.BOX.cap,
        Rect(rect.x, rect.y, rect.width, rect.height - max(1, rect.height // 9)),
        radius,
    )
    centre = (rect.centerx, rect.centery - max(1, rect.height // 18))
    if cap != _ARROWS:
        left = rect.centerx - type_.width(cap, height) / 2
        type_.write(target, cap, height, theme.BOX.cap_ink, (left, centre[1]))
        return
    reach = height // 3
    for way in (-1, 1):
        x = centre[0] + way * rect.width // 4
        tip = (x + way * reach, centre[1])
        pygame.draw.polygon(
            target,
            theme.BOX.cap_ink,
            [tip, (x - way * reach // 2, tip[1] - reach), (x - way * reach // 2, tip[1] + reach)],
        )


def _draw_hints(target: Surface, type_: Type, bar: Rect, shown: list[tuple[str, str]]) -> None:
    """Spread the hints over the strip, in the largest letters that fit."""
    height = max(_SMALLEST, round(bar.height * 0.62))
    room = bar.width - bar.height // 2
    while height > _SMALLEST and sum(_hint_width(type_, hint, height) + height // 2 for hint in shown) > room:
        height -= 1
    while len(shown) > 1 and sum(_hint_width(type_, hint, height) + height // 3 for hint in shown) > room:
        shown = shown[:-1]
    widths = [_hint_width(type_, hint, height) for hint in shown]
    space = min((room - sum(widths)) / len(shown), height * 2.5)
    x = bar.centerx - (sum(widths) + space * (len(shown) - 1)) / 2
    cap_height = round(height * 1.12)
    for (cap, word), width in zip(shown, widths, strict=True):
        rect = Rect(round(x), 0, _cap_width(type_, cap, height), cap_height)
        rect.centery = bar.centery
        draw_cap(target, type_, rect, cap, round(height * 0.9))
        type_.write(target, word, height, theme.BOX.ink, (rect.right + height // 3, bar.centery))
        x += width + space


def draw_bar(target: Surface, type_: Type, bar: Rect, *, say: Say, seats: Sequence[Seat]) -> None:
    """Draw the strip.

    Args:
        target: the window.
        type_: the letters.
        bar: the strip's place.
        say: the language.
        seats: the seats that have a button, in order.
    """
    target.fill(theme.BOX.bar, bar)
    _draw_hints(target, type_, bar, hints(say, seats))
