"""Opens the window as large as the display allows, or says in one line why there is none."""

from __future__ import annotations

import os

import pygame

from companion.errors import DisplayMissingError
from companion.window.display import XScreen, display_missing, windows_managed, x_screen
from companion.window.scale import SMALLEST

USUAL = (1280, 720)
"""A window on a desktop, unless that is small or very large."""

_SHARE = 2 / 3
"""Of a very large display, in either direction."""

_DRAWING_NOWHERE = ("dummy", "offscreen")


def open_window(
    size: tuple[int, int] | None = None, *, fullscreen: bool | None = None
) -> tuple[pygame.Window, bool]:
    """Open the window; it can't be made smaller than `SMALLEST`.

    Args:
        size: pixels at first; None: what fits the display.
        fullscreen: whether it fills the screen; None: where nobody manages windows.

    Returns:
        The window, and whether it fills the screen.

    Raises:
        DisplayMissingError: there is no display to put a window on.
    """
    if (reason := display_missing()) is not None:
        raise DisplayMissingError(reason)
    try:
        pygame.display.init()
        driver = _driver()
        nowhere = driver in _DRAWING_NOWHERE
        if nowhere and not os.environ.get("SDL_VIDEODRIVER"):
            pygame.display.quit()
            raise DisplayMissingError(f"no display: expected a screen, SDL found only its {driver} driver")
        if driver == "x11":  # straight to shared memory: without a GPU, SDL's detour through OpenGL costs
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")  # 14 ms a frame instead of 0.1
        if driver == "kmsdrm":  # by the desktop's OpenGL, which SDL would take, all stays black
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "opengles2")
        pygame.font.init()
        display = USUAL if nowhere else pygame.display.get_desktop_sizes()[0]
        alone = not (nowhere or windows_managed(driver))
        fills = alone if fullscreen is None else fullscreen
        pygame.mouse.set_visible(not alone)  # on a television it would lie there; a mouse that moves shows it
        window = pygame.Window("Pierwszy", size or fitting(display), resizable=True)
        window.minimum_size = min(SMALLEST[0], display[0]), min(SMALLEST[1], display[1])
        if fills:
            fill_screen(window, fills=True)
        elif window.size == display and not nowhere:
            window.maximize()  # its title bar has to fit, too
    except pygame.error as error:
        pygame.display.quit()
        raise DisplayMissingError(f"no display: expected SDL to open a window, came: {error}") from error
    return window, fills


def fill_screen(window: pygame.Window, *, fills: bool) -> None:
    """Let the window fill the screen, or be a window again."""
    if (screen := _alone()) is not None:  # SDL would ask the window manager, and there is none
        window.size = screen.size if fills else fitting(screen.size)
        window.position = (0, 0) if fills else pygame.WINDOWPOS_CENTERED
        return
    if fills:
        window.set_fullscreen(desktop=True)
        if _driver() == "kmsdrm":  # which loses the first picture after it
            window.get_surface()
            window.flip()
        return
    window.set_windowed()
    if window.size == pygame.display.get_desktop_sizes()[0]:
        window.maximize()  # its title bar has to fit, too


def follow_screen(window: pygame.Window) -> None:
    """Fill a screen that has got another size: only where nobody manages windows is that left to us."""
    if (screen := _alone()) is not None and screen.size != window.size:
        fill_screen(window, fills=True)


def _alone() -> XScreen | None:
    """The X server's screen, if nobody manages windows there."""
    screen = x_screen() if _driver() == "x11" else None
    return None if screen is None or screen.managed else screen


def _driver() -> str:
    """How SDL draws; it writes some of their names in capitals."""
    return pygame.display.get_driver().lower()


def fitting(display: tuple[int, int]) -> tuple[int, int]:
    """How large a window is at first on a display of this size (px): never larger than that."""
    wide, high = (max(usual, round(side * _SHARE)) for usual, side in zip(USUAL, display, strict=True))
    return min(wide, display[0]), min(high, display[1])
