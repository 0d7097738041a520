"""The desk window: the box drawn with pygame-ce, its keys and mouse standing for buttons and knob.

Importing this package never imports pygame; `run` does, so that a headless box needs no pygame.
"""

from __future__ import annotations

import os
from importlib.util import find_spec

from companion.window.desk import Desk, Show
from companion.window.display import display_missing
from firmware.boxfile.settings import SOUND_BUFFER
from firmware.boxfile.window_settings import PLAIN, WindowSettings
from firmware.errors import LibraryMissingError

__all__ = ["Desk", "Show", "check_library", "display_missing", "run"]

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # pygame greets on stdout unless told not to


def check_library() -> None:
    """See whether there is what draws windows.

    Raises:
        LibraryMissingError: pygame-ce isn't installed.
    """
    if find_spec("pygame") is None:
        raise LibraryMissingError(
            'the window needs pygame-ce, which is not installed: pip install "pierwszy[screen]"'
        )


def run(
    desk: Desk,
    *,
    settings: WindowSettings = PLAIN,
    sound_buffer: int = SOUND_BUFFER,
    show: Show | None = None,
) -> bool:
    """Show the window until it is closed or the program behind it ends; call it from the main thread.

    Args:
        desk: the program behind the window.
        settings: how the table view looks.
        sound_buffer: how far ahead sounds are worked out, samples.
        show: gives a round of a game that plays itself; None: there are none to watch.

    Returns:
        Whether people closed it.

    Raises:
        DisplayMissingError: there is no display to put a window on.
        LibraryMissingError: pygame-ce isn't installed.
    """
    check_library()
    from companion.window.window import Window  # noqa: PLC0415 - pygame is asked for only where it is used

    with Window(desk, settings=settings, sound_buffer=sound_buffer, show=show) as window:
        while window.step():
            pass
    return window.closed
