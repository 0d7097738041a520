"""Opens the window, or says in one line why there is none."""

from __future__ import annotations

import os

import pygame

from companion.errors import DisplayMissingError
from companion.window.display import display_missing
from companion.window.scale import SMALLEST

_DRAWING_NOWHERE = ("dummy", "offscreen")


def open_window(size: tuple[int, int]) -> pygame.Window:
    """Open the window, of this size in pixels at first; it can't be made smaller than `SMALLEST`.

    Raises:
        DisplayMissingError: there is no display to put a window on.
    """
    if (reason := display_missing()) is not None:
        raise DisplayMissingError(reason)
    try:
        pygame.display.init()
        driver = pygame.display.get_driver()
        if driver in _DRAWING_NOWHERE and not os.environ.get("SDL_VIDEODRIVER"):
            pygame.display.quit()
            raise DisplayMissingError(f"no display: expected a screen, SDL found only its {driver} driver")
        if driver == "x11":  # straight to shared memory: without a GPU, SDL's detour through OpenGL costs
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")  # 14 ms a frame instead of 0.1
        pygame.font.init()
        window = pygame.Window("Pierwszy", size, resizable=True)
    except pygame.error as error:
        pygame.display.quit()
        raise DisplayMissingError(f"no display: expected SDL to open a window, came: {error}") from error
    window.minimum_size = SMALLEST
    return window
