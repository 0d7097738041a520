"""One referee box out of its parts: buttons, knob, lamps, piezo and panels on one header."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import ExitStack, suppress
from types import MappingProxyType

from firmware.boxfile.settings import Settings
from firmware.errors import PinBusyError
from firmware.events import Line, Seat
from firmware.pi.buttons import ButtonLine
from firmware.pi.factory import Header
from firmware.pi.knob import open_knob
from firmware.pi.lamps import Lamps
from firmware.pi.piezo import Piezo
from firmware.plugged import Plugged
from firmware.ports import Clock, Inbox, Inputs, Panels
from firmware.views import AWAKE, Cue, PanelId, Rest, Screen


class GpioBox:
    """A `firmware.ports.Box` on gpiozero pins, real or mock.

    Built in order, buttons last, so that no edge comes before all else is ready; if a part can't be built,
    those before it are closed again, the panels too.

    Args:
        settings: how it is built.
        header: its pins.
        inbox: where edges and the knob's steps go.
        clock: the time.
        panels: its panels.
        inputs: its plugged-in buttons; None if there can't be any.
        more: further lines that are to be heard, and their pins.

    Raises:
        PinBusyError: if a button's or the knob's pin can't be had. A lamp or piezo without its pin is only
            a fault.
    """

    def __init__(
        self,
        settings: Settings,
        header: Header,
        inbox: Inbox,
        clock: Clock,
        panels: Panels,
        *,
        inputs: Inputs | None = None,
        more: Mapping[Line, int] = MappingProxyType({}),
    ) -> None:
        self._header = header
        self._panels = panels
        self._inputs = inputs
        self._buttons: dict[Line, ButtonLine] = {}
        self._sounds = settings.piezo is not None
        self._piezo: Piezo | None = None
        with ExitStack() as stack:
            stack.callback(lambda: self._panels.close())  # noqa: PLW0108 - those it has by then
            if inputs is not None:
                stack.callback(inputs.close)
            lamps = {seat: pins.lamp for seat, pins in settings.seats.items() if pins.lamp is not None}
            self._lamps = Lamps(lamps, header.factory)
            stack.callback(self._lamps.close)
            if settings.piezo is not None:
                with suppress(PinBusyError):
                    self._piezo = Piezo(settings.piezo, header.factory)
                    stack.callback(self._piezo.close)
            if settings.knob is not None:
                for part in open_knob(settings.knob, header.factory, inbox, clock):
                    stack.callback(part.close)
            for line, pin in {**_button_pins(settings), **more}.items():
                button = ButtonLine(line, pin, header.factory, inbox)
                stack.callback(button.close)
                self._buttons[line] = button
            self._opened = stack.pop_all()

    @property
    def lines(self) -> Collection[Line]:
        """Every seat's line, ``"ok"`` and ``"back"`` where there are such buttons."""
        return tuple(dict.fromkeys((*self._buttons, *self.pluggable)))

    @property
    def pluggable(self) -> Collection[Seat]:
        """The seats that may have a plugged-in button."""
        return () if self._inputs is None else self._inputs.seats

    def closed(self, line: Line) -> bool:
        """Whether a line's button is down now; as last read if its pin fails."""
        button = self._buttons.get(line)
        if button is not None and button.closed():
            return True
        return self._inputs is not None and isinstance(line, int) and self._inputs.closed(line)

    def give(self, buttons: Mapping[Seat, Plugged]) -> None:
        """From now on these plugged-in buttons, and no others, are the seats'."""
        if self._inputs is not None:
            self._inputs.give(buttons)

    def show(self, screens: Mapping[PanelId, Screen], lit: Collection[Seat], rest: Rest = AWAKE) -> None:
        """Put screens on the panels and light exactly these seats' lamps; returns at once."""
        self._lamps.show(lit)
        if self._inputs is not None:
            self._inputs.show(lit)
        self._panels.show(screens, rest)

    def play(self, cue: Cue) -> None:
        """Sound one cue; returns at once."""
        if self._piezo is not None:
            self._piezo.play(cue)

    def set_volume(self, level: int) -> None:
        """How loud the piezo is from now on: 0, silence, to `firmware.views.LOUDEST`."""
        if self._piezo is not None:
            self._piezo.volume = level

    def faults(self) -> Collection[str]:
        """What is broken just now: the keys of `firmware.ports.Box` and ``"buttons dead"``, ``"piezo"``."""
        faults = []
        if not self._header.alive():
            faults.append("buttons dead")
        if self._header.degraded is not None:
            faults.append("timing degraded")
        faults += [
            f"button {line}" for line, button in self._buttons.items() if button.failing or button.lost
        ]
        faults += [f"lamp {seat}" for seat in self._lamps.failing()]
        faults += [f"panel {panel}" for panel in self._panels.missing()]
        faults += () if self._inputs is None else self._inputs.faults()
        if self._sounds and (self._piezo is None or self._piezo.failing):
            faults.append("piezo")
        return faults

    def close(self) -> None:
        """Close all parts, last opened first: pins free, lamps off, panels blank."""
        self._opened.close()


def _button_pins(settings: Settings) -> dict[Line, int]:
    pins: dict[Line, int] = {seat: seat_pins.button for seat, seat_pins in settings.seats.items()}
    if settings.knob is not None:
        pins["ok"] = settings.knob.ok
        if settings.knob.back is not None:
            pins["back"] = settings.knob.back
    return pins
