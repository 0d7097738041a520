"""The parts of a box being checked: a `GpioBox` whose knob reports raw edges, with panels to be refitted."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import ExitStack
from dataclasses import replace

from companion.loop.mailbox import Mailbox
from companion.selftest.check_events import Scanned
from companion.selftest.lines import Lines
from companion.selftest.part_names import PHASES, gpio_of
from companion.selftest.run.refit_panels import FIRST_S, RefitPanels, WhyClosed, scan
from firmware.boxfile.settings import Settings
from firmware.events import Line, Seat
from firmware.pi.box import GpioBox
from firmware.pi.buttons import ButtonLine
from firmware.pi.factory import Header
from firmware.pi.oled import OpenPort
from firmware.ports import Clock
from firmware.presses.contact import reader
from firmware.views import LOUDEST, Cue, PanelId, Screen

KNOB_KEYS: tuple[Line, ...] = ("up", "down")
"""Keys that stand for the knob; in a game they are no buttons but steps."""


class CheckBox:
    """A box whose every line is heard: also an encoder's phases, which the game's box hands on as steps.

    Raises:
        PinBusyError: if a button's or the knob's pin can't be had.
    """

    def __init__(
        self, settings: Settings, header: Header, clock: Clock, open_port: OpenPort, why_closed: WhyClosed
    ) -> None:
        self.mailbox = Mailbox()
        self._settings = settings
        self._clock = clock
        self._open_port = open_port
        self._why_closed = why_closed
        self.panels = RefitPanels(settings.panels, open_port, lambda: self.mailbox.put(None))
        knob = settings.knob and replace(settings.knob, a=None, b=None, up=None, down=None)
        with ExitStack() as stack:
            self._box = GpioBox(replace(settings, knob=knob), header, self.mailbox, clock, self.panels)
            stack.callback(self._box.close)
            self._more: dict[Line, ButtonLine] = {}
            for line in (*KNOB_KEYS, *PHASES):
                pin = gpio_of(settings, line)
                if pin is not None:
                    self._more[line] = ButtonLine(line, pin, header.factory, self.mailbox)
                    stack.callback(self._more[line].close)
            self._opened = stack.pop_all()
        self._box.set_volume(LOUDEST)

    def listen(self) -> Lines:
        """What comes on the lines from now on; one that is closed now is closed from the start."""
        buttons = [*self._box.lines, *(line for line in self._more if line in KNOB_KEYS)]
        phases = [line for line in self._more if line in PHASES]
        read = reader(self._closed, self._clock)
        return Lines(buttons, phases, self._settings.times, read, self._clock.now())

    def _closed(self, line: Line) -> bool:
        button = self._more.get(line)
        return self._box.closed(line) if button is None else button.closed()

    def levels(self) -> Mapping[Line, bool]:
        """Whether each phase of the knob is closed now."""
        return {line: button.closed() for line, button in self._more.items() if line in PHASES}

    def faults(self) -> Collection[str]:
        """What the box says is broken."""
        return self._box.faults()

    def show(self, screens: Mapping[PanelId, Screen], lit: Collection[Seat]) -> None:
        """Put screens on the panels and light exactly these lamps."""
        self._box.show(screens, lit)

    def play(self, cue: Cue) -> None:
        """Sound one cue."""
        self._box.play(cue)

    def scan(self) -> Scanned:
        """See what answers on the panels' wires; may take seconds."""
        self.panels.flush(FIRST_S)
        missing = self.panels.missing()
        return scan(self._settings.panels, missing, self._open_port, self._why_closed, self._clock.now)

    def close(self) -> None:
        """Lamps off, panels blank, pins free."""
        self._opened.close()
