"""What keys, mouse buttons, wheel and fingers mean: pygame's events turned into actions, nothing else.

Digits are read by their place on the keyboard, so they work where the upper row needs Shift (French).
Letters are read by what they type.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

import pygame
from pygame.event import Event

from firmware.events import SEATS, HostKey, Line, Seat

Holder: TypeAlias = tuple[str, int, int]
"""What holds a button down: a key, a mouse button or one finger."""


@dataclass(frozen=True, slots=True)
class ButtonKey:
    """A key that stands for a seat's button, or for pressing the knob (``"ok"``), went down or up."""

    line: Line
    holder: Holder
    down: bool


@dataclass(frozen=True, slots=True)
class Touch:
    """A mouse button or a finger went down or up somewhere; up counts wherever it is."""

    x: int
    y: int
    holder: Holder
    down: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """The knob was turned; clockwise is positive."""

    steps: int


class Do(Enum):
    """What the window does by itself."""

    TYPE = "type"
    FULL_SCREEN = "full screen"
    BOX = "box"
    """The other face: the box instead of the table, and back."""
    LIGHT = "light"
    """The other theme."""
    RULES = "rules"
    SOUND = "sound"
    BOARD = "board"
    """The numbers of a honeycomb board, to be edited."""
    NAME = "name"
    """A line for a seat and what it is to be called."""
    WATCH = "watch"
    """A short round of the game the knob stands on, playing itself."""
    LET_GO = "let go"
    """The window lost the keyboard: no key up will come for what is down."""
    CLOSE = "close"
    END = "end"
    """Nobody closed it: its display goes, or the program is told to end."""


@dataclass(frozen=True, slots=True)
class RightClick:
    """The right mouse button went down somewhere."""

    x: int
    y: int


Action: TypeAlias = ButtonKey | Touch | Turn | HostKey | RightClick | Do

_SEAT_PLACES: dict[int, Seat] = {
    first + number: seat
    for first in (pygame.KSCAN_1, pygame.KSCAN_KP_1)  # 2 follows 1, and so on, as in the USB HID's own table
    for number, seat in enumerate(SEATS)
}

ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER)

_MEANINGS: dict[int, Action] = {
    pygame.K_LEFT: Turn(-1),
    pygame.K_UP: Turn(-1),
    pygame.K_RIGHT: Turn(+1),
    pygame.K_DOWN: Turn(+1),
    pygame.K_m: HostKey.HOLD_OK,
    pygame.K_ESCAPE: HostKey.BACK,
    pygame.K_BACKSPACE: HostKey.UNDO,
    pygame.K_p: HostKey.PAUSE,
    pygame.K_t: Do.TYPE,
    pygame.K_SLASH: Do.TYPE,
    pygame.K_KP_DIVIDE: Do.TYPE,
    pygame.K_F11: Do.FULL_SCREEN,
    pygame.K_TAB: Do.BOX,
    pygame.K_l: Do.LIGHT,
    pygame.K_h: Do.RULES,
    pygame.K_F1: Do.RULES,
    pygame.K_s: Do.SOUND,
    pygame.K_w: Do.WATCH,
    pygame.K_b: Do.BOARD,
    pygame.K_n: Do.NAME,
}

_COMMANDING = pygame.KMOD_CTRL | pygame.KMOD_LALT | pygame.KMOD_GUI
"""With these held a key belongs to the desktop, not to the game."""


_WINDOW: dict[int, Action] = {
    pygame.WINDOWFOCUSLOST: Do.LET_GO,
    pygame.WINDOWMINIMIZED: Do.LET_GO,
    pygame.WINDOWHIDDEN: Do.LET_GO,
    pygame.WINDOWCLOSE: Do.CLOSE,
    pygame.QUIT: Do.END,
}


def _key(event: Event) -> Action | None:
    down = event.type == pygame.KEYDOWN
    holder = ("key", event.scancode, 0)
    if seat := _SEAT_PLACES.get(event.scancode):
        return ButtonKey(seat, holder, down)
    if event.key in ENTER:
        return ButtonKey("ok", holder, down)
    if not down or event.mod & _COMMANDING:
        return None
    if event.key == pygame.K_BACKSPACE and event.mod & pygame.KMOD_SHIFT:
        return HostKey.REDO
    return _MEANINGS.get(event.key)


def _mouse(event: Event) -> Action | None:
    if event.touch:  # SDL repeats each finger as a mouse; the finger itself comes too
        return None
    x, y = event.pos
    down = event.type == pygame.MOUSEBUTTONDOWN
    if event.button == pygame.BUTTON_LEFT:
        return Touch(x, y, ("mouse", 0, event.button), down)
    if event.button == pygame.BUTTON_RIGHT and down:
        return RightClick(x, y)
    return None


def _finger(event: Event, size: tuple[int, int]) -> Action:
    x, y = round(event.x * size[0]), round(event.y * size[1])
    return Touch(x, y, ("finger", event.touch_id, event.finger_id), event.type == pygame.FINGERDOWN)


def translate(event: Event, size: tuple[int, int]) -> Action | None:
    """What an event of pygame asks for; None if nothing.

    Args:
        event: the event, just as pygame gave it.
        size: the window in pixels: fingers are reported as shares of it.
    """
    match event.type:
        case pygame.KEYDOWN | pygame.KEYUP:
            return _key(event)
        case pygame.MOUSEBUTTONDOWN | pygame.MOUSEBUTTONUP:
            return _mouse(event)
        case pygame.FINGERDOWN | pygame.FINGERUP:
            return _finger(event, size)
        case pygame.MOUSEWHEEL:
            steps = event.x - event.y  # down a list is clockwise, as on the knob
            return Turn(steps) if steps else None
    return _WINDOW.get(event.type)
