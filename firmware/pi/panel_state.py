"""One panel as its bus's worker sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from firmware.boxfile.settings import PanelSettings
from firmware.events import NS_PER_S
from firmware.pi.oled import Oled
from firmware.views import PanelId, Rest, Screen

PROBE_NS = NS_PER_S
"""How often each panel is asked whether it still answers; all at the same moment, so that a box at rest wakes
no oftener."""

RENEW_NS = 10 * NS_PER_S
"""How often each panel is told everything again: 24 ms of a 400 kHz bus, so each in a second of its own."""


class Wish(NamedTuple):
    """What a panel is to show, and how it may spare its glass."""

    screen: Screen
    rest: Rest


@dataclass(slots=True)
class Panel:
    """One panel as its bus's worker sees it; times are ns of CLOCK_MONOTONIC.

    Attributes:
        name: whose it is.
        settings: what it is and where.
        place: which of its bus's panels it is, from 0.
        oled: the panel set up; None before it answers. Only the worker touches it.
        wanted: the newest screen.
        done: the screen it holds, or the last that couldn't be drawn.
        dim: it was dimmed since it was set up.
        troubled: it failed or hung, that was logged, and it hasn't worked since.
        missing: it failed twice running, or wasn't there to begin with.
        holds: it held its wires low, that was logged, and it hasn't worked since.
        due: when to look after it next: try it anew, ask whether it answers, or renew it.
        renewal: when to tell it everything again.
        undrawable: the last screen couldn't be drawn, and that was logged.
    """

    name: PanelId
    settings: PanelSettings
    place: int = 0
    oled: Oled | None = None
    wanted: Wish | None = None
    done: Wish | None = None
    dim: bool = False
    troubled: bool = False
    missing: bool = False
    holds: bool = False
    due: int = 0
    renewal: int = 0
    undrawable: bool = False

    def __str__(self) -> str:
        where = self.settings
        behind = "" if where.mux is None else f", channel {where.channel} of mux 0x{where.mux:02x}"
        return f"panel {self.name} ({where.driver} at 0x{where.address:02x} on bus {where.bus}{behind})"

    @property
    def waiting(self) -> bool:
        """It is there, and has a screen to be sent."""
        return self.oled is not None and self.wanted != self.done

    def renewal_after(self, now: int) -> int:
        """When this panel's next turn is to be told everything again."""
        shift = self.place * PROBE_NS
        return ((now - shift) // RENEW_NS + 1) * RENEW_NS + shift
