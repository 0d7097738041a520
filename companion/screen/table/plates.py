"""One seat at the table: its shape and number, its name, what it has, whether it may act."""

from __future__ import annotations

from pygame import Rect, Surface

from companion.screen import theme
from companion.screen.look import Look
from companion.screen.theme import SIZES, SPACE
from companion.table.view import Plate


def draw_plate(target: Surface, *, look: Look, rect: Rect, plate: Plate, lit: bool) -> None:
    """One seat's plate.

    Args:
        target: the window.
        look: theme and sizes.
        rect: its place.
        plate: what is on it.
        lit: whether the lamp in its button is on.
    """
    palette, type_ = look.palette, look.type
    rim = palette.accent if lit else palette.panel_rim
    theme.plate(target, palette.panel, rim, rect, radius=look.px(SPACE.radius), breadth=look.px(SPACE.rim))
    x, size = rect.x + look.px(SPACE.pad), look.px(SIZES.name)
    type_.write(target, f"{plate.seat} {plate.name}", size, palette.ink, (x, rect.y + size))
    type_.write(target, plate.value, look.px(SIZES.value), palette.ink, (x, rect.centery + size // 2))
    type_.write(target, plate.note, look.px(SIZES.note), palette.faint, (x, rect.bottom - size))
