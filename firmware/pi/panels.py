"""The panels of a box: each shows the newest screen it was given, whatever its wires do.

One worker thread a bus draws and sends for all panels on it, so a panel is never driven from two threads and
a slow bus delays nobody else. The channels of a mux are no buses of their own here: all use the wires of the
bus the mux is on, which the kernel locks for each transfer: threads of their own would only queue up there.

A panel that doesn't answer (absent, unplugged, its mux not there) is built anew every second, since one that
lost power lost its set-up as well. `LumaPanels.missing` names it, and one that hangs or holds its wires low;
`firmware.pi.panel_bus` tells more.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection, Mapping

from firmware.boxfile.settings import PanelSettings
from firmware.pi.oled import OpenPort, open_i2c
from firmware.pi.panel_bus import Bus, Draw, Tools
from firmware.pi.panel_state import Panel
from firmware.pi.pencil import Pencil
from firmware.views import AWAKE, PanelId, Rest, Screen

log = logging.getLogger("pierwszy.panels")

CLOSE_S = 1.0
"""How long `LumaPanels.close` waits for all workers together, seconds; a bus that hangs is left behind."""


class LumaPanels:
    """Real panels by luma.oled; implements `firmware.ports.Panels`.

    Args:
        panels: the panels by name. Panels of one bus share one thread, the first of them is served first.
        draw: draws a screen; called by the workers, never by who calls `show`.
        open_port: opens the way to one panel; tests and the desk give `OledBench.open_port`.
        now: tells the time, ns of CLOCK_MONOTONIC.
        on_change: called by a worker when panels may have a new picture, be gone or back; must be quick.
        reset: has all muxes let go of every channel: `firmware.pi.mux_reset.MuxReset`; None if nothing can.

    Attributes:
        stays_lit: `close` leaves every panel as it is: what they show is to be read after the end.
    """

    def __init__(
        self,
        panels: Mapping[PanelId, PanelSettings],
        *,
        draw: Draw,
        open_port: OpenPort = open_i2c,
        now: Callable[[], int] = time.monotonic_ns,
        on_change: Callable[[], None] = lambda: None,
        reset: Callable[[], None] | None = None,
    ) -> None:
        buses: dict[int, list[Panel]] = {}
        for name, settings in panels.items():
            own = buses.setdefault(settings.bus, [])
            own.append(Panel(name, settings, place=len(own)))
        self._pencil = Pencil()
        tools = Tools(draw, self._pencil, open_port, now, on_change, reset)
        self._buses = [Bus(number, own, tools) for number, own in buses.items()]
        self._started = False
        self.stays_lit = False

    def show(self, screens: Mapping[PanelId, Screen], rest: Rest = AWAKE) -> None:
        """Take the newest screens and return at once; older ones not yet sent are dropped.

        Screens of panels the box hasn't got are ignored. Nothing is sent before the first ones: a box whose
        pins turn out to be taken must not darken the panels of the box that has them.
        """
        for bus in self._buses:
            bus.show(screens, rest)
        self._begin()

    def _begin(self) -> None:
        if not self._started:
            self._started = True
            for bus in self._buses:
                bus.start()

    def hush(self, hush: bool) -> None:
        """Begin no drawing, as `Pencil.hush` says: whoever asks needs the processor. Or go on."""
        self._pencil.hush(hush)

    def missing(self) -> Collection[PanelId]:
        """The panels that didn't answer when last tried."""
        return [name for bus in self._buses for name in bus.missing()]

    def holding(self) -> Collection[PanelId]:
        """The panels that held their wires low when last tried."""
        return [name for bus in self._buses for name in bus.holding()]

    def held_buses(self) -> Collection[int]:
        """The buses whose wires are held low: nothing gets to their panels."""
        return [bus.number for bus in self._buses if bus.held]

    def flush(self, timeout: float) -> bool:
        """Wait until the workers have done all they can do now.

        Args:
            timeout: how long at most, seconds.

        Returns:
            True if every panel holds the last screen it was given (that could be drawn); False if one is
            missing or time is up.
        """
        self._begin()
        deadline = time.monotonic() + timeout
        held = [bus.flush(deadline - time.monotonic()) for bus in self._buses]
        return all(held)

    def close(self) -> None:
        """Blank every panel that doesn't stay lit and stop the workers, waiting no longer than `CLOSE_S`."""
        if not self._started:
            return
        self._pencil.hush(False)
        if self.stays_lit:
            self.flush(CLOSE_S)  # what stays is the last they were given
        for bus in self._buses:
            bus.stop(blank=not self.stays_lit)
        deadline = time.monotonic() + CLOSE_S
        for bus in self._buses:
            bus.join(max(0.0, deadline - time.monotonic()))
            if bus.is_alive():
                log.warning("bus %d didn't finish in time; its panels may stay lit", bus.number)
