"""The panels during the self-test: driven by other settings when asked, and looked for elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TypeAlias

from companion.selftest.absent import panel_at, places_to_try
from companion.selftest.check_events import Scanned
from companion.selftest.run.card_drawing import draw_checked
from firmware.boxfile.settings import PanelSettings
from firmware.pi.oled import OpenPort
from firmware.pi.panels import LumaPanels
from firmware.pi.probing import answers
from firmware.views import AWAKE, PanelId, Rest, Screen

WhyClosed: TypeAlias = Callable[[PanelSettings], str | None]
"""Says why a panel's bus can't be opened, as `Scanned.closed` has it; None if it can."""

FIRST_S = 3.0
"""So long the panels may take to be set up, seconds; seven at 400 kHz take a quarter of one."""


class RefitPanels:
    """Panels that can be driven by other settings from one moment to the next; a `firmware.ports.Panels`.

    Args:
        panels: the panels by name.
        open_port: opens the way to one.
        on_change: called when panels may have a new picture, be gone or back.
    """

    def __init__(
        self, panels: Mapping[PanelId, PanelSettings], open_port: OpenPort, on_change: Callable[[], None]
    ) -> None:
        self._settings = dict(panels)
        self._open_port = open_port
        self._on_change = on_change
        self._shown: Mapping[PanelId, Screen] = {}
        self._panels = self._build()

    def _build(self) -> LumaPanels:
        return LumaPanels(
            self._settings, draw=draw_checked, open_port=self._open_port, on_change=self._on_change
        )

    def refit(self, panel: PanelId, settings: PanelSettings) -> None:
        """Drive one panel by other settings: all are set up anew, and show what they showed."""
        self._settings[panel] = settings
        self._panels.close()
        self._panels = self._build()
        self._panels.show(self._shown)

    def show(self, screens: Mapping[PanelId, Screen], rest: Rest = AWAKE) -> None:
        """Take the newest screens; returns at once."""
        self._shown = dict(screens)
        self._panels.show(screens, rest)

    def missing(self) -> Collection[PanelId]:
        """The panels that don't answer now."""
        return self._panels.missing()

    def flush(self, timeout: float) -> bool:
        """Wait, at most ``timeout`` seconds, until the panels hold what they were given."""
        return self._panels.flush(timeout)

    def close(self) -> None:
        """Blank every panel and stop the workers."""
        self._panels.close()


def scan(
    panels: Mapping[PanelId, PanelSettings],
    missing: Collection[PanelId],
    open_port: OpenPort,
    why_closed: WhyClosed,
    now: Callable[[], int],
) -> Scanned:
    """See what answers on the panels' wires; each place is asked by a byte that changes nothing."""
    closed = {name: why for name in missing if (why := why_closed(panels[name])) is not None}
    places = places_to_try(list(panels.values()))
    found = frozenset(place for place in places if answers(panel_at(place), open_port))
    return Scanned(frozenset(missing), found, closed, now())
