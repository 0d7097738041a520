"""Which button of a plugged-in device a seat is to have, and how unsure the stamps of that button are."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import NamedTuple

from firmware.boxfile.settings import InputButton
from firmware.button_codes import LINES, name_of, number_of
from firmware.events import NS_PER_MS, NS_PER_US, Seat, Within
from firmware.pi.input_device import InputDevice
from firmware.pi.input_polling import UNKNOWN_MS
from firmware.plugged import Plugged, port_of

DELAY_MS = (0.0, 10.0)
"""What a device takes from contact to report, at least and at most: scan and debounce, unmeasured."""

MOST_EARLIER_MS = 10.0
"""Stamps are put earlier by no more than this, whatever a device takes at least, so that none comes later
than the arbiter waits for one; what is left of it makes them less sure instead."""


HEADS = Within(NS_PER_MS, NS_PER_MS, 10 * NS_PER_US)
"""How unsure stamps of a button head are, while it isn't there to say it; apart, it asks for 10 µs."""


class Wish(NamedTuple):
    """A seat's button, as the box file or the table says; plugged in or not."""

    device: str
    code: int
    poll_ms: float | None = None
    delay_ms: tuple[float, ...] = DELAY_MS

    def meets(self, told: InputDevice) -> bool:
        """Whether it is a button of this device, of which only the port may be said."""
        return self.code in told.buttons and self.device in (told.device, told.port)

    @property
    def earlier(self) -> int:
        """By how much stamps are put earlier (ns): what its device takes at least."""
        return round(min(self.delay_ms[0], MOST_EARLIER_MS) * NS_PER_MS)

    def on(self, told: InputDevice) -> Plugged:
        """The button, with how unsure its stamps are."""
        return self._button(told.poll_ms, told.device, told.name)

    @property
    def away(self) -> Plugged:
        """The button, not plugged in: how unsure its stamps will be, as far as can be known."""
        if self.code in LINES:
            return Plugged(name_of(self.code), HEADS._replace(of=self.device), here=False)
        return replace(self._button(UNKNOWN_MS, self.device, ""), here=False)

    def _button(self, poll_ms: float, device: str, name: str) -> Plugged:
        poll = round((poll_ms if self.poll_ms is None else self.poll_ms) * NS_PER_MS)
        most = round(self.delay_ms[1] * NS_PER_MS)
        return Plugged(name_of(self.code), Within(poll + most - self.earlier, 0, poll, device), name)


def wish_for(device: str, code: str | int, boxed: Collection[InputButton]) -> Wish:
    """A seat's button, as sure as the box file says of any button of that device.

    Of all of them the same: their order is told by stamps put earlier by as much.

    Args:
        device: which, or its port.
        code: which button of it.
        boxed: the buttons that the box file gives to seats.

    Raises:
        ValueError: there is no such button.
    """
    same = [button for button in boxed if port_of(button.input) == port_of(device)]
    polls = [button.poll_ms for button in same if button.poll_ms is not None]
    delays = [ms for button in same for ms in button.delay_ms or ()]
    delay = (min(delays), max(delays)) if delays else DELAY_MS
    return Wish(device, number_of(code), max(polls, default=None), delay)


def boxed(given: Mapping[Seat, InputButton | None]) -> dict[Seat, Wish]:
    """The seats' buttons that a box file gives."""
    buttons = {seat: button for seat, button in given.items() if button is not None}
    return {seat: wish_for(one.input, one.code, buttons.values()) for seat, one in buttons.items()}
