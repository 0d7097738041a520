"""Panels for virtual time: none at all, or a picture file for each changed screen."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from firmware.drawing.frames import draw
from firmware.events import NS_PER_S
from firmware.ports import Clock
from firmware.views import AWAKE, PanelId, Rest, Screen


class NoPanels:
    """A box without a panel."""

    def show(self, screens: Mapping[PanelId, Screen], rest: Rest = AWAKE) -> None:
        """Nothing to show it on."""

    def missing(self) -> Collection[PanelId]:
        """None is missing that was never there."""
        return ()

    def close(self) -> None:
        """Nothing to close."""


class PictureFiles(NoPanels):
    """Writes each changed screen as ``<seconds>-<panel>.png``.

    Args:
        folder: made if it isn't there.
        clock: the time the files are named by.
        origin: the stamp at which the names' seconds are zero (ns).
    """

    def __init__(self, folder: Path, clock: Clock, origin: int) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._clock = clock
        self._origin = origin
        self._shown: dict[PanelId, Screen] = {}

    def show(self, screens: Mapping[PanelId, Screen], rest: Rest = AWAKE) -> None:  # noqa: ARG002
        """Write those that differ from what their panel showed before; a file has no glass to spare."""
        seconds = (self._clock.now() - self._origin) / NS_PER_S
        for panel, screen in screens.items():
            if self._shown.get(panel) == screen:
                continue
            self._shown[panel] = screen
            draw(screen).save(self._folder / f"{seconds:013.6f}-{panel}.png")
