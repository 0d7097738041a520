"""What the panels say once the machine has done all it had to: that it may be unplugged.

systemd's last act before a machine goes off (systemd-shutdown(8)): nothing else runs any more, the root is
read-only, and people look at the panels, however they have switched it off. So this imports little, never
fails, and waits for no bus that hangs. As ``python -BI -m companion.app.farewell poweroff``, by root.
"""

from __future__ import annotations

import logging
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

from companion.i18n import speaker
from firmware.boxfile.salvage import salvaged
from firmware.boxfile.settings import INSTALLED, default
from firmware.drawing.frames import draw
from firmware.pi.oled import OpenPort, open_i2c
from firmware.pi.panels import LumaPanels
from firmware.views import Screen

GOES_OFF = {"poweroff", "halt"}
"""Of what systemd says it is about to do: after these nobody needs the machine's power any more."""

WAITS_S = 2.0
"""How long panels have to show it, seconds: Python's start included, it is over within three."""


def say_farewell(path: Path = INSTALLED, *, open_port: OpenPort = open_i2c) -> LumaPanels:
    """Say it on every panel that can be told from a box file, and leave it there.

    Args:
        path: the box file; those of the one that ships with the program if that is no box at all.
        open_port: opens the way to one panel.

    Returns:
        The panels, which nobody closes: that would blank them.
    """
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        text = ""
    settings = salvaged(text) or default()
    panels = LumaPanels(settings.panels, draw=cache(draw), open_port=open_port)
    say = speaker(settings.language)
    panels.show(dict.fromkeys(settings.panels, Screen(big=say("You may unplug now"))))
    panels.flush(WAITS_S)
    return panels


if __name__ == "__main__":
    logging.disable()  # nobody reads a log any more
    with suppress(Exception):  # whatever it is, the machine goes off
        if sys.argv[1:2] and sys.argv[1] in GOES_OFF:
            say_farewell()
