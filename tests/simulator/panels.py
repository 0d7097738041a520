"""Panels for virtual time: none to draw, some screens drawn to see that they can be; or real ones."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from random import Random

from PIL import Image

from firmware.boxfile.settings import Settings
from firmware.drawing.frames import draw
from firmware.fakes.picture_files import NoPanels
from firmware.pi.panels import LumaPanels
from firmware.ports import Clock
from firmware.views import AWAKE, PanelId, Rest, Screen
from tests.firmware.fakes.faulty_oled import FaultyBench
from tests.fuzz.kinds import Finding

SAMPLED = 0.01
"""The share of screens that are drawn: one takes as long as several steps of the loop."""

SOON_S = 20.0
"""Seconds; only a worker that hangs takes as long."""


class Drawn(NoPanels):
    """Every panel there is; now and then its screen is drawn."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def show(self, screens: Mapping[PanelId, Screen], rest: Rest = AWAKE) -> None:
        for screen in screens.values():
            if self._chance.random() < SAMPLED:
                draw(screen)


class Glass:
    """The box's panels by luma's drivers; their threads work while the box's time stands still."""

    def __init__(self, settings: Settings, clock: Clock, wake: Callable[[], None]) -> None:
        self.bench = FaultyBench(settings.panels)
        self._clock, self._then = clock, clock.now()
        self._blank = {size: Image.new("1", size) for size in ((128, 64), (128, 32), (64, 128), (32, 128))}
        self._panels = LumaPanels(
            settings.panels,
            draw=lambda _, size: self._blank[size],
            open_port=self.bench.open_port,
            now=lambda: self._then,
            on_change=wake,
        )

    def show(self, screens: Mapping[PanelId, Screen], rest: Rest = AWAKE) -> None:
        """Take screens, and have them shown before time goes on."""
        self._panels.show(screens, rest)
        self.settle()

    def settle(self) -> None:
        """Let the workers do all that is due.

        Raises:
            Finding: one of them never ends.
        """
        self._then = self._clock.now()
        for bus in self._panels._buses:
            if not bus.flush(SOON_S) and bus._work():
                raise Finding(f"expected bus {bus.number} to do its work within {SOON_S:g} s")

    def missing(self) -> Collection[PanelId]:
        """Those that don't answer."""
        return self._panels.missing()

    def close(self) -> None:
        """Blank."""
        self._panels.close()
