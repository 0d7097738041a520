"""The strip along the lower edge: which key does what."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Rect, Surface

from companion.window.key_cap import ARROWS, cap_width, draw_cap
from companion.window.theme import BOX
from companion.window.type import Type
from companion.words import Say
from firmware.events import Seat

_LETTERS = 0.66
"""Of the strip's height, its letters'; keys that don't fit are left out from the end."""


def hints(say: Say, seats: Sequence[Seat]) -> list[tuple[str, str]]:
    """The keys and what they do, the most needed first; all of them stand on the table's own sheet."""
    buttons = f"{seats[0]}–{seats[-1]}" if len(seats) > 1 else f"{seats[0]}"
    return [
        (buttons, say("press")),
        (ARROWS, say("knob")),
        ("Enter", say("ok")),
        ("Tab", say("table")),
        ("M", say("menu")),
        ("Esc", say("back")),
        ("Backspace", say("undo")),
        ("P", say("pause")),
        ("H", say("rules")),
        ("T", say("write")),
    ]


def _hint_width(type_: Type, hint: tuple[str, str], height: int) -> int:
    return cap_width(type_, hint[0], height) + height // 3 + type_.width(hint[1], height) + height // 5


def draw_bar(target: Surface, type_: Type, rect: Rect, say: Say, seats: Sequence[Seat]) -> None:
    """Spread as many keys over the strip as fit."""
    target.fill(BOX.bar, rect)
    shown = hints(say, seats)
    height = round(rect.height * _LETTERS)
    room = rect.width - rect.height // 2
    widths = [_hint_width(type_, hint, height) for hint in shown]
    while len(widths) > 1 and sum(widths) + height // 3 * len(widths) > room:
        widths.pop()
    space = min((room - sum(widths)) / len(widths), height * 2.5)
    x = rect.centerx - (sum(widths) + space * (len(widths) - 1)) / 2
    cap_height = round(height * 1.12)
    for (cap, word), width in zip(shown, widths, strict=False):
        place = Rect(round(x), 0, cap_width(type_, cap, height), cap_height)
        place.centery = rect.centery
        draw_cap(target, type_, place, cap, round(height * 0.9))
        type_.write(target, word, height, BOX.ink, (place.right + height // 3, rect.centery))
        x += width + space
