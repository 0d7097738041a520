"""The loop-back in the guest: the injector stands for the jumper, gpiozero and lgpio are the real ones.

Prints one JSON object: the result, and the widest spread there can have been by the injector's clock (ns).
"""

from __future__ import annotations

import json
import sys

from companion.loop.mailbox import Mailbox
from firmware.events import Line
from firmware.pi.buttons import ButtonLine
from firmware.pi.clock import MonotonicClock
from firmware.pi.factory import open_header
from tests.firmware.pi.measuring import measured
from tests.kernel.guest.injector import Injector, Pull

CHIP = "pinctrl-bcm2711"
PINS: dict[Line, int] = {1: 26, 2: 6, 3: 13, 4: 5}
JOINED: dict[Line, int] = {1: 0, 2: 40_000, 4: 15_000}
"""How much later than the first a line is pulled, ns; seat 3 isn't joined."""

PER_WAY = 250


class Injected:
    """Pulls the joined lines, one after the other."""

    def __init__(self) -> None:
        self.widest = 0
        self._injector = Injector()

    def drive(self, closed: bool) -> None:
        """Close them or open them."""
        pulls = [Pull(CHIP, PINS[line], offset, closed) for line, offset in JOINED.items()]
        pulled = self._injector.play(pulls)
        first = min(each.before_ns for each in pulled)
        self.widest = max(self.widest, max(each.after_ns for each in pulled) - first)


def run() -> None:
    """Measure."""
    header, mailbox = open_header(), Mailbox()
    buttons = [ButtonLine(line, pin, header.factory, mailbox) for line, pin in PINS.items()]
    jumper = Injected()
    result = measured(jumper, mailbox, MonotonicClock(), list(PINS), PER_WAY)
    for button in buttons:
        button.close()
    json.dump({"result": result.as_data(), "widest_ns": jumper.widest}, sys.stdout)


if __name__ == "__main__":
    run()
