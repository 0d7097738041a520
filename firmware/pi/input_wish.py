"""Which button of a plugged-in device a seat is to have, and how unsure the stamps of that button are."""

from __future__ import annotations

from typing import NamedTuple

from firmware.boxfile.settings import InputButton
from firmware.button_codes import name_of, number_of
from firmware.events import NS_PER_MS, Within
from firmware.pi.input_device import Node, OpenDevice
from firmware.plugged import Plugged

DELAY_MS = (0.0, 10.0)
"""What a device takes from contact to report, at least and at most: scan and debounce, unmeasured."""


class Wish(NamedTuple):
    """A seat's button, as the box file or the table says; plugged in or not."""

    device: str
    code: int
    poll_ms: float | None = None
    delay_ms: tuple[float, ...] = DELAY_MS

    def meets(self, node: Node) -> bool:
        """Whether it is a button of this device, of which only the port may be said."""
        return self.code in node.buttons and self.device in (node.told.device, node.port)

    def on(self, node: Node) -> Plugged:
        """The button, with how unsure its stamps are."""
        poll = round((node.told.poll_ms if self.poll_ms is None else self.poll_ms) * NS_PER_MS)
        least, most = (round(ms * NS_PER_MS) for ms in self.delay_ms)
        within = Within(poll + most - least, 0, poll, node.told.device)
        return Plugged(name_of(self.code), within, node.told.name)


def boxed(button: InputButton) -> Wish:
    """A button as the box file says."""
    return Wish(button.input, number_of(button.code), button.poll_ms, button.delay_ms or DELAY_MS)


def nobodys(node: Node, code: int) -> Plugged:
    """A button that is no seat's."""
    return Wish(node.told.device, code).on(node)


class Spot(NamedTuple):
    """A seat's button that is there."""

    device: OpenDevice
    wish: Wish

    @property
    def button(self) -> Plugged:
        """The button, with how unsure its stamps are."""
        return self.wish.on(self.device.node)

    @property
    def delay(self) -> int:
        """What its device takes at least (ns)."""
        return round(self.wish.delay_ms[0] * NS_PER_MS)
