"""The panels of a box: each shows the newest screen it was given, whatever its wires do.

One worker thread a bus draws and sends for all panels on it, so a panel is never driven from two threads and
a slow bus delays nobody else. A panel that doesn't answer (absent, unplugged, a transfer spoilt) is dropped,
named by `LumaPanels.missing` and built anew, at once and then every second: one that lost power lost its
set-up as well.

A panel that lost its power between two screens, and has it back before the next, answers as if nothing had
happened and stays dark: neither controller says so over I2C. It comes back when it is unplugged again or the
box is started again.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from luma.core.error import Error as LumaError
from PIL import Image

from firmware.errors import PanelError
from firmware.events import NS_PER_S
from firmware.pi.oled import Oled, OpenPort, build, open_i2c
from firmware.pi.pencil import Pencil
from firmware.settings import PanelSettings
from firmware.views import AWAKE, PanelId, Rest, Screen

log = logging.getLogger("pierwszy.panels")

Draw: TypeAlias = Callable[[Screen, tuple[int, int]], Image.Image]
"""Draws a screen as a mode ``"1"`` picture of a width and height in pixels."""

RETRY_NS = NS_PER_S
"""How long a missing panel is left alone: a plug pushed in is seen within a second."""

DIMMER = 8
"""A dimmed panel has its set contrast divided by this."""

CLOSE_S = 2.0
"""How long `LumaPanels.close` waits for all workers together, seconds; a bus that hangs is left behind."""


class LumaPanels:
    """Real panels by luma.oled; implements `firmware.ports.Panels`.

    Args:
        panels: the panels by name. Panels of one bus share one thread.
        draw: draws a screen; called by the workers, never by who calls `show`.
        open_port: opens the way to one panel; tests and the desk give `OledBench.open_port`.
        retry_ns: how long a missing panel is left alone, ns.
        now: tells the time, ns of CLOCK_MONOTONIC.
        on_change: called by a worker when panels may have a new picture, be gone or back; must be quick.
    """

    def __init__(
        self,
        panels: Mapping[PanelId, PanelSettings],
        *,
        draw: Draw,
        open_port: OpenPort = open_i2c,
        retry_ns: int = RETRY_NS,
        now: Callable[[], int] = time.monotonic_ns,
        on_change: Callable[[], None] = lambda: None,
    ) -> None:
        buses: dict[int, list[_Panel]] = {}
        for name, settings in panels.items():
            buses.setdefault(settings.bus, []).append(_Panel(name, settings))
        self._pencil = pencil = Pencil()
        self._buses = [
            _Bus(
                number,
                own,
                draw=draw,
                pencil=pencil,
                open_port=open_port,
                retry_ns=retry_ns,
                now=now,
                on_change=on_change,
            )
            for number, own in buses.items()
        ]
        for bus in self._buses:
            bus.start()

    def show(self, screens: Mapping[PanelId, Screen], rest: Rest = AWAKE) -> None:
        """Take the newest screens and return at once; older ones not yet sent are dropped.

        Screens of panels the box hasn't got are ignored.
        """
        for bus in self._buses:
            bus.show(screens, rest)

    def hush(self, hush: bool) -> None:
        """Begin no drawing, as `Pencil.hush` says: whoever asks needs the processor. Or go on."""
        self._pencil.hush(hush)

    def missing(self) -> Collection[PanelId]:
        """The panels that didn't answer when last tried."""
        return [name for bus in self._buses for name in bus.missing()]

    def flush(self, timeout: float) -> bool:
        """Wait until the workers have done all they can do now.

        Args:
            timeout: how long at most, seconds.

        Returns:
            True if every panel holds the last screen it was given (that could be drawn); False if one is
            missing or time is up.
        """
        deadline = time.monotonic() + timeout
        held = [bus.flush(deadline - time.monotonic()) for bus in self._buses]
        return all(held)

    def close(self) -> None:
        """Blank every panel and stop the workers, waiting for them no longer than `CLOSE_S`."""
        self._pencil.hush(False)
        for bus in self._buses:
            bus.stop()
        deadline = time.monotonic() + CLOSE_S
        for bus in self._buses:
            bus.join(max(0.0, deadline - time.monotonic()))
            if bus.is_alive():
                log.warning("bus %d didn't finish in time; its panels may stay lit", bus.number)


class _Wish(NamedTuple):
    """What a panel is to show, and how it may spare its glass."""

    screen: Screen
    rest: Rest


@dataclass(slots=True)
class _Panel:
    """One panel as its bus's worker sees it.

    Attributes:
        oled: the panel, set up; None before it answers. Only the worker touches it.
        wanted: the newest screen.
        done: the screen it holds, or the last that couldn't be drawn.
        dim: it was dimmed since it was set up.
        missing: it didn't answer when last tried.
        retry_at: when to try next if it is not set up, ns.
        undrawable: the last screen couldn't be drawn, and that was logged.
    """

    name: PanelId
    settings: PanelSettings
    oled: Oled | None = None
    wanted: _Wish | None = None
    done: _Wish | None = None
    dim: bool = False
    missing: bool = False
    retry_at: int = 0
    undrawable: bool = False

    def __str__(self) -> str:
        where = self.settings
        return f"panel {self.name} ({where.driver} at 0x{where.address:02x} on bus {where.bus})"


class _Bus(threading.Thread):
    """The worker of one I2C bus; ``_changed`` guards its panels' fields and is never held while sending."""

    def __init__(
        self,
        number: int,
        panels: list[_Panel],
        *,
        draw: Draw,
        pencil: Pencil,
        open_port: OpenPort,
        retry_ns: int,
        now: Callable[[], int],
        on_change: Callable[[], None],
    ) -> None:
        # A daemon: a bus hung in the kernel must not keep the box from ending.
        super().__init__(name=f"panels-bus-{number}", daemon=True)
        self.number = number
        self._panels = panels
        self._draw = draw
        self._pencil = pencil
        self._open_port = open_port
        self._retry_ns = retry_ns
        self._now = now
        self._on_change = on_change
        self._changed = threading.Condition()
        self._idle = False
        self._stopping = False
        self._listener_failed = False

    def show(self, screens: Mapping[PanelId, Screen], rest: Rest) -> None:
        with self._changed:
            for panel in self._panels:
                if panel.name in screens:
                    panel.wanted = _Wish(screens[panel.name], rest)
            self._changed.notify_all()

    def missing(self) -> list[PanelId]:
        with self._changed:
            return [panel.name for panel in self._panels if panel.missing]

    def flush(self, timeout: float) -> bool:
        with self._changed:
            quiet = self._changed.wait_for(lambda: self._idle and not self._work(), timeout)
            return quiet and all(panel.wanted == panel.done for panel in self._panels)

    def stop(self) -> None:
        with self._changed:
            self._stopping = True
            self._changed.notify_all()

    def run(self) -> None:
        """Serve every panel that needs it, in turn, so that a busy one can't starve the others."""
        while self._wait_for_work():
            for panel in self._panels:
                if self._due(panel):
                    self._serve(panel)
            self._tell()
        for panel in self._panels:
            self._blank(panel)

    def _wait_for_work(self) -> bool:
        """Sleep until a panel needs something; False when it's time to stop."""
        with self._changed:
            while not self._stopping and not self._work():
                self._idle = True
                self._changed.notify_all()
                self._changed.wait(self._patience())
            self._idle = False
            return not self._stopping

    def _work(self) -> bool:
        return any(self._due(panel) for panel in self._panels)

    def _due(self, panel: _Panel) -> bool:
        if self._stopping:
            return False
        if panel.oled is None:
            return self._now() >= panel.retry_at
        return panel.wanted != panel.done

    def _patience(self) -> float | None:
        """Seconds until the next missing panel is to be tried; None if there is none."""
        waits = [panel.retry_at for panel in self._panels if panel.oled is None]
        return max(0, min(waits) - self._now()) / NS_PER_S if waits else None

    def _tell(self) -> None:
        """Say that something changed; a listener that fails is logged once and never stops the worker."""
        try:
            self._on_change()
        except Exception:
            if not self._listener_failed:
                log.exception("bus %d: who listens for changes failed", self.number)
            self._listener_failed = True

    def _serve(self, panel: _Panel) -> None:
        """Set a panel up if need be, then send its newest screen."""
        try:
            oled = panel.oled or self._connect(panel)
            if panel.wanted != panel.done:
                self._send(panel, oled)
            self._welcome(panel)
        except (LumaError, OSError) as fault:
            self._lose(panel, fault)
        except Exception as fault:  # noqa: BLE001 - whatever luma does, the other panels go on
            self._lose(panel, fault, exc_info=True)

    def _connect(self, panel: _Panel) -> Oled:
        port = self._open_port(panel.settings)
        try:
            oled = build(panel.settings, port)
        except BaseException:
            port.cleanup()
            raise
        with self._changed:
            panel.oled, panel.dim = oled, False
        return oled

    def _welcome(self, panel: _Panel) -> None:
        with self._changed:
            came_back, panel.missing = panel.missing, False
        if came_back:
            log.info("%s answers again", panel)

    def _send(self, panel: _Panel, oled: Oled) -> None:
        with self._pencil:
            wish = panel.wanted  # the newest, now that it's this worker's turn
            assert wish is not None
            picture = self._drawn(panel, wish, oled.size)
        if wish.rest.dim is not panel.dim:
            oled.contrast(panel.settings.contrast // (DIMMER if wish.rest.dim else 1))
            panel.dim = wish.rest.dim
        if picture is not None:
            oled.display(picture)
        with self._changed:
            panel.done = wish

    def _drawn(self, panel: _Panel, wish: _Wish, size: tuple[int, int]) -> Image.Image | None:
        """The screen's picture; None if it can't be drawn, which is logged once."""
        try:
            picture = _moved(_checked(self._draw(wish.screen, size), size), wish.rest.shift)
        except Exception:
            if not panel.undrawable:
                log.exception("panel %s: a screen can't be drawn: %r", panel.name, wish.screen)
            panel.undrawable = True
            return None
        panel.undrawable = False
        return picture

    def _lose(self, panel: _Panel, fault: Exception, *, exc_info: bool = False) -> None:
        """Drop a panel that doesn't answer and say so, once until it answers again."""
        with self._changed:
            known, panel.missing = panel.missing, True
            oled, panel.oled, panel.done = panel.oled, None, None
            # One transfer spoilt by noise is common on long leads: the first new try is made at once.
            spoilt = oled is not None and not known
            panel.retry_at = self._now() + (0 if spoilt else self._retry_ns)
        if not known:
            log.warning("%s doesn't answer: %s", panel, fault, exc_info=exc_info)
        if oled is not None:
            self._quietly(oled.drop)

    def _blank(self, panel: _Panel) -> None:
        if panel.oled is not None and not self._quietly(panel.oled.blank):
            self._quietly(panel.oled.drop)

    @staticmethod
    def _quietly(act: Callable[[], None]) -> bool:
        """Do the last thing done with a panel, which may be gone; True if it worked."""
        try:
            act()
        except Exception as fault:  # noqa: BLE001 - nothing can be done about a panel given up
            log.debug("while giving a panel up: %s", fault)
            return False
        return True


def _checked(picture: Image.Image, size: tuple[int, int]) -> Image.Image:
    if (picture.mode, picture.size) != ("1", size):
        came = f"mode {picture.mode}, {picture.size}"
        raise PanelError(f"expected a picture of mode 1, {size}, {came} came")
    return picture


def _moved(picture: Image.Image, shift: tuple[int, int]) -> Image.Image:
    """The picture moved right and down; what leaves it is lost, what comes in is dark."""
    if shift == (0, 0):
        return picture
    moved = Image.new("1", picture.size)
    moved.paste(picture, shift)
    return moved
