"""Whether a screen has one big thing that is read from where people sit, and says all of what to do."""

from __future__ import annotations

from firmware.drawing.frames import lay_out
from firmware.drawing.lettering import is_wordy
from firmware.views import PanelId, Screen
from tests.firmware.drawing.arcs import MAIN, MAIN_AT_MM, NUMBER_ARC, SEAT, SEAT_AT_MM, WORD_ARC, arc_minutes

SIZE = (128, 64)


def too_small(screen: Screen, panel: PanelId) -> float | None:
    """How large its big thing is seen (minutes of arc), if that is too small; None: it is read."""
    glass, distance = (MAIN, MAIN_AT_MM) if panel == "main" else (SEAT, SEAT_AT_MM)
    arc = arc_minutes(lay_out(screen, SIZE).middle.digit, glass, distance)
    least = WORD_ARC if is_wordy(screen.big or " ".join(screen.text)) else NUMBER_ARC
    return None if screen == Screen() or _is_table(screen) or arc >= least else round(arc, 1)


def _is_table(screen: Screen) -> bool:
    """Whether it is nothing but a table, which the host asked for with the knob."""
    return not screen.title and not screen.big and not screen.hint and len(screen.text) > 3


def cut(screen: Screen) -> bool:
    """Whether what to do, or the big thing, is left out or cut."""
    page = lay_out(screen, SIZE)
    said_already = screen.hint in screen.big  # in large letters
    return not said_already and (" ".join(page.hint) != screen.hint or page.middle.loss > 0)
