"""What keeps the machine, or a program itself, busy while races are played."""

from __future__ import annotations

import os
import sys
import threading
from itertools import count

from firmware.boxfile.settings import PanelSettings
from firmware.drawing.frames import draw
from firmware.pi.panels import LumaPanels
from firmware.views import PanelId, Screen
from tests.kernel.fairness.chips import PANELS
from tests.kernel.fairness.plan import Load

HOGS_PER_CORE = 2
SPINNERS = 2


def hogs_of(load: Load) -> int:
    """How many processes do nothing else than be busy while the load is such."""
    return HOGS_PER_CORE * (os.cpu_count() or 1) if load is Load.HOGS else 0


def panel_settings() -> dict[PanelId, PanelSettings]:
    """A program's two panels, the main one and seat 1's."""
    main, seat = PANELS
    return {"main": PanelSettings("ssd1306", address=main), 1: PanelSettings("ssd1306", address=seat)}


def bother(load: Load, panels: LumaPanels | None = None) -> None:
    """Busy threads in this very process, for as long as it lives: they spin, or redraw panels.

    Args:
        load: what they do; of hogs and idleness they do nothing.
        panels: those the program has already, or None.
    """
    if load is Load.THREADS:
        for _ in range(SPINNERS):
            threading.Thread(target=_spin, daemon=True).start()
    if load is Load.PANELS:
        own = panel_settings()
        panels = panels or LumaPanels(own, draw=draw)
        threading.Thread(target=_redraw, args=(panels, list(own)), daemon=True).start()


def _spin() -> None:
    while True:
        sum(range(200))


def _redraw(panels: LumaPanels, names: list[PanelId]) -> None:
    """A new screen as soon as the last is on its glass."""
    for number in count():
        panels.show({name: Screen("12,4 ms", str(number), 3, ("a line", "another")) for name in names})
        if not panels.flush(5.0):
            sys.stderr.write(f"panels missing: {panels.missing()}\n")
