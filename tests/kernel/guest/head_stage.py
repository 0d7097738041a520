"""An unmodified box whose seats have lines of an emulated head, or pins, and a hand on all of them."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from firmware.events import NS_PER_S, Seat
from tests.kernel.guest.box_hands import ok
from tests.kernel.guest.head_usb import Change, Plug
from tests.kernel.guest.usb_hand import Played, Touch
from tests.kernel.guest.usb_stage import SOON_NS, Table, pin


class HeadTable(Table):
    """Such a box.

    Args:
        folder: for its box file and journal.
        plug: the head.
        lines: which line of it is whose.
        pins: the seats that have their usual pins.
        knob: whether there is one.
    """

    def __init__(
        self,
        folder: Path,
        plug: Plug,
        lines: Mapping[Seat, int],
        *,
        pins: Iterable[Seat] = (),
        knob: bool = True,
    ) -> None:
        self._plug, self._lines = plug, dict(lines)
        buttons = [
            f'[seats.{seat}]\nbutton = {{ head = "pico", line = {line} }}' for seat, line in lines.items()
        ]
        super().__init__(folder, {seat: pin(seat) for seat in pins}, knob=knob, more=buttons)

    def __enter__(self) -> HeadTable:
        return self

    def touch(self, *touches: Touch) -> Played:
        """Do this, and return when it is done."""
        starts = time.monotonic_ns() + SOON_NS
        on_head = [touch for touch in touches if touch.seat in self._lines]
        changes = [
            Change(touch.at + held, self._lines[touch.seat], not held)
            for touch in on_head
            for held in (0, touch.held)
        ]
        done = self._plug.plan(starts, changes)
        others = [replace(touch, at=starts + touch.at) for touch in touches if touch not in on_head]
        played = self.hand.touch(self.buttons, others)
        self.hand.work()
        time.sleep(max(0, done - time.monotonic_ns()) / NS_PER_S)
        played.closed |= {touch.seat: (starts + touch.at,) * 2 for touch in on_head}
        return played

    def ask(self) -> None:
        """A question is read and opened, and at once somebody may press: here each second is dear."""
        self.ok("armed")
        self.play(ok())
        self.told("phase", phase="open")

    def next_question(self) -> None:
        """With few seats few turns of the knob lead there."""
        self.turn(len(self._lines) + len(self.buttons) + 2)
        self.ok("idle")
