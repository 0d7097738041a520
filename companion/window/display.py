"""Is there a display to put a window on, and does anybody manage windows there?"""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path
from typing import NamedTuple

_DRI = Path("/dev/dri")
"""Where KMS devices are: SDL draws straight to the screen through one, without a desktop."""

_CONNECTORS = Path("/sys/class/drm")
"""Where the kernel tells what is plugged into them."""


def display_missing() -> str | None:
    """Why no window can be shown here, one line; None when one probably can.

    SDL left to itself may pick a driver that draws nowhere, so this is decided before SDL is asked:
    ``SDL_VIDEODRIVER`` is taken at its word, but that a screen is plugged in is looked after; macOS and
    Windows always have a display. Asked again it tells of a screen that came or went since, which SDL never
    learns of.
    """
    driver, *named = (os.environ.get(name) for name in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"))
    if driver != "kmsdrm" and (driver or any(named) or sys.platform in ("darwin", "win32")):
        return None
    cards = {
        _DRI / each.parent.name.partition("-")[0]
        for each in _CONNECTORS.glob("card*-*/status")
        if _used(each)
    }
    if any(os.access(card, os.R_OK | os.W_OK) for card in cards):
        return None
    if cards:
        return (
            f"no display: expected to be let in at {min(cards)}, as its group is (video): permission denied"
        )
    return (
        "no display: expected DISPLAY or WAYLAND_DISPLAY to be set, or a screen to be plugged in; found none"
    )


def _used(status: Path) -> bool:
    """Whether a screen is plugged in at this connector."""
    try:
        return status.read_text() == "connected\n"
    except OSError:  # it has just gone, card and all
        return False


def windows_managed(driver: str) -> bool:
    """Whether windows can be moved and closed here: there is a desktop, or somebody else who manages them.

    Args:
        driver: how SDL draws, by its name for it. Under Wayland nobody can be asked, and a compositor that
            shows one program alone makes its window as large as the screen by itself.
    """
    screen = x_screen() if driver == "x11" else None
    return driver != "kmsdrm" if screen is None else screen.managed


class XScreen(NamedTuple):
    """What an X server shows.

    Attributes:
        size: pixels, as it is now: SDL goes on telling what it was at first.
        managed: it has a window manager: one that has says so on the root window (EWMH).
    """

    size: tuple[int, int]
    managed: bool


def x_screen() -> XScreen | None:
    """What the X server shows now; None if it can't be asked."""
    try:
        x = ctypes.CDLL("libX11.so.6")
    except OSError:
        return None
    x.XOpenDisplay.restype = ctypes.c_void_p
    x.XDefaultRootWindow.restype = x.XInternAtom.restype = ctypes.c_ulong
    display = ctypes.c_void_p(x.XOpenDisplay(None))
    if not display:
        return None
    try:
        root = ctypes.c_ulong(x.XDefaultRootWindow(display))
        atom = ctypes.c_ulong(x.XInternAtom(display, b"_NET_SUPPORTING_WM_CHECK", 0))
        kind, bits = ctypes.c_ulong(), ctypes.c_int()
        count, left, value = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.c_void_p()
        told = (ctypes.byref(each) for each in (kind, bits, count, left, value))
        no, one, any_kind = ctypes.c_long(0), ctypes.c_long(1), ctypes.c_ulong(0)
        x.XGetWindowProperty(display, root, atom, no, one, 0, any_kind, *told)
        if value:
            x.XFree(value)
        inside, wide, high = ctypes.c_ulong(), ctypes.c_uint(), ctypes.c_uint()
        corner, rest = (ctypes.c_int * 2)(), (ctypes.c_uint * 2)()
        at = [ctypes.byref(corner, offset) for offset in (0, ctypes.sizeof(ctypes.c_int))]
        more = [ctypes.byref(rest, offset) for offset in (0, ctypes.sizeof(ctypes.c_uint))]
        where = (ctypes.byref(inside), *at, ctypes.byref(wide), ctypes.byref(high), *more)
        x.XGetGeometry(display, root, *where)
        return XScreen((wide.value, high.value), count.value > 0)
    finally:
        x.XCloseDisplay(display)
