"""The few Protocols between the core and the world.

Nothing here may block or raise to the loop: a missing panel, a broken lamp or a silent speaker leaves the
game running and is reported through `Box.faults`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Protocol

from firmware.events import Edge, HostEvent, Line, Seat
from firmware.plugged import Plugged
from firmware.views import AWAKE, Cue, PanelId, Rest, Screen


class Clock(Protocol):
    """Tells the time, ns of CLOCK_MONOTONIC."""

    def now(self) -> int:
        """The time now."""
        ...


class Inbox(Protocol):
    """Where pins and keys leave what happened; safe to call from any thread, never blocks, never raises."""

    def put(self, item: Edge | HostEvent) -> None:
        """Leave one item for the loop."""
        ...


class Panels(Protocol):
    """The OLED panels: each shows the newest screen it was given and drops older ones."""

    def show(self, screens: Mapping[PanelId, Screen], rest: Rest = AWAKE) -> None:
        """Take the newest screens, and how to spare the glass; returns at once, draws and sends elsewhere."""
        ...

    def missing(self) -> Collection[PanelId]:
        """The panels that don't answer now."""
        ...

    def close(self) -> None:
        """Blank every panel and stop the workers."""
        ...


class Inputs(Protocol):
    """The buttons of devices that are plugged in (`firmware.plugged`); edges go to the box's `Inbox`."""

    @property
    def seats(self) -> Collection[Seat]:
        """The seats that may have such a button."""
        ...

    def give(self, buttons: Mapping[Seat, Plugged]) -> None:
        """From now on these buttons, and no others, are the seats'."""
        ...

    def closed(self, seat: Seat) -> bool:
        """Whether a seat's plugged-in button is down now."""
        ...

    def show(self, lit: Collection[Seat]) -> None:
        """Light exactly these seats' lamps, of those whose device has some; returns at once."""
        ...

    def faults(self) -> Collection[str]:
        """What is broken just now, by the keys of `Box.faults`."""
        ...

    def close(self) -> None:
        """Lamps off, devices free, the thread ended."""
        ...


class Box(Protocol):
    """One referee box, real or virtual."""

    @property
    def lines(self) -> Collection[Line]:
        """The button lines it has: seats and the host's own buttons."""
        ...

    @property
    def pluggable(self) -> Collection[Seat]:
        """The seats that may have a plugged-in button."""
        ...

    def closed(self, line: Line) -> bool:
        """Read a line's level now: is its button down?"""
        ...

    def give(self, buttons: Mapping[Seat, Plugged]) -> None:
        """From now on these plugged-in buttons, and no others, are the seats'; see `firmware.plugged`."""
        ...

    def show(self, screens: Mapping[PanelId, Screen], lit: Collection[Seat], rest: Rest = AWAKE) -> None:
        """Put screens on the panels and light exactly these seats' lamps; returns at once."""
        ...

    def play(self, cue: Cue) -> None:
        """Sound one cue; returns at once."""
        ...

    def set_volume(self, level: int) -> None:
        """How loud cues are from now on: 0, silence, to `firmware.views.LOUDEST`."""
        ...

    def faults(self) -> Collection[str]:
        """What is broken just now, as short keys: ``"panel 3"``, ``"lamp 2"``, ``"timing degraded"``."""
        ...

    def close(self) -> None:
        """Lamps off, panels blank, pins free."""
        ...
