"""The box being checked: a `GpioBox` whose every line is heard and whose panels can be driven otherwise."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import ExitStack
from dataclasses import replace
from typing import TypeAlias

from companion.loop.mailbox import Mailbox
from companion.selftest.absent import panel_at, places_to_try
from companion.selftest.check_events import Scanned
from companion.selftest.lines import Lines
from companion.selftest.part_names import PHASES, gpio_of
from companion.selftest.run.card_drawing import draw_checked
from firmware.boxfile.settings import PanelSettings, Settings
from firmware.events import Line, Seat
from firmware.pi.box import GpioBox
from firmware.pi.factory import Header
from firmware.pi.mux_reset import mux_reset
from firmware.pi.oled import OpenPort
from firmware.pi.panels import LumaPanels
from firmware.pi.probing import answers
from firmware.ports import Clock, Inputs
from firmware.presses.contact import reader
from firmware.views import AWAKE, LOUDEST, PanelId, Rest, Screen

WhyClosed: TypeAlias = Callable[[PanelSettings], str | None]
"""Says why a panel's bus can't be opened, as `Scanned.closed` has it; None if it can."""

MORE_LINES: tuple[Line, ...] = ("up", "down", *PHASES)
"""In a game these are no buttons but steps of the knob."""

FIRST_S = 8.0
"""So long the panels may take to be set up, seconds; seven at 400 kHz take a quarter of one, but a transfer
on held wires a whole one."""


class CheckBox(GpioBox):
    """A box whose every line is heard: also an encoder's phases, which the game's box hands on as steps.

    Attributes:
        mailbox: where everything comes in.
        panels: as they are driven now.
        factory: what opens its pins.

    Raises:
        PinBusyError: if a button's or the knob's pin can't be had.
    """

    def __init__(
        self,
        settings: Settings,
        header: Header,
        clock: Clock,
        open_port: OpenPort,
        why_closed: WhyClosed,
        *,
        mailbox: Mailbox,
        inputs: Inputs | None = None,
    ) -> None:
        self.mailbox = mailbox
        self._settings = settings
        self._clock = clock
        self._open_port = open_port
        self._why_closed = why_closed
        self._driven = dict(settings.panels)
        self._shown: Mapping[PanelId, Screen] = {}
        self.factory = header.factory
        parts = ExitStack()
        self._reset = parts.enter_context(mux_reset(settings, header.factory, open_port))
        self.panels = self._new_panels()
        knob = settings.knob and replace(settings.knob, a=None, b=None, up=None, down=None)
        pins = {line: pin for line in MORE_LINES if (pin := gpio_of(settings, line)) is not None}
        with parts:
            settings = replace(settings, knob=knob)
            super().__init__(settings, header, mailbox, clock, self.panels, inputs=inputs, more=pins)
            self._parts = parts.pop_all()
        self.set_volume(LOUDEST)

    def _new_panels(self) -> LumaPanels:
        return LumaPanels(
            self._driven,
            draw=draw_checked,
            open_port=self._open_port,
            on_change=lambda: self.mailbox.put(None),
            reset=self._reset,
        )

    def close(self) -> None:
        """Close all parts, the muxes' reset last."""
        super().close()
        self._parts.close()

    def listen(self) -> Lines:
        """What comes on the lines from now on; one that is closed now is closed from the start."""
        buttons = [line for line in self.lines if line not in PHASES]
        read = reader(self.closed, self._clock)
        return Lines(buttons, self._settings.times, read, self._clock.now())

    def levels(self) -> Mapping[Line, bool]:
        """Whether each phase of the knob is closed now."""
        return {line: self.closed(line) for line in self.lines if line in PHASES}

    def show(self, screens: Mapping[PanelId, Screen], lit: Collection[Seat], rest: Rest = AWAKE) -> None:
        """Put screens on the panels and light exactly these lamps."""
        self._shown = dict(screens)
        super().show(screens, lit, rest)

    def refit(self, panel: PanelId, settings: PanelSettings) -> None:
        """Drive one panel by other settings: all are set up anew, and show what they showed."""
        self._driven[panel] = settings
        self.panels.close()
        self.panels = self._panels = self._new_panels()
        self.panels.show(self._shown)

    def scan(self) -> Scanned:
        """See what answers on the panels' wires, asked by a byte that changes nothing; may take seconds."""
        self.panels.flush(FIRST_S)
        panels, missing = self._settings.panels, self.panels.missing()
        closed = {name: why for name in missing if (why := self._why_closed(panels[name])) is not None}
        holding, held = frozenset(self.panels.holding()), frozenset(self.panels.held_buses())
        shut = {panels[name].wires[:3] for name in holding}  # asked for, these would hold the bus once more
        places = [
            place
            for place in places_to_try(panels.values())
            if place[0] not in held and place[:3] not in shut
        ]
        found = frozenset(place for place in places if answers(panel_at(place), self._open_port))
        behind = [panel for name, panel in panels.items() if panel.mux is not None and name not in missing]
        resets = self._reset.silences(behind[0]) if self._reset is not None and behind else None
        return Scanned(frozenset(missing), found, closed, self._clock.now(), holding, held, resets)
