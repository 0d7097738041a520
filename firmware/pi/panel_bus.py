"""One I2C bus and the worker that serves the panels on it, one transfer after the other.

New screens come first, the newest of each panel in turn. In between the worker looks after one panel at a
time: a missing one is built anew, any other is asked whether it still answers and, now and then, told all
again. That is for one that lost its power and has it back: neither controller says so over I2C, both answer
as if nothing had happened, dark. Told again it is as it was; on one that is well nothing can be seen.

A panel that holds the wires low silences the whole bus while its channel is connected. So after each thing
said it is looked whether they are free (`firmware.pi.held`). If not, the muxes are reset, and the panel
spoken to is left alone for `SHARE` times as long as it kept the others waiting, which costs them 2 % of
their time at most. Without a reset nothing is sent to anybody until the wires are free.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from luma.core.error import Error as LumaError
from PIL import Image

from firmware.errors import PanelError
from firmware.events import NS_PER_S
from firmware.pi.held import held
from firmware.pi.oled import OpenPort, build
from firmware.pi.panel_state import PROBE_NS, Panel, Wish
from firmware.pi.pencil import Pencil
from firmware.views import PanelId, Rest, Screen

log = logging.getLogger("pierwszy.panels")

Draw: TypeAlias = Callable[[Screen, tuple[int, int]], Image.Image]
"""Draws a screen as a mode ``"1"`` picture of a width and height in pixels."""

DIMMER = 8
"""A dimmed panel has its set contrast divided by this."""

RETRY_NS = NS_PER_S
"""How long a missing panel is left alone: a plug pushed in is seen within a second."""

SHARE = 50
"""A panel that held its wires low is left alone for so many times as long as that kept the others waiting."""

HANGS_S = 3.0
"""A transfer that takes longer hangs, seconds: the kernel itself gives one up after a second."""


class Tools(NamedTuple):
    """What the workers of all buses share.

    Attributes:
        draw: draws a screen.
        pencil: whose turn it is to draw.
        open_port: opens the way to one panel.
        now: tells the time, ns of CLOCK_MONOTONIC.
        on_change: called when panels may have a new picture, be gone or back.
        reset: has all muxes let go of every channel; None if they can't be reset.
    """

    draw: Draw
    pencil: Pencil
    open_port: OpenPort
    now: Callable[[], int]
    on_change: Callable[[], None]
    reset: Callable[[], None] | None = None


class Bus(threading.Thread):
    """The worker of one bus; ``_changed`` guards its panels' fields and is never held while sending.

    Args:
        number: of the bus.
        panels: those on it, the most important first.
        tools: what it works with.
    """

    def __init__(self, number: int, panels: list[Panel], tools: Tools) -> None:
        # A daemon: a bus hung in the kernel must not keep the box from ending.
        super().__init__(name=f"panels-bus-{number}", daemon=True)
        self.number = number
        self._panels = panels
        self._tools = tools
        self._now = tools.now
        self._changed = threading.Condition()
        self._idle = False
        self._stopping = False
        self._blanks = True
        self._news = False
        self._listener_failed = False
        self._busy: tuple[Panel, float] | None = None  # with which panel, and since when
        self._connected: Panel | None = None  # the last spoken to behind a mux, which keeps its channel
        self.held = False  # the wires were held low when last looked at

    # -- from any thread -------------------------------------------------------------------------------------

    def show(self, screens: Mapping[PanelId, Screen], rest: Rest) -> None:
        """Take the newest screens; what is the same as before wakes nobody."""
        with self._changed:
            for panel in self._panels:
                if panel.name in screens and (wish := Wish(screens[panel.name], rest)) != panel.wanted:
                    panel.wanted = wish
                    self._changed.notify_all()

    def missing(self) -> list[PanelId]:
        """The panels that don't answer, and the one whose transfer hangs."""
        hangs = self._hanging()
        with self._changed:
            return [panel.name for panel in self._panels if panel.missing or panel is hangs]

    def holding(self) -> list[PanelId]:
        """The panels that held the wires low when last tried."""
        with self._changed:
            return [panel.name for panel in self._panels if panel.holds]

    def _hanging(self) -> Panel | None:
        """The panel that holds up its bus, which is said once; the worker can't: it waits for it."""
        panel, since = self._busy or (None, 0.0)
        if panel is None or time.monotonic() - since < HANGS_S:
            return None
        with self._changed:
            first, panel.troubled = not panel.troubled, True
        if first:
            log.warning("%s hangs: nothing new gets to any panel on this bus", panel)
        return panel

    def flush(self, timeout: float) -> bool:
        """Wait until the worker has done all it can do now; True if every panel holds its last screen."""
        with self._changed:
            self._changed.notify_all()  # the time may have been set by hand
            quiet = self._changed.wait_for(lambda: self._idle and not self._work(), timeout)
            return quiet and all(panel.wanted == panel.done for panel in self._panels)

    def stop(self, *, blank: bool) -> None:
        """Have the worker end, and blank its panels or leave them as they are."""
        with self._changed:
            self._stopping, self._blanks = True, blank
            self._changed.notify_all()

    # -- the worker ------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Serve every panel that needs it, in turn, so that a busy one can't starve the others."""
        while self._wait_for_work():
            if self._free(self._now()):
                for panel in self._panels:
                    if panel.waiting and not self._stopping:
                        self._try(panel, self._send)
                due = [panel for panel in self._panels if panel.due <= self._now()]
                if due and not self._stopping:
                    self._try(min(due, key=lambda panel: panel.due), self._look_after)
            self._tell()
        lit = [panel.oled for panel in self._panels if panel.oled is not None]
        for oled in lit if self._blanks else ():
            self._quietly(oled.hide)  # all dark at once, however long clearing them takes
        for oled in lit:
            if not self._blanks or not self._quietly(oled.blank):
                self._quietly(oled.drop)

    def _wait_for_work(self) -> bool:
        """Sleep until a panel needs something; False when it's time to stop."""
        with self._changed:
            while not self._stopping and not self._work():
                self._idle = True
                self._changed.notify_all()
                wait_ns = min(panel.due for panel in self._panels) - self._now()
                self._changed.wait(max(0, wait_ns) / NS_PER_S)
            self._idle = False
            return not self._stopping

    def _work(self) -> bool:
        return any(panel.waiting or panel.due <= self._now() for panel in self._panels)

    def _tell(self) -> None:
        """Say what is new; a listener that fails is logged once and never stops the worker."""
        if not self._news:
            return
        self._news = False
        try:
            self._tools.on_change()
        except Exception:
            if not self._listener_failed:
                log.exception("bus %d: who listens for changes failed", self.number)
            self._listener_failed = True

    def _try(self, panel: Panel, act: Callable[[Panel], None]) -> None:
        """Do something with a panel, and see from it whether the panel answers."""
        began, fault = self._now(), None
        self._busy = panel, time.monotonic()
        if panel.settings.mux is not None:
            self._connected = panel
        try:
            act(panel)
        except Exception as raised:  # noqa: BLE001 - whatever luma does, the other panels go on
            fault = raised
        if self._free(began):
            if fault is None:
                self._welcome(panel)
            else:
                self._lose(panel, fault)
        self._busy = None

    def _free(self, began: int) -> bool:
        """See that the wires are free; False if they were held, since ``began`` (ns) at most."""
        if not held(self.number, self._tools.open_port):
            self.held = False
            return True
        suspect, self._connected = self._connected, None
        if self._tools.reset is None:
            self._wait_until_free(suspect)
            return False
        self._tools.reset()
        if held(self.number, self._tools.open_port):
            self._wait_until_free(None)  # whoever it is isn't behind a mux
        else:
            self._cut_off(suspect, self._now() - began)
        return False

    def _cut_off(self, panel: Panel | None, took: int) -> None:
        """Leave alone who held the wires, and tell the others again what they may not have heard."""
        self.held = False
        if panel is not None:
            first = not panel.holds
            self._part(panel, missing=True, wait=max(RETRY_NS, SHARE * took))
            panel.holds = True
            if not first:
                return
            log.warning("%s holds SDA or SCL low: its mux was reset, and the others go on", panel)
        self._doubt_the_others()

    def _wait_until_free(self, suspect: Panel | None) -> None:
        """Nothing can be said to anybody: look again later."""
        if not self.held:
            who = "something" if suspect is None else suspect
            log.warning("%s holds SDA or SCL low: nothing gets to any panel on bus %d", who, self.number)
            for panel in self._panels:
                panel.holds = panel is suspect
                self._part(panel, missing=True, wait=0)
        self.held = True
        for panel in self._panels:
            panel.due = self._now() + RETRY_NS

    def _look_after(self, panel: Panel) -> None:
        oled, now = panel.oled, self._now()
        if oled is None:
            self._connect(panel)
            if panel.waiting:
                self._send(panel)
        elif now < panel.renewal:
            oled.probe()
        else:
            oled.renew()
            panel.renewal = panel.renewal_after(now)
        panel.due = (now // PROBE_NS + 1) * PROBE_NS

    def _connect(self, panel: Panel) -> None:
        port = self._tools.open_port(panel.settings)
        try:
            oled = build(panel.settings, port)
        except BaseException:
            port.cleanup()
            raise
        with self._changed:
            panel.oled, panel.dim, panel.renewal = oled, False, panel.renewal_after(self._now())
        self._news = True

    def _welcome(self, panel: Panel) -> None:
        with self._changed:
            came_back, panel.troubled, panel.missing, panel.holds = panel.troubled, False, False, False
        if came_back:
            self._news = True
            log.info("%s answers again", panel)

    def _send(self, panel: Panel) -> None:
        assert panel.oled is not None
        with self._tools.pencil:
            wish = panel.wanted  # the newest, now that it's this worker's turn
            assert wish is not None
            picture = self._drawn(panel, wish, panel.oled.size)
        self._busy = panel, time.monotonic()  # whoever waits for the pencil doesn't hang
        if wish.rest.dim is not panel.dim:
            panel.oled.contrast(panel.settings.contrast // (DIMMER if wish.rest.dim else 1))
            panel.dim = wish.rest.dim
        if picture is not None:
            panel.oled.display(picture)
        with self._changed:
            panel.done, self._news = wish, True

    def _drawn(self, panel: Panel, wish: Wish, size: tuple[int, int]) -> Image.Image | None:
        """The screen's picture; None if it can't be drawn, which is logged once."""
        try:
            picture = _moved(_checked(self._tools.draw(wish.screen, size), size), wish.rest.shift)
        except Exception:
            if not panel.undrawable:
                log.exception("panel %s: a screen can't be drawn: %r", panel.name, wish.screen)
            panel.undrawable = True
            return None
        panel.undrawable = False
        return picture

    def _lose(self, panel: Panel, fault: Exception) -> None:
        """Drop a panel that doesn't answer and say so, once until it answers again."""
        first = not panel.troubled
        # One transfer spoilt by noise is common on long leads: the first new try is made at once.
        spoilt = first and panel.oled is not None
        self._part(panel, missing=not spoilt, wait=0 if spoilt else RETRY_NS)
        if first:
            expected = isinstance(fault, LumaError | OSError)
            log.warning("%s doesn't answer: %s", panel, fault, exc_info=not expected)
            self._doubt_the_others()

    def _part(self, panel: Panel, *, missing: bool, wait: int) -> None:
        """Drop a panel, and try it anew after so long (ns)."""
        with self._changed:
            oled, panel.oled, panel.done = panel.oled, None, None
            panel.troubled, panel.missing = True, missing
            panel.due = self._now() + wait
        self._news = True
        if oled is not None:
            self._quietly(oled.drop)

    def _doubt_the_others(self) -> None:
        """What made one panel fail, a dip in the power, may have wiped the others on these wires."""
        for panel in self._panels:
            if panel.oled is not None:
                panel.due = panel.renewal = self._now()

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
    right, down = shift
    return picture.crop((-right, -down, picture.width - right, picture.height - down))
