"""Is there a display to put a window on?"""

from __future__ import annotations

import os
import sys
from pathlib import Path

_DRI = Path("/dev/dri")
"""Where KMS devices are: SDL draws straight to the screen through one, without a desktop."""


def display_missing() -> str | None:
    """Why no window can be shown here, one line; None when one probably can.

    SDL left to itself may pick a driver that draws nowhere, so this is decided before SDL is asked:
    ``SDL_VIDEODRIVER`` is taken at its word; macOS and Windows always have a display.
    """
    if os.environ.get("SDL_VIDEODRIVER") or sys.platform in ("darwin", "win32"):
        return None
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return None
    if any(os.access(card, os.R_OK | os.W_OK) for card in _DRI.glob("card*")):
        return None
    return (
        "no display: expected DISPLAY or WAYLAND_DISPLAY to be set, or a screen at /dev/dri/card*; found none"
    )
