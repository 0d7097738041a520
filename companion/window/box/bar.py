"""The strip along the lower edge: which key does what."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Rect, Surface

from companion.window.key_cap import ARROWS, cap_width, draw_cap
from companion.window.theme import BOX
from companion.window.type import Type
from companion.words import Say
from firmware.events import Seat

_LEAST_ON_KEYS = 14
"""The least height of the strip's letters, pixels; below that, keys are left out from the end."""


def hints(say: Say, seats: Sequence[Seat]) -> list[tuple[str, str]]:
    """The keys and what they do, the most needed first."""
    buttons = f"{seats[0]}–{seats[-1]}" if len(seats) > 1 else f"{seats[0]}"
    return [
        (buttons, say("press")),
        (ARROWS, say("knob")),
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


def _hint_width(type_: Type, hint: tuple[str, str], height: int) -> int:
    return cap_width(type_, hint[0], height) + height // 3 + type_.width(hint[1], height) + height // 5


def draw_bar(target: Surface, type_: Type, rect: Rect, say: Say, seats: Sequence[Seat]) -> None:
    """Spread the keys over the strip, in the largest letters that fit.

    Args:
        target: the window.
        type_: the letters.
        rect: the strip's place.
        say: the language.
        seats: the seats that have a button, in order.
    """
    target.fill(BOX.bar, rect)
    shown = hints(say, seats)
    height = max(_LEAST_ON_KEYS, round(rect.height * 0.62))
    room = rect.width - rect.height // 2

    def across(air: int) -> int:
        return sum(_hint_width(type_, hint, height) + height // air for hint in shown)

    while height > _LEAST_ON_KEYS and across(2) > room:
        height -= 1
    while len(shown) > 1 and across(3) > room:
        shown = shown[:-1]
    widths = [_hint_width(type_, hint, height) for hint in shown]
    space = min((room - sum(widths)) / len(shown), height * 2.5)
    x = rect.centerx - (sum(widths) + space * (len(shown) - 1)) / 2
    cap_height = round(height * 1.12)
    for (cap, word), width in zip(shown, widths, strict=True):
        place = Rect(round(x), 0, cap_width(type_, cap, height), cap_height)
        place.centery = rect.centery
        draw_cap(target, type_, place, cap, round(height * 0.9))
        type_.write(target, word, height, BOX.ink, (place.right + height // 3, rect.centery))
        x += width + space
