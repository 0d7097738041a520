"""A mux with the kernel's own driver in the guest: where its channels are, what it is told, and a reset.

Prints a JSON object: ``channel``, what the mux is told before the first word to a panel, before one
``again``, one after a ``reset`` nobody tells the kernel of, and one after ``ours``; and whether wires are
``held``, free ones and those on which every address answers.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

from firmware.boxfile.settings import PanelSettings
from firmware.fakes.pins import StampedFactory, StampedPin
from firmware.pi.clock import MonotonicClock
from firmware.pi.held import NOBODY, held
from firmware.pi.mux_reset import MuxReset
from firmware.pi.oled import open_i2c
from firmware.pi.probing import answers
from tests.kernel.wire import parse

ANSWERING = Path("/sys/module/i2crec/parameters/addr")
MUX = 0x70
PANEL = PanelSettings("ssd1306", mux=MUX, channel=3, address=0x3C)
RESET = 7


def answering(*addresses: int) -> None:
    """Who answers from now on."""
    ANSWERING.write_text(",".join(map(hex, addresses)))


class ResetPin(StampedPin):
    """Its level is the mux's RESET: while it is low, the mux doesn't answer."""

    def _set_state(self, value: float) -> None:
        super()._set_state(value)  # type: ignore[no-untyped-call]
        answering(*((PANEL.address, MUX) if value else (PANEL.address,)))


def main() -> None:
    """Talk to the panel, reset the mux in both ways, and look at the wires."""
    Path("/sys/bus/i2c/devices/i2c-1/new_device").write_text(f"pca9548 {MUX:#x}")
    recorder = os.open("/dev/i2crec", os.O_RDONLY)

    def to_mux(act: Callable[[], object]) -> list[int]:
        """What the mux is told meanwhile."""
        os.read(recorder, 1 << 16)
        act()
        return [write.data[0] for write in parse(os.read(recorder, 1 << 16)) if write.address == MUX]

    def talk() -> bool:
        return answers(PANEL, open_i2c)

    told: dict[str, object] = {"channel": to_mux(talk), "again": to_mux(talk)}
    factory = StampedFactory(MonotonicClock())
    pin, reset = factory.pin(RESET, ResetPin), MuxReset(RESET, [PANEL], factory, open_i2c)
    for level in (False, True):
        pin.state = level
    told["reset"] = to_mux(talk)
    reset()
    told["ours"] = to_mux(talk)
    free = held(PANEL.bus, open_i2c)
    answering(PANEL.address, MUX, NOBODY)
    told["held"] = [free, held(PANEL.bus, open_i2c)]
    print(json.dumps(told))


if __name__ == "__main__":
    main()
