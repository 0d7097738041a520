"""What happens now, in the largest letters of the window, and the title's line above everything."""

from __future__ import annotations

from pygame import Rect, Surface

from companion.screen.look import Look
from companion.screen.theme import SIZES
from companion.table.view import TableView


def draw_top(target: Surface, *, look: Look, rect: Rect, view: TableView) -> None:
    """The title: which game, which round; or what is broken."""
    colour = look.palette.bad if view.title.startswith("!") else look.palette.faint
    look.type.write(target, view.title, look.px(SIZES.title), colour, (rect.x, rect.centery))


def draw_heading(target: Surface, *, look: Look, rect: Rect, view: TableView) -> None:
    """The headline, with a seat's shape beside it where it is about one; lines below it; the hint."""
    type_, palette = look.type, look.palette
    height = look.px(SIZES.headline)
    left = rect.centerx - type_.width(view.headline, height) / 2
    type_.write(target, view.headline, height, palette.ink, (left, rect.y + height))
    y = rect.y + 2 * height
    for line in (*view.text, view.hint):
        size = look.px(SIZES.text)
        type_.write(target, line, size, palette.faint, (rect.centerx - type_.width(line, size) / 2, y))
        y += size
