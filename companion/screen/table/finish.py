"""The photo finish: presses of the last race on a scale of time."""

from __future__ import annotations

from pygame import Rect, Surface

from companion.screen import theme
from companion.screen.look import Look
from companion.screen.theme import SIZES, SPACE
from companion.table.finish import Finish
from companion.words import Say


def draw_finish(target: Surface, *, look: Look, rect: Rect, finish: Finish, say: Say) -> None:
    """The strip.

    Args:
        target: the window.
        look: theme and sizes.
        rect: its place.
        finish: the race.
        say: the language.
    """
    palette = look.palette
    theme.rounded(target, palette.sunk, rect, look.px(SPACE.radius))
    at = (rect.x + look.px(SPACE.pad), rect.y + look.px(SIZES.small))
    look.type.write(target, finish.verdict, look.px(SIZES.small), palette.ink, at)
